"""Prowess, its order, and the reason for each place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.amul.fact_layers import with_fact
from rules.amul.prowess import Prowess, prowess_of, prowess_order, unknown_letters, unknown_prowess, with_prowess
from rules.core.words import words
from tests.rules.amul.boxes import box

FACTS = box(
    gold={"traits": {"prowess": 1}, "letter": "D"},
    silk={"traits": {"prowess": 2, "arab": 1}, "letter": "B"},
    spice={"traits": {"prowess": 1}, "letter": "F"},
    camel={"letter": "A"},
)


@pytest.mark.rule("A-MIL-2")
def test_prowess_is_the_number_of_symbols_and_the_letter_the_best_on_prowess_cards() -> None:
    assert prowess_of(FACTS, ["gold#1", "gold#2", "silk#1"]) == Prowess(4, "B")


@pytest.mark.rule("A-MIL-4")
def test_a_letter_on_a_card_without_prowess_is_ignored() -> None:
    assert prowess_of(FACTS, ["camel#1", "gold#1"]) == Prowess(1, "D")
    assert prowess_of(FACTS, ["camel#1"]) == Prowess(0, None)


@pytest.mark.rule("A-MIL-4")
def test_rulebook_example_with_prowess_three_each_the_better_letter_goes_first() -> None:
    linda = prowess_of(FACTS, ["gold#1", "gold#2", "spice#1"])  # three cards, best letter D
    lukas = prowess_of(FACTS, ["silk#1", "spice#2"])  # two cards, B and another
    assert (linda, lukas) == (Prowess(3, "D"), Prowess(3, "B"))
    order = prowess_order([linda, lukas, Prowess(0)], first_pick=0)
    assert order.seats == (1, 0, 2)
    assert order.why == (
        words("amul.why.prowess", n=3, letter="B", seat=1),
        words("amul.why.prowess", n=3, letter="D", seat=0),
        words("amul.why.no_prowess", n=2, seat=2, first=0),
    )


@pytest.mark.rule("A-MIL-3")
def test_more_prowess_goes_first_whatever_the_letter() -> None:
    assert prowess_order([Prowess(1, "A"), Prowess(2, "Z"), Prowess(3, "Y")], first_pick=0).seats == (2, 1, 0)


@pytest.mark.rule("A-MIL-5")
def test_a_full_tie_goes_clockwise_from_first_pick_and_says_so() -> None:
    order = prowess_order([Prowess(2, "B")] * 4, first_pick=2)
    assert order.seats == (2, 3, 0, 1)
    assert {why.key for why in order.why} == {"amul.why.prowess_tied"}
    assert prowess_order([Prowess(2, "B")] * 4, first_pick=2, ties_from=1).seats == (1, 2, 3, 0)


@pytest.mark.rule("A-MIL-6")
def test_players_without_prowess_follow_clockwise_from_first_pick() -> None:
    order = prowess_order([Prowess(0), Prowess(0), Prowess(1, "K"), Prowess(0)], first_pick=1)
    assert order.seats == (2, 1, 3, 0)
    assert [why.key for why in order.why] == [
        "amul.why.prowess",
        "amul.why.no_prowess_first",
        "amul.why.no_prowess",
        "amul.why.no_prowess",
    ]
    assert [why.values.get("n") for why in order.why] == [1, 0, 2, 3]


def test_a_letter_nobody_knows_comes_last_and_is_named() -> None:
    order = prowess_order([Prowess(2), Prowess(2, "Z")], first_pick=0)
    assert (order.seats, order.why[1].key) == ((1, 0), "amul.why.letter_unknown")


def test_which_facts_the_order_still_lacks() -> None:
    facts = box(yurt={"traits": {"prowess": 1}, "letter": None}, silk={"traits": {"prowess": 1}}, gold={"traits": None})
    assert unknown_prowess(facts, ["yurt#1", "gold#1", "silk#1"]) == ("gold",)
    assert unknown_letters(facts, [["yurt#1"], ["silk#1"], []]) == ("yurt#1",)
    assert unknown_letters(facts, [["yurt#1"], ["silk#1", "silk#2"], []]) == ()
    assert unknown_prowess(with_fact(facts, "cards.gold.traits.prowess", 0), ["gold#1"]) == ()


@given(
    st.lists(st.builds(Prowess, st.integers(0, 3), st.sampled_from("ABC")), min_size=3, max_size=8), st.integers(0, 7)
)
def test_every_seat_stands_in_the_order_once_and_those_with_prowess_first(by_seat: list[Prowess], first: int) -> None:
    order = prowess_order(by_seat, first % len(by_seat))
    assert sorted(order.seats) == list(range(len(by_seat)))
    strong = with_prowess(by_seat, first % len(by_seat))
    assert order.seats[: len(strong)] == strong
    amounts = [by_seat[seat].symbols for seat in order.seats]
    assert amounts == sorted(amounts, reverse=True)
