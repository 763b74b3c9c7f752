"""Income and energy do not pass unseen: one page and one OK each."""

from __future__ import annotations

from typing import Any

import pytest

from companion.keeping.session import start_game
from companion.pages.play.table_page import TablePage
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.intents import Intent
from companion.settings.changing import with_setting
from companion.table.table import Table
from rules.amulett import commands as c
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import new_setup


@pytest.fixture
def table(person: Person) -> Table:
    started = start_game(person.store, new_setup("amulett", 3, seed=3))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    return page


def _until_read(person: Person, table: Table) -> Any:
    """Somebody plays on, passing where that is possible, until something is to be read."""
    for _ in range(200):
        person.app.tick()
        if isinstance(person.screen, BulletinScreen):
            person.now_ms += 5_000  # time to read: a press at once would be meant for the screen before
            return person.screen.model
        live = table.live
        passing = [one for one in live.options if isinstance(one, c.Pass | c.Enough | c.Decline)]
        live.do((passing or list(live.options))[0], 0)
    raise AssertionError("nothing passed by itself")


@pytest.mark.slow
def test_income_is_one_page_with_who_takes_what_and_why(person: Person, table: Table) -> None:
    before = [sum(player.metals) for player in table.live.session.state.players]
    model = _until_read(person, table)
    assert model.header.place == "Income: everybody takes metals"
    after = [sum(player.metals) for player in table.live.session.state.players]
    gained = [f"+{now - was}" if now > was else "" for was, now in zip(before, after, strict=True)]
    assert [row.figure for row in sorted(model.rows, key=lambda row: row.seat)] == gained
    assert any(gained)
    for row in model.rows:
        assert row.text == "nothing" or any(metal in row.text for metal in ("gold", "silver", "copper", "iron"))
        assert row.why.startswith(("from ", "no spell"))
    at = table.live.session.last_seq
    person.now_ms += 700  # long enough to have seen it
    person.press(Intent.OK)
    assert not isinstance(person.screen, BulletinScreen)
    assert table.live.session.last_seq == at, "reading is no step of the game"


@pytest.mark.slow
def test_energy_is_one_page_with_what_everybody_pays_and_what_expires(person: Person, table: Table) -> None:
    for _ in range(6):
        model = _until_read(person, table)
        if model.header.place == "Energy: take stones back from your spells" and any(row.is_loss for row in model.rows):
            break
        person.now_ms += 700  # long enough to have seen it
        person.press(Intent.OK)
    row = next(row for row in model.rows if row.is_loss)
    assert row.text.startswith("Under the deck: ")
    assert row.figure.startswith("+"), "stones come back"
    assert row.why.startswith("Back into the supply: ")


def test_taking_back_and_playing_on_leave_no_page_behind(person: Person, table: Table) -> None:
    _until_read(person, table)
    person.press(Intent.UNDO)
    assert not isinstance(person.screen, BulletinScreen)
    _until_read(person, table)
    table.live.do(table.live.options[0], 0)
    person.app.tick()
    assert not isinstance(person.screen, BulletinScreen)


def test_who_comes_back_later_is_not_told_again(person: Person, table: Table) -> None:
    _until_read(person, table)
    again = Table(person.app.context, table.number, table.live.session)
    assert not isinstance(TablePage(again).screen(0), BulletinScreen)


@pytest.mark.slow
def test_help_says_nothing_of_the_table_while_what_has_passed_is_read(person: Person, table: Table) -> None:
    context = person.app.context
    context.config = with_setting(context.config, "night.help", value=True)
    shown = _until_read(person, table)
    assert [notice.icon for notice in (*shown.notices, *_later(person, 12_000).notices)] == []
    person.press(Intent.OK)
    helped: Any = _later(person, 2_000)
    assert "book" in [notice.icon for notice in helped.notices], "the table is explained again"


def _later(person: Person, ms: int) -> Any:
    for _ in range(ms // 500):
        person.now_ms += 500
        person.app.tick()
    return person.screen.model  # type: ignore[attr-defined]
