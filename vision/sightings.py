"""One tag in one picture: its text and its four corners in pixels. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Sighting:
    """``corners``: clockwise as seen, from the tag's own top left; ``by``: the step that found it.

    The corners are those of the code, without its margin.
    """

    text: str
    corners: Corners
    by: str

    @property
    def centre(self) -> Point:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    @property
    def angle(self) -> float:
        """Rotation in degrees clockwise: 0 if its top edge runs left to right."""
        (x0, y0), (x1, y1) = self.corners[:2]
        return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360.0

    @property
    def side(self) -> float:
        """Mean length of its four edges, in pixels."""
        a, b, c, d = self.corners
        return (math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(d, a)) / 4

    def shifted(self, dx: float, dy: float, scale: float = 1.0) -> Sighting:
        """In coordinates of the picture it was cropped from: divided by ``scale``, then moved."""
        a, b, c, d = ((x / scale + dx, y / scale + dy) for x, y in self.corners)
        return Sighting(self.text, (a, b, c, d), self.by)
