"""Position, command, and literally what follows: one test for each rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rules.core.game import Setup, advance
from rules.core.refusals import Refused, refused
from rules.core.table import Move, Table
from rules.core.words import words

from windfall.rules import GAME
from windfall.rules.messages import Bid, BidMade, Keep, Kept, MarketHeld, Pass, Passed, Shown, Sold, TurnedUp, TurnUp
from windfall.rules.state import State

NAMES = ("Ada", "Bo", "Cem")


def begun(**options: Any) -> State:
    """Hands are chosen; Ada turns up the first crate."""
    state = GAME.new(Setup("windfall", NAMES, options=options))
    assert isinstance(state, State)
    for seat, hand in enumerate((("apple", "pear"), ("apple", "plum"), ("plum", "quince"))):
        state = after(state, Keep(seat, hand))
    return state


def after(state: State, *commands: Any) -> State:
    for command in commands:
        events = GAME.decide(state, command)
        assert not isinstance(events, Refused), (command, events)
        state = advance(GAME, state, events)
    return state


def nearly_over(**options: Any) -> State:
    """One crate is left; nobody has bought any."""
    crates = tuple(f"{fruit}#{pounds}" for fruit in ("apple", "pear") for pounds in range(1, 6))
    return replace(begun(**options), out=(*crates, "plum#1"))


def test_a_hand_is_chosen_once_and_only_its_owner_sees_it() -> None:
    state = GAME.new(Setup("windfall", NAMES))
    assert isinstance(state, State)
    assert GAME.decide(state, Keep(1, ("pear", "plum"))) == (Kept(1, ("pear", "plum")),)
    assert GAME.decide(state, Keep(1, ("plum", "plum"))) == refused("windfall_hand")
    state = after(state, Keep(1, ("pear", "plum")))
    assert GAME.decide(state, Keep(1, ("pear", "plum"))) == refused("windfall_chosen")
    assert "plum" not in repr(GAME.view(state))
    assert "plum" not in repr(GAME.view(state, 0))
    assert GAME.view(state, 1)["hand"] == ["pear", "plum"]  # type: ignore[typeddict-item]


def test_who_turns_up_a_crate_bids_last_and_gets_it_for_nothing() -> None:
    state = begun()
    assert GAME.decide(state, TurnUp(1, "plum#3")) == refused("not_your_turn", seat=0)
    assert GAME.decide(state, TurnUp(0, "plum#3")) == (TurnedUp(0, "plum#3"),)
    state = after(state, TurnUp(0, "plum#3"), Pass(1))
    assert GAME.decide(state, Pass(2)) == (Passed(2), Sold(0, "plum#3", 0))


def test_bids_rise_and_are_paid() -> None:
    state = after(begun(), TurnUp(0, "plum#3"), Bid(1, 4))
    assert GAME.decide(state, Bid(2, 4)) == refused("windfall_too_low", n=5)
    assert GAME.decide(state, Bid(2, 13)) == refused("windfall_too_high", n=12)
    state = after(state, Bid(2, 6), Pass(0))
    assert GAME.decide(state, Pass(1)) == (Passed(1), Sold(2, "plum#3", 6))
    assert after(state, Pass(1)).players[2].coins == 6


def test_nobody_is_asked_who_cannot_outbid() -> None:
    state = after(begun(), TurnUp(0, "plum#3"))
    assert GAME.decide(state, Bid(1, 12)) == (BidMade(1, 12), Sold(1, "plum#3", 12))


def test_a_day_ends_with_a_market() -> None:
    state = begun()
    for seat, crate in enumerate(("plum#3", "plum#1", "pear#2")):
        state = after(state, TurnUp(seat, crate), Pass((seat + 1) % 3))
        last = GAME.decide(state, Pass((seat + 2) % 3))
        state = after(state, Pass((seat + 2) % 3))
    assert last == (Passed(1), Sold(2, "pear#2", 0), MarketHeld((3, 3, 3)))
    assert [player.coins for player in state.players] == [15, 15, 15]
    assert GAME.view(state)["round"] == 2


def test_after_the_last_crate_hands_are_shown_and_counted() -> None:
    state = after(nearly_over(), TurnUp(0, "plum#5"), Bid(1, 6), Pass(2))
    events = GAME.decide(state, Pass(0))
    assert isinstance(events, tuple)
    assert events[-2:] == (Shown(1, ("apple", "plum")), Shown(2, ("plum", "quince")))
    score = GAME.score(after(state, Pass(0)))
    assert score["players"][1]["scores"] == {"windfall_fruit": 5, "windfall_recipes": 10, "windfall_coins": 2}
    assert score["winners"] == ["Bo"]


@pytest.mark.parametrize(("coins", "points"), [("count", 4), ("worthless", 0)])
def test_a_group_may_agree_that_coins_are_worth_nothing(coins: str, points: int) -> None:
    score = GAME.score(nearly_over(coins=coins))
    assert score["players"][0]["total"] == points


def test_coins_part_who_is_tied() -> None:
    state = after(nearly_over(coins="worthless"), TurnUp(0, "quince#1"), Bid(1, 1), Pass(2), Pass(0))
    tied = replace(
        state, players=tuple(replace(player, crates=(), coins=9 - seat) for seat, player in enumerate(state.players))
    )
    assert [player["place"] for player in GAME.score(tied)["players"]] == [1, 2, 3]
    assert GAME.score(tied)["verdict"] == words("score.parted", seats=(0,), n=0, why=words("windfall.by_coins", n=9))


def test_a_new_crate_on_the_mat_is_turned_up_and_put_back_after_an_undo() -> None:
    state = begun()
    assert GAME.read(state, Table({"mat": frozenset({"plum#3"})})).commands == (TurnUp(0, "plum#3"),)
    up = after(state, TurnUp(0, "plum#3"))
    assert GAME.read(up, Table({"mat": frozenset({"plum#3"})})).commands == ()
    assert GAME.put_back(state, up) == (Move("plum#3", "mat", "deck"),)
    sold = after(up, Pass(1), Pass(2))
    assert GAME.put_back(up, sold) == (Move("plum#3", "seat-0", "mat"),)
