"""Who plays at the simulated table: the people for each game, with a box of their own and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.seeing.sight import layout
from companion.shelves import find_shelf
from companion.twin.acts import Troupe
from companion.twin.amul import AmulTroupe
from companion.twin.amulett import AmulettTroupe
from companion.twin.table import TwinTable, parse_slots
from rules import find_game
from rules.core.game import Setup

PEOPLE = ("Ada", "Bruno", "Chiara", "Daniel", "Edith", "Farid", "Greta", "Hugo")


def _amul(setup: Setup, box: Mapping[str, Any], table: TwinTable, random: Random) -> Troupe:
    return AmulTroupe(box, len(setup.players), int(setup.options.get("tea", 0)), table, random)


def _amulett(setup: Setup, box: Mapping[str, Any], table: TwinTable, random: Random) -> Troupe:
    return AmulettTroupe(box, len(setup.players), table, random)


TROUPES: dict[str, Callable[[Setup, Mapping[str, Any], TwinTable, Random], Troupe]] = {
    "amul": _amul,
    "amulett": _amulett,
}


def new_setup(
    slug: str, players: int, seed: int, facts: str = "practice", home: Path | None = None, **options: Any
) -> Setup:
    """A set-up for simulated people; who starts depends on the seed."""
    game = find_game(slug)
    if game is None or players not in game.seats:
        raise CompanionError(f"expected {_range(slug)} players, got {players}")
    document = find_shelf(slug, home).document(facts, Path())
    return Setup(slug, PEOPLE[:players], Random(seed).randrange(players), options, document)  # noqa: S311


def new_troupe(setup: Setup, seed: int, box: Mapping[str, Any] | None = None) -> Troupe:
    """The people of a game; ``box`` is what is really printed on the cards, if not what the companion knows."""
    random = Random(seed)  # noqa: S311 (cards, not secrets)
    table = TwinTable(parse_slots(layout(setup.game)), random)
    return TROUPES[setup.game](setup, box or setup.facts, table, random)


def _range(slug: str) -> str:
    game = find_game(slug)
    return "a known game and its" if game is None else f"{game.seats.start} to {game.seats.stop - 1}"
