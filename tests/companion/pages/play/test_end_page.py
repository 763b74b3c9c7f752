"""What was only scored, and what is left to go on with."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.inbox import TableSeen
from companion.keeping.history import past_nights
from companion.keeping.session import resume_game
from companion.pages.history.night_page import NightPage
from companion.screens.intents import Intent
from companion.screens.pad_screen import PadScreen
from companion.screens.winner_screen import WinnerScreen
from companion.settings.changing import with_setting
from companion.sharing.bgstats import LINK, play_link
from companion.table.game_setup import setup_for, start_told_game
from companion.table.table import Table
from rules.core.table import TableCards
from tests.companion.nights import keep_night
from tests.companion.person import Person
from tests.games import GAMES


@pytest.mark.slow
def test_a_table_that_was_only_scored_is_a_past_night_too(person: Person, tmp_path: Path) -> None:
    person.app.context.config = with_setting(person.app.context.config, "camera.kind", "usb")
    context = person.app.context
    number = start_told_game(context, setup_for(context, "amul", ("Ada", "Bo", "Cy")), "score")
    assert isinstance(number, int)
    table = Table(context, number, resume_game(person.store, number))
    person.app.play(table)
    person.app.tick()
    for card in ("gold#1", "gem#1", "silk#1"):
        table.see(TableSeen(TableCards({"mat": frozenset({card})}), frozenset(), at_ms=person.now_ms))
        person.press(Intent.OK)
    for _ in range(12):
        if not isinstance(person.screen, WinnerScreen):
            person.press(Intent.OK)
    shown = person.screen
    assert isinstance(shown, WinnerScreen)
    assert "log" in [choice.value for choice in shown.model.choices], "it has a journal like all others"
    person.choose_listed("Take it home")
    person.choose_listed("Score sheet (PDF)")
    assert [path.suffix for path in (tmp_path / "exports").iterdir()] == [".pdf"]
    (night,) = past_nights(person.store)
    assert (night.is_finished, night.is_followed) == (True, False)
    assert person.store.unfinished() is None
    play = json.loads(unquote(play_link(night, GAMES[night.row.game]).removeprefix(LINK)))
    assert "durationMin" not in play
    assert [player["startPlayer"] for player in play["players"]] == [False, False, False]
    person.app.open(NightPage(person.app.context, night.row.id))
    assert [choice.value for choice in person.screen.model.choices] == ["result", "pad", "log", "take", "again"]  # type: ignore[attr-defined]
    person.choose_listed("The score")
    assert isinstance(person.screen, PadScreen)


def test_scoring_another_table_does_not_hide_the_game_to_continue(person: Person) -> None:
    ident, session = keep_night(person.store, steps=4)
    scored = person.store.new_game(session.game, session.setup)
    person.store.finish(scored, {"players": [], "winners": [], "complete": True})
    left = person.store.unfinished()
    assert left is not None
    assert left.id == ident
