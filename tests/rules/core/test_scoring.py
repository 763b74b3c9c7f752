"""Scores of any game: who has won, what is left open, which rows the pad has."""

from __future__ import annotations

from rules.core.scoring import PointsScore, ScoreLine, left_so, not_over, points_score, rows_of, winning_seats
from rules.core.words import words

WHY = words("why")


def score_of(*points: tuple[int, int], complete: bool, unknown: bool = False) -> PointsScore:
    """Gold and silk of each seat; the silk of the last one may be unknown."""
    lines = [[ScoreLine("gold", "g#1", gold, WHY), ScoreLine("silk", None, silk, WHY)] for gold, silk in points]
    lines[-1][1] = ScoreLine("silk", None, points[-1][1], WHY, unknown=unknown)
    return points_score("toy", ("Ada", "Bo", "Cy")[: len(points)], lines, complete=complete)


def test_points_by_row_places_winners_and_verdict() -> None:
    score = score_of((3, 0), (1, 4), complete=True)
    assert [player["scores"] for player in score["players"]] == [{"gold": 3, "silk": 0}, {"gold": 1, "silk": 4}]
    assert [(player["place"], player["total"]) for player in score["players"]] == [(2, 3), (1, 5)]
    assert (winning_seats(score), score["winners"]) == ((1,), ["Bo"])
    assert score["verdict"] == words("score.won", seats=(1,), n=5)


def test_nobody_has_won_before_the_score_is_settled() -> None:
    score = score_of((3, 0), (1, 4), (1, 4), complete=False, unknown=True)
    assert (winning_seats(score), score["winners"]) == ((), [])
    left = left_so(score)
    assert (winning_seats(left), left["winners"]) == ((1, 2), ["Bo", "Cy"])
    assert left["verdict"] == words("score.left_shared", seats=(1, 2), n=5)
    alone = left_so(score_of((6, 0), (1, 4), complete=False))
    assert (alone["winners"], alone["verdict"]) == (["Ada"], words("score.left_won", seats=(0,), n=6))


def test_a_complete_score_is_not_left_and_one_that_is_not_over_has_no_verdict() -> None:
    score = score_of((3, 0), (1, 4), complete=True)
    assert left_so(score) is score
    so_far = not_over(score)
    assert (so_far["complete"], so_far["winners"], "verdict" in so_far) == (False, [], False)


def test_an_unknown_row_is_on_the_pad_too() -> None:
    score = score_of((3, 0), (1, 4), complete=False, unknown=True)
    assert rows_of(score) == ["gold", "silk"]
    score["rows"] = ["gold"]
    assert rows_of(score) == ["gold", "silk"]
    known = score_of((3, 0), (1, 4), complete=True)
    known["rows"] = ["gold"]
    assert rows_of(known) == ["gold"]
