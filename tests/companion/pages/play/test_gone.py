"""Somebody has to go: the game is counted as it stands, says so, crowns nobody, and can be played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.history import _one_text
from companion.keeping.history import past_night, summary
from companion.keeping.session import resume_game, start_game
from companion.pages.history.night_page import NightPage
from companion.pages.history.nights_page import ending_text
from companion.screens.intents import Intent
from companion.screens.last_screen import LastScreen
from companion.sharing.takeaway import FORMS, Takeaway
from companion.table.table import Table
from rules.core.pad.commands import StopEarly
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import GAMES, new_setup


def _begun(folder: Path, slug: str) -> tuple[Person, Table]:
    person = Person(folder, camera="none")
    started = start_game(person.store, new_setup(slug, 3, seed=1))
    assert not isinstance(started, Refused)
    table = Table(person.app.context, *started)
    person.app.play(table)
    person.app.tick()
    return person, table


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_the_game_is_counted_as_it_stands_and_says_so(tmp_path: Path, slug: str) -> None:
    person, table = _begun(tmp_path, slug)
    somebody = table.people[1]
    person.press(Intent.MENU)
    person.choose_listed("Somebody has to go")
    person.choose_listed(somebody)
    for _ in range(30):
        if not isinstance(person.screen, LastScreen):
            person.press(Intent.OK)
    shown = person.screen
    assert isinstance(shown, LastScreen)
    assert (shown.model.seats, shown.model.detail) == (
        (),
        f"{somebody} had to go: scored as it stands, without a winner.",
    )
    night = past_night(person.store, table.number)
    assert (night.is_finished, night.winners, night.counts(practice=True)) == (True, (), False)
    person.app.open(NightPage(person.app.context, table.number))
    assert person.screen.model.text.startswith(somebody)  # type: ignore[attr-defined]
    offered = {choice.label: choice.detail for choice in person.screen.model.choices}  # type: ignore[attr-defined]
    assert ("workings" in offered["The score"]) == night.has_points, "a race has no rows"
    assert ending_text(night, table.say).startswith("not played to the end"), "nothing is left to be told"
    said = dict(summary(night), times_ms={"players": [0, 0, 0], "together": 0, "taken_back": 0}, log=[])
    told = list(_one_text({**said, "result": night.row.result}, table.say))
    assert told[1] == "not played to the end"
    assert told[5] == f"{table.people[0]}: 0:00 of 1 minute"
    session = resume_game(person.store, table.number)
    for form, make in FORMS.items():
        assert make(Takeaway(night, session, table.say, table.game, GAMES.columns)), form
    person.press(Intent.BACK)
    person.press(Intent.UNDO)
    assert not table.live.is_over, "holding back plays on"
    assert past_night(person.store, table.number).row.ended is None
    person.store.close()


@pytest.mark.parametrize("slug", GAMES.slugs)
def test_it_can_happen_in_every_game_once(tmp_path: Path, slug: str) -> None:
    person, table = _begun(tmp_path, slug)
    assert table.live.do(StopEarly(2), 0).steps
    assert table.live.is_over
    assert not table.live.offered
    assert isinstance(table.live.session.do(StopEarly(1)), Refused)
    assert resume_game(person.store, table.number).pad.gone == 2
    person.store.close()
