"""Whose turn and why, the least bid, and which spells make a difference now: positions with literal answers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett.commands import Bid, Name, Pass
from rules.amulett.reasons import notes
from rules.core.words import Words, words
from tests.rules.amulett.desks import Desk, facts
from tests.rules.amulett.test_exchange import at
from tests.rules.amulett.test_rulings import before_copper_is_named


def said(desk: Desk) -> list[Words]:
    return list(notes(desk.state))


def test_a_view_says_why_that_seat_acts() -> None:
    desk = at("a1")
    assert desk.view["turn_why"] == words("amulett.why.exchange", first=0)
    desk.do(Bid(0, 2)).passes(1, 2)
    assert (desk.view["turn"], desk.view["turn_why"]) == (0, words("amulett.why.winner", first=0))


def test_the_least_bid_and_the_marker_are_in_the_view() -> None:
    desk = at("a1")
    assert (desk.view["least_bid"], desk.view["marker"], desk.view["named"]) == (1, 3, None)
    assert desk.do(Bid(0, 3)).view["least_bid"] == 4
    assert desk.passes(1, 2).view["least_bid"] is None


@pytest.mark.rule("M-R16")
def test_gewaltige_macht_says_why_a_raise_must_be_two() -> None:
    desk = at("a1", [{"gewaltige-macht": 2}, {}, {}]).do(Bid(0, 2))
    assert desk.view["least_bid"] == 4
    assert said(desk) == [words("amulett.note.power", seat=0, spell="gewaltige-macht", n=2)]


@pytest.mark.rule("M-R19")
def test_ueberlegenheit_says_that_the_same_is_enough() -> None:
    desk = at("a1", [{}, {"ueberlegenheit": 2}, {}]).do(Bid(0, 2))
    assert desk.view["least_bid"] == 2
    assert said(desk) == [words("amulett.note.superiority", seat=1, spell="ueberlegenheit", n=2)]


@pytest.mark.rule("M-R10")
def test_jokers_are_named() -> None:
    assert said(at("a2", [{"goldene-metamorphose": 2}, {}, {}])) == [
        words("amulett.note.jokers", seat=0, metals=("gold",))
    ]


@pytest.mark.rule("M-R1")
@pytest.mark.parametrize(
    ("told", "options", "whence"),
    [({}, {"M-R1": "owner"}, "chosen"), ({"M-R1": "owner"}, {}, "told"), ({}, {}, "default")],
)
def test_a_reading_says_from_whom_it_is(told: dict[str, Any], options: dict[str, Any], whence: str) -> None:
    desk = before_copper_is_named(facts(format=1 if not told else 2, rulings=told), options=options)
    desk.do(Name(0, "copper"), Pass(0))
    reading = words(f"page.answer.M-R1.{'all' if whence == 'default' else 'owner'}")
    assert desk.view["named"] == {"seat": 0, "metal": "copper"}
    assert said(desk) == [
        words("amulett.note.named", seat=0, spell="brennendes-verlangen", metal="copper"),
        words(f"amulett.note.ruling_{whence}", spell="brennendes-verlangen", reading=reading),
    ]


@pytest.mark.rule("M-R4")
def test_taking_back_says_how_many_and_by_which_reading() -> None:
    desk = at("c5", [{"einfluss": 2}, {}, {}]).do(Bid(0, 2)).passes(1, 2)
    assert desk.state.stage == "take"
    assert said(desk) == [
        words("amulett.note.takes", seat=0, n=1),
        words("amulett.note.ruling_told", spell="einfluss", reading=words("page.answer.M-R4.1")),
    ]
