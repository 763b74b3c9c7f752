"""A card as it lay when its tag was last read: whether it is still there when the tag is not seen. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cells import MOVED, Mask, window_around
from vision.changes import CELL, Map
from vision.sightings import Point

_LEFT = 0.2  # of a card's place that looks as before: then it is still there, and something lies on its tag
SMALLEST_CARD = 8  # in areas of its code


@dataclass(slots=True, eq=False)
class LyingCard:
    """What it looked like around a tag when that was last read, and how bright the table was then.

    ``place``: the cells of its card in that window, if it was seen being laid.
    """

    centre: Point
    side: float
    window: tuple[slice, slice]
    look: Map
    level: float
    place: Mask | None = None
    looks_gone: int = 0
    left_ms: int | None = None  # since when it is there without its tag

    @property
    def core(self) -> tuple[slice, slice]:
        """The cells of the tag itself."""
        return window_around(self.centre, 0.5 * self.side)

    def is_left(self, now: Map, level: float) -> bool:
        """Whether too little differs from before for the whole card to be gone."""
        differs = cv2.absdiff(now[self.window], self.look * (level / self.level)) > MOVED
        if self.place is not None:
            return float(differs[self.place].mean()) < 1 - _LEFT
        joined = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels = cv2.connectedComponents(joined)
        (row, column), (down, across) = ((part.start for part in self.core), (part.start for part in self.window))
        tag = labels[row - down :, column - across :][: self.core[0].stop - row, : self.core[1].stop - column]
        numbers = [int(n) for n in np.unique(tag) if n]
        return float(np.isin(labels, numbers).sum()) * CELL * CELL < SMALLEST_CARD * self.side**2
