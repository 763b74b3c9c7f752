"""How regions of a picture and the tags in it overlap. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

import numpy as np
from numpy.typing import NDArray

from vision.sightings import Sighting
from vision.tags.changes import Region
from vision.tags.texture import CELL

_PART = 922, 648  # pixels across and down of a part that is read at once


def are_near(one: Sighting, other: Sighting) -> bool:
    return dist(one.centre, other.centre) < 0.5 * max(one.side, other.side)


def with_tags(regions: Sequence[Region], items: Sequence[Sighting], shape: tuple[int, ...]) -> list[Region]:
    """The regions, each grown to include every tag whose centre it holds: half a tag cannot be read."""
    return [_with_whole(region, items, shape) for region in regions]


def _with_whole(region: Region, items: Sequence[Sighting], shape: tuple[int, ...]) -> Region:
    left, top, right, bottom = region
    for item in items:
        if touches(item.centre, [region]):
            margin = item.side / 4
            xs, ys = zip(*item.corners, strict=True)
            left, top = min(left, int(min(xs) - margin)), min(top, int(min(ys) - margin))
            right, bottom = max(right, int(max(xs) + margin)), max(bottom, int(max(ys) + margin))
    return max(0, left), max(0, top), min(shape[1], right), min(shape[0], bottom)


def box_around(item: Sighting, shape: tuple[int, ...]) -> Region:
    """The tag with about its own width on each side."""
    (x, y), reach = item.centre, 1.5 * item.side
    left, top, right, bottom = (round(n) for n in (x - reach, y - reach, x + reach, y + reach))
    return max(0, left), max(0, top), min(shape[1], right), min(shape[0], bottom)


def box_around_all(items: Sequence[Sighting], sides: float, shape: tuple[int, ...]) -> Region:
    """These tags with ``sides`` times their size around them, aligned to the raster of the texture map."""
    reach = sides * max(item.side for item in items)
    xs, ys = zip(*(item.centre for item in items), strict=True)
    left, top = (max(0, int(low - reach)) // CELL * CELL for low in (min(xs), min(ys)))
    return left, top, min(shape[1], int(max(xs) + reach)), min(shape[0], int(max(ys) + reach))


def touches(point: tuple[float, float], regions: Sequence[Region]) -> bool:
    x, y = point
    return any(left <= x < right and top <= y < bottom for left, top, right, bottom in regions)


def outside(items: Sequence[Sighting], regions: Sequence[Region]) -> list[Sighting]:
    return [item for item in items if not touches(item.centre, regions)]


def are_within(points: NDArray[np.float32], found: Sequence[Sighting]) -> NDArray[np.bool_]:
    """Which points (..., 2 or more) lie in one of these codes."""
    within = np.zeros(points.shape[:-1], bool)
    across, down = points[..., 0].copy(), points[..., 1].copy()  # contiguous rows: several times faster
    for item in found:
        (x, y), reach = item.centre, item.side / 2
        within |= (np.abs(across - x) < reach) & (np.abs(down - y) < reach)
    return within


def pieces_at(boxes: Iterable[Region], shape: tuple[int, ...], side: int, reach: int) -> NDArray[np.bool_]:
    """Which square pieces of a picture, ``side`` pixels long, lie within ``reach`` of these boxes."""
    touched = np.zeros([-(-length // side) for length in shape], bool)
    for left, top, right, bottom in boxes:
        rows = slice(max(0, top - reach) // side, -(-(bottom + reach) // side))
        touched[rows, max(0, left - reach) // side : -(-(right + reach) // side)] = True
    return touched


def area_of(region: Region) -> int:
    left, top, right, bottom = region
    return (right - left) * (bottom - top)


def middle_of(region: Region) -> tuple[float, float]:
    left, top, right, bottom = region
    return (left + right) / 2, (top + bottom) / 2


def in_parts(region: Region, shape: tuple[int, ...], beside: int) -> list[tuple[Region, Region]]:
    """A region in parts of bounded size: each alone, and with ``beside`` pixels around it."""
    left, top, right, bottom = region
    counts = -(-(right - left) // _PART[0]), -(-(bottom - top) // _PART[1])
    size = bottom - top, right - left
    parts = []
    for core in tiles_of(size, counts, 0):
        x0, y0, x1, y1 = core[0] + left, core[1] + top, core[2] + left, core[3] + top
        around = (max(0, x0 - beside), max(0, y0 - beside), min(shape[1], x1 + beside), min(shape[0], y1 + beside))
        parts.append(((x0, y0, x1, y1), around))
    return parts


def tiles_of(shape: tuple[int, ...], counts: tuple[int, int], beside: int) -> list[Region]:
    """A picture in ``counts`` tiles across and down, each overlapping its neighbours by ``beside`` pixels."""
    (height, width), (across, down) = shape[:2], counts
    xs, ys = [width * n // across for n in range(across + 1)], [height * n // down for n in range(down + 1)]
    return [
        (max(0, left - beside), max(0, top - beside), min(width, right + beside), min(height, bottom + beside))
        for top, bottom in pairwise(ys)
        for left, right in pairwise(xs)
    ]
