"""Nights without a printed mat: the whole picture is one zone, and the game tells where a card must be."""

from __future__ import annotations

import pytest

from companion.inbox import TableSeen
from companion.play.simulated.players import SimulatedPlayers
from rules.core.table import TableCards
from tests.games import new_players, new_setup, new_simulation
from vision.table.zones import WHOLE

pytestmark = pytest.mark.slow


def _all_in_one(people: SimulatedPlayers, now_ms: int) -> TableSeen:
    lying = frozenset(card for cards in people.table.zones.values() for card in cards)
    return TableSeen(TableCards({WHOLE: lying}), frozenset(), at_ms=now_ms)


@pytest.mark.parametrize(("game", "players"), [("amul", 3), ("amul", 5), ("amulett", 3), ("amulett", 5)])
def test_a_whole_night_is_followed_without_a_mat(game: str, players: int) -> None:
    setup = new_setup(game, players, seed=3)
    outcome = new_simulation(setup, new_players(setup, seed=3), _all_in_one).run()
    assert outcome.finished
    assert not outcome.doubts
    assert not outcome.differences
