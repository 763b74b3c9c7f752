"""Mats for the table: their size, corner marks, zones and appearance.

A game may have several. Each has marks with its own numbers, so that the camera knows which mat lies there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vision.errors import InvalidLayout
from vision.sightings import Corners, Point
from vision.table.plane import Marks
from vision.table.zones import Zones, parse_zones

MARK_MM = 12.0
QUIET_MM = 3.0  # white margin of a mark: nearly two modules
INSET_MM = 4.0  # from the edge of the mat to its marks, so that cutting along the edge leaves their margin
FIRST_MARK, LAST_MARK = 6, 49
SIDES = (3 / 8, 5 / 8)  # height of the marks at the left and right side: no seam runs through them
LEAST_MM, MOST_MM = 100.0, 2000.0
WHOLE = "whole"

_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Places:
    """Where cards lie in a zone, row by row: ``at`` is the first centre, ``step`` leads to the next column and row."""

    columns: int
    step: Point
    at: Point


@dataclass(frozen=True, slots=True)
class Look:
    """``band``: width of the ornament at the sides and at top and bottom; ``points``: of its stars."""

    ink: str = "#5a3a22"
    ornament: str = "#dcb877"
    points: int = 8
    band: Point = (12.0, 12.0)


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """``places``: drawn as many as fit; None: the zone is one open field."""

    ink: str
    tint: str
    places: Places | None = None


@dataclass(frozen=True, slots=True)
class Mat:
    name: str
    size_mm: tuple[float, float]
    zones: Zones
    marks: Marks
    look: Look = Look()
    zone_looks: Mapping[str, ZoneLook] = field(default_factory=dict)


def mat_marks(
    size_mm: tuple[float, float],
    first: int = FIRST_MARK,
    inset: float = INSET_MM,
    sides: tuple[float, float] = SIDES,
    mark: float = MARK_MM,
) -> Marks:
    """Six marks: the four corners, and one at each short side, where no card needs to lie."""
    width, height = size_mm
    far_x, far_y = width - inset - mark, height - inset - mark
    left, right = (height * share - mark / 2 for share in sides)
    places = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y), (inset, left), (far_x, right))
    return Marks({number: _square(x, y, mark) for number, (x, y) in enumerate(places, first)})


def _square(x: float, y: float, side: float) -> Corners:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def which_mat(mats: Sequence[Mat], seen: Mapping[int, Corners]) -> Mat | None:
    """The mat with the most marks in view; None if no mark of any is."""
    counted = [(len(set(seen) & set(mat.marks.corners)), mat) for mat in mats]
    most, mat = max(counted, key=lambda pair: pair[0], default=(0, None))
    return mat if most else None


def parse_mats(plan: Mapping[str, Any], where: str) -> tuple[Mat, ...]:
    """The mats of a layout file: the whole one first, then those of its ``[mats.NAME]``; raises InvalidLayout."""
    others = plan.get("mats", {})
    if not isinstance(others, Mapping):
        raise InvalidLayout(f"expected tables [mats.NAME] ({where})")
    mats = [_parse_mat(WHOLE, plan, plan, where)]
    mats += [_parse_mat(name, {"elsewhere": None, **data}, plan, f"{where}, {name}") for name, data in others.items()]
    numbers = [number for mat in mats for number in mat.marks.corners]
    if len(set(numbers)) < len(numbers):
        raise InvalidLayout(f"expected numbers of its own for the marks of every mat ({where})")
    return tuple(mats)


def _parse_mat(name: str, data: Mapping[str, Any], plan: Mapping[str, Any], where: str) -> Mat:
    size = _numbers(data.get("size"), 2, f"the size in millimetres ({where})")
    if not all(LEAST_MM <= side <= MOST_MM for side in size):
        raise InvalidLayout(f"expected {LEAST_MM:g} to {MOST_MM:g} mm a side, got {size} ({where})")
    look = _parse_look({**plan.get("look", {}), **data.get("look", {})}, where)
    zones = parse_zones(data, where)
    looks = {zone["name"]: _parse_zone_look(zone, look, where) for zone in data["zones"]}
    return Mat(name, (size[0], size[1]), zones, _parse_marks(data.get("marks", {}), size, where), look, looks)


def _parse_marks(data: Mapping[str, Any], size: Sequence[float], where: str) -> Marks:
    first = data.get("first", FIRST_MARK)
    if not isinstance(first, int) or not 0 <= first <= LAST_MARK - 5:
        raise InvalidLayout(f"expected a first mark from 0 to {LAST_MARK - 5}, got {first!r} ({where})")
    inset, mark = (
        _numbers([data.get(key, usual)], 1, f"{key} of the marks ({where})")[0]
        for key, usual in (("inset", INSET_MM), ("side", MARK_MM))
    )
    left, right = _numbers(data.get("sides", SIDES), 2, f"how far down the marks at the sides are ({where})")
    return mat_marks((size[0], size[1]), first, inset, (left, right), mark)


def _parse_look(data: Mapping[str, Any], where: str) -> Look:
    usual = Look()
    points = data.get("points", usual.points)
    if not isinstance(points, int) or not 5 <= points <= 16:
        raise InvalidLayout(f"expected stars of 5 to 16 points, got {points!r} ({where})")
    x, y = _numbers(data.get("band", usual.band), 2, f"the width of the band ({where})")
    ink, ornament = (_colour(data.get(key, getattr(usual, key)), where) for key in ("ink", "ornament"))
    return Look(ink, ornament, points, (x, y))


def _parse_zone_look(zone: Mapping[str, Any], look: Look, where: str) -> ZoneLook:
    slots = zone.get("slots")
    places = None
    if slots is not None and zone.get("shows_places", True):
        step = _numbers(slots.get("step"), 2, f"a step to the next place ({where})")
        at = _numbers(slots.get("at"), 2, f"the first place ({where})")
        places = Places(int(slots["columns"]), (step[0], step[1]), (at[0], at[1]))
    return ZoneLook(_colour(zone.get("ink", look.ink), where), _colour(zone.get("tint", "#f6eee0"), where), places)


def _numbers(value: object, count: int, what: str) -> tuple[float, ...]:
    if isinstance(value, Sequence) and len(value) == count and all(isinstance(n, int | float) for n in value):
        return tuple(float(n) for n in value)
    raise InvalidLayout(f"expected {what}: {count} numbers, got {value!r}")


def _colour(value: object, where: str) -> str:
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return value
    raise InvalidLayout(f"expected a colour as #rrggbb, got {value!r} ({where})")
