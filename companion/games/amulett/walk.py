"""The script that teaches the board by walking it: from the start area to its neighbours, theirs, and so on.

Only what the proven sums still allow is asked: 24 areas, 5 of each terrain and 4 of the city, 8 pyramids, 11 at
the wall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.amulett.map_layout import spread
from companion.teaching.dialogue import Ask, Option, Script
from rules.amulett.board import ALL_AREAS, AREAS_OF, AT_WALL, CITY, PYRAMIDS, SOUTHERN_CITIES, WALLS
from rules.core.words import Words, words

DONE, NEW = "done", "new:"


@dataclass(slots=True)
class Walk:
    """The board as far as it has been walked."""

    terrain: dict[str, str] = field(default_factory=dict)
    pyramids: set[str] = field(default_factory=set)
    wall: dict[str, str] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    here: str = ""

    def script(self) -> Script[dict[str, Any]]:
        """Returns the areas in the form of the facts file."""
        yield from self._enter(CITY)
        walked = 0
        while walked < len(self.links) or len(self.links) < ALL_AREAS:
            if walked == len(self.links):
                # No road leads on, but areas are missing: some area must have another neighbour.
                self.here = yield self._ask(
                    words("teach.board.more", n=len(self.links)), self._known(tuple(self.links))
                )
            else:
                self.here = tuple(self.links)[walked]
                walked += 1
            yield from self._neighbours(self.here)
        return self.areas()

    def areas(self) -> dict[str, Any]:
        places = spread({area: tuple(near) for area, near in self.links.items()})
        return {area: self._entry(area, places[area]) for area in self.links}

    def left(self) -> dict[str, int]:
        """What the sums still expect: areas of each terrain, pyramids, areas at the wall."""
        found = Counter(self.terrain.values())
        sides = Counter(self.wall.values())
        counts = {terrain: most - found[terrain] for terrain, most in AREAS_OF.items()}
        counts |= {side: most - sides[side] for side, most in AT_WALL.items()}
        return {**counts, "pyramid": PYRAMIDS - len(self.pyramids)}

    def _entry(self, area: str, at: tuple[float, float]) -> dict[str, Any]:
        entry: dict[str, Any] = {"terrain": self.terrain[area], "pyramid": area in self.pyramids}
        if self.wall[area] != "none":
            entry["wall"] = self.wall[area]
        return {**entry, "neighbours": list(self.links[area]), "at": [round(share, 3) for share in at]}

    def _neighbours(self, area: str) -> Script[None]:
        while True:
            near, far = self._by_nearness(area)
            done = (Option(DONE, words("teach.board.done")),) if self.links[area] else ()
            options = (*self._known(near), *done, *self._new_options(), *self._known(far))
            if len(options) == len(done):
                return
            # To the left of the focus areas that are probably neighbours too, to the right new ones.
            value = yield self._ask(self._next_words(area), options, min(len(near), len(options) - 1))
            if value == DONE:
                return
            if value.startswith(NEW):
                yield from self._enter(value.removeprefix(NEW), area)
                self.here = area
            else:
                self._link(area, value)

    def _link(self, area: str, other: str) -> None:
        self.links[area].append(other)
        self.links[other].append(area)

    def _enter(self, terrain: str, before: str = "") -> Script[None]:
        """A new area, named by terrain and number, then asked for its marks. ``before``: where it was reached from."""
        number = sum(found == terrain for found in self.terrain.values()) + 1
        area = f"{terrain}-{number}"
        self.here = area
        self.terrain[area], self.links[area], self.wall[area] = terrain, [], "none"
        if before:
            self._link(before, area)
        if not before or (yield from self._has_pyramid(area)):
            self.pyramids.add(area)
        sides = [side for side in WALLS if self._allows_wall(area, side)]
        if len(sides) > 1:
            options = tuple(Option(side, words(f"teach.wall.{side}")) for side in sides)
            chosen = yield self._ask(self._named("teach.board.wall", area), options, len(options) - 1)
            self.wall[area] = chosen
        else:
            self.wall[area] = sides[0]

    def _has_pyramid(self, area: str) -> Script[bool]:
        """The city has only one; elsewhere it is asked while both answers are possible."""
        terrain, left = self.terrain[area], PYRAMIDS - len(self.pyramids)
        if terrain == CITY or not left:
            return False
        if left > self._others_left():
            return True
        options = (Option(value=False, words=words("teach.no")), Option(value=True, words=words("teach.yes")))
        return bool((yield self._ask(self._named("teach.board.pyramid", area), options)))

    def _others_left(self) -> int:
        """How many areas outside the city are still to come."""
        found = sum(terrain != CITY for terrain in self.terrain.values())
        return ALL_AREAS - AREAS_OF[CITY] - found

    def _cities_left(self) -> int:
        return AREAS_OF[CITY] - sum(terrain == CITY for terrain in self.terrain.values())

    def _allows_wall(self, area: str, side: str) -> bool:
        """Whether the sums can still work out with this side."""
        sides = Counter({**self.wall, area: side}.values())
        southern = sum(self.terrain[one] == CITY for one, at in {**self.wall, area: side}.items() if at == "south")
        need_north = AT_WALL["north"] - sides["north"]
        need_city = SOUTHERN_CITIES - southern
        need_other = AT_WALL["south"] - SOUTHERN_CITIES - (sides["south"] - southern)
        cities, others = self._cities_left(), self._others_left()
        return (
            min(need_north, need_city, need_other) >= 0
            and need_city <= cities
            and need_other <= others
            and need_north + need_city + need_other <= cities + others
        )

    def _unlinked(self, area: str) -> tuple[str, ...]:
        """Areas that may still be neighbours: those not walked yet, or any if a road is missing."""
        order = tuple(self.links)
        later = order[order.index(area) + 1 :]
        return tuple(other for other in later if other not in self.links[area])

    def _by_nearness(self, area: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Possible neighbours: areas that share a neighbour with this one, the likeliest last; then the others.

        The last neighbour told counts most, because people go round an area.
        """
        here = self.links[area]
        shared = {
            other: (here[-1] in self.links[other], len(set(here) & set(self.links[other])))
            for other in self._unlinked(area)
            if set(here) & set(self.links[other])
        }
        near = tuple(sorted(shared, key=lambda other: shared[other]))
        return near, tuple(other for other in self._unlinked(area) if other not in shared)

    def _new_options(self) -> tuple[Option, ...]:
        found = Counter(self.terrain.values())
        return tuple(
            Option(NEW + terrain, words("teach.board.new", terrain=terrain))
            for terrain, most in AREAS_OF.items()
            if found[terrain] < most
        )

    def _known(self, areas: tuple[str, ...]) -> tuple[Option, ...]:
        return tuple(Option(area, area_words(area)) for area in areas)

    def _next_words(self, area: str) -> Words:
        near = tuple(area_words(other) for other in self.links[area])
        return (
            words("teach.board.next", here=area_words(area), near=near)
            if near
            else self._named("teach.board.first", area)
        )

    def _named(self, key: str, area: str) -> Words:
        return words(key, here=area_words(area))

    def _ask(self, asked: Words, options: tuple[Option, ...], start: int = 0) -> Ask:
        return Ask(asked, options, start, self)


def walk_board() -> Script[dict[str, Any]]:
    """A walk from its beginning."""
    return Walk().script()


def board_facts(areas: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """A whole board as facts to tell; it replaces areas known by other names, and marks that are not there."""
    told = {f"areas.{name}.{key}": item for name, entry in areas.items() for key, item in entry.items()}
    gone: dict[str, Any] = {f"areas.{name}": None for name in known if name not in areas}
    stale = {f"areas.{name}.{key}" for name in areas for key in known.get(name, {}) if key != "origin"}
    return {**gone, **{fact: None for fact in stale if fact not in told}, **told}


def area_words(area: str) -> Words:
    """``forest-2``: the second forest that was entered."""
    terrain, _, number = area.rpartition("-")
    return words("teach.board.area", terrain=terrain, number=number)
