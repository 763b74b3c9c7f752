"""Somebody joins on the screen: the same night goes on, and stands once among the nights."""

from __future__ import annotations

from typing import Any

from companion.keeping.session import look_back
from companion.screens.intents import Intent, Typed
from companion.sheets.drafts import sheet_text
from companion.table.table import Table
from rules.sheets.game.messages import WriteDown
from tests.companion.games.sheet.test_change_page import GARDEN, play, shelf
from tests.companion.person import Person


def sit_down(host: Person, rounds: int) -> int:
    shelf(host).add_text(sheet_text(GARDEN.document()), "garden")
    number, session = play(host, rounds)
    host.app.play(Table(host.app.context, number, session))
    host.app.tick()
    host.press(Intent.OK)  # the standing after the last round
    return number


def join(host: Person, name: str) -> None:
    host.press(Intent.MENU)
    host.choose_listed("Somebody joins")
    host.tell("Type a name")
    host.app._wish(Typed(name), host.now_ms)
    host.press(Intent.OK)


def test_the_night_goes_on_with_one_more(host: Person) -> None:
    number = sit_down(host, 1)
    join(host, "Cy")
    table = host.app.table
    assert table is not None
    assert table.number == number
    session = table.live.session
    assert session.setup.players == ("Ada", "Bo", "Cy")
    for seat in range(3):
        for row, said in (("flowers", 4), ("weeds", seat)):
            session.do(WriteDown(seat, row, said, 2))
    totals = [player["total"] for player in session.game.score(session.state)["players"]]
    assert totals == [4 + 4, 5 + 3, 2]
    rows = host.store.games()
    assert [(row.id, row.setup.players) for row in rows] == [(number, ("Ada", "Bo", "Cy"))]
    looked = look_back(host.store, number)
    assert [player["total"] for player in looked.game.score(looked.state)["players"]] == totals
    assert "Cy" in host.store.roster()


def test_a_name_that_is_there_is_refused_in_words(host: Person) -> None:
    number = sit_down(host, 1)
    join(host, "Bo")
    model: Any = host.screen.model  # type: ignore[attr-defined]
    assert "Bo" in model.now.why
    assert host.store.game(number).setup.players == ("Ada", "Bo")


def test_undo_still_reaches_what_was_written_before(host: Person) -> None:
    sit_down(host, 1)
    join(host, "Cy")
    assert host.app.table is not None
    session = host.app.table.live.session
    while session.steps:
        session.undo()
    assert not any(session.state.column(seat, 1) for seat in (0, 1))
    assert session.state.column(2, 1) is None
