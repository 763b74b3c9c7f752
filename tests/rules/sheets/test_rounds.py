"""Rounds of a sheet: how many, who begins, what ends them, what a correction changes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.sheets.game import messages as m
from tests.rules.sheets.tables import GAME, begun, done, events, places, refusal, row, sheet, totals


def test_the_last_of_a_number_of_rounds_ends_them() -> None:
    state = done(begun(sheet(rounds=2)), *row(1, 5, 3, 0))
    assert (state.round, state.phase, totals(state)) == (2, "round", [5, 3, 0])
    *first, last = row(2, 1, 1, 9)
    found = events(done(state, *first), last)
    assert found == (m.Written(2, "points", 9, 2), m.RoundEnded(2), m.RoundsOver())
    over = done(state, *first, last)
    assert (over.round, over.phase, totals(over)) == (0, "check", [6, 4, 9])


def test_rounds_by_the_number_of_players() -> None:
    document = sheet(rounds={"2": 3, "3": 1}, players=[2, 3])
    assert done(begun(document, 3), *row(1, 1, 2, 3)).phase == "check"
    assert done(begun(document, 2), *row(1, 1, 2)).phase == "round"


def test_open_rounds_are_ended_by_hand_between_two_of_them() -> None:
    state = begun(sheet(rounds="open"))
    assert refusal(state, m.EndRounds()) == "sheet_not_now"
    state = done(state, *row(1, 5, 3, 0))
    assert refusal(done(state, m.WriteDown(0, "points", 1, 2)), m.EndRounds()) == "sheet_not_now"
    over = done(state, m.EndRounds())
    assert (len(over.rounds), over.phase, over.by_hand) == (1, "check", True)
    finished = done(over, m.Finish())
    assert GAME.score(finished)["winners"] == ["Ada"]


def test_a_number_of_rounds_can_be_ended_early_with_a_winner_if_all_is_known() -> None:
    state = done(begun(sheet(rounds=9)), *row(1, 5, 3, 0), m.EndRounds())
    assert GAME.score(done(state, m.Finish()))["winners"] == ["Ada"]
    score = GAME.score(done(state, m.Erase(2, "points", 1), m.Finish()))
    assert (score["complete"], score["winners"]) == (False, [])


def test_a_target_that_is_reached_ends_the_rounds_after_the_round() -> None:
    state = done(begun(sheet(rounds="open", until=10)), *row(1, 9, 0, 0))
    assert state.phase == "round"
    state = done(state, m.WriteDown(0, "points", 1, 2))
    assert state.phase == "round"
    assert done(state, *row(2, 1, 30, 0)[1:]).phase == "check"


def test_a_correction_reaches_the_target_or_takes_it_back() -> None:
    state = done(begun(sheet(rounds="open", until=10)), *row(1, 9, 0, 0))
    over = done(state, m.WriteDown(1, "points", 10, 1))
    assert (over.phase, len(over.rounds)) == ("check", 1)
    back = events(over, m.WriteDown(1, "points", 8, 1))
    assert back == (m.Written(1, "points", 8, 1), m.RoundsGoOn())
    again = done(over, m.WriteDown(1, "points", 8, 1))
    assert (again.phase, again.round, totals(again)) == ("round", 2, [9, 8, 0])


def test_rounds_that_were_ended_by_hand_stay_ended() -> None:
    state = done(begun(sheet(rounds="open", until=10)), *row(1, 9, 0, 0), m.EndRounds())
    assert done(state, m.WriteDown(1, "points", 10, 1), m.WriteDown(1, "points", 1, 1)).phase == "check"


@pytest.mark.parametrize(
    ("begins", "win", "first"),
    [
        ("rotates", "most", 2),
        ("same", "most", 1),
        ("winner", "most", 2),
        ("loser", "most", 0),
        ("winner", "least", 0),
        ("loser", "least", 2),
    ],
)
def test_who_begins_the_next_round(begins: str, win: str, first: int) -> None:
    state = begun(sheet(rounds=5, begins=begins, win=win), start=1)
    assert GAME.view(state)["first"] == 1
    assert GAME.view(done(state, *row(1, 1, 4, 7)))["first"] == first


def test_of_several_equals_the_nearest_to_who_began_begins() -> None:
    state = begun(sheet(rounds=5, begins="winner"), players=4, start=2)
    assert done(state, *row(1, 7, 7, 1, 0)).first == 0


def test_who_begins_is_not_followed_where_the_sheet_does_not_say() -> None:
    assert GAME.view(done(begun(sheet(rounds=5)), *row(1, 1, 2, 3)))["first"] is None


def test_the_next_seat_that_still_plays_begins() -> None:
    state = done(begun(sheet(rounds=5, begins="rotates")), m.StandUp(1), *row(1, 1)[:1], m.WriteDown(2, "points", 2, 1))
    assert (state.round, state.first) == (2, 2)


# What is missing.


def test_a_round_can_be_left_open_and_filled_in_later() -> None:
    state = begun(sheet(rounds=3))
    assert refusal(state, m.NextRound()) == "sheet_not_now"
    state = done(state, m.WriteDown(0, "points", 5, 1), m.NextRound())
    assert (state.round, totals(state)) == (2, [5, None, None])
    state = done(state, *row(1, 5, 4, 3)[1:])
    assert (state.round, totals(state)) == (2, [5, 4, 3])


def test_an_erased_number_is_unknown_and_asked_for_again() -> None:
    state = done(begun(sheet(rounds=3)), *row(1, 5, 4, 3), m.WriteDown(1, "points", 2, 2))
    erased = done(state, m.Erase(1, "points", 2))
    assert [cell.seat for cell in erased.open_cells(2)] == [0, 1, 2]
    assert totals(done(erased, m.Erase(2, "points", 1))) == [5, 4, None]
    assert refusal(erased, m.Erase(1, "points", 2)) == "sheet_empty"


def test_what_is_unknown_stays_unknown_and_nobody_is_crowned() -> None:
    state = done(begun(sheet()), m.WriteDown(0, "points", 5, 0), m.WriteDown(1, "points", 50, 0), m.Finish())
    score = GAME.score(state)
    assert (score["complete"], score["winners"], "verdict" in score) == (False, [], False)
    assert score["players"][2]["lines"] == [{**score["players"][2]["lines"][0], "points": 0, "unknown": True}]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (m.WriteDown(3, "points", 1, 1), "no_such_seat"),
        (m.WriteDown(0, "points", 1, 2), "sheet_no_round"),
        (m.WriteDown(0, "points", 1, -1), "sheet_no_round"),
        (m.WriteDown(0, "points", 1, 0), "sheet_no_row"),
        (m.WriteDown(0, "tricks", 1, 1), "sheet_no_row"),
        (m.WriteDown(0, "points", 11, 1), "sheet_range"),
        (m.WriteDown(0, "points", "1e3", 1), "sheet_no_number"),
        (m.WriteDown(0, "points", "0.12345", 1), "sheet_no_number"),
        (m.WriteSecretly(0, "points", 1, 1), "sheet_open"),
        (m.EndTurn(0), "sheet_not_now"),
        (m.LayCards(0, ("dragon",)), "sheet_not_now"),
        (m.Finish(), "sheet_not_now"),
    ],
)
def test_what_cannot_be_is_refused(command: Any, code: str) -> None:
    assert refusal(begun(sheet({"id": "points", "range": [0, 10]}, rounds=3)), command) == code


def test_decimals_are_exact() -> None:
    state = done(begun(sheet(rounds="open"), 2), *row(1, "0.1", "-2.5"), *row(2, "0.2", 3))
    assert totals(state) == [0.3, 0.5]


# Somebody leaves.


def test_who_leaves_keeps_the_points_and_is_asked_no_more() -> None:
    state = done(begun(sheet(rounds=3)), *row(1, 5, 4, 3), m.WriteDown(2, "points", 9, 2), m.StandUp(2))
    assert totals(state) == [5, 4, 3]
    assert {cell.seat for cell in state.open_cells(2)} == {0, 1}
    assert refusal(state, m.WriteDown(2, "points", 1, 2)) == "sheet_not_there"
    state = done(state, *row(2, 1, 1))
    assert (state.round, totals(state)) == (3, [6, 5, 3])
    assert done(state, m.WriteDown(2, "points", 8, 1)).rounds[0][2] == {"points": 8}


def test_the_last_number_that_is_missing_goes_with_who_leaves() -> None:
    state = done(begun(sheet(rounds=3)), *row(1, 5, 4))
    assert events(state, m.StandUp(2)) == (m.StoodUp(2), m.RoundEnded(1))


def test_two_play_on_and_one_does_not() -> None:
    state = done(begun(sheet(rounds=3)), m.StandUp(1))
    assert refusal(state, m.StandUp(2)) == "sheet_too_few"
    assert refusal(state, m.StandUp(1)) == "sheet_not_now"


# The fewest points.


def test_the_fewest_points_win_where_the_sheet_says_so() -> None:
    state = done(begun(sheet(win="least")), *row(0, 30, 10, 20), m.Finish())
    score = GAME.score(state)
    assert (score["least"], score["winners"], places(state)) == (True, ["Bo"], [3, 1, 2])
    assert score["verdict"].values == {"seats": (1,), "n": 10}
    assert "least" not in GAME.score(done(begun(sheet()), *row(0, 30, 10, 20), m.Finish()))


def test_a_tie_is_shared_or_broken_by_a_row() -> None:
    rows = ({"id": "points"}, {"id": "cards", "points": "0"})
    numbers = (*row(0, 10, 10, 2), *row(0, 3, 4, 1, row="cards"))
    shared = GAME.score(done(begun(sheet(*rows)), *numbers, m.Finish()))
    assert (shared["winners"], shared["verdict"].key) == (["Ada", "Bo"], "score.shared")
    assert GAME.score(done(begun(sheet(*rows, ties=["cards"])), *numbers, m.Finish()))["winners"] == ["Bo"]
    assert GAME.score(done(begun(sheet(*rows, ties=["-cards"])), *numbers, m.Finish()))["winners"] == ["Ada"]


def test_who_leaves_a_game_for_the_fewest_points_does_not_win_it() -> None:
    state = done(begun(sheet(rounds=2, win="least")), *row(1, 5, 3, 0), m.StandUp(2))
    over = done(state, m.WriteDown(0, "points", 1, 2), m.WriteDown(1, "points", 9, 2), m.Finish())
    assert totals(over) == [6, 12, 0]
    score = GAME.score(over)
    assert (score["winners"], [player["place"] for player in score["players"]]) == (["Ada"], [1, 2, 3])
