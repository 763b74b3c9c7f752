"""A game that raises costs nothing but itself: words on the screen, the journal kept, a way back and a way home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.inbox import Inbox, TableSeen
from companion.keeping.fallen import fallen_games
from companion.keeping.session import resume_game, start_game
from companion.keeping.store import Store
from companion.keeping.troubles import FallenGame, StoreTrouble
from companion.language.i18n import Phrases
from companion.pages.begin.start_page import StartPage
from companion.pages.play.table_page import TablePage
from companion.pages.trouble_page import GameFailedPage, NoStorePage, TroublePage
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import Table as Lying
from rules.core.words import words
from tests.games import GAMES, new_context, new_setup, open_store
from tests.languages import LANGUAGES

STEPS = 3
SETTINGS = ("night.help=false", "night.setup=false", "display.motion=false", "camera.kind=usb")


class Evening:
    """A game some steps old, on the whole program."""

    def __init__(self, folder: Path, slug: str) -> None:
        self.now_ms = 0
        self.store = open_store(folder)
        context = new_context(load_config(files=(), pairs=SETTINGS), self.store, "en", "practice")
        self.app = App(context, Window.headless((320, 180)), Inbox(), lambda: self.now_ms, StartPage(context))
        started = start_game(self.store, new_setup(slug, GAMES[slug].rules.seats.start, seed=3))
        assert not isinstance(started, Refused)
        self.number = started[0]
        self.app.play(Table(context, *started))
        for _ in range(STEPS):
            self.step()
        self.entries = self.table.live.session.entries
        assert self.entries

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    def step(self) -> None:
        live = self.table.live
        answers = live.options if live.question is None else live.question.answers
        live.do(answers[0], self.now_ms)
        self.tick()

    def tick(self) -> None:
        self.now_ms += 1000
        self.app.tick()

    def play_on(self) -> None:
        """Everything that asks a game something: a step, a look of the camera, presses."""
        for act in (self.step, self._see, self._press):
            if self.app.table is not None:
                self.app._guard(act)
            self.tick()

    def _see(self) -> None:
        table = self.table
        cards = [card.card for card in table.game.box.cards(table.document)][:1]
        self.app.inbox.put(TableSeen(Lying({"mat": frozenset(cards)}), frozenset(), at_ms=self.now_ms))
        self.tick()

    def _press(self) -> None:
        for intent in (Intent.NEXT, Intent.OK, Intent.UNDO):
            self.now_ms += 1000
            self.app.press(intent)


@pytest.fixture(params=GAMES.slugs)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    somebody = Evening(tmp_path, request.param)
    yield somebody
    somebody.store.close()


def _raise(*_: Any, **__: Any) -> Any:
    raise RuntimeError("on purpose")


METHODS = ("decide", "evolve", "options", "view", "question", "score", "read", "put_back", "is_over", "facts", "tell")


@pytest.mark.parametrize("method", METHODS)
def test_each_method_of_the_rules_may_raise(evening: Evening, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(evening.table.live.session.game)
    with monkeypatch.context() as broken:
        broken.setattr(rules, method, _raise)
        evening.play_on()
        assert evening.app.running
        if evening.app.table is None:
            assert isinstance(evening.app.page, GameFailedPage), "the game is left with words"
            assert "on purpose" in evening.app.page._screen.model.detail
            assert evening.number in fallen_games(evening.store, GAMES.release_of)
        for _ in range(3):
            evening.tick()
    kept = resume_game(evening.store, evening.number)
    assert kept.entries[: len(evening.entries)] == evening.entries, "nothing that was kept is gone"


class Own(BaseException):
    pass


@pytest.mark.parametrize("error", [RuntimeError("\ud800 \x00"), Own(), GeneratorExit()], ids=["text", "own", "exit"])
def test_a_game_may_raise_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    evening = Evening(tmp_path, GAMES.slugs[0])

    def fall(*_: Any, **__: Any) -> Any:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(type(evening.table.live.session.game), "decide", fall)
        evening.app._guard(evening.step)
        evening.tick()
    assert isinstance(evening.app.page, GameFailedPage)
    assert type(error).__name__ in fallen_games(evening.store, GAMES.release_of)[evening.number].why
    assert resume_game(evening.store, evening.number).entries == evening.entries
    evening.store.close()


def test_a_game_may_raise_while_the_disk_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path, GAMES.slugs[0])

    def fails(*_: Any) -> Any:
        raise StoreTrouble(words("keeping.damaged_here", file="here"))

    with monkeypatch.context() as broken:
        broken.setattr(type(evening.table.live.session.game), "decide", _raise)
        broken.setattr(Store, "game", fails)
        evening.app._guard(evening.step)
        evening.tick()
        assert evening.app.table is None
        assert isinstance(evening.app.page, NoStorePage)
    evening.store.close()


def test_a_view_that_raises_leads_one_step_back_to_a_table_that_works(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is kept already when its view fails; taken back, the game goes on."""
    rules, good = type(evening.table.live.session.game), evening.table.live.session.state
    view = rules.view

    def fails_later(self: Any, state: Any, seat: int | None = None) -> Any:
        if state is not good and state != good:
            raise RuntimeError("on purpose")
        return view(self, state, seat)

    monkeypatch.setattr(rules, "view", fails_later)
    evening.app._guard(evening.step)
    evening.tick()
    assert isinstance(evening.app.page, GameFailedPage)
    evening.app.press(Intent.OK)
    assert isinstance(evening.app.page, TablePage)
    evening.tick()
    assert isinstance(evening.app.page, TablePage)
    assert evening.table.live.session.state == good


def test_it_is_left_to_the_start_page_and_marked_there(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(evening.table.live.session.game)
    with monkeypatch.context() as broken:
        broken.setattr(rules, "view", _raise)
        evening.app._guard(evening.step)
        evening.tick()
        evening.app.press(Intent.NEXT)
        evening.app.press(Intent.OK)
        evening.tick()
        assert isinstance(evening.app.page, StartPage)
        first = evening.app.screen(0).model.choices[0]  # type: ignore[attr-defined]
        assert first.detail.endswith("has crashed before")
    evening.app.press(Intent.OK)
    evening.tick()
    assert isinstance(evening.app.page, GameFailedPage), "asked about: it may fail again"
    evening.app.press(Intent.OK)
    evening.tick()
    assert isinstance(evening.app.page, TablePage), "it is tried again"


@pytest.mark.parametrize("error", [RuntimeError, SystemExit, KeyError, Own])
def test_going_on_keeps_every_entry_where_the_rules_raise(
    evening: Evening, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound entries are never dropped because our own code fails."""
    rules, before = type(evening.table.live.session.game), evening.store.path.read_bytes()
    for method in ("evolve", "new"):
        with monkeypatch.context() as broken:
            broken.setattr(rules, method, Mock(side_effect=error))
            with pytest.raises(FallenGame) as caught:
                resume_game(evening.store, evening.number)
            for code in LANGUAGES:
                assert str(evening.number) in Phrases(code).say(caught.value.said)
    assert evening.store.path.read_bytes() == before
    assert resume_game(evening.store, evening.number).entries == evening.entries


def test_continue_says_so_in_words(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(evening.table.live.session.game)
    evening.app._leave_table()
    monkeypatch.setattr(rules, "evolve", _raise)
    evening.tick()
    evening.app.press(Intent.OK)
    evening.tick()
    assert isinstance(evening.app.page, TroublePage)
    evening.app.press(Intent.OK)
    assert isinstance(evening.app.page, StartPage)
