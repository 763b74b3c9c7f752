"""Help at the table: what a bid buys, how long a spell lasts, who is close."""

from __future__ import annotations

import pytest

from rules.amulett.advice import (
    BidAdvice,
    ExchangeAdvice,
    advise_bid,
    advise_exchange,
    gems_missing,
    one_gem_from_winning,
    rounds_for,
)
from rules.amulett.commands import Bid, Name, Open
from tests.rules.amulett.desks import facts, gather, lay_out

DECK = ["einfluss", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss"]


@pytest.mark.parametrize(("stones", "cost", "rounds"), [(3, 1, 3), (3, 2, 2), (1, 2, 1), (4, 2, 2), (0, 1, 0)])
def test_how_long_stones_last(stones: int, cost: int, rounds: int) -> None:
    assert rounds_for(stones, cost) == rounds


def test_a_bid_says_how_long_the_spell_will_last() -> None:
    told = facts(costs={"einfluss": 2})
    desk = lay_out([{"geschenk": 4}, {}, {}], told=told, deck=DECK).do(Bid(0, 2))
    assert advise_bid(desk.state, 1) == BidAdvice(1, 10, 3, 3, 2)
    assert advise_bid(desk.state, 1, 6) == BidAdvice(1, 10, 3, 6, 3)
    assert advise_bid(desk.state, 0, 6) == BidAdvice(0, 6, 3, 6, 3)
    unknown = lay_out(told={"areas": told["areas"]}).do(Open(0, "einfluss"))
    assert advise_bid(unknown.state, 0) == BidAdvice(0, 10, 1, 1, None)
    assert advise_bid(lay_out().state, 0) is None


def test_an_exchange_says_which_metals_this_player_may_bid_here() -> None:
    spells: list[dict[str, int]] = [{"eiserne-metamorphose": 2}, {"ueberlegenheit": 2}, {"brennendes-verlangen": 2}]
    table = gather([[], [], []], "a1", a1=["red"])
    desk = lay_out(spells, deck=DECK, **table).to("gem").do(Name(2, "copper"), Bid(0, 1))
    assert advise_exchange(desk.state, 1) == ExchangeAdvice(1, 1, ("gold", "copper"))
    assert advise_exchange(desk.state, 0) == ExchangeAdvice(0, 2, ("gold", "copper", "iron"))
    assert advise_exchange(desk.state, 2) == ExchangeAdvice(2, 2, ("gold", "copper"))
    assert advise_exchange(lay_out().state, 0) is None


def test_who_is_one_gem_from_winning() -> None:
    six = ["red", "yellow", "green", "colourless", "white", "grey"]
    desk = lay_out(**gather([six, ["red"] * 6, ["brown"] * 3], "a1", a1=["?"]))
    assert [gems_missing(player) for player in desk.state.players] == [1, 2, 5]
    assert one_gem_from_winning(desk.state) == (0,)
