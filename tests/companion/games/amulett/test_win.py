"""The end of Das Amulett."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.games.amulett.win import win_view, won_in
from tests.gallery.games.amulett.table import amulett_facts
from tests.gallery.samples import NAMES
from tests.games import phrases_for

SAY = phrases_for("amulett", "en", amulett_facts(), NAMES[:3])


def test_the_win_names_the_way_it_was_won() -> None:
    view = {"winner": 1, "players": [{"gems": ["red"]}, {"gems": ["red"] * 8}, {"gems": []}]}
    score = {"players": [{"place": 2}, {"place": 1}, {"place": 3}], "rests_on": []}
    model = win_view(view, score, SAY)
    assert (model.headline, model.detail) == ("Bo wins", "eight gems")
    assert [row.name for row in model.rows] == ["Bo", "Maximiliane-Charlotte", "Linda"]


def test_each_gem_has_the_round_it_came_in() -> None:
    def left(*gems: str) -> Any:
        return SimpleNamespace(players=(SimpleNamespace(gems=()), SimpleNamespace(gems=gems)))

    ends = ((1, left()), (2, left("red", "green")), (3, left("red", "green")), (5, left("red", "green", "grey")))
    assert won_in(1, ends) == (2, 2, 5)
    assert won_in(0, ends) == ()
