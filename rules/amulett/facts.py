"""The facts of the box: costs and incomes of the spells, the board, and what the cards say on open questions of the
rulebook (format 2). A missing key is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.amulett.board import ALL_AREAS, PYRAMID_CITY, TERRAINS, WALLS, Area, check_board, check_counts, check_marks
from rules.amulett.limits import is_proven
from rules.amulett.options import OF_THE_BOX, OPTIONS, RulingValue, is_reading
from rules.amulett.spells import PHASES, SPELLS
from rules.amulett.stock import ANY, METALS
from rules.core.errors import InvalidValue, expect
from rules.core.origins import GAME, of_entry, parse_origins
from rules.core.values import choice, listed, one_of, table, text, truth, whole, wrong

FORMAT, NEWEST = 1, 2
SYMBOLS = (*METALS, ANY)
MOST_SYMBOLS = 12
MOST_AREAS = 60
LONGEST_NAME, LONGEST_SLUG = 60, 40

_KEYS = ("format", "game", "title", "practice", "spells", "areas", "rulings", "source")
_SPELL_KEYS = ("name", "phase", "cost", "income", "source", "origin")
_AREA_KEYS = ("name", "terrain", "pyramid", "wall", "neighbours", "at", "source", "origin")
TOLD_OF_AREAS = ("terrain", "pyramid", "wall")
_MARKS = ("terrain", "pyramid", "wall", "neighbours")
_SLUG = re.compile(r"[^\s.\x00-\x1f\x7f][^.\x00-\x1f\x7f]*")


@dataclass(frozen=True, slots=True)
class SpellFacts:
    """What is printed on one spell, as far as it is known."""

    name: str
    cost: int | None = None
    income: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """``has_board``: every area is known. ``judges_ways``: who neighbours whom is known too."""

    spells: Mapping[str, SpellFacts] = field(default_factory=lambda: {slug: SpellFacts(slug) for slug in SPELLS})
    areas: Mapping[str, Area] = field(default_factory=dict)
    title: str = ""
    practice: bool = False
    rulings: Mapping[str, RulingValue] = field(default_factory=dict)
    version: int = FORMAT  # of the file; games of format 1 are from before rulings were asked for
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)  # of facts, by their path in the file

    def origin(self, fact: str) -> str:
        """Where a known fact comes from (see ``rules.core.origins``)."""
        sort, _, rest = fact.partition(".")
        slug, _, key = rest.rpartition(".")
        entry = {"origin": {key: self.origins[fact]} if fact in self.origins else {}}
        is_start = sort == "areas" and slug == PYRAMID_CITY
        return of_entry(entry, key, practice=self.practice, title=self.title, proven=is_start)

    @property
    def known(self) -> tuple[str, ...]:
        """Every known cost, income and fact of an area, by its path in the file."""
        sorts = (("spells", self.spells, ("cost", "income")), ("areas", self.areas, _MARKS))
        return tuple(
            f"{sort}.{slug}.{key}"
            for sort, things, keys in sorts
            for slug, thing in things.items()
            for key in keys
            if getattr(thing, key) is not None
        )

    @property
    def has_board(self) -> bool:
        return len(self.areas) == ALL_AREAS and all(area.terrain for area in self.areas.values())

    @property
    def judges_ways(self) -> bool:
        return any(area.neighbours for area in self.areas.values())

    def area(self, slug: str) -> Area:
        return self.areas.get(slug) or Area(slug)


def parse_facts(facts: Mapping[str, Any]) -> Facts:
    """Parses facts; raises ``InvalidValue`` naming the key and what was expected there."""
    table(facts, "", _KEYS)
    version = whole(facts.get("format", FORMAT), "format", FORMAT, NEWEST)
    if "game" in facts:
        choice(facts["game"], "game", ("amulett",))
    spells = {slug: SpellFacts(slug) for slug in SPELLS}
    for slug, item in table(facts.get("spells", {}), "spells", SPELLS).items():
        spells[slug] = _parse_spell(slug, item)
    return Facts(
        spells,
        _parse_areas(facts.get("areas", {})),
        text(facts["title"], "title", LONGEST_NAME) if facts.get("title") else "",
        truth(facts.get("practice", False), "practice"),
        _parse_rulings(facts.get("rulings", {}), version),
        version,
        dict(_parse_origins(facts)),
    )


def _parse_rulings(value: object, version: int) -> dict[str, RulingValue]:
    if value and version == FORMAT:
        raise wrong("rulings", expect("format_two"), value)
    given = table(value, "rulings", (*OF_THE_BOX, "origin"))
    return {rule: _parse_ruling(rule, told) for rule, told in given.items() if rule != "origin"}


def _parse_ruling(rule: str, value: Any) -> RulingValue:
    if not is_reading(rule, value):
        raise wrong(f"rulings.{rule}", one_of(OPTIONS[rule]), value)
    reading: RulingValue = value
    return reading


def _parse_origins(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for sort, keys in (("spells", _SPELL_KEYS), ("areas", _AREA_KEYS)):
        for slug, entry in facts.get(sort, {}).items():
            place = f"{sort}.{slug}"
            for key, line in parse_origins(entry.get("origin", {}), f"{place}.origin", keys).items():
                yield f"{place}.{key}", line
    for rule, line in parse_origins(facts.get("rulings", {}).get("origin", {}), "rulings.origin", OF_THE_BOX).items():
        yield f"rulings.{rule}", line


def parse_slug(value: object, place: str) -> str:
    """The id of an area: from the file, or as the players call it."""
    if not isinstance(value, str) or len(value) > LONGEST_SLUG or not _SLUG.fullmatch(value):
        raise wrong(place, expect("area_name", longest=LONGEST_SLUG), value)
    return value


def parse_income(value: object, place: str) -> tuple[str, ...]:
    """Symbols in a fixed order; their printed order means nothing."""
    symbols = [choice(item, f"{place}[{n}]", SYMBOLS) for n, item in enumerate(listed(value, place, 0, MOST_SYMBOLS))]
    return tuple(sorted(symbols, key=SYMBOLS.index))


def parse_cost(value: object, place: str) -> int:
    return whole(value, place, 1, 2)


def tell(facts: Facts, fact: str, value: object) -> Facts:
    """The facts with one more; ``fact`` is the path in the facts file. Raises ``InvalidValue``."""
    sort, _, rest = fact.partition(".")
    if sort == "rulings" and rest in OF_THE_BOX:
        rulings = {**facts.rulings, rest: _parse_ruling(rest, value)}
        return replace(facts, rulings=rulings, origins={**facts.origins, fact: GAME})
    slug, _, key = rest.partition(".")
    if sort == "spells" and slug in facts.spells and key in ("name", "cost", "income"):
        spells = {**facts.spells, slug: _spell_with(facts.spells[slug], key, value, fact)}
        return replace(facts, spells=spells, origins={**facts.origins, fact: GAME})
    if sort == "areas" and slug in facts.areas and key in TOLD_OF_AREAS and not facts.judges_ways:
        areas = {**facts.areas, slug: _area_with(facts.areas[slug], key, value, fact)}
        return replace(facts, areas=areas, origins={**facts.origins, fact: GAME})
    raise InvalidValue("fact", expect("tellable"))


def forget(facts: Facts, fact: str) -> Facts:
    """The facts without one about an area; raises ``InvalidValue`` for a fact that cannot be withdrawn."""
    sort, _, rest = fact.partition(".")
    slug, _, key = rest.rpartition(".")
    if sort != "areas" or slug not in facts.areas or key not in TOLD_OF_AREAS or facts.judges_ways or is_proven(fact):
        raise InvalidValue("fact", expect("tellable"))
    area = facts.areas[slug]
    match key:
        case "terrain":
            area = replace(area, terrain=None)
        case "pyramid":
            area = replace(area, pyramid=None)
        case "wall":
            area = replace(area, wall=None)
    origins = {known: line for known, line in facts.origins.items() if known != fact}
    return replace(facts, areas={**facts.areas, slug: area}, origins=origins)


def as_document(facts: Facts) -> dict[str, Any]:
    """The facts in the form of a facts file; unknown ones have no key."""
    spells = {
        slug: _known(name=spell.name, cost=spell.cost, income=spell.income) for slug, spell in facts.spells.items()
    }
    areas = {
        slug: _known(terrain=area.terrain, pyramid=area.pyramid, wall=area.wall, neighbours=area.neighbours, at=area.at)
        for slug, area in facts.areas.items()
    }
    rulings: dict[str, Any] = dict(facts.rulings)
    for fact, line in facts.origins.items():
        sort, _, rest = fact.partition(".")
        slug, _, key = rest.rpartition(".")
        entry = rulings if sort == "rulings" else (spells if sort == "spells" else areas).get(slug)
        if entry is not None and key in entry:
            entry.setdefault("origin", {})[key] = line
    about = {
        "format": NEWEST if rulings else facts.version,
        "game": "amulett",
        "title": facts.title,
        "practice": facts.practice,
    }
    return {**about, "spells": spells, "areas": areas, **({"rulings": rulings} if rulings else {})}


def _known(**values: Any) -> dict[str, Any]:
    return {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items() if value is not None
    }


def _spell_with(spell: SpellFacts, key: str, value: object, place: str) -> SpellFacts:
    match key:
        case "cost":
            return replace(spell, cost=parse_cost(value, place))
        case "income":
            return replace(spell, income=parse_income(value, place))
    return replace(spell, name=text(value, place, LONGEST_NAME))


def _area_with(area: Area, key: str, value: object, place: str) -> Area:
    match key:
        case "terrain":
            return replace(area, terrain=choice(value, place, tuple(TERRAINS)))
        case "pyramid":
            return replace(area, pyramid=truth(value, place))
    return replace(area, wall=choice(value, place, WALLS))


def _parse_spell(slug: str, item: object) -> SpellFacts:
    place = f"spells.{slug}"
    given = table(item, place, _SPELL_KEYS)
    if "phase" in given:
        choice(given["phase"], f"{place}.phase", (PHASES[slug],))
    return SpellFacts(
        text(given["name"], f"{place}.name", LONGEST_NAME) if "name" in given else slug,
        parse_cost(given["cost"], f"{place}.cost") if "cost" in given else None,
        parse_income(given["income"], f"{place}.income") if "income" in given else None,
    )


def _parse_areas(value: object) -> dict[str, Area]:
    if not isinstance(value, Mapping) or len(value) > MOST_AREAS:
        raise wrong("areas", expect("areas_table", most=MOST_AREAS), value)
    areas = {parse_slug(slug, "areas"): _parse_area(slug, item) for slug, item in value.items()}
    if any(area.neighbours for area in areas.values()):
        # A drawn board is complete: a mark that it does not have is not there.
        areas = {
            slug: replace(area, pyramid=bool(area.pyramid), wall=area.wall or "none") for slug, area in areas.items()
        }
        check_board(areas)
    else:
        check_marks(areas)
        if _is_whole(areas):
            check_counts(areas)
    return areas


def _is_whole(areas: Mapping[str, Area]) -> bool:
    """For areas told one by one, "none" means that there is no wall, and a missing key means unknown."""
    if len(areas) != ALL_AREAS or not all(area.terrain and area.pyramid is not None for area in areas.values()):
        return False
    walls = {area.wall for area in areas.values()}
    return None not in walls or "none" not in walls


def _parse_area(slug: str, item: object) -> Area:
    place = f"areas.{slug}"
    given = table(item, place, _AREA_KEYS)
    return Area(
        slug,
        choice(given["terrain"], f"{place}.terrain", tuple(TERRAINS)) if "terrain" in given else None,
        truth(given["pyramid"], f"{place}.pyramid") if "pyramid" in given else None,
        choice(given["wall"], f"{place}.wall", WALLS) if "wall" in given else None,
        _parse_neighbours(given["neighbours"], f"{place}.neighbours") if "neighbours" in given else None,
        _parse_point(given["at"], f"{place}.at") if "at" in given else None,
    )


def _parse_neighbours(value: object, place: str) -> tuple[str, ...]:
    names = tuple(parse_slug(item, f"{place}[{n}]") for n, item in enumerate(listed(value, place, 1, MOST_AREAS)))
    if len(set(names)) != len(names):
        raise InvalidValue(place, expect("neighbour_once"))
    return names


def _parse_point(value: object, place: str) -> tuple[float, float]:
    for item in listed(value, place, 2, 2):
        if isinstance(item, bool) or not isinstance(item, int | float) or not 0 <= item <= 1:
            raise wrong(place, expect("point"), item)
    x, y = listed(value, place, 2, 2)
    return float(x), float(y)
