"""Scores say their kind; results that were kept before they did are read as if they had."""

from __future__ import annotations

from rules.core.scoring import with_kind
from rules.core.words import words

BEFORE = {"game": "amulett", "complete": True, "winners": ["Ada"]}


def test_a_kept_result_with_rows_is_one_of_points() -> None:
    player = {"name": "Ada", "place": 1, "total": 3, "scores": {"red": 3}, "lines": []}
    score = with_kind({"game": "amul", "rows": ["red"], "players": [player], "winners": ["Ada"], "complete": True})
    assert score["kind"] == "points"
    assert (score["rows"], score["players"], score["missing"]) == (["red"], [player], [])


def test_a_kept_result_without_rows_is_a_race_and_says_how_far_each_came() -> None:
    score = with_kind({**BEFORE, "players": [{"name": "Ada", "gems": 8, "colours": 5, "place": 1}]})
    assert score["kind"] == "race"
    (player,) = score["players"]
    assert (player["gems"], player["line"]) == (8, words("amulett.standing", gems=8, colours=5, n=8))


def test_a_result_of_today_stays_as_it_is() -> None:
    players = [{"name": "Ada", "place": 1, "line": "8 gems in 5 colours"}]
    kept = {"facts": "own", "practice": True, "missing": [], "notes": [], "rests_on": [], "kind": "race"}
    assert with_kind({**BEFORE, **kept, "players": players}) == {**BEFORE, **kept, "players": players}


def test_a_kind_alone_does_not_make_an_old_result_one_of_today() -> None:
    kept = {**BEFORE, "kind": "race", "players": [{"name": "Ada", "gems": 8, "colours": 5, "place": 1}]}
    score = with_kind(kept)
    assert (score["rests_on"], score["players"][0]["line"]) == ([], words("amulett.standing", gems=8, colours=5, n=8))
