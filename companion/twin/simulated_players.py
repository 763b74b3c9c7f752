"""Who plays at the simulated table: the people for each game, with a box of their own and a seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion import CompanionError
from companion.contract import TableGame
from companion.language.wording import Trouble
from companion.play.simulated.players import SimulatedPlayers
from companion.play.simulated.random_players import RandomPlayers
from companion.play.simulated.simulated_table import SimulatedTable, parse_slots
from rules.core.game import Setup
from rules.core.words import words

PEOPLE = ("Ada", "Bruno", "Chiara", "Daniel", "Edith", "Farid", "Greta", "Hugo")


def new_setup(
    game: TableGame, players: int, seed: int, facts: str = "practice", home: Path | None = None, **options: Any
) -> Setup:
    """A set-up for simulated people; who starts depends on the seed."""
    seats = game.rules.seats
    if players not in seats:
        raise CompanionError(f"expected {seats.start} to {seats.stop - 1} players, got {players}")
    document = game.box.at(home).document(facts, Path())
    return Setup(game.slug, PEOPLE[:players], Random(seed).randrange(players), options, document)  # noqa: S311


def new_players(game: TableGame, setup: Setup, seed: int, box: Mapping[str, Any] | None = None) -> SimulatedPlayers:
    """The people of a game; ``box`` is what is really printed on the cards, if not what the companion knows.

    They play with what lies in their box: nothing is made up.
    """
    printed = box or setup.facts
    if lacking := tuple(game.lacking(printed)):
        raise Trouble(words("twin.needs_box", n=len(lacking), fact=lacking[0]))
    random = Random(seed)  # noqa: S311 (cards, not secrets)
    table = SimulatedTable(parse_slots(game.box.layout()), random)
    if game.people is not None:
        return game.people(setup, printed, table, random)
    return RandomPlayers(printed, table, random)
