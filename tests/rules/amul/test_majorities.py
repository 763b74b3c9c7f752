"""Both majorities: ranks, ties, and what is needed to score at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.amul.majorities import majority_line, majority_points
from rules.core.words import words
from tests.rules.amul.boxes import box, score

Counts = list[int]


def _all(counts: Counts) -> Counts:
    return [majority_points(counts, seat) for seat in range(len(counts))]


@pytest.mark.rule("A-SCO-3")
def test_eight_four_and_two_for_the_first_three_ranks() -> None:
    assert _all([1, 5, 3, 2]) == [0, 8, 4, 2]


@pytest.mark.rule("A-SCO-4")
def test_rulebook_example_three_tied_for_the_most_get_two_each() -> None:
    assert _all([4, 4, 4]) == [2, 2, 2]
    assert _all([4, 1, 4, 4]) == [2, 0, 2, 2]


@pytest.mark.rule("A-SCO-4")
def test_rulebook_example_two_with_four_and_two_with_two() -> None:
    assert _all([4, 4, 2, 2]) == [4, 4, 0, 0]


@pytest.mark.rule("A-SCO-4")
def test_other_ties() -> None:
    assert _all([3, 2, 2, 1]) == [8, 2, 2, 0]
    assert _all([3, 3, 1, 0]) == [4, 4, 2, 0]
    assert _all([2, 2, 2, 2]) == [0, 0, 0, 0]
    assert _all([5, 4, 3, 3]) == [8, 4, 0, 0]


@pytest.mark.rule("A-SCO-5")
def test_at_least_one_symbol_is_needed() -> None:
    assert _all([0, 0, 0]) == [0, 0, 0]
    assert _all([0, 2, 0]) == [0, 8, 0]


def test_a_line_for_everyone_says_why() -> None:
    lines = [majority_line("arab", [4, 4, 1, 0], seat) for seat in range(4)]
    assert [(line.row, line.card, line.points) for line in lines] == [
        ("arab", None, 4),
        ("arab", None, 4),
        ("arab", None, 2),
        ("arab", None, 0),
    ]
    assert lines[0].because == words("amul.majority.tied", n=4, trait="arab", best=1, rank=2, points=4, many=2)
    assert lines[3].because == words("amul.majority.none", trait="arab")


@pytest.mark.rule("A-SCO-3")
def test_the_two_majorities_are_counted_apart() -> None:
    facts = box(gold={"traits": {"arab": 1}}, silk={"traits": {"mongol": 3, "arab": 1}})
    players = score(facts, ["gold#1", "gold#2"], ["silk#1"], []).players
    assert [(p.scores["arab"], p.scores["mongol"]) for p in players] == [(8, 0), (4, 8), (0, 0)]
    assert players[1].symbols == {"arab": 1, "mongol": 3}


@pytest.mark.rule("A-SCO-6")
def test_symbols_on_bazaar_cards_count_unless_the_option_says_otherwise() -> None:
    facts = box(trader_1={"copies": 1, "colour": "bazaar", "traits": {"arab": 2}}, gold={"traits": {"arab": 1}})
    areas = ["trader-1"], ["gold#1"], []
    counted = [player.scores["arab"] for player in score(facts, *areas).players]
    ignored = [player.scores["arab"] for player in score(facts, *areas, options={"A-SCO-6": "ignore"}).players]
    assert (counted, ignored) == ([8, 4, 0], [0, 8, 0])


@given(st.lists(st.integers(0, 5), min_size=3, max_size=8))
def test_more_symbols_never_get_less_and_equal_ones_the_same(counts: Counts) -> None:
    points = _all(counts)
    assert sum(points) <= 14
    for a, mine in enumerate(counts):
        for b, theirs in enumerate(counts):
            if mine > theirs:
                assert points[a] >= points[b]
            if mine == theirs:
                assert points[a] == points[b]
