"""Scores of any game: who has won, what is left open, which rows the pad has."""

from __future__ import annotations

from rules.core.scoring import (
    PointsScore,
    ScoreLine,
    has_ranks,
    is_settled,
    left_so,
    not_over,
    points_score,
    rank_text,
    ranked_seats,
    rows_of,
    winning_seats,
    with_kind,
)
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


def test_nobody_has_won_and_nobody_has_a_rank_before_the_score_is_complete() -> None:
    score = score_of((3, 0), (1, 4), (1, 4), complete=False, unknown=True)
    assert (winning_seats(score), score["winners"]) == ((), [])
    left = left_so(score)
    assert (is_settled(left), has_ranks(left), winning_seats(left), left["winners"]) == (True, False, (), [])
    assert (ranked_seats(left), rank_text(left, left["players"][1])) == ((0, 1, 2), "Bo")
    whole = score_of((3, 0), (1, 4), (1, 4), complete=True)
    assert (ranked_seats(whole), rank_text(whole, whole["players"][1])) == ((1, 2, 0), "1. Bo")


def test_an_open_count_that_an_older_release_kept_with_a_winner_has_none() -> None:
    kept = {"kind": "points", "rows": [], "players": [], "complete": False, "winners": ["Ada"], "verdict": "Ada wins"}
    score = with_kind(kept)
    assert (score["winners"], "verdict" in score, score["left"]) == ([], False, True)
    assert with_kind({"players": [], "winners": ["Bo"]})["winners"] == ["Bo"], "from before counts could be open"


def test_a_result_from_before_scores_named_their_kind_is_known_by_its_rows() -> None:
    assert with_kind({"rows": [], "players": []})["kind"] == "points"
    blank = {"facts": "", "practice": False, "missing": [], "winners": [], "notes": [], "rests_on": []}
    assert with_kind({"players": []}) == {**blank, "complete": True, "kind": "race", "players": []}


def test_a_score_has_every_key_before_anybody_fills_it() -> None:
    score = score_of((3, 0), complete=True)
    assert (score["game"], score["facts"], score["practice"], score["missing"], score["notes"]) == (
        "toy",
        "",
        False,
        [],
        [],
    )


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
