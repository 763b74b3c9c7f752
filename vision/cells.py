"""The coarse map of a picture, cell by cell: what differs, in which patches, and where there are steps. Pure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import CELL, Map, above_noise
from vision.frames import Grey
from vision.sightings import Point
from vision.tracker import Box

Mask = NDArray[np.bool_]

MOVED = 7.0  # grey levels by which a cell must differ
_SMALLEST_ARM = 0.006  # of the picture
SEAM = 7.0  # grey levels by which neighbouring cells differ more than before, along the rim of what was added
_FLICKER = 0.12  # how much more or less light a row of the picture may have than the one before
AROUND = np.ones((3, 3), np.uint8)


def differ(now: Map, before: Map) -> Grey:
    apart: Map = np.asarray(cv2.absdiff(now, before), dtype=np.float32)
    mask = (apart > above_noise(apart, MOVED)).astype(np.uint8)
    # Single cells are noise or a flickering edge.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)


def parts_of(strange: Grey) -> list[tuple[Mask, bool]]:
    """Each patch of what differs, and whether it hangs on the picture's edge and is as large as an arm."""
    closed = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    height, width = strange.shape
    parts = []
    for n in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[n])
        at_edge = x == 0 or y == 0 or x + w == width or y + h == height
        parts.append((labels == n, at_edge and area > _SMALLEST_ARM * strange.size))
    return parts


def steps_of(values: Map) -> Map:
    return np.asarray(cv2.morphologyEx(values, cv2.MORPH_GRADIENT, AROUND), dtype=np.float32)


def has_new_rim(part: Mask, now: Map, before: Map, share: float) -> bool:
    """Whether it has a rim that was not there before: its own, or within it where a soft shadow surrounds it."""
    mask = part.astype(np.uint8)
    around = cv2.dilate(mask, AROUND) > 0
    rim = around & (cv2.erode(mask, AROUND, borderValue=1) == 0)
    return bool((steps_of(now) > steps_of(before) + SEAM)[around].sum() > share * rim.sum())


def without_flicker(now: Map, calm: Map) -> Map:
    """A lamp that flickers makes bands of more and less light: rows are brought back to what they had."""
    rows = np.median((now[:, ::6] + 1) / (calm[:, ::6] + 1), axis=1)
    rows = np.clip(rows / np.median(rows), 1 - _FLICKER, 1 + _FLICKER)
    smooth = cv2.blur(rows[:, None].astype(np.float32), (1, 5), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(now / smooth, dtype=np.float32)


def window_around(centre: Point, reach: float) -> tuple[slice, slice]:
    (x, y), cells = centre, max(1, round(reach / CELL))
    row, column = int(y / CELL), int(x / CELL)
    return slice(max(0, row - cells), row + cells + 1), slice(max(0, column - cells), column + cells + 1)


def boxes_over(covered: Grey) -> tuple[Box, ...]:
    """Rows of covered cells as boxes: as many as it takes to follow a slanting arm, no more."""
    boxes = []
    for top in range(0, covered.shape[0], 4):
        band = covered[top : top + 4].any(0)
        edges = np.flatnonzero(np.diff(np.concatenate([[0], band.astype(np.int8), [0]])))
        boxes += [
            (float(a * CELL), float(top * CELL), float(b * CELL), float((top + 4) * CELL))
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]
    return tuple(boxes)
