"""The host's corrections, and taking them back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from companion.clubhouse.correction_values import read_change, values_of
from companion.clubhouse.result_corrections import (
    Change,
    Correction,
    CorrectionUndone,
    PlayerHidden,
    PlayerRenamed,
    ResultAmended,
    ResultVoided,
    RulesChosen,
    count_up,
)
from companion.clubhouse.standings import Rules, standings
from rules.core.errors import InvalidValue
from tests.companion.clubhouse.results import game_id, result

RESULTS = (
    result(1, {"Ada": (1, 40), "Bo": (2, 30)}),
    result(2, {"Bo": (1, 9), "Aada": (2, 8)}),
)


def _said(*changes: Change) -> list[Correction]:
    return [Correction(number, datetime.now(UTC), "Uli", change) for number, change in enumerate(changes, 1)]


def _wins(*changes: Change) -> dict[str, int]:
    counted = count_up(RESULTS, _said(*changes))
    return {one.name: one.total for one in standings(counted.results, Rules("wins"))}


def test_without_a_word_everything_counts_as_heard() -> None:
    counted = count_up(RESULTS, [])
    assert (counted.results, counted.void, counted.hidden, counted.rules) == (RESULTS, frozenset(), (), Rules())


def test_a_result_that_does_not_count_and_does_again() -> None:
    assert _wins(ResultVoided(game_id(2))) == {"Ada": 1, "Bo": 0}
    assert _wins(ResultVoided(game_id(2)), ResultVoided(game_id(2), on=False)) == _wins()


def test_other_places_and_points() -> None:
    changes = ResultAmended(game_id(1), "Ada", 2, 30), ResultAmended(game_id(1), "Bo", 1, 41)
    assert _wins(*changes) == {"Bo": 2, "Aada": 0, "Ada": 0}
    points = standings(count_up(RESULTS, _said(*changes)).results, Rules("points"))
    assert {one.name: one.total for one in points} == {"Bo": 50, "Ada": 30, "Aada": 8}


def test_one_person_in_two_spellings() -> None:
    assert _wins(PlayerRenamed("Aada", "Ada")) == {"Ada": 1, "Bo": 1}


def test_two_people_of_one_name() -> None:
    assert _wins(PlayerRenamed("Bo", "Bo L.", game_id(2))) == {"Ada": 1, "Bo L.": 1, "Aada": 0, "Bo": 0}


def test_nobody_is_twice_in_one_game() -> None:
    assert _wins(PlayerRenamed("Bo", "Ada")) == {"Ada": 2, "Bo": 0, "Aada": 0}


def test_a_correction_taken_back_and_brought_back() -> None:
    assert _wins(ResultVoided(game_id(2)), CorrectionUndone(1)) == _wins()
    assert _wins(ResultVoided(game_id(2)), CorrectionUndone(1), CorrectionUndone(2)) == _wins(ResultVoided(game_id(2)))


def test_the_last_choice_of_rules_counts() -> None:
    counted = count_up(
        RESULTS,
        _said(RulesChosen(Rules("wins")), PlayerHidden("Bo"), RulesChosen(Rules("points")), CorrectionUndone(3)),
    )
    assert counted.rules == Rules("wins")
    assert counted.hidden == ("Bo",)


@pytest.mark.parametrize(
    "change",
    [
        ResultVoided("a" * 20),
        ResultAmended("a" * 20, "Bo", 2),
        ResultAmended("a" * 20, "Bo", 2, 49.5),
        PlayerRenamed("Bo", "Bo L."),
        PlayerHidden("Bo", on=False),
        RulesChosen(Rules("places", "chess", 5, (3, 2, 1), date(2026, 9, 1), practice=True)),
        CorrectionUndone(3),
    ],
)
def test_as_plain_values_and_back(change: Change) -> None:
    assert read_change(values_of(change)) == change


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"sort": "wipe"},
        {"sort": "void", "game": 7, "on": True},
        {"sort": "void", "game": "a", "on": 1},
        {"sort": "amend", "game": "a", "name": "Bo", "place": 0},
        {"sort": "amend", "game": "a", "name": "Bo", "place": 1, "points": "1.5"},
        {"sort": "amend", "game": "a", "name": "Bo", "place": 1, "points": float("nan")},
        {"sort": "amend", "game": "a", "name": "Bo", "place": 1, "points": 1e10},
        {"sort": "rename", "name": "Bo", "to": " "},
        {"sort": "rename", "name": "Bo", "to": "x" * 41},
        {"sort": "hide", "name": "\x1b[2J", "on": True},
        {"sort": "choose", "count": "luck"},
        {"sort": "choose", "count": "wins", "since": "2026-13-01"},
        {"sort": "choose", "count": "wins", "since": 5},
        {"sort": "choose", "count": "places", "places": [1] * 17},
        {"sort": "takeback", "number": "1"},
    ],
)
def test_what_is_no_correction(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        read_change(values)
