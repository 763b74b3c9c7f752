"""Ratings from results, against what follows from the model by hand."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from math import sqrt

import pytest

from companion.club.messages import GameResult
from companion.clubhouse.ratings import Rating, histories
from companion.clubhouse.standings import Rules, before_night, of_night, standings
from tests.companion.clubhouse.results import EVENING, result

MEAN, DEVIATION = 25.0, 25 / 3  # of a newcomer


def _last(*results: GameResult) -> dict[str, Rating]:
    return {name: history[-1] for name, history in histories(results).items()}


def test_one_game_of_two_newcomers_worked_out_by_hand() -> None:
    """Both win with 1/2; c² = 2 (σ² + β²) with β = σ / 2; the mean moves by σ²/c · 1/2, σ² shrinks by σ²/c² · γ/4 with
    γ = σ/c. The library lets σ² grow by τ² = (25/300)² before each game."""
    variance = DEVIATION**2 + (MEAN / 300) ** 2
    c = sqrt(2 * (variance + (DEVIATION / 2) ** 2))
    move = variance / c / 2
    after = sqrt(variance * (1 - variance / c**2 * sqrt(variance) / c / 4))
    rated = _last(result(1, {"Ada": (1, 9), "Bo": (2, 3)}))
    assert rated["Ada"].mean == pytest.approx(MEAN + move)
    assert rated["Bo"].mean == pytest.approx(MEAN - move)
    assert rated["Ada"].deviation == pytest.approx(after)
    assert rated["Ada"].shown == round(MEAN + move - 3 * after, 1)


def test_the_places_are_the_order_and_who_shares_one_is_equal() -> None:
    rated = _last(result(1, {"Ada": (1, None), "Bo": (2, None), "Cy": (2, None), "Dee": (4, None)}))
    assert rated["Ada"].mean > rated["Bo"].mean > rated["Dee"].mean
    assert rated["Bo"].mean == pytest.approx(rated["Cy"].mean)
    tie = _last(result(1, dict.fromkeys(("Ada", "Bo", "Cy"), (1, None))))
    assert {round(one.mean, 6) for one in tie.values()} == {MEAN}


def test_names_do_not_matter() -> None:
    one = _last(result(1, {"Ada": (1, None), "Bo": (2, None), "Cy": (3, None)}))
    other = _last(result(1, {"Cy": (3, None), "Ada": (1, None), "Bo": (2, None)}))
    assert {name: round(found.mean, 9) for name, found in one.items()} == {
        name: round(found.mean, 9) for name, found in other.items()
    }


def test_each_game_makes_it_surer() -> None:
    history = histories([result(number, {"Ada": (1, None), "Bo": (2, None)}, days=number) for number in range(8)])
    deviations = [one.deviation for one in history["Bo"]]
    assert deviations == sorted(deviations, reverse=True)
    assert len(set(deviations)) == 8


def test_a_surprise_counts_for_more() -> None:
    usual = [result(number, {"Ada": (1, None), "Bo": (2, None)}, days=number) for number in range(6)]
    before = _last(*usual)
    expected = _last(*usual, result(9, {"Ada": (1, None), "Bo": (2, None)}, days=9))
    surprise = _last(*usual, result(9, {"Bo": (1, None), "Ada": (2, None)}, days=9))
    assert surprise["Bo"].mean - before["Bo"].mean > expected["Ada"].mean - before["Ada"].mean


def test_the_order_of_play_counts_not_the_order_of_hearing() -> None:
    three = [
        result(number, {"Ada": (1 + number % 2, None), "Bo": (2 - number % 2, None)}, days=number)
        for number in range(3)
    ]
    assert histories(three) == histories(reversed(three))


def test_going_on_from_what_is_rated_gives_the_same_as_from_the_beginning() -> None:
    some = [
        result(number, {"Ada": (1, None), "Bo": (2, None), f"N{number}": (3, None)}, days=number) for number in range(5)
    ]
    for count in (2, 4, 5, 1, 5):
        stepwise = histories(some[:count])
    histories([])
    assert histories(some) == stepwise


def test_by_game() -> None:
    both = (
        result(1, {"Ada": (1, None), "Bo": (2, None)}),
        result(2, {"Bo": (1, None), "Ada": (2, None)}, slug="race", days=1),
    )
    race = histories(both, "race")
    assert race["Bo"][-1].mean > MEAN > race["Ada"][-1].mean
    assert [len(one) for one in histories(both).values()] == [2, 2]


def test_standings_by_rating_of_a_night_build_on_the_season() -> None:
    found = (
        result(1, {"Ada": (1, None), "Bo": (2, None)}),
        result(2, {"Ada": (1, None), "Cy": (2, None)}, days=1),
    )
    rules, night = Rules("rating"), (EVENING + timedelta(days=1)).date()
    season = standings(found, rules)
    assert [one.name for one in season] == ["Ada", "Cy", "Bo"], "Cy lost to somebody who had won"
    tonight = standings(of_night(found, night, UTC), rules, before_night(found, night, UTC), UTC)
    assert [(one.name, one.games) for one in tonight] == [("Ada", 1), ("Cy", 1)]
    assert tonight[0].total == season[0].total
    assert before_night(found, date(2026, 11, 14), UTC) == ()


def test_the_best_nights() -> None:
    """Ada: 2 + 2, then 0, then 2; Bo: 0, then 2, then 0."""
    found = (
        result(1, {"Ada": (1, None), "Bo": (2, None)}),
        result(2, {"Ada": (1, None), "Cy": (2, None)}),
        result(3, {"Bo": (1, None), "Ada": (2, None)}, days=7),
        result(4, {"Ada": (1, None), "Bo": (2, None)}, days=14),
    )
    totals = {one.name: one.total for one in standings(found, Rules("places", best=2, of="nights"), zone=UTC)}
    assert totals == {"Ada": 6, "Bo": 2, "Cy": 0}
    one_night = {one.name: one.total for one in standings(found, Rules("places", best=1, of="nights"), zone=UTC)}
    assert one_night == {"Ada": 4, "Bo": 2, "Cy": 0}
    one_game = {one.name: one.total for one in standings(found, Rules("places", best=1), zone=UTC)}
    assert one_game == {"Ada": 2, "Bo": 2, "Cy": 0}
