from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.decoders import NAMES, open_decoder
from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.scenes.faces import draw_sticker

TEXT = "TCA001O"


def sheet(turns: int) -> Grey:
    """One large sticker, off centre, turned clockwise by quarters."""
    page = np.full((400, 500), 235, np.uint8)
    page[60:260, 100:300] = np.rot90(draw_sticker(TEXT, 200), -turns)
    return page


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turns", range(4))
def test_every_backend_says_where_and_how_turned(name: str, turns: int) -> None:
    (found,) = open_decoder(name).decode(sheet(turns))
    assert (found.text, found.by) == (TEXT, name)
    assert np.allclose(found.centre, (200, 160), atol=3)
    assert abs((found.angle - 90 * turns + 180) % 360 - 180) < 5
    assert abs(found.side - 200 * 21 / 25) < 8
    area = cv2.contourArea(np.array(found.corners, np.float32), oriented=True)
    assert area > 0, "corners run clockwise"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(1, 1), (0, 0), (10, 2000), (300, 300)])
def test_every_backend_is_silent_about_nothing(name: str, shape: tuple[int, int]) -> None:
    assert open_decoder(name).decode(np.full(shape, 200, np.uint8)) == []


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(DecoderMissing, match="'nothing'"):
        open_decoder("nothing")
