"""The sums of the box can fail: each notices what was lost, made up or lies in two places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.amulett.invariants import invariants
from rules.amulett.state import Charged, State
from tests.rules.amulett.desks import lay_out


def laid_out() -> State:
    return lay_out([{"einfluss": 3}, {}, {}]).state


def with_first(state: State, **changes: Any) -> State:
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))


@pytest.mark.rule("M-CMP-2")
def test_a_gem_too_many_or_too_few_is_noticed() -> None:
    state = laid_out()
    assert invariants(replace(state, board={**state.board, "a1": ("?",)})) == ("expected 52 gems, got 51",)
    reds = {**state.board, "a1": ("red",) * 2, "a2": ("red",) * 2, "a3": ("red",) * 2, "a4": ("red", "red")}
    assert invariants(replace(state, board=reds)) == ("expected at most 7 red gems, got 8",)


@pytest.mark.rule("M-CMP-3")
def test_a_metal_card_too_many_or_a_pile_below_zero_is_noticed() -> None:
    state = laid_out()
    assert invariants(replace(state, stacks=(25, 25, 24, 25))) == ("expected 28 cards of copper, got 27",)
    assert invariants(replace(state, open_bid=(0, 0, 0, 1))) == ("expected 28 cards of iron, got 29",)
    owed = with_first(replace(state, stacks=(27, 25, 25, 25)), metals=(-1, 1, 1, 1))
    assert invariants(owed) == ("expected no pile below zero",)


@pytest.mark.rule("M-CMP-4")
def test_a_spell_in_two_places_or_in_none_is_noticed() -> None:
    state = laid_out()
    assert invariants(replace(state, spell="einfluss")) == ("expected each of 33 spells once, got 34",)
    assert len(invariants(replace(state, unseen=state.unseen - {"geschenk"}))) == 2
    hidden = replace(state, deck=replace(state.deck, hidden=state.deck.hidden - 1))
    assert invariants(hidden) == (f"expected 32 unseen spells, got {state.deck.hidden - 1} in the deck",)


@pytest.mark.rule("M-NRG-5")
def test_a_stone_too_many_or_below_zero_is_noticed() -> None:
    state = laid_out()
    assert invariants(with_first(state, supply=8)) == ("expected 10 stones, got 11 (seat 0)",)
    owing = with_first(state, supply=-1, spells=(Charged("einfluss", 11),))
    assert invariants(owing) == ("expected 10 stones, got 10 (seat 0)",)
    owed = with_first(state, supply=11, spells=(Charged("einfluss", -1),))
    assert invariants(owed) == ("expected 10 stones, got 10 (seat 0)",)


@pytest.mark.rule("M-END-1", "M-END-2")
def test_a_game_that_goes_on_after_a_win_or_ends_without_one_is_noticed() -> None:
    state = laid_out()
    board = {slug: gems if slug not in ("a1", "a2", "a3", "a4") else () for slug, gems in state.board.items()}
    won = with_first(replace(state, board=board), gems=("red",) * 7 + ("green",))
    assert invariants(won) == ("expected the game to end with its winner, got winners [0] in phase 'spell'",)
    assert invariants(replace(won, phase="over", winner=0)) == ()
    assert invariants(replace(won, phase="over", winner=1)) != ()
    assert invariants(replace(state, phase="over")) != ()
