"""Which zone each cell of the picture belongs to, computed once per plane."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.table.plane import Plane
from vision.table.zones import Zones
from vision.tags.changes import CELL

NOBODY = 255
_FAR = 1e5  # cells: beyond any picture, within OpenCV's integers


class ZoneMasks:
    """For a picture of this shape, cell by cell: the index of the zone's name, or ``NOBODY``."""

    def __init__(self, shape: tuple[int, ...], zones: Zones, plane: Plane) -> None:
        self._of = (shape, zones, plane)
        self._names = zones.names
        rest = NOBODY if zones.elsewhere is None else self._names.index(zones.elsewhere)
        self._cells: Grey = np.full([-(-side // CELL) for side in shape[:2]], rest, np.uint8)
        for zone in reversed(zones.zones):  # where two overlap, the first wins
            corners = np.array([plane.to_picture(*corner) for corner in zone.corners]) / CELL - 0.5
            outline = np.round(corners.clip(-_FAR, _FAR)).astype(np.int32)
            cv2.fillPoly(self._cells, [outline], (self._names.index(zone.name),))

    def are_for(self, shape: tuple[int, ...], zones: Zones, plane: Plane) -> bool:
        return self._of[0] == shape and self._of[1] is zones and self._of[2] is plane

    def masks(self) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """The cells of each zone that is in view."""
        for number, name in enumerate(self._names):
            mask = self._cells == number
            if mask.any():
                yield name, mask
