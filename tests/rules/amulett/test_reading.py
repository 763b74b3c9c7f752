"""What the camera sees: spells coming up, spells in front of players, bids laid open in tagged cards."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett import GAME
from rules.amulett.commands import Bid, Deal, Lay, Open, Pass, PutUnder, TakeBack
from rules.core.table import Move, Reading, TableCards
from tests.rules.amulett.desks import Desk, facts, gather, idle, lay_out, new

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss"]


def see(desk: Desk, focus: int | None = None, **zones: set[str]) -> Reading:
    named = {name.replace("_", "-"): frozenset(cards) for name, cards in zones.items()}
    return GAME.read(desk.state, TableCards(named, focus))


def keys(reading: Reading) -> list[str]:
    return [doubt.words.key for doubt in reading.doubts]


def test_a_spell_on_the_mat_comes_up_for_auction() -> None:
    desk = lay_out([{"geschenk": 2}, {}, {}])
    assert see(desk, mat={"einfluss"}).commands == (Open(0, "einfluss"),)
    assert see(desk, mat=set()) == Reading()
    assert keys(see(desk, mat={"einfluss", "energiebogen"})) == ["amulett.doubt.several"]
    assert keys(see(desk, mat={"geschenk"})) == ["amulett.doubt.has_an_owner"]
    desk.do(Open(0, "einfluss"))
    assert see(desk, mat={"einfluss"}) == Reading()
    assert keys(see(desk, mat={"energiebogen"})) == ["amulett.doubt.other_spell"]


def test_dealt_spells_are_read_in_front_of_their_player() -> None:
    desk = Desk(new(None))  # type: ignore[arg-type]
    assert see(desk, seat_0={"einfluss", "geschenk"}).commands == (Deal(0, "einfluss"),)
    desk.do(Deal(0, "einfluss"))
    assert see(desk, seat_0={"einfluss", "geschenk"}).commands == (Deal(0, "geschenk"),)
    assert see(desk, mat={"geschenk"}).commands == (Deal(0, "geschenk"),)


def test_spells_in_front_of_players_are_compared() -> None:
    desk = lay_out([{"einfluss": 2, "geschenk": 1}, {}, {}], deck=DECK)
    assert see(desk, seat_0={"einfluss", "geschenk"}, seat_1=set()) == Reading()
    wrong = see(desk, seat_0={"einfluss"}, seat_1={"geschenk"})
    assert keys(wrong) == ["amulett.doubt.missing", "amulett.doubt.not_owned"]
    assert [doubt.cards for doubt in wrong.doubts] == [("geschenk",), ("geschenk",)]
    assert see(desk, focus=0, mat={"einfluss", "geschenk", "zwei-wuensche"}) == Reading()


def winning(hands: list[dict[str, int]], spells: list[dict[str, int]] | None = None) -> Desk:
    """Seat 0 has won an exchange in the city b3 with two cards."""
    table: dict[str, Any] = gather([[], [], []], "b3", b3=["red", "green"])
    desk = lay_out(spells or [{}, {}, {}], deck=DECK, metals=hands, **table).to("gem", "exchange")
    return desk.do(Bid(0, 2)).passes(1, 2)


def test_a_bid_laid_open_in_tagged_cards_is_counted() -> None:
    desk = winning([{"gold": 2, "iron": 1}, {}, {}])
    assert see(desk, mat={"gold#3", "iron#28"}).commands == (Lay(0, {"gold": 1, "iron": 1}),)
    assert see(desk, mat={"gold#3"}).commands == ()
    assert keys(see(desk, mat={"gold#3"})) == ["amulett.doubt.miscounted"]
    assert keys(see(desk, mat={"silver#1", "silver#2"})) == ["amulett.doubt.not_accepted"]
    assert see(desk, mat=set()) == Reading()


def test_cards_that_leave_the_open_bid_are_taken_back() -> None:
    desk = winning([{"gold": 2, "iron": 1}, {}, {}], [{"einfluss": 2}, {}, {}]).do(Lay(0, {"gold": 1, "iron": 1}))
    assert see(desk, mat={"gold#1", "iron#1"}) == Reading()
    assert see(desk, mat={"iron#1"}).commands == (TakeBack(0, "gold"),)
    assert see(desk, mat=set()) == Reading()
    assert keys(see(desk, mat={"iron#1", "silver#1"})) == ["amulett.doubt.bid_differs"]


def test_of_several_spells_without_stones_the_one_that_left_went_under_first() -> None:
    desk = lay_out([{"einfluss": 1, "geschenk": 1}, {}, {}], told=facts(), deck=DECK)
    while desk.view["phase"] != "energy":
        desk.do(idle(desk.options))
    assert see(desk, seat_0={"einfluss"}).commands == (PutUnder(0, "geschenk"),)
    assert see(desk, seat_0=set()).commands == ()


def test_undo_says_which_spell_goes_back_where() -> None:
    desk = lay_out(deck=DECK)
    before = desk.state
    desk.do(Bid(0, 1), Pass(1))
    assert GAME.put_back(before, desk.state) == ()
    last = desk.state
    desk.do(Pass(2))
    assert set(GAME.put_back(last, desk.state)) == {
        Move("zwei-wuensche", "seat-0", "mat"),
        Move("goldener-ueberfluss", "mat", "deck"),
    }


@pytest.mark.parametrize("card", ["gold", "tin#1", "arab-guard#1", ""])
def test_cards_of_other_games_are_ignored(card: str) -> None:
    assert see(lay_out(deck=DECK), mat={card, "zwei-wuensche"}) == Reading()
