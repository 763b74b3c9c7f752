"""Rounds that a scribe told: the rules go on after them as if they had been followed, but for what nobody knows."""

from __future__ import annotations

from random import Random

import pytest

from rules.amul import GAME
from rules.amul import commands as c
from rules.amul.invariants import cards_in_play, invariants
from rules.amul.state import HAND, ROUNDS, State
from rules.core.game import advance
from rules.core.pad.events import CaughtUp
from rules.core.refusals import Refused
from tests.games import new_setup

SEED = 7
PLAYERS = (3, 4, 8)


def _played(players: int) -> list[State]:
    """Every state of a whole game by chance."""
    chance, state = Random(SEED), GAME.new(new_setup("amul", players, SEED))
    assert not isinstance(state, Refused)
    states = [state]
    while options := GAME.options(states[-1]):
        events = GAME.decide(states[-1], chance.choice(options))  # type: ignore[arg-type]
        assert not isinstance(events, Refused)
        states.append(advance(GAME, states[-1], events))
    return states


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_a_later_round_begins_as_if_the_game_had_been_followed(players: int) -> None:
    print(f"seed {SEED}")
    states = _played(players)
    begins = {state.round: state for state in reversed(states) if state.phase == "replenish"}
    begins[ROUNDS + 1] = next(state for state in states if state.phase == "hands")
    for state in states[::3]:
        for number, real in begins.items():
            if number <= state.round or state.phase in ("hands", "over"):
                continue
            after = GAME.resumed(state, CaughtUp(number, real.areas, ((),) * players))
            assert invariants(after) == ()
            assert (after.round, after.phase, after.deck) == (real.round, real.phase, real.deck)
            assert (after.first_pick, after.to_fill, after.areas) == (real.first_pick, real.to_fill, real.areas)
            assert [hand.count for hand in after.hands] == [hand.count for hand in real.hands]
            assert not any(hand.known for hand in after.hands), "nobody has told what is in a hand"
            assert cards_in_play(after) in (None, cards_in_play(state))
            assert {card for card in state.palace if card not in after.palace} <= {
                card for a in real.areas for card in a
            }


def test_a_card_of_a_round_that_was_not_told_can_be_told_when_hands_are_shown() -> None:
    state = GAME.new(new_setup("amul", 3, SEED))
    assert not isinstance(state, Refused)
    after = GAME.resumed(state, CaughtUp(ROUNDS + 1, ((), ("yurt",), ()), ((), (), (4,))))
    assert after.phase == "hands"
    assert [hand.count for hand in after.hands] == [HAND] * 3
    found = [option for option in GAME.options(after) if isinstance(option, c.Found)]
    assert {option.seat for option in found} == {2}, "of whom something is unknown"
    assert "yurt" not in {option.card for option in found}
    events = GAME.decide(after, found[0])
    assert not isinstance(events, Refused)
    assert found[0].card in advance(GAME, after, events).areas[2]
