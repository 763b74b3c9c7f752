"""The end of Das Amulett."""

from __future__ import annotations

from companion.games.amulett.samples.table import amulett_facts
from companion.games.amulett.win import win_view
from companion.screens.samples import NAMES
from tests.games import phrases_for

SAY = phrases_for("amulett", "en", amulett_facts(), NAMES[:3])


def test_the_win_names_the_way_it_was_won() -> None:
    view = {"winner": 1, "players": [{"gems": ["red"]}, {"gems": ["red"] * 8}, {"gems": []}]}
    score = {"players": [{"place": 2}, {"place": 1}, {"place": 3}], "rests_on": []}
    model = win_view(view, score, SAY)
    assert (model.headline, model.detail) == ("Bo wins", "eight gems")
    assert [row.name for row in model.rows] == ["Bo", "Maximiliane-Charlotte", "Linda"]
