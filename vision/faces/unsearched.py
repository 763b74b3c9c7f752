"""What has changed since it was last searched for cards, on the coarse map of the picture. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.tags.changes import CELL, Map, Region, above_noise, coarse

Mask = NDArray[np.bool_]

_LEAST = 9.0  # grey levels by which the mean of a cell must differ
_STEADY = 0.02  # relative change of light that counts as noise
_JOINED = 5  # cells: changes closer than this belong to one card


class Unsearched:
    """Compares with the state when last searched: a hand that passes leaves nothing to search but what it puts down."""

    def __init__(self) -> None:
        self._searched: Map | None = None
        self._now: Map = np.zeros((0, 0), np.float32)
        self._due: Mask = np.zeros((0, 0), bool)

    def look(self, grey: Grey) -> None:
        self._now = coarse(grey)
        if self._searched is None or self._searched.shape != self._now.shape:
            # Darker than any picture, so that everything is due at first.
            self._searched = np.full_like(self._now, -255.0)
        gain = _gain(self._now, self._searched)
        apart: Map = np.asarray(cv2.absdiff(self._now, self._searched * gain), np.float32)
        self._due = apart > above_noise(apart, _LEAST)

    def touches(self, region: Region) -> bool:
        return bool(self._due[_cells(region)].any())

    def share(self, region: Region) -> float:
        """The share of a region that has changed."""
        return float(self._due[_cells(region)].mean())

    def parts(self, covered: Grey, least: float, but: Sequence[Region] = ()) -> list[Region]:
        """Where to search, the largest first: changes of at least ``least`` pixels that are not covered and not in
        ``but``."""
        calm = (self._due & (covered == 0)).astype(np.uint8)
        for other in but:
            calm[_cells(other)] = 0
        joined = cv2.morphologyEx(calm, cv2.MORPH_CLOSE, np.ones((_JOINED, _JOINED), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        found = [[int(value) for value in stats[n]] for n in range(1, count)]
        found.sort(key=lambda part: -part[4])
        boxes = [(x * CELL, y * CELL, (x + w) * CELL, (y + h) * CELL) for x, y, w, h, _ in found]
        for box in (box for box, part in zip(boxes, found, strict=True) if part[4] * CELL * CELL < least):
            self.done(box, but)  # too small for a card
        return [box for box, part in zip(boxes, found, strict=True) if part[4] * CELL * CELL >= least]

    def piece(self, part: Region, most: int) -> Region:
        """The region itself, or a piece of at most ``most`` pixels a side that holds some change."""
        left, top, right, bottom = part
        due = self._due[_cells((left, top, right, min(bottom, top + most)))]
        first = int(due.any(0).argmax()) * CELL + left
        return first, top, min(right, first + most), min(bottom, top + most)

    def done(self, region: Region, but: Sequence[Region] = ()) -> None:
        """Marks a region as searched, except for ``but``."""
        assert self._searched is not None
        looked_at = np.zeros(self._due.shape, bool)
        looked_at[_cells(region)] = True
        for other in but:
            looked_at[_cells(other)] = False
        self._searched[looked_at] = self._now[looked_at]
        self._due[looked_at] = False


def _gain(now: Map, before: Map) -> float:
    """The change of light due to automatic exposure."""
    known = before[::4, ::4]
    seen = known >= 0
    if not seen.any():
        return 1.0
    gain = float(np.median(now[::4, ::4][seen]) + 1) / float(np.median(known[seen]) + 1)
    return gain if 0.8 < gain < 1.25 and abs(gain - 1) > _STEADY else 1.0


def _cells(region: Region) -> tuple[slice, slice]:
    left, top, right, bottom = region
    return (
        slice(max(0, top // CELL), max(0, ceil(bottom / CELL))),
        slice(max(0, left // CELL), max(0, ceil(right / CELL))),
    )
