"""The end: at once, with the gem that fills the amulet."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett import GAME
from rules.amulett.commands import Bid, Pass, TakeGem
from rules.amulett.events import BidReturned, GemTaken, PartyMoved
from rules.amulett.stock import has_won
from rules.core.words import words
from tests.rules.amulett.desks import Desk, gather, lay_out

SIX = ["red", "yellow", "green", "colourless", "white", "grey"]


def last_exchange(amulet: list[str], gems: list[str], spells: dict[str, int] | None = None) -> Desk:
    """Seat 0 has won the exchange in a1 and is about to choose a gem."""
    table: dict[str, Any] = gather([amulet, ["brown"], []], "a1", a1=gems)
    desk = lay_out([spells or {}, {}, {}], **table).to("gem", "exchange")
    return desk.do(Bid(0, 1)).passes(1, 2)


@pytest.mark.rule("M-END-1", "M-END-2")
def test_the_seventh_colour_ends_the_game_at_that_very_event() -> None:
    desk = last_exchange(SIX, ["orange", "red"])
    assert desk.view["winner"] is None
    desk.do(TakeGem(0, "orange"))
    assert desk.events == (GemTaken(0, "orange"),)
    view = desk.view
    assert (view["phase"], view["winner"], view["turn"], view["party"]) == ("over", 0, None, "a1")
    assert (desk.options, GAME.question(desk.state), GAME.is_over(desk.state)) == ((), None, True)
    assert desk.code(Pass(1)) == "game_over"
    assert view["stacks"]["gold"] == 26


@pytest.mark.rule("M-END-1")
def test_the_eighth_gem_ends_the_game_whatever_its_colour() -> None:
    desk = last_exchange(["red"] * 5 + ["green"] * 2, ["green", "red"]).do(TakeGem(0, "green"))
    assert (desk.view["phase"], desk.view["winner"]) == ("over", 0)
    assert GAME.score(desk.state)["verdict"] == words("amulett.win.gems", seat=0, n=8)
    assert last_exchange(["red"] * 4 + ["green"] * 2, ["green", "red"]).do(TakeGem(0, "red")).view["winner"] is None


@pytest.mark.rule("M-END-1", "M-R7")
def test_a_gift_that_wins_in_the_middle_ends_the_game_there() -> None:
    gifts = {"geschenk": 2, "geschenk-der-baumeister": 2}
    desk = last_exchange(SIX[:5], ["grey", "orange", "brown"], gifts)
    desk.do(TakeGem(0, "grey"), TakeGem(0, "orange"))
    assert (desk.view["phase"], desk.view["board"]["a1"]) == ("over", ["brown"])
    assert not any(isinstance(event, PartyMoved) for event in desk.events)


def test_the_bid_is_paid_before_the_winning_gem() -> None:
    table: dict[str, Any] = gather([SIX, [], []], "a1", a1=["orange"])
    desk = lay_out(**table).to("gem", "exchange").do(Bid(0, 1)).passes(1, 2)
    assert desk.events[-2:] == (BidReturned({"gold": 1}), GemTaken(0, "orange"))
    assert desk.view["phase"] == "over"


@pytest.mark.rule("M-END-4")
def test_blues_and_whites_are_colours_of_their_own() -> None:
    assert has_won(("white", "colourless", "light-blue", "dark-blue", "red", "green", "grey"))
    assert not has_won(("white", "white", "light-blue", "light-blue", "red", "green", "grey"))


@pytest.mark.rule("M-END-3")
def test_gems_never_run_out_before_somebody_wins() -> None:
    """With nobody at eight gems, at least 52 less seven for each player lie on the board."""
    amulets = [["red"] * 7, ["yellow"] * 7, ["green"] * 7, ["colourless"] * 7]
    amulets += [["white", "light-blue", "dark-blue"] * 2 + ["white"], ["grey", "orange", "brown"] * 2 + ["grey"]]
    desk = lay_out([{}] * 6, **gather(amulets, "d6"))
    assert sum(map(len, desk.view["board"].values())) == 10


def test_the_score_counts_gems_and_colours() -> None:
    desk = last_exchange(SIX, ["orange", "red"])
    assert GAME.score(desk.state)["complete"] is False
    assert GAME.score(desk.state)["winners"] == []
    score = GAME.score(desk.do(TakeGem(0, "orange")).state)
    assert score["winners"] == ["Ada"]
    assert score["complete"] is True
    figures = [(player["name"], player["gems"], player["colours"], player["place"]) for player in score["players"]]
    assert figures == [("Ada", 7, 7, 1), ("Bo", 1, 1, 2), ("Cem", 0, 0, 3)]
    assert score["players"][1]["line"] == words("amulett.standing", gems=1, colours=1, n=1)
    assert score["verdict"] == words("amulett.win.colours", seat=0, n=7)
