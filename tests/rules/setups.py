"""New games for the tests: of each game a set-up with facts that need no question, or the rulebook's alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from typing import Any

from rules.amulett.facts import parse_facts
from rules.amulett.spells import SPELLS
from rules.amulett.stock import GEMS, MARKERS
from rules.core.game import Setup
from tests.games import GAMES, SECRETIVE, document

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi", "Gül", "Hanno", "Ines", "Jo", "Kim", "Lev")


@cache
def amul_facts(name: str) -> Mapping[str, Any]:
    """``practice`` or ``rulebook``."""
    return document("amul", None if name == "rulebook" else name)


def amul_setup(players: int, random: Random, facts: str = "practice") -> Setup:
    tea = random.choice((0, 0, players))
    return Setup("amul", NAMES[:players], random.randrange(players), {"tea": tea}, amul_facts(facts))


@cache
def amulett_facts(name: str) -> Mapping[str, Any]:
    """``practice`` or ``rulebook``."""
    return document("amulett", None if name == "rulebook" else name)


def amulett_setup(players: int, random: Random, facts: str = "practice") -> Setup:
    """Nothing told, or a table told wholly."""
    table = random.choice(({}, laid_table(players, random)))
    return Setup("amulett", NAMES[:players], random.randrange(players), {}, amulett_facts(facts), table)


def laid_table(players: int, random: Random) -> dict[str, Any]:
    """All gems by colour, spells as in the expert set-up, the deck in order, some round markers."""
    gems = [gem for gem, count in GEMS.items() for _ in range(count)]
    random.shuffle(gems)
    areas = parse_facts(amulett_facts("practice")).areas
    board = {slug: [gems.pop() for _ in range(area.first_gems)] for slug, area in areas.items()}
    deck = random.sample(SPELLS, len(SPELLS))
    spells = [{deck.pop(): random.randint(1, 5), deck.pop(): random.randint(1, 5)} for _ in range(players)]
    return {"gems": board, "spells": spells, "deck": deck, "markers": [random.choice(MARKERS) for _ in range(4)]}


def plain_setup(slug: str, players: int, random: Random, facts: str = "practice") -> Setup:
    """Of a game that needs nothing more to begin."""
    layer = None if facts == "rulebook" else facts
    return Setup(slug, NAMES[:players], random.randrange(players), {}, document(slug, layer))


SETUPS: Mapping[str, Callable[..., Setup]] = {
    **{slug: partial(plain_setup, slug) for slug in (*GAMES.slugs, *SECRETIVE.values())},
    "amul": amul_setup,
    "amulett": amulett_setup,
}
