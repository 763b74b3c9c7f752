"""First-game mode: every line of help comes up in a played night, once, and is remembered for those who were there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import TableSeen
from companion.keeping.session import start_game
from companion.keeping.store import Store
from companion.language.i18n import load_texts
from companion.pages.begin.players_page import PlayersPage
from companion.play.first_game import LEAST_MS, MEMORY, FirstGame, tell_again
from companion.screens import Finished, Goto, Outcome
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.companion.nights import help_lines
from tests.companion.tables import TickedPage
from tests.games import GAMES, new_context, new_setup, open_store
from tests.languages import LANGUAGES


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_a_line_fits_on_the_screen_and_ends_like_a_sentence() -> None:
    for code in LANGUAGES:
        told = {key: text for key, text in load_texts(code).items() if key.startswith("help.") and key.count(".") == 2}
        assert len(told) == sum(len(help_lines(about)) for about in (*GAMES.slugs, "common"))
        assert not {key for key, text in told.items() if len(str(text)) > 135 or str(text)[-1] != "."}


def test_a_thing_is_told_once_and_the_next_takes_its_turn(store: Store) -> None:
    help_ = FirstGame(store, ("Ada", "Ben"))
    assert help_.line(("a", "b"), 0) == "a"
    assert help_.line(("a", "b"), LEAST_MS - 1) == "a"
    assert help_.line(("a", "b"), LEAST_MS) == "b"
    assert help_.line(("b", "a"), 10 * LEAST_MS) == "b"  # nothing is new, and it is still about that
    assert help_.line(("a",), 10 * LEAST_MS) is None
    assert help_.line(("c", "a"), 10 * LEAST_MS) == "c"


def test_a_thing_that_is_gone_makes_room_at_once(store: Store) -> None:
    help_ = FirstGame(store, ("Ada",))
    assert [help_.line(("a", "b"), 0), help_.line(("b",), 1), help_.line((), 2)] == ["a", "b", None]


def test_it_is_remembered_for_everybody_and_told_again_to_somebody_new(store: Store) -> None:
    FirstGame(store, ("Ada", "Ben")).line(("a",), 0)
    assert FirstGame(store, ("Ben", "Ada")).line(("a",), 0) is None
    assert FirstGame(store, ("Ada", "Cem")).line(("a",), 0) == "a"
    assert FirstGame(store, ("Cem",)).line(("a",), 0) is None


def test_it_can_be_asked_for_again(store: Store) -> None:
    FirstGame(store, ("Ada", "Ben")).line(("a",), 0)
    tell_again(store, ("Ada",))
    assert FirstGame(store, ("Ada",)).line(("a",), 0) == "a"
    assert FirstGame(store, ("Ben",)).line(("a",), 0) is None


@pytest.mark.parametrize("kept", ["", "no json", "[1]", '{"Ada": 3}'])
def test_a_damaged_memory_only_means_to_be_told_again(store: Store, kept: str) -> None:
    store.set_setting(MEMORY, kept)
    assert FirstGame(store, ("Ada",)).line(("a",), 0) == "a"


class AtTable:
    """Three people and their screen."""

    def __init__(self, store: Store, facts: str = "practice", pairs: tuple[str, ...] = ()) -> None:
        started = start_game(store, new_setup("amul", 3, 1, facts))
        assert not isinstance(started, Refused)
        self.page = TickedPage(Table(new_context(load_config(files=(), pairs=pairs), store, "de"), *started))

    def said(self, now_ms: int) -> str:
        self.page.tick(now_ms)
        screen: Any = self.page.screen(now_ms)
        return str(screen.model.notices[-1].text) if screen.model.notices else ""

    def keys(self, times: range) -> list[str]:
        """Which lines of help are shown at these times."""
        texts = {text: key.removeprefix("help.") for key, text in load_texts("de").items() if key.startswith("help.")}
        return [texts[self.said(now_ms)] for now_ms in times]


def test_lines_stand_on_the_table_one_after_the_other(store: Store) -> None:
    told = AtTable(store).keys(range(0, 5 * LEAST_MS, LEAST_MS))
    assert told == ["common.doors", "amul.replenish", "amul.first_pick", "common.menu", "common.menu"]


def test_they_step_back_for_what_is_wrong_and_are_not_lost_by_that(store: Store) -> None:
    at_table = AtTable(store)
    at_table.page.live.say(at_table.page.live.view["why"][0], 0)
    assert at_table.said(0) == "Startspieler: teilt aus und füllt den Markt"
    assert at_table.keys(range(7000, 7001)) == ["common.doors"]


@pytest.mark.slow
def test_steps_to_take_back_questions_and_doubts_have_their_lines(store: Store) -> None:
    at_table = AtTable(store, "")
    live = at_table.page.live
    told: set[str] = set()
    for now_ms in range(0, 60 * LEAST_MS, LEAST_MS):
        told |= set(at_table.keys(range(now_ms, now_ms + 1)))
        if live.question is not None and "common.fact" in told:
            break
        if live.options:
            live.do(live.options[0], now_ms)
    assert {"common.undo", "common.fact"} <= told
    while live.question is not None:
        live.do(live.options[-1], 60 * LEAST_MS)
    live.see(TableSeen(TableCards({"market": frozenset({"yurt"})}), frozenset(), at_ms=60 * LEAST_MS))
    assert at_table.keys(range(61 * LEAST_MS, 61 * LEAST_MS + 1)) == ["common.doubt"]


def test_it_is_asked_at_who_plays(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    begun: list[tuple[str, ...]] = []
    context = new_context(load_config(files=(), pairs=("display.motion=false",)), store, "en")
    names = ("Ada", "Ben", "Cem")
    FirstGame(store, names).line(("a",), 0)

    def page() -> PlayersPage:
        return PlayersPage(context, "amul", lambda who, _: begun.append(who), names=names)

    def go(*outcomes: Outcome) -> None:
        chosen = page()
        for outcome in outcomes:
            chosen.act(outcome, 0)

    go(Goto("first"), Finished(names), Finished(0))
    assert (context.config.night.help, load_config().night.help, begun) == (False, False, [names])
    screen: Any = page().screen(0)
    assert screen.model.asides[0].label == "First game: no"
    go(Goto("first"), Finished(names), Finished(0))
    assert FirstGame(store, names).line(("a",), 0) == "a"  # asked for again, so told again


def test_switched_off_nothing_is_said(store: Store) -> None:
    assert AtTable(store, pairs=("night.help=false",)).said(0) == ""
