"""The areas of the board, what each asks for, and whether a board adds up (M-CMP-7, M-CMP-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.errors import InvalidValue, expect
from rules.core.values import one_of

# Terrain and the metal it asks for; a city takes all of them (M-GEM-5).
TERRAINS: dict[str, str | None] = {
    "water": "gold",
    "forest": "silver",
    "steppe": "copper",
    "mountain": "iron",
    "city": None,
}
CITY = "city"
PYRAMID_CITY = "pyramid-city"  # the id of the first area when there is no board
WALLS = ("north", "south", "none")

ALL_AREAS = 24
AREAS_OF = {"water": 5, "forest": 5, "steppe": 5, "mountain": 5, "city": 4}
GEMS_IN_CITY, GEMS_ELSEWHERE = 3, 2
PYRAMIDS, CITY_PYRAMIDS = 8, 1
AT_WALL = {"north": 5, "south": 6}
SOUTHERN_CITIES = 2


@dataclass(frozen=True, slots=True)
class Area:
    """One area; None is unknown. ``neighbours`` is None where moves are not checked."""

    slug: str
    terrain: str | None = None
    pyramid: bool | None = None
    wall: str | None = None
    neighbours: tuple[str, ...] | None = None
    at: tuple[float, float] | None = None

    @property
    def first_gems(self) -> int:
        return GEMS_IN_CITY if self.terrain == CITY else GEMS_ELSEWHERE

    @property
    def may_be_pyramid(self) -> bool:
        """True unless there is known to be none: unknown marks are not judged."""
        return self.pyramid is not False

    @property
    def may_be_wall(self) -> bool:
        return self.wall != "none"


def check_board(areas: Mapping[str, Area]) -> None:
    """Raises ``InvalidValue`` at the first count or road that does not fit the rulebook."""
    if len(areas) != ALL_AREAS:
        raise InvalidValue("areas", expect("areas", count=ALL_AREAS, found=len(areas)))
    _check_neighbours(areas)
    check_counts(areas)
    _check_connected(areas)


def check_counts(areas: Mapping[str, Area]) -> None:
    """Checks terrains, pyramids and wall of a whole board, with or without its roads."""
    for check in (_check_terrains, _check_pyramids, _check_wall):
        check(areas)


def check_marks(areas: Mapping[str, Area]) -> None:
    """For areas learnt one by one: never more of a sort than the box has."""
    if len(areas) > ALL_AREAS:
        raise InvalidValue("areas", expect("areas_at_most", most=ALL_AREAS, found=len(areas)))
    found = Counter(area.terrain for area in areas.values())
    for terrain, count in AREAS_OF.items():
        _expect_at_most(f"areas.*.terrain = {terrain!r}", count, found[terrain])
    _expect_at_most("areas.*.pyramid = true", PYRAMIDS, sum(area.pyramid is True for area in areas.values()))
    for side, count in AT_WALL.items():
        _expect_at_most(f"areas.*.wall = {side!r}", count, sum(area.wall == side for area in areas.values()))


def start_area(areas: Mapping[str, Area]) -> str | None:
    """The city area with the pyramid (M-SET-5)."""
    return next((slug for slug, area in areas.items() if area.terrain == CITY and area.pyramid), None)


def _check_neighbours(areas: Mapping[str, Area]) -> None:
    for slug, area in areas.items():
        place = f"areas.{slug}.neighbours"
        if not area.neighbours:
            raise InvalidValue(place, expect("neighbours"))
        for other in area.neighbours:
            if other == slug or other not in areas:
                raise InvalidValue(place, expect("other_areas", got=repr(other)))
            if slug not in (areas[other].neighbours or ()):
                raise InvalidValue(f"areas.{other}.neighbours", expect("mutual", first=repr(slug), second=repr(other)))


def _check_terrains(areas: Mapping[str, Area]) -> None:
    for slug, area in areas.items():
        if area.terrain is None:
            raise InvalidValue(f"areas.{slug}.terrain", one_of(TERRAINS))
    found = Counter(area.terrain for area in areas.values())
    for terrain, count in AREAS_OF.items():
        _expect(f"areas.*.terrain = {terrain!r}", count, found[terrain])


def _check_pyramids(areas: Mapping[str, Area]) -> None:
    built = [area for area in areas.values() if area.pyramid]
    _expect("areas.*.pyramid = true", PYRAMIDS, len(built))
    found = sum(area.terrain == CITY for area in built)
    if found != CITY_PYRAMIDS:
        raise InvalidValue("areas.*.pyramid = true", expect("areas_in_city", count=CITY_PYRAMIDS, found=found))


def _check_wall(areas: Mapping[str, Area]) -> None:
    for side, count in AT_WALL.items():
        _expect(f"areas.*.wall = {side!r}", count, sum(area.wall == side for area in areas.values()))
    found = sum(area.wall == "south" for area in areas.values() if area.terrain == CITY)
    if found != SOUTHERN_CITIES:
        raise InvalidValue("areas.*.wall = 'south'", expect("areas_in_city", count=SOUTHERN_CITIES, found=found))


def _expect(place: str, wanted: int, found: int) -> None:
    if wanted != found:
        raise InvalidValue(place, expect("areas", count=wanted, found=found))


def _expect_at_most(place: str, most: int, found: int) -> None:
    if found > most:
        raise InvalidValue(place, expect("areas_at_most", most=most, found=found))


def _check_connected(areas: Mapping[str, Area]) -> None:
    first = next(iter(areas))
    reached, edge = {first}, [first]
    while edge:
        fresh = set(areas[edge.pop()].neighbours or ()) - reached
        reached |= fresh
        edge += fresh
    for slug in areas:
        if slug not in reached:
            raise InvalidValue(f"areas.{slug}.neighbours", expect("way_to", first=repr(first)))
