"""Who leads, by each of the rules a host can choose."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.messages import GameResult
from companion.clubhouse.standings import Rules, night_of, of_night, of_season, standings
from tests.companion.clubhouse.results import EVENING, result

THREE = (
    result(1, {"Ada": (1, 40), "Bo": (2, 30), "Cy": (3, 12)}),
    result(2, {"Ada": (3, 10), "Bo": (1, 50), "Cy": (2, 45)}, days=1),
    result(3, {"Ada": (1, None), "Dee": (2, None)}, slug="race", days=1),
)


def _lines(found: tuple[GameResult, ...], rules: Rules) -> list[tuple[int, str, float]]:
    return [(one.place, one.name, one.total) for one in standings(found, rules)]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules("wins"), [(1, "Ada", 2), (2, "Bo", 1), (3, "Cy", 0), (3, "Dee", 0)]),
        (Rules("points"), [(1, "Bo", 80), (2, "Cy", 57), (3, "Ada", 50)]),
        # Two points for each opponent left behind: Ada 4 + 0 + 2, Bo 2 + 4, Cy 0 + 2.
        (Rules("places"), [(1, "Ada", 6), (2, "Bo", 6), (3, "Cy", 2), (4, "Dee", 0)]),
        (Rules("places", places=(5, 3)), [(1, "Ada", 10), (2, "Bo", 8), (3, "Cy", 3), (3, "Dee", 3)]),
        (Rules("places", slug="race"), [(1, "Ada", 2), (2, "Dee", 0)]),
        (Rules("points", best=1), [(1, "Bo", 50), (2, "Cy", 45), (3, "Ada", 40)]),
    ],
)
def test_each_rule(rules: Rules, expected: list[tuple[int, str, float]]) -> None:
    assert _lines(THREE, rules) == expected


def test_a_shared_place_is_shared() -> None:
    tie = (result(1, {"Ada": (1, 40), "Bo": (1, 40), "Cy": (3, 2)}),)
    assert _lines(tie, Rules("places")) == [(1, "Ada", 3), (1, "Bo", 3), (3, "Cy", 0)]
    assert _lines(tie, Rules("wins")) == [(1, "Ada", 1), (1, "Bo", 1), (3, "Cy", 0)]


def test_where_the_fewest_points_win_fewer_points_are_better() -> None:
    hearts = (
        result(1, {"Ada": (1, 4), "Bo": (2, 10.5), "Cy": (3, 30)}, least=True),
        result(2, {"Ada": (2, 12), "Bo": (1, -3)}, least=True),
    )
    assert _lines(hearts, Rules("points")) == [(1, "Bo", 34.5), (2, "Ada", 26), (3, "Cy", 0)]
    assert _lines(hearts, Rules("points", best=1)) == [(1, "Ada", 26), (2, "Bo", 19.5), (3, "Cy", 0)]
    assert _lines((*hearts, *THREE[:1]), Rules("points", best=1))[0] == (1, "Ada", 40)


def test_what_is_withdrawn_or_made_up_does_not_count() -> None:
    found = (
        result(1, {"Ada": (1, 1)}, practice=True),
        result(2, {"Bo": (1, 1)}, withdrawn=True),
    )
    assert standings(found, Rules("wins")) == ()
    assert _lines(found, Rules("wins", practice=True)) == [(1, "Ada", 1)]


def test_after_midnight_it_is_still_the_same_night() -> None:
    assert night_of(datetime(2026, 11, 15, 3, 0, tzinfo=UTC), UTC) == date(2026, 11, 14)
    assert night_of(datetime(2026, 11, 15, 7, 0, tzinfo=UTC), UTC) == date(2026, 11, 15)


def test_a_night_and_a_season_are_parts_of_all() -> None:
    assert of_night(THREE, EVENING.date(), UTC) == THREE[:1]
    assert of_season(THREE, Rules(since=date(2026, 11, 15)), UTC) == THREE[1:]
    assert of_season(THREE, Rules(), UTC) == THREE


@pytest.mark.slow
@given(st.lists(st.permutations(["Ada", "Bo", "Cy", "Dee"]), max_size=8))
def test_opponents_left_behind_are_shared_out_in_full(orders: list[list[str]]) -> None:
    """Each pair of players is worth the same, whoever wins; and the order of results does not matter."""
    found = tuple(
        result(number, {name: (place, None) for place, name in enumerate(order, 1)})
        for number, order in enumerate(orders)
    )
    made = standings(found, Rules("places"))
    assert sum(one.total for one in made) == len(orders) * 4 * 3
    assert made == standings(tuple(reversed(found)), Rules("places"))
    assert [one.place for one in made] == sorted(one.place for one in made)
