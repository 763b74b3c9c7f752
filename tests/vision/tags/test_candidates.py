"""Where to look first: what is rare stands out where the cloth has more texture than the tags."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frames import Grey
from vision.scenes.card_art import draw_sticker
from vision.tags.candidates import find_anywhere, find_candidates
from vision.tags.overlap import area_of, touches
from vision.tags.texture import Contrast

SIDE, CHECK = 1600, 10  # pixels: of the picture, and of a check of its cloth
STICKER = 44  # pixels
PLACES = [(410, 330), (900, 1210), (1310, 640)]


def loud_cloth() -> Grey:
    y, x = np.mgrid[:SIDE, :SIDE] // CHECK
    return np.where((x + y) % 2, 150, 20).astype(np.uint8)


def with_tags(cloth: Grey) -> Grey:
    """Dim and blurred beside the cloth."""
    table = cloth.copy()
    for n, (x, y) in enumerate(PLACES):
        sticker = cv2.GaussianBlur(draw_sticker(f"TCA00{n}X", STICKER), (0, 0), 0.8)
        table[y : y + STICKER, x : x + STICKER] = 70 + sticker // 4
    return table


@pytest.mark.parametrize("noise", [0, 3])
def test_tags_on_a_cloth_that_is_louder_are_where_texture_is_rare(noise: int) -> None:
    grain = np.random.default_rng(1).normal(0, noise, (SIDE, SIDE))
    grey = np.clip(with_tags(loud_cloth()) + grain, 0, 255).astype(np.uint8)
    middles = [(x + STICKER // 2, y + STICKER // 2) for x, y in PLACES]
    contrast = Contrast(grey)
    near = [(x - STICKER, y - STICKER, x + STICKER, y + STICKER) for x, y in middles]
    assert not any(touches(point, near) for point in find_candidates(contrast.texture())), "the cloth is not loud"
    boxes = find_anywhere(contrast)
    assert [middle for middle in middles if not touches(middle, boxes)] == []
    assert sum(map(area_of, boxes)) < SIDE * SIDE / 20


def test_where_all_is_alike_nothing_is_rare() -> None:
    blank = Contrast(np.full((400, 400), 200, np.uint8))
    assert find_anywhere(blank) == []
