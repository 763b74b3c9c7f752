"""Commands that differ by one number stand together; all others stay as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.language.i18n import Phrases
from companion.pages.play.stock_board import command_actions, command_tiles
from companion.play.number_commands import NumberCommands, by_number


@dataclass(frozen=True)
class Bid:
    seat: int
    amount: int


@dataclass(frozen=True)
class Sell:
    seat: int
    card: str
    price: int
    lot: int = 1


@dataclass(frozen=True)
class Pass:
    seat: int


@dataclass(frozen=True)
class Tell:
    fact: str
    value: Any


def test_bids_of_a_seat_stand_together_where_the_first_of_them_stood() -> None:
    found = by_number([Pass(0), *(Bid(0, amount) for amount in (9, 3, 4, 5, 6)), Bid(1, 3)])
    assert found[::2] == (Pass(0), Bid(1, 3)), "one bid of somebody else is no choice of a number"
    bids = found[1]
    assert isinstance(bids, NumberCommands)
    assert bids.values == (3, 4, 5, 6, 9)
    assert [bids.command(number) for number in (9, 7, None)] == [Bid(0, 9), None, None]


def test_of_several_numbers_the_one_with_most_to_choose_is_entered() -> None:
    offers = [Sell(0, card, price, lot) for card in "ab" for price in range(1, 8) for lot in (1, 2)]
    found = by_number(offers)
    assert [(len(group.values), group.commands[0]) for group in found] == [
        (7, Sell(0, card, 1, lot)) for card in "ab" for lot in (1, 2)
    ]


def test_few_numbers_seats_and_answers_that_are_none_stay_as_they_are() -> None:
    few = [Bid(0, 1), Bid(0, 2)]
    assert by_number(few) == tuple(few)
    seats = [Pass(seat) for seat in range(8)]
    assert by_number(seats) == tuple(seats)
    group, later = by_number([*(Tell("copies", value) for value in range(6)), Tell("copies", None)])
    assert (group.values, later) == (tuple(range(6)), Tell("copies", None))


def test_they_are_a_tile_with_numbers_behind_it_and_an_action_that_leads_there() -> None:
    say = Phrases("en", players=("Ada",))
    commands = [Pass(0), *(Bid(0, amount) for amount in range(1, 13))]
    passing, bidding = command_tiles("none", commands, say)
    assert (passing.label, passing.command, bidding.label) == ("pass", Pass(0), "bid")
    assert [(node.number, node.command) for node in bidding.children] == [(n, Bid(0, n)) for n in range(1, 13)]
    assert [(one.label, one.goto) for one in command_actions("none", commands, say)] == [
        ("pass", None),
        ("bid", "tell"),
    ]


def test_the_number_is_left_out_of_the_words() -> None:
    numbers = by_number([Bid(0, amount) for amount in range(1, 13)])[0]
    assert [numbers.without_number(label) for label in ("Bid 12", "12 bieten", "112 or 12 of 120", "12")] == [
        "Bid …",
        "… bieten",
        "112 or … of 120",
        "…",
    ]
