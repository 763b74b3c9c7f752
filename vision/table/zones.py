"""Named polygons on the table: which zone a point lies in, and which way its seat faces. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.errors import InvalidLayout
from vision.sightings import Point

WHOLE = "table"
MOST_ZONES = 32
MOST_CORNERS = 64


@dataclass(frozen=True, slots=True)
class Zone:
    """``faces``: the direction its seat faces, in degrees clockwise from the top of the picture."""

    name: str
    corners: tuple[Point, ...]
    seat: int | None = None
    faces: float = 0.0

    def holds(self, x: float, y: float) -> bool:
        """Even-odd rule; points on an edge may fall to either side."""
        inside = False
        for (x0, y0), (x1, y1) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                inside = not inside
        return inside


@dataclass(frozen=True, slots=True)
class Zones:
    """In order: where two overlap, the first wins. ``elsewhere``: the name for what lies in none, if any."""

    zones: tuple[Zone, ...] = ()
    elsewhere: str | None = WHOLE

    @property
    def names(self) -> tuple[str, ...]:
        own = tuple(zone.name for zone in self.zones)
        return own if self.elsewhere is None or self.elsewhere in own else (*own, self.elsewhere)

    def zone_at(self, x: float, y: float) -> str | None:
        return next((zone.name for zone in self.zones if zone.holds(x, y)), self.elsewhere)

    def named(self, name: str) -> Zone | None:
        return next((zone for zone in self.zones if zone.name == name), None)


ONE_ZONE = Zones()


def parse_zones(data: Mapping[str, Any], where: str) -> Zones:
    """Zones from a layout file's ``[[zones]]``; raises InvalidLayout with what was expected."""
    listed = data.get("zones", [])
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_ZONES:
        raise InvalidLayout(f"expected 1 to {MOST_ZONES} tables [[zones]] ({where})")
    zones = tuple(_parse_zone(item, f"{where}, zone {n}") for n, item in enumerate(listed, 1))
    if len({zone.name for zone in zones}) != len(zones):
        raise InvalidLayout(f"expected a name of its own for each zone ({where})")
    elsewhere = data.get("elsewhere")
    if elsewhere is not None and not isinstance(elsewhere, str):
        raise InvalidLayout(f"expected a zone name as elsewhere, got {elsewhere!r} ({where})")
    return Zones(zones, elsewhere)


def _parse_zone(item: object, where: str) -> Zone:
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        raise InvalidLayout(f"expected a zone with a name ({where})")
    corners = item.get("corners")
    if not isinstance(corners, Sequence) or not 3 <= len(corners) <= MOST_CORNERS:
        raise InvalidLayout(f"expected 3 to {MOST_CORNERS} corners, got {corners!r} ({where})")
    seat, faces = item.get("seat"), item.get("faces", 0)
    if not (seat is None or (isinstance(seat, int) and 0 <= seat < 12)) or not isinstance(faces, int | float):
        raise InvalidLayout(f"expected a seat number and a direction in degrees, got {seat!r}, {faces!r} ({where})")
    return Zone(item["name"], tuple(_parse_point(point, where) for point in corners), seat, float(faces) % 360.0)


def _parse_point(point: object, where: str) -> Point:
    if isinstance(point, Sequence) and len(point) == 2 and all(isinstance(n, int | float) for n in point):
        return float(point[0]), float(point[1])
    raise InvalidLayout(f"expected a corner as two numbers in millimetres, got {point!r} ({where})")
