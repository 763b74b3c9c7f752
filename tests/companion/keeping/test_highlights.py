"""What is worth telling about a finished game: champions, the closest call, the race; nothing about an open count."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.keeping.highlights import Champion, champions, highlights
from companion.keeping.session_stats import RoundPoints
from rules.core.scoring import PointsScore
from rules.core.words import words


def _score(*players: tuple[int, dict[str, float]], **more: Any) -> PointsScore:
    rows = list(players[0][1])
    made = [
        {"name": name, "place": place, "scores": scores, "total": sum(scores.values()), "lines": []}
        for name, (place, scores) in zip("ABCD", players, strict=False)
    ]
    score = {"kind": "points", "game": "x", "rows": rows, "players": made, "complete": True, "missing": [], **more}
    return cast("PointsScore", score)


ENDED = ((1, {"red": 9.0, "blue": 2.0}), (2, {"red": 3.0, "blue": 7.0}), (3, {"red": 0.0, "blue": 7.0}))


def test_a_champion_is_alone_at_the_top_of_a_row() -> None:
    assert champions(_score(*ENDED)) == (Champion("red", 0, 9.0),)


@pytest.mark.parametrize("more", [{"complete": False}, {"complete": False, "left": True}, {"least": True}])
def test_there_are_none_of_an_open_count_nor_where_the_fewest_points_win(more: dict[str, bool]) -> None:
    assert champions(_score(*ENDED, **more)) == ()


def _rounds(*totals: tuple[float, ...]) -> tuple[RoundPoints, ...]:
    return tuple(RoundPoints(number, points, frozenset()) for number, points in enumerate(totals, start=1))


def test_closest_call_who_took_the_lead_and_who_fell_back_and_why() -> None:
    rounds = _rounds((3, 5, 4), (4, 9, 5), (11, 10, 5), (11, 10, 7))
    assert highlights(_score(*ENDED), rounds) == (
        words("nights.highlight.closest", n=1, seat=0, first=1),
        words("nights.highlight.overtakes", round=3, seat=0, first=1),
    )
    falls = highlights(_score(*ENDED), _rounds((9, 5, 4), (10, 14, 12), (20, 15, 13)))
    assert falls[-1] == words("nights.highlight.falls", round=2, seat=0, one=1, other=3, n=1, best=9)


def test_where_the_fewest_win_whoever_falls_back_is_compared_with_the_fewest() -> None:
    falls = highlights(_score(*ENDED, least=True), _rounds((1, 5, 6), (11, 6, 8), (12, 9, 9)))
    assert words("nights.highlight.falls", round=2, seat=0, one=1, other=3, n=10, best=1) in falls


def test_rounds_with_unknown_points_tell_nothing_of_the_race() -> None:
    rounds = (*_rounds((9, 5, 4)), RoundPoints(2, (10, 14, 12), frozenset({1})))
    assert [one.key for one in highlights(_score(*ENDED), rounds)] == ["nights.highlight.closest"]


def test_level_on_points_is_said_so() -> None:
    level = ((1, {"red": 5.0}), (2, {"red": 5.0}))
    assert [one.key for one in highlights(_score(*level), ())] == ["nights.highlight.level"]


def test_an_open_count_has_no_highlights() -> None:
    assert highlights(_score(*ENDED, complete=False, left=True), _rounds((9, 5, 4), (10, 14, 12))) == ()
