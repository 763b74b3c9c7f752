"""Laying out the table of Das Amulett: gems and round markers, metals, stones, spells, the two hats."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Desk, SetupStep, setup_step
from companion.language.i18n import Phrases
from companion.models import Shelf, Thing, Token
from rules.amulett.board import ALL_AREAS, AREAS_OF, CITY, GEMS_ELSEWHERE, GEMS_IN_CITY
from rules.amulett.spells import SPELLS
from rules.amulett.stock import (
    ALL_GEMS,
    ALL_STONES,
    DEALT_SPELLS,
    DEALT_STONES,
    EACH_METAL,
    GEMS,
    MARKERS,
    METALS,
    STONES,
)

TERRAINS = (CITY, "water", "forest", "steppe", "mountain")


def setup_steps(desk: Desk) -> tuple[SetupStep, ...]:
    """Spells that were loaded in secret are there already, with their stones."""
    setup = desk.live.session.setup
    return steps_of(setup.players, setup.start, desk.say, loaded="spells" in setup.table)


def steps_of(names: Sequence[str], start: int, say: Phrases, *, loaded: bool = False) -> tuple[SetupStep, ...]:
    """In the order of the rulebook."""
    dealt = () if loaded else (_stones(names, say), _spells(names, say))
    return (_gems(say), _markers(say), _metals(names, say), *dealt, _hats(names, start, say))


def _gems(say: Phrases) -> SetupStep:
    """M-SET-1."""
    colours = iter([f"gem.{gem}" for gem in GEMS] * 2)
    shelves = tuple(
        Shelf(
            tuple(next(colours) for _ in range(GEMS_IN_CITY if terrain == CITY else GEMS_ELSEWHERE)),
            say(f"screen.terrain.{terrain}"),
            f"terrain.{terrain}",
            figure=f"× {AREAS_OF[terrain]}",
        )
        for terrain in TERRAINS
    )
    lines = {"bag": str(ALL_GEMS), "city": str(GEMS_IN_CITY), "others": str(GEMS_ELSEWHERE)}
    values = {"cities": AREAS_OF[CITY], "areas": ALL_AREAS - AREAS_OF[CITY]}
    return setup_step(say, "amulett.setup.gems", "gem", lines, values, shelves=shelves)


def _markers(say: Phrases) -> SetupStep:
    """M-CMP-6, M-GEM-3: the markers go into the bag that the gems came out of."""
    shelf = Shelf(tuple(Token(str(number)) for number in MARKERS))
    lines = {"bag": str(len(MARKERS)), "board": ""}
    return setup_step(say, "amulett.setup.markers", "upkeep", lines, {}, shelves=(shelf,))


def _metals(names: Sequence[str], say: Phrases) -> SetupStep:
    """M-SET-2."""
    left = EACH_METAL - len(names)
    shelves = tuple(_stack(metal, left, say) for metal in METALS)
    lines = {"stacks": str(len(METALS)), "each": "1", "left": str(left)}
    return setup_step(say, "amulett.setup.metals", "metal", lines, {"n": left, "each": EACH_METAL}, shelves=shelves)


def _stack(metal: str, left: int, say: Phrases) -> Shelf:
    return Shelf((f"metal.{metal}",) * 4, say.name("income", metal), f"metal.{metal}", figure=str(left))


def _stones(names: Sequence[str], say: Phrases) -> SetupStep:
    """M-CMP-5, M-SET-2."""
    rest = ALL_STONES - STONES * len(names)
    lines = {"each": str(STONES), "box" if rest else "none": str(rest) if rest else ""}
    shelves = _seats(names, ("stone",) * STONES)
    return setup_step(say, "amulett.setup.stones", "stone", lines, {"n": rest}, shelves=shelves)


def _spells(names: Sequence[str], say: Phrases) -> SetupStep:
    """M-SET-3."""
    spell: tuple[Thing, ...] = ("spell", *("stone",) * DEALT_STONES)
    lines = {
        "shuffle": str(len(SPELLS)),
        "deal": str(DEALT_SPELLS),
        "load": str(DEALT_STONES),
        "supply": str(STONES - DEALT_SPELLS * DEALT_STONES),
    }
    return setup_step(say, "amulett.setup.spells", "spell", lines, {}, shelves=_seats(names, spell * DEALT_SPELLS))


def _hats(names: Sequence[str], start: int, say: Phrases) -> SetupStep:
    """M-SET-5, M-SET-6."""
    city = Shelf(("terrain.city", "pyramid", "party"), say("amulett.setup.hats.city"), "party")
    shelf = Shelf(("start",), names[start], seat=start)
    lines = {"party": "", "start": ""}
    return setup_step(say, "amulett.setup.hats", "party", lines, {"seat": start}, shelves=(city, shelf))


def _seats(names: Sequence[str], things: tuple[Thing, ...]) -> tuple[Shelf, ...]:
    return tuple(Shelf(things, name, seat=seat) for seat, name in enumerate(names))
