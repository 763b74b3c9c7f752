"""Tags of ours pasted into photographs: a table in front of what nobody rendered, in that picture's own light."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes import KNOWN, difficulty
from vision.frames import Grey
from vision.scenes import MARGIN_MODULES, TAG_MM, Scene
from vision.scenes.camera import Points, View, view_of
from vision.scenes.card_art import draw_sticker
from vision.scenes.optics import compress, grain
from vision.tags.codes import MODULES

LEAST_PX, MOST_PX = 1.4, 3.0  # pixels per module, by area
_ACROSS = MODULES + 2 * MARGIN_MODULES
_PLACES = 24  # tried for each picture
_LONGER_SIDE = 1600
_FINE = 200  # pixels of a sticker's side before it is pasted
_BRIGHT = 150.0  # grey level around a tag in full light

Layer = NDArray[np.float32]


def paste(photograph: Grey, seed: int) -> tuple[Grey, frozenset[str]]:
    """The photograph with tags on one plane, tilted by up to 35 degrees, blurred and noisy as hard tables are."""
    rng = np.random.default_rng([seed, 45])
    how = difficulty("hard" if rng.random() < 0.5 else "aslant")
    grey = _sized(photograph)
    px_per_mm = float(rng.uniform(LEAST_PX, MOST_PX)) * _ACROSS / TAG_MM
    view = view_of(Scene(grey.shape[1], grey.shape[0], px_per_mm, (), how, seed), rng)
    texts = (KNOWN[n] for n in rng.permutation(len(KNOWN)))
    laid = dict(zip(texts, _places(view, px_per_mm, rng), strict=False))
    ink, cover = np.zeros(grey.shape, np.float32), np.zeros(grey.shape, np.float32)
    for text, corners in laid.items():
        _lay(draw_sticker(text, _FINE), corners, ink, cover)
    lit = np.clip(cv2.GaussianBlur(grey, (0, 0), 20).astype(np.float32) / _BRIGHT, 0.3, 1.05)
    sigma = float(rng.uniform(*how.blur_px))
    ink, cover = (np.asarray(cv2.GaussianBlur(layer, (0, 0), sigma), np.float32) for layer in (ink * lit, cover))
    mixed = np.clip(grey * (1 - cover) + ink, 0, 255).astype(np.uint8)
    return compress(grain(mixed, float(rng.uniform(*how.noise)), rng), float(rng.uniform(*how.jpeg))), frozenset(laid)


def _sized(photograph: Grey) -> Grey:
    scale = _LONGER_SIDE / max(photograph.shape)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)


def _places(view: View, px_per_mm: float, rng: np.random.Generator) -> Iterator[Points]:
    """Corners of tags that lie apart, within the picture, and are not too small."""
    width, height = view.size
    room = np.array([width, height]) / px_per_mm
    middles: list[NDArray[np.float64]] = []
    for _ in range(_PLACES):
        middle, turn = rng.uniform(0, room), rng.uniform(0, 2 * np.pi)
        along = TAG_MM / 2 * np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        corners = view.project(middle + np.array([-along - across, along - across, along + across, across - along]))
        is_within = bool(((corners > 3) & (corners < np.array([width, height]) - 3)).all())
        px = np.sqrt(cv2.contourArea(corners.astype(np.float32))) / _ACROSS
        if is_within and px >= LEAST_PX and all(np.hypot(*(middle - other)) > 1.8 * TAG_MM for other in middles):
            middles.append(middle)
            yield corners


def _lay(sticker: Grey, corners: Points, ink: Layer, cover: Layer) -> None:
    """Drawn four times as fine and shrunk: modules seldom fall on whole pixels."""
    low, high = np.floor(corners.min(0)).astype(int) - 1, np.ceil(corners.max(0)).astype(int) + 2
    flat = np.array([[0, 0], [_FINE, 0], [_FINE, _FINE], [0, _FINE]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, (4 * (corners - low)).astype(np.float32))
    size = tuple(int(side) for side in 4 * (high - low))
    box = slice(low[1], high[1]), slice(low[0], high[0])
    for layer, picture in ((ink, sticker.astype(np.float32)), (cover, np.ones((_FINE, _FINE), np.float32))):
        drawn = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
        layer[box] += cv2.resize(drawn, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
