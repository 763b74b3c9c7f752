"""A game of which one part fails, on the whole program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.contract import Context, Games, MenuLine, TableGame
from companion.inbox import ActByPhone, Inbox, PhoneAsked, TableSeen
from companion.keeping.session import start_game
from companion.keeping.store import Store
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.phones.phone_view import own_view, shared_view
from companion.phones.translated_table import TranslatedTable
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import Table as Lying
from tests.games import GAMES, new_setup, open_store
from vision.table.zones import WHOLE

SETTINGS = ("night.help=true", "night.setup=true", "display.motion=false", "camera.kind=usb", "timers.auction=strict")


Part = Callable[[TableGame, Callable[..., Any]], TableGame]  # how a part is made to fail


class Failing:
    """A function of a game that raises, and counts how often it was asked. ``error``: what, as code."""

    def __init__(self, slug: str, error: str = "RuntimeError('on purpose')") -> None:
        self.asked = 0
        names: dict[str, Any] = {"__name__": f"companion.games.{slug}.failing", "count": self._count}
        exec(f"def fail(*_, **__):\n    count()\n    raise {error}\n", names)
        self.fail: Callable[..., Any] = names["fail"]

    def _count(self) -> None:
        self.asked += 1


def with_screens(game: TableGame, **parts: Any) -> TableGame:
    return replace(game, load_screens=lambda: replace(game.load_screens(), **parts))


def menu_line(**parts: Any) -> MenuLine:
    usual: dict[str, Any] = {"page": lambda *_: None, "detail": lambda _: "screen.tell", "fits": lambda _: True}
    return MenuLine("own", "screen.tell", "tell", **(usual | parts))


class EveryPhone:
    """What phones of every seat ask for at each turn of the loop, without a server."""

    def __init__(self, phones: Phones) -> None:
        self._phones = phones

    def follow(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        if table is not None:
            spoken = TranslatedTable(table, "de")
            shared_view(spoken, now_ms, marks)
            for seat in range(len(table.people)):
                own_view(spoken, seat, 1, now_ms)

    def hear(self, *args: Any, **more: Any) -> None:
        self._phones.hear(*args, **more)

    def keeps(self, *args: Any, **more: Any) -> bool:
        return self._phones.keeps(*args, **more)


class Night:
    """A game with one failing part on the whole program; phones and camera are there."""

    def __init__(self, folder: Path, slug: str, part: Part) -> None:
        self.now_ms = 0
        self.slug, self.failing = slug, Failing(slug)
        self.store: Store = open_store(folder)
        games = Games([part(GAMES[slug], self.failing.fail)], releases={slug: "1"})
        self.context = Context(load_config(files=(), pairs=SETTINGS), self.store, "en", games, "practice")
        self.inbox = Inbox()
        window = Window.headless((320, 180))
        self.app = App(self.context, window, self.inbox, lambda: self.now_ms, StartPage(self.context))
        self.app.phones = EveryPhone(Phones(self.context, self.inbox))  # type: ignore[assignment]
        started = start_game(self.store, new_setup(slug, GAMES[slug].rules.seats.start, seed=3))
        assert not isinstance(started, Refused)
        self.number, self.session = started
        self.entries = self.session.entries

    @property
    def cards(self) -> list[str]:
        """Of the box; a game may have none."""
        return [card.card for card in GAMES[self.slug].box.cards(self.session.setup.facts)]

    def play(self) -> None:
        """Sits down, then everything that asks the game something, until it fails."""
        self.app._guard(lambda: self.app._sit_down(self.number, is_new=True))
        deeds = (self._lay_out, self._step, self._wait, self._see, self._menu, self._phone, self._walk)
        for deed in deeds * 3:
            if self.app.table is not None:
                self.app._guard(deed)
            self.tick()

    def tick(self) -> None:
        self.now_ms += 1000
        self.app.tick()

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    def _lay_out(self) -> None:
        self.table.laying = None

    def _step(self) -> None:
        live = self.table.live
        answers = live.offered if live.question is None else live.question.answers
        live.tell(answers[0], self.now_ms)

    def _see(self) -> None:
        cards = frozenset(self.cards[:1])
        self.inbox.put(TableSeen(Lying({WHOLE: cards}), frozenset(), at_ms=self.now_ms, by_face=cards))

    def _walk(self) -> None:
        for intent in (Intent.NEXT, Intent.OK, Intent.UNDO, Intent.PREVIOUS):
            self.now_ms += 1000
            self.app.press(intent)

    def _menu(self) -> None:
        self.app.press(Intent.MENU)
        if self.app.table is not None:
            self.app.press(Intent.BACK)

    def _phone(self) -> None:
        answers: list[Mapping[str, Any]] = []
        asked = PhoneAsked(self.table.people[0], ActByPhone("", 0), answers.append, lambda: not answers, "de")
        try:
            self.app.phones.hear(asked, self.table, self.now_ms)  # type: ignore[union-attr]
        finally:
            assert answers, "the phone is told, whatever happens"

    def _wait(self) -> None:
        """Till every clock has run out; a longer gap between two ticks would count as sleep."""
        for _ in range(40):
            self.now_ms += 990
            self.app.tick()
