"""Every condition, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.amul.boxes import box, by_card


def _holds(condition: dict[str, Any], *areas: list[str], **more: Any) -> bool:
    """Whether it holds for the first player, who has the Thief besides the first area."""
    facts = box(
        thief={"colour": "red", "power": [{"when": condition, "points": 1}]},
        spice={"traits": {"prowess": 1}, "letter": "B"},
        silver={"traits": {"prowess": 1}, "letter": "D"},
        yurt={"traits": {"prowess": 2}, "letter": "D"},
    )
    return by_card(facts, ["thief#1", *areas[0]], *areas[1:], **more)["thief#1"] == 1


G1, G2, G3, G4 = (f"gold#{n}" for n in range(1, 5))


@pytest.mark.parametrize(
    ("bounds", "counts"),
    [
        ({"at_least": 2}, [2, 3]),
        ({"at_most": 1}, [0, 1]),
        ({"at_least": 1, "at_most": 2}, [1, 2]),
        ({"at_most": 0}, [0]),
    ],
)
def test_count_between_its_bounds(bounds: dict[str, int], counts: list[int]) -> None:
    held = [n for n in range(4) if _holds({"count": {"kind": "gold"}, **bounds}, [G1, G2, G3][:n])]
    assert held == counts


def test_bounds_that_exclude_each_other_never_hold() -> None:
    assert not any(_holds({"count": {"kind": "gold"}, "at_least": 2, "at_most": 1}, [G1, G2, G3][:n]) for n in range(4))


def test_count_over_a_scope() -> None:
    assert _holds({"count": {"kind": "gold"}, "scope": "neighbours", "at_least": 2}, [], [G1], [G2])
    assert not _holds({"count": {"kind": "gold"}, "scope": "neighbours", "at_least": 2}, [G3], [G1], [])


@pytest.mark.parametrize(
    ("own", "other", "most", "only_most", "fewest"),
    [(0, 0, False, False, True), (1, 0, True, True, False), (1, 1, True, False, True), (1, 2, False, False, True)],
)
def test_most_only_most_and_fewest(own: int, other: int, most: bool, only_most: bool, fewest: bool) -> None:
    areas = [G1][:own], [G2, G3][:other], [G4][:other]
    held = [_holds({key: {"kind": "gold"}}, *areas) for key in ("most", "only_most", "fewest")]
    assert held == [most, only_most, fewest]


def test_most_and_fewest_look_at_everyone() -> None:
    across = [G1], [], [G2, G3], []
    assert [_holds({key: {"kind": "gold"}}, *across) for key in ("most", "fewest")] == [False, False]


@pytest.mark.parametrize(
    ("scope", "holds"),
    [
        ("left", False),
        ("right", True),
        ("neighbours", False),
        ("own+neighbours", False),
        ("others", False),
        ("all", False),
    ],
)
def test_more_than_each_other_player_of_the_scope(scope: str, holds: bool) -> None:
    # Own 1; left 1, across 0, right 0.
    assert _holds({"more_than": scope, "of": {"kind": "gold"}}, [G1], [G2], [], []) is holds


@pytest.mark.parametrize("scope", ["left", "right", "neighbours", "own+neighbours"])
def test_more_than_the_neighbours_does_not_look_across(scope: str) -> None:
    assert _holds({"more_than": scope, "of": {"kind": "gold"}}, [G1], [], [G2, G3], [])
    assert not _holds({"more_than": "others", "of": {"kind": "gold"}}, [G1], [], [G2, G3], [])


def test_nothing_is_not_more_than_nothing() -> None:
    assert not _holds({"more_than": "all", "of": {"kind": "gold"}}, [], [], [])


def test_more_than_counts_symbols() -> None:
    assert _holds({"more_than": "others", "of": {"trait": "prowess"}}, ["yurt#1"], ["spice#1"], [])


def test_has_at_least_one_of_each_kind() -> None:
    assert _holds({"has": ["gold", "silk"]}, [G1, "silk#1"])
    assert not _holds({"has": ["gold", "silk"]}, [G1, G2], ["silk#1"])
    assert _holds({"has": ["gold", "gold"]}, [G1])


@pytest.mark.rule("A-MIL-3")
@pytest.mark.rule("A-MIL-4")
def test_order_is_the_place_among_players_with_prowess() -> None:
    tie = ["silver#1"], ["spice#1"], ["yurt#1"]  # 1 with D, 1 with B, 2 with D
    assert [_holds({"order": place}, *tie) for place in (1, 2, 3, 4)] == [False, False, True, False]


def test_a_player_without_prowess_has_no_place_in_the_order() -> None:
    assert not any(_holds({"order": place}, [], ["spice#1"], []) for place in range(1, 9))


@pytest.mark.rule("A-MIL-5")
def test_equal_letters_go_clockwise_from_first_pick_or_from_the_start_player() -> None:
    tied = ["silver#1"], ["silver#2"], ["silver#3"]
    places = [
        next(place for place in (1, 2, 3) if _holds({"order": place}, *tied, first_pick=first)) for first in (0, 1, 2)
    ]
    assert places == [1, 3, 2]
    assert _holds({"order": 2}, *tied, first_pick=0, start=2, options={"A-MIL-5": "start"})
    assert _holds({"order": 1}, *tied)


def test_not_turns_it_round_also_twice() -> None:
    assert _holds({"not": {"has": ["gold"]}}, [])
    assert not _holds({"not": {"not": {"has": ["gold"]}}}, [])
