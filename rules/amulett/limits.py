"""How many areas of each kind the board has, and the answers about an area that this rules out (M-CMP-7, M-CMP-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.amulett.board import (
    ALL_AREAS,
    AREAS_OF,
    AT_WALL,
    CITY,
    CITY_PYRAMIDS,
    PYRAMID_CITY,
    PYRAMIDS,
    SOUTHERN_CITIES,
    Area,
)


class Limit(NamedTuple):
    """At most ``most`` areas are of this sort; ``keys``: the facts that decide it."""

    name: str
    most: int
    keys: tuple[str, ...]
    holds: Callable[[Area], bool]


@dataclass(frozen=True, slots=True)
class Clash:
    """A limit that an answer would break: the areas of this sort so far, and the facts of which one must be wrong."""

    limit: Limit
    areas: tuple[str, ...]
    facts: tuple[str, ...]


def _is_other(area: Area) -> bool:
    return area.terrain not in (None, CITY)


def _terrain(terrain: str, most: int) -> Limit:
    return Limit(terrain, most, ("terrain",), lambda area: area.terrain == terrain)


_CITIES = AREAS_OF[CITY]
_OTHERS = ALL_AREAS - _CITIES
_TERRAIN_PYRAMID, _TERRAIN_WALL = ("terrain", "pyramid"), ("terrain", "wall")

# Every area is in exactly one of each group, so a whole board within these limits has the exact counts.
LIMITS = (
    *(_terrain(terrain, most) for terrain, most in AREAS_OF.items()),
    Limit("pyramid", PYRAMIDS, ("pyramid",), lambda area: area.pyramid is True),
    Limit("no-pyramid", ALL_AREAS - PYRAMIDS, ("pyramid",), lambda area: area.pyramid is False),
    Limit("city-pyramid", CITY_PYRAMIDS, _TERRAIN_PYRAMID, lambda area: area.terrain == CITY and area.pyramid is True),
    Limit(
        "city-no-pyramid",
        _CITIES - CITY_PYRAMIDS,
        _TERRAIN_PYRAMID,
        lambda area: area.terrain == CITY and area.pyramid is False,
    ),
    Limit(
        "other-pyramid",
        PYRAMIDS - CITY_PYRAMIDS,
        _TERRAIN_PYRAMID,
        lambda area: _is_other(area) and area.pyramid is True,
    ),
    Limit(
        "other-no-pyramid",
        _OTHERS - PYRAMIDS + CITY_PYRAMIDS,
        _TERRAIN_PYRAMID,
        lambda area: _is_other(area) and area.pyramid is False,
    ),
    Limit("north", AT_WALL["north"], ("wall",), lambda area: area.wall == "north"),
    Limit("south", AT_WALL["south"], ("wall",), lambda area: area.wall == "south"),
    Limit("no-wall", ALL_AREAS - sum(AT_WALL.values()), ("wall",), lambda area: area.wall == "none"),
    Limit("city-south", SOUTHERN_CITIES, _TERRAIN_WALL, lambda area: area.terrain == CITY and area.wall == "south"),
    Limit(
        "city-not-south",
        _CITIES - SOUTHERN_CITIES,
        _TERRAIN_WALL,
        lambda area: area.terrain == CITY and area.wall in ("north", "none"),
    ),
    Limit(
        "other-south",
        AT_WALL["south"] - SOUTHERN_CITIES,
        _TERRAIN_WALL,
        lambda area: _is_other(area) and area.wall == "south",
    ),
    Limit(
        "other-not-south",
        _OTHERS - AT_WALL["south"] + SOUTHERN_CITIES,
        _TERRAIN_WALL,
        lambda area: _is_other(area) and area.wall in ("north", "none"),
    ),
)


def clash_of(areas: Mapping[str, Area], told: Area, key: str) -> Clash | None:
    """The first limit that ``told`` would break; ``key`` is the fact that was answered."""
    for limit in LIMITS:
        if key not in limit.keys or not limit.holds(told):
            continue
        others = tuple(slug for slug, area in areas.items() if slug != told.slug and limit.holds(area))
        if len(others) >= limit.most:
            return Clash(limit, others, _doubtful(limit, others, told.slug, key))
    return None


def _doubtful(limit: Limit, others: tuple[str, ...], slug: str, key: str) -> tuple[str, ...]:
    own = tuple(f"areas.{slug}.{other}" for other in limit.keys if other != key)
    told = tuple(f"areas.{other}.{its}" for other in others for its in limit.keys)
    return tuple(fact for fact in (*own, *told) if not is_proven(fact))


def is_proven(fact: str) -> bool:
    """Whether the rulebook proves it: the first area is the city with the pyramid (M-SET-5)."""
    return fact in (f"areas.{PYRAMID_CITY}.terrain", f"areas.{PYRAMID_CITY}.pyramid")
