"""The bid clock at the table: always readable, alone, and nobody acts on a screen that has just changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import Inbox
from companion.keeping.session import start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.table_page import TOO_SOON_MS
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.settings.config import load_config
from companion.table.table import Table
from rules.amulett.commands import Bid
from rules.core.refusals import Refused
from rules.core.words import words
from tests.companion.person import Person
from tests.games import new_context, new_setup, open_store


class Bidder(Person):
    """At the first auction, with ten seconds for each bid."""

    def __init__(self, folder: Path, size: tuple[int, int], language: str) -> None:
        self.now_ms = 0
        self.store = open_store(folder)
        pairs = (
            "night.help=false",
            "camera.kind=usb",
            "timers.auction=strict",
            "timers.seconds=10",
            "timers.count=true",
        )
        context = new_context(load_config(files=(), pairs=pairs), self.store, language, facts="practice")
        self.window = Window.headless(size)
        self.app = App(context, self.window, Inbox(), lambda: self.now_ms, StartPage(context))
        started = start_game(self.store, new_setup("amulett", 3, seed=3))
        assert not isinstance(started, Refused)
        self.table = Table(context, *started)
        self.app.play(self.table)
        while self.state.stage != "bid":
            self.table.live.do(self.table.live.options[0], 0)
        self.app.tick()

    @property
    def state(self) -> Any:
        return self.table.live.session.state

    def wait(self, ms: int) -> None:
        """Frame after frame."""
        until = self.now_ms + ms
        while self.now_ms < until:
            self.now_ms = min(until, self.now_ms + 200)
            self.app.tick()

    @property
    def model(self) -> Any:
        return self.screen.model  # type: ignore[attr-defined]


@pytest.fixture
def bidder(tmp_path: Path) -> Iterator[Bidder]:
    somebody = Bidder(tmp_path, (800, 480), "en")
    yield somebody
    somebody.store.close()


def test_one_clock_at_a_time(bidder: Bidder) -> None:
    assert bidder.model.panel.clock.text == "10"
    assert bidder.model.now.clock == ""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_clock_and_the_facts_of_the_auction_are_readable_beside_a_line_of_help(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    bidder = Bidder(tmp_path, size, language)
    bidder.table.live.do(Bid(bidder.state.acting, 3), 0)
    for thing in ("help.amulett.passed", "help.amulett.open", "help.amulett.clock"):
        bidder.table.live.say(words(thing), bidder.now_ms)
        bidder.wait(200)
        parts = bidder.window.canvas._parts
        shown = [text for name in ("clock", "lines") for text in parts[name].written]
        assert any(text.text == "10" for text in shown), "the seconds"
        assert not [text.text for text in shown if text.cut], "nothing is cut"
    bidder.store.close()


@pytest.mark.slow
def test_time_that_is_up_is_said(bidder: Bidder) -> None:
    late = bidder.state.acting
    name = bidder.table.say.player(late)
    bidder.wait(10_200)
    assert late in bidder.state.auction.passed
    assert [notice.text for notice in bidder.model.notices] == [f"Time is up: {name} passes."]


@pytest.mark.slow
def test_a_press_made_for_the_bidder_before_does_not_count(bidder: Bidder) -> None:
    bidder.wait(10_200)
    acting, at = bidder.state.acting, bidder.table.live.session.last_seq
    bidder.press(Intent.NEXT)  # a bid, a moment too late
    assert (bidder.state.acting, bidder.table.live.session.last_seq) == (acting, at)
    assert bidder.model.notices[-1].text == "That press was meant for the last screen. Have a look, and press again."
    bidder.wait(TOO_SOON_MS)
    bidder.press(Intent.NEXT)
    assert bidder.state.acting != acting, "a player who has looked may act"


def test_somebodys_own_press_is_followed_by_the_next_at_once(bidder: Bidder) -> None:
    first = bidder.state.acting
    bidder.press(Intent.NEXT)
    second = bidder.state.acting
    bidder.press(Intent.NEXT)
    assert len({first, second, bidder.state.acting}) == 3
