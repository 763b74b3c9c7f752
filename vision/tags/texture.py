"""Where in a picture a sticker may lie: dense contrast at two scales, one value per cell of 8 by 8 pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting

CELL = 8  # pixels per side of a cell
LEAST = 0.1  # even a blurred sticker has more
_ALIKE, _EVEN, _ENOUGH = 0.5, 0.7, 5
_SHARP = 0.9
LEAST_CROSSING = 0.3  # stickers have 0.43 and more, less only under strong motion blur
STRETCHED = 0.2  # the same for a picture taken from the side, where one direction is foreshortened
_TILE = 16  # cells per side, per pixel of a module
_HOLEY = 8  # side of a code in cells from which its texture has holes
_DIMMEST = 0.25  # brightness assumed at least, relative to the brightest parts
_TYPICAL = 0.25  # contrast of a sharp sticker, relative to its brightness
_MOST_LEVELS, _CROSSINGS = 32, 6  # of contrast and of crossing, by which textures are told apart

Values = NDArray[np.float32]
Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """The contrast of each cell relative to its brightness; about 1 on a sharp sticker."""

    values: Values
    shape: tuple[int, int]

    def at(self, sightings: Sequence[Sighting]) -> Values:
        """The values of the cells in the middle of these."""
        height, width = self.values.shape
        cells = np.array([item.centre for item in sightings]).reshape(-1, 2) / CELL
        column, row = np.clip(cells, 0, (width - 1, height - 1)).astype(np.intp).T
        return np.asarray(self.values[row, column], dtype=np.float32)

    def cut(self, box: Box) -> Texture:
        """Of a part of the picture that starts on the cell raster."""
        left, top, right, bottom = box
        values = self.values[top // CELL : -(-bottom // CELL), left // CELL : -(-right // CELL)]
        return Texture(np.ascontiguousarray(values), (bottom - top, right - left))

    def usual(self, sightings: Sequence[Sighting]) -> float:
        return float(np.median(self.at(sightings)))


class Contrast:
    """Of one picture: measured once, whatever crossing is asked of its texture."""

    def __init__(self, grey: Grey) -> None:
        self._grey = grey

    @cached_property
    def _measured(self) -> tuple[Values, Values, Values]:
        """Fine and coarse contrast, and how edges cross."""
        height, width = (max(side // CELL, 1) * CELL for side in self._grey.shape)
        grey = self._grey[:height, :width]  # whole cells: OpenCV averages them several times faster
        size = width // CELL, height // CELL
        half = _halved(grey)
        bright = _mean(half, size) + 10.0
        # Nearly black parts hold noise and no stickers: do not amplify them.
        np.maximum(bright, _DIMMEST * float(np.quantile(bright[::4, ::4], 0.95)), out=bright)
        fine = _mean(_halved(cv2.absdiff(grey, cv2.blur(grey, (5, 5)))), size)
        # Noise and weave have only fine contrast, blurred print only coarse: a sticker has both.
        coarse = _mean(cv2.absdiff(half, cv2.blur(half, (5, 5))), size)
        typical = bright * _TYPICAL
        return fine / typical, coarse / typical, _crossing(half, size)

    def texture(self, least_crossing: float = LEAST_CROSSING) -> Texture:
        fine, coarse, crossing = self._measured
        return Texture(np.where(crossing < least_crossing, np.float32(0), np.minimum(fine, coarse)), self._grey.shape)

    def rarity(self) -> Texture:
        """How few cells are textured alike, in bits; 0 where no sticker can be.

        A loud cloth has more texture than the stickers on it, but the same all over.
        """
        fine, coarse, crossing = self._measured
        likely = (np.minimum(fine, coarse) > LEAST) & (crossing > STRETCHED)
        kinds = (_MOST_LEVELS * _level(fine[likely]) + _level(coarse[likely])) * _MOST_LEVELS
        kinds += (_CROSSINGS * crossing[likely]).astype(np.int64)
        values = np.zeros(fine.shape, np.float32)
        values[likely] = np.log2(kinds.size / np.bincount(kinds)[kinds]) if kinds.size else 0
        return Texture(values, self._grey.shape)


def _level(contrast: Values) -> NDArray[np.int64]:
    """Half octaves above the least."""
    return np.asarray(np.clip(2 * np.log2(contrast / LEAST), 0, _MOST_LEVELS - 1), dtype=np.int64)


def measure_texture(grey: Grey, least_crossing: float = LEAST_CROSSING) -> Texture:
    return Contrast(grey).texture(least_crossing)


def _crossing(half: Grey, size: tuple[int, int]) -> Values:
    """Isotropy of the gradients: 0 where all edges run one way, as in wood grain, 1 where they run every way."""
    across, down = (slope[::2] for slope in cv2.spatialGradient(half))
    xx, yy, xy = (
        _mean(cv2.multiply(a, b, dtype=cv2.CV_32F), size) for a, b in ((across, across), (down, down), (across, down))
    )
    total, apart = xx + yy, np.hypot(xx - yy, 2 * xy)
    return np.asarray(np.maximum(total - apart, 0) / (total + apart + 1.0), dtype=np.float32)


def _halved(picture: NDArray[Any]) -> Grey:
    height, width = picture.shape
    size = max(1, width // 2), max(1, height // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _mean(picture: NDArray[Any], size: tuple[int, int]) -> Values:
    cells = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.blur(cells, (3, 3)), dtype=np.float32)


def mark_places(texture: Texture, read: Sequence[Sighting], least: float, side_px: float) -> Grey:
    """A mask of cells with more texture than ``least``, in unread patches as large as codes of ``side_px``."""
    mask = (texture.values > least).astype(np.uint8)
    for item in read:
        ring = (np.array(item.corners) - item.centre) * 1.15 + item.centre
        cv2.fillConvexPoly(mask, np.round(ring / CELL).astype(np.int32), 0)
    # Large modules leave holes, where a cell holds at most one edge.
    if side_px > _HOLEY * CELL:
        cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8), mask)
    # Removes edges and single lines of print; a square the size of a code stays, at any angle.
    core = max(2, int(0.65 * side_px / CELL))
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (core, core)))
    # Corner squares lie at the rim, where texture fades.
    return np.asarray(cv2.dilate(opened, np.ones((5, 5), np.uint8)), dtype=np.uint8)


def expected_texture(texture: Texture, read: Sequence[Sighting], share: float, most: float) -> float:
    """The least texture to search for, given the codes already read: stickers in one picture resemble each other.

    ``share`` of their usual texture, more if they are all alike; in any case so much that no more than ``most`` of the
    picture is searched: a loud mat is textured everywhere, but its stickers stand out.
    """
    crowded = float(np.quantile(texture.values[::2, ::2], 1 - most))
    if not read:
        return max(LEAST, crowded)
    if is_even(texture, read):
        # The others will not have much less.
        share = _ALIKE
    return max(LEAST, share * texture.usual(read), crowded)


def is_even(texture: Texture, read: Sequence[Sighting]) -> bool:
    """A sharp, evenly lit picture, judged by the codes read in it."""
    found = texture.at(read)
    if len(found) < _ENOUGH:
        return False
    usual, weak = float(np.median(found)), float(np.percentile(found, 5))
    return weak > _EVEN * usual and usual > _SHARP


def boxes_of(mask: Grey, shape: tuple[int, int], px: float, side: int = _TILE) -> list[Box]:
    """One box per connected patch; large patches are split into tiles, each shrunk to its content.

    ``side``: of a tile, in cells per pixel of a module; smaller tiles overlap more.
    """
    height, width = shape
    tile = max(8, int(side * px))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes: list[Box] = []
    for n in range(1, count):
        x, y, w, h = (int(v) for v in stats[n, :4])
        small = w <= tile and h <= tile
        boxes += [(x, y, x + w, y + h)] if small else _tiles(labels[y : y + h, x : x + w] == n, x, y, tile)
    return [(x0 * CELL, y0 * CELL, min(x1 * CELL, width), min(y1 * CELL, height)) for x0, y0, x1, y1 in boxes]


def _tiles(patch: NDArray[np.bool_], x: int, y: int, side: int) -> list[Box]:
    tiles = []
    for top in range(0, patch.shape[0], side):
        strip = patch[top : top + side]
        for left in (int(n) * side for n in np.unique(np.flatnonzero(strip.any(0)) // side)):
            part = strip[:, left : left + side]
            rows, columns = np.flatnonzero(part.any(1)) + y + top, np.flatnonzero(part.any(0)) + x + left
            tiles.append((int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1))
    return tiles
