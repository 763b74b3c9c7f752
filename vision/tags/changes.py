"""What has changed since it was last decoded, on a coarse map of the picture, as a few rectangles to decode again."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey

CELL = 8  # pixels per side of a cell of the coarse map
_LEAST = 9.0  # grey levels by which the mean of a cell must differ
_NOISE = 8.0  # times the median difference: plain noise exceeds it in one cell of a million
_LOUDEST = 4.0  # largest median difference that can be noise, in grey levels
_STEADY = 0.02  # relative change of light that counts as noise
_WHOLE = 0.35  # share of the picture: if more has changed, all of it is decoded
_REACH = 9  # cells decoded around a change, so that codes are whole and have a margin
_RECHECK = 60  # looks after which a stripe is decoded although nothing changed
_STRIPES = 8

Region = tuple[int, int, int, int]  # left, top, right, bottom in pixels
Map = NDArray[np.float32]


class Changes:
    """Compares each cell with its state when it was last decoded."""

    def __init__(self) -> None:
        self._before: Map | None = None
        self._shape: tuple[int, int] = (0, 0)
        self._quiet = 0
        self._stripe = 0

    def since_last(self, grey: Grey) -> list[Region]:
        """Regions to decode: all of the first picture, then those that changed."""
        now = coarse(grey)
        before, self._shape = (self._before if grey.shape == self._shape else None), (grey.shape[0], grey.shape[1])
        if before is None:
            self._before = now
            return [(0, 0, grey.shape[1], grey.shape[0])]
        changed = self._changed(before, now)
        self._recheck(changed)
        if not changed.any():
            return []
        if changed.mean() > _WHOLE:
            self._before = now
            return [(0, 0, grey.shape[1], grey.shape[0])]
        grown = cv2.dilate(changed, np.ones((2 * _REACH + 1, 2 * _REACH + 1), np.uint8))
        regions = self._regions(np.asarray(grown, dtype=np.uint8))
        for left, top, right, bottom in regions:
            part = slice(top // CELL, -(-bottom // CELL)), slice(left // CELL, -(-right // CELL))
            before[part] = now[part]
        return regions

    def _changed(self, before: Map, now: Map) -> Grey:
        # Automatic exposure changes everything a little: that is not a change.
        gain = float(np.median(now[::4, ::4]) + 1) / float(np.median(before[::4, ::4]) + 1)
        gain = gain if 0.8 < gain < 1.25 and abs(gain - 1) > _STEADY else 1.0
        apart: Map = np.asarray(cv2.absdiff(now, before * gain), dtype=np.float32)
        return (apart > above_noise(apart, _LEAST)).astype(np.uint8)

    def _recheck(self, changed: Grey) -> None:
        """Marks one stripe now and then although it is still, in case a change was missed."""
        self._quiet += 1
        if self._quiet >= _RECHECK:
            self._quiet = 0
            high = -(-changed.shape[0] // _STRIPES)
            changed[self._stripe * high : (self._stripe + 1) * high] = 1
            self._stripe = (self._stripe + 1) % _STRIPES

    def _regions(self, mask: Grey) -> list[Region]:
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        height, width = self._shape
        boxes = [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, _ in stats[1:count]]
        return [
            (x0 * CELL, y0 * CELL, min(x1 * CELL, width), min(y1 * CELL, height)) for x0, y0, x1, y1 in _merged(boxes)
        ]


def above_noise(apart: Map, least: float) -> float:
    """The threshold above this camera's noise at its current gain, estimated from the median cell."""
    usual = float(np.median(apart[::2, ::2]))
    # If the median exceeds any noise, the lamp went out or the camera was pushed.
    return max(least, _NOISE * usual) if usual < _LOUDEST else least


def coarse(grey: Grey) -> Map:
    """The mean of each cell over every fourth row: accurate to about a grey level at a quarter of the cost."""
    height, width = grey.shape
    size = -(-width // CELL), -(-height // CELL)
    return np.asarray(cv2.resize(grey[::4], size, interpolation=cv2.INTER_AREA).astype(np.float32), dtype=np.float32)


def _merged(boxes: list[Region]) -> list[Region]:
    """Overlapping rectangles merged, so that nothing is decoded twice."""
    merged: list[Region] = []
    for box in boxes:
        current = box
        while hit := next((other for other in merged if _overlap(current, other)), None):
            merged.remove(hit)
            current = (
                min(current[0], hit[0]),
                min(current[1], hit[1]),
                max(current[2], hit[2]),
                max(current[3], hit[3]),
            )
        merged.append(current)
    return merged


def _overlap(one: Region, other: Region) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
