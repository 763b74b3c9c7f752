"""Who plays at the simulated table: the people for each game, with a box of their own and a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from companion.wording import Trouble
from rules import find_game
from rules.amul.facts import parse_facts as amul_facts
from rules.amulett.facts import parse_facts as amulett_facts
from rules.core.game import Setup
from rules.core.words import words

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
    _check_whole(setup.game, box or setup.facts)
    random = Random(seed)  # noqa: S311 (cards, not secrets)
    table = TwinTable(parse_slots(layout(setup.game)), random)
    return TROUPES[setup.game](setup, box or setup.facts, table, random)


def _check_whole(slug: str, box: Mapping[str, Any]) -> None:
    """People play with what lies in their box: which cards, where they stay, which areas. Nothing is made up."""
    lacking = tuple(_lacking_amul(box) if slug == "amul" else _lacking_amulett(box))
    if lacking:
        raise Trouble(words("twin.needs_box", n=len(lacking), fact=lacking[0]))


def _lacking_amul(box: Mapping[str, Any]) -> Iterator[str]:
    for slug, kind in amul_facts(box).kinds.items():
        if kind.copies and kind.min_players is None:
            yield f"cards.{slug}.min_players"
        if kind.palace_copies and kind.palace_min_players is None:
            yield f"cards.{slug}.palace"
        if kind.position is None:
            yield f"cards.{slug}.position"


def _lacking_amulett(box: Mapping[str, Any]) -> Iterator[str]:
    facts = amulett_facts(box)
    if not (facts.has_board and facts.judges_ways):
        yield "areas"


def _range(slug: str) -> str:
    game = find_game(slug)
    return "a known game and its" if game is None else f"{game.seats.start} to {game.seats.stop - 1}"
