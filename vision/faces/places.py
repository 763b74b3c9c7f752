"""Cards found by their faces: their places, what one look found, and the geometry they share. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist

import cv2
import numpy as np

from vision.faces.gallery import Face
from vision.faces.outlines import CardSize
from vision.sightings import Corners, Point
from vision.table.motion import Motion
from vision.table.plane import Plane
from vision.table.tracker import Box
from vision.tags.changes import CELL, Region

CARD_MM = (56.0, 87.0)
SURE_LOOKS = 2
TRIES = 4  # looks at an unnamed card before the owner is asked


@dataclass(slots=True, eq=False)
class CardPlace:
    """A card found by its face. ``corners``: inset from its rim, clockwise from its own top left.

    ``kinds``: the best first, which is its kind once named. ``view``: how it looked when found.
    """

    number: int
    corners: Corners
    kinds: tuple[str, ...]
    view: Face
    sure: int = 0
    tries: int = 1
    is_told: bool = False
    is_strange: bool = False  # it is unlike every face that was learnt
    is_dull: bool = False  # the owner said it is none of the kinds asked about

    @property
    def is_named(self) -> bool:
        return self.is_told or self.sure >= SURE_LOOKS

    @property
    def is_doubtful(self) -> bool:
        return not self.is_named and not self.is_dull and self.tries >= TRIES

    @property
    def box(self) -> Region:
        return box_of(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class FacesFound:
    """``pending``: places about which nothing can be said in this look; ``unsettled``: where unnamed cards may lie;
    ``tagged``: tags now read on cards found by their faces, by the number of the place."""

    named: tuple[CardPlace, ...] = ()
    doubtful: tuple[CardPlace, ...] = ()
    pending: tuple[Box, ...] = ()
    unsettled: tuple[Region, ...] = ()
    tagged: dict[int, str] = field(default_factory=dict)


def is_calm(region: Region, motion: Motion) -> bool:
    """Whether nothing moves or reaches over this region."""
    left, top, right, bottom = (max(0, value) // CELL for value in region)
    return not motion.covered[top : bottom + 1, left : right + 1].any()


def card_size_at(plane: Plane, at: Point) -> CardSize:
    """The size of a card in pixels at this place."""
    x, y = plane.to_table(*at)
    across = dist(plane.to_picture(x - 5, y), plane.to_picture(x + 5, y)) / 10
    down = dist(plane.to_picture(x, y - 5), plane.to_picture(x, y + 5)) / 10
    short, long = CARD_MM
    return CardSize(short * (across + down) / 2, long * (across + down) / 2)


def holds(corners: Corners, point: Point) -> bool:
    return cv2.pointPolygonTest(np.array(corners, np.float32), point, False) >= 0


def box_of(corners: Corners) -> Region:
    xs, ys = zip(*corners, strict=True)
    return int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1


def middle(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def centre_of(region: Region) -> Region:
    """Its centre: a card lies in one zone even if it reaches into others."""
    x, y = (region[0] + region[2]) // 2, (region[1] + region[3]) // 2
    return x, y, x, y


def moved(corners: Corners, dx: float, dy: float) -> Corners:
    a, b, c, d = ((x + dx, y + dy) for x, y in corners)
    return a, b, c, d


def grown(part: Region, by: int, shape: tuple[int, ...]) -> Region:
    left, top, right, bottom = part
    return max(0, left - by), max(0, top - by), min(shape[1], right + by), min(shape[0], bottom + by)


def as_box(region: Region) -> Box:
    left, top, right, bottom = region
    return float(left), float(top), float(right), float(bottom)
