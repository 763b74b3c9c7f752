"""Das Amulett: spells on the mat against the log, reached from the menu, settled by buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import Inbox, TableSeen
from companion.keeping.session import start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.game_menu import MenuPage
from companion.pages.play.table_page import TablePage
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.screens.log_screen import LogScreen
from companion.screens.reading_screen import ReadingModel, ReadingScreen
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.games import new_context, new_setup, open_store


class Evening:
    """Three people in the first round, each with two spells, and the page that compares."""

    def __init__(self, folder: Path, kind: str = "twin") -> None:
        self.now_ms = 0
        self.store = open_store(folder)
        context = new_context(load_config(files=(), pairs=(f"camera.kind={kind}",)), self.store, "en", facts="practice")
        self.app = App(context, Window.headless((800, 480)), Inbox(), lambda: self.now_ms, StartPage(context))
        started = start_game(self.store, new_setup("amulett", 3, 1))
        assert not isinstance(started, Refused)
        self.page = Table(context, *started)
        self.app.play(self.page)
        while self.page.live.view["phase"] == "setup":
            self.page.live.do(self.page.live.options[0], 0)

    def open_menu(self) -> list[str]:
        self.app.press(Intent.MENU)
        screen: Any = self.app.screen(self.now_ms)
        return [choice.label for choice in screen.model.choices]

    def compare(self) -> None:
        for _ in range(self.open_menu().index("Table and log")):
            self.app.press(Intent.NEXT)
        self.app.press(Intent.OK)

    def spells(self, seat: int) -> list[str]:
        return [held["spell"] for held in self.page.live.view["players"][seat]["spells"]]

    def lay(self, *cards: str) -> None:
        self.now_ms += 400
        self.app.inbox.put(TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=self.now_ms))
        self.app.tick()

    @property
    def model(self) -> ReadingModel:
        screen = self.app.screen(self.now_ms)
        assert isinstance(screen, ReadingScreen)
        return screen.model


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    somebody = Evening(tmp_path)
    somebody.compare()
    yield somebody
    somebody.store.close()


def test_a_table_like_the_log_is_ticked_off_and_says_so(evening: Evening) -> None:
    for seat in range(3):
        evening.lay()
        evening.lay(*evening.spells(seat), "gold#1")
        assert {card.state for card in evening.model.cards} == {"settled"}
        assert (evening.model.rows[seat].count, evening.model.differences) == (2, ())
        evening.app.press(Intent.OK)
    assert isinstance(evening.app.page, TablePage)
    said = evening.page.live.notice(evening.now_ms)
    assert said is not None
    assert said.key == "compare.same"


@pytest.mark.slow
def test_what_lies_elsewhere_and_what_is_missing_is_asked_about(evening: Evening) -> None:
    mine, theirs = evening.spells(0), evening.spells(1)
    evening.lay(mine[0], theirs[0])
    assert len(evening.model.differences) == 1
    evening.app.press(Intent.OK)
    assert (evening.model.asking, len(evening.model.differences)) == (True, 2)
    assert "the log says Bruno" in evening.model.differences[0]
    assert "was not read there" in evening.model.differences[1]
    evening.app.press(Intent.OK)
    evening.app.press(Intent.OK)
    assert evening.model.now.seat == 1  # settled, so the next one is asked
    evening.app.press(Intent.BACK)
    assert isinstance(evening.app.page, MenuPage)


def test_where_the_table_is_right_the_log_leads_back(evening: Evening) -> None:
    evening.lay(evening.spells(0)[0])
    for intent in (Intent.OK, Intent.NEXT, Intent.OK):
        evening.app.press(intent)
    assert isinstance(evening.app.screen(evening.now_ms), LogScreen)


def test_without_a_camera_there_is_nothing_to_compare(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "none")
    assert "Table and log" not in evening.open_menu()
    evening.store.close()
