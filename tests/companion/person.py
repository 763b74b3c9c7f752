"""Somebody with four buttons, before the whole program: finds what is wanted by its label, and presses OK."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.inbox import Inbox
from companion.keeping.session import Session
from companion.models import Header
from companion.number_entry import presses
from companion.pages.begin.start_page import StartPage
from companion.program.app import App
from companion.screens import Screen
from companion.screens.doors_screen import BUTTONS, DoorsScreen
from companion.screens.intents import Intent
from companion.screens.keyboard_screen import FINISH, OTHERS, KeyboardModel, PasswordScreen
from companion.screens.last_screen import LastScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.players_screen import DrawScreen, PlayersScreen
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import Node, TellScreen
from companion.settings.config import load_config
from companion.table.table import Table
from tests.companion.nights import keep_night
from tests.doubles.late_canvas import late_window
from tests.games import new_context, open_store

GUESTS = ("Guest 1", "Guest 2", "Guest 3")


class Person:
    """Somebody with four buttons and eyes: walks the focus to what is wanted and presses OK."""

    presses = 0

    facts = "practice"
    language = "en"

    def __init__(self, folder: Path, *, camera: str = "usb") -> None:
        """``camera``: with ``none`` telling is the screen of the game."""
        self.now_ms = 0
        self.store = open_store(folder)
        quiet = ("night.help=false", "night.setup=false", "night.deck_check=false", f"camera.kind={camera}")
        config = load_config(files=(), pairs=quiet)
        context = new_context(config, self.store, self.language, facts=self.facts)
        self.app = App(context, late_window((800, 480)), Inbox(), lambda: self.now_ms, StartPage(context))
        self.app.tick()

    @property
    def screen(self) -> Screen:
        return self.app.screen(self.now_ms)

    def press(self, *intents: Intent) -> None:
        for intent in intents:
            self.now_ms += 100
            self.presses += 1
            self.app.press(intent)
            self.app.tick()

    def walk_to(self, index: int) -> None:
        screen: Any = self.screen
        while screen.focus != index:
            self.press(Intent.NEXT)

    def seat(self, names: Iterable[str] = GUESTS) -> None:
        """Chooses who plays, in the order of the seats."""
        screen: Any = self.screen
        assert isinstance(screen, PlayersScreen)
        for name in names:
            self.walk_to(screen.model.roster.index(name))
            self.press(Intent.OK)

    def seat_all(self, names: Iterable[str] = GUESTS) -> None:
        """Chooses who plays, and that these are all."""
        self.seat(names)
        screen: Any = self.screen
        self.walk_to(len(screen.model.roster) + 1)
        self.press(Intent.OK)

    def draw_start(self) -> None:
        """Waits for the draw of who begins."""
        assert isinstance(self.screen, DrawScreen)
        self.now_ms += 10_000
        self.app.tick()

    def choose(self, labels: list[str], wanted: str) -> None:
        self.walk_to(labels.index(wanted))
        self.press(Intent.OK)

    def choose_listed(self, wanted: str) -> None:
        model: Any = self.screen.model  # type: ignore[attr-defined]
        self.choose([choice.label for choice in model.choices], wanted)

    def act(self, wanted: str) -> None:
        screen = self.screen
        assert isinstance(screen, TableScreen)
        self.choose([action.label for action in screen.model.actions], wanted)

    def tell(self, card: str) -> None:
        """Finds a card on the page where cards are told by hand, through seats and letters; a number behind doors."""
        screen = self.screen
        if isinstance(screen, NumberScreen):
            self._enter(screen, int(card))
            return
        if isinstance(screen, DoorsScreen):
            self._through_doors(screen, card)
            return
        assert isinstance(screen, TellScreen)
        trail = next(path for path in paths(screen.page) if path[-1] == card)
        for label in trail:
            self.choose([node.label for node in screen.page], label)

    def _enter(self, screen: NumberScreen, number: int) -> None:
        for _ in range(presses(screen.model.numbers, number, screen.model.doors)):
            slots = screen.slots.items()
            self.press(next(BUTTONS[at] for at, part in slots if not isinstance(part, Node) and number in part))

    def _through_doors(self, screen: DoorsScreen, wanted: str) -> None:
        """Door after door, until it is told."""
        trail = next(path for path in paths(screen.page) if path[-1] == wanted)
        while trail:
            number, door = next(
                (number, door) for number, door in screen.doors.items() if any(node.label == trail[0] for node in door)
            )
            trail = trail[1:] if len(door) == 1 else trail
            self.press(BUTTONS[number])


def password_presses(password: str) -> list[Intent]:
    """What enters it with four buttons alone, the tick included."""
    screen, pressed = PasswordScreen(KeyboardModel(Header("")), len(password)), list[Intent]()

    def press(*intents: Intent) -> None:
        for intent in intents:
            screen.handle(intent)
            pressed.append(intent)

    def enter(key: str) -> None:
        while not any(key in row for row in screen.keys):
            enter(OTHERS)
        number, row = next((number, row) for number, row in enumerate(screen.keys) if key in row)
        press(*[Intent.NEXT] * ((number - screen.row) % len(screen.keys)), Intent.OK)
        press(*[Intent.NEXT] * row.index(key), Intent.OK)

    for key in (*password, FINISH):
        enter(key)
    return pressed


def paths(nodes: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for node in nodes:
        path = (*before, node.label)
        if node.children:
            yield from paths(node.children, path)
        else:
            yield path


def at_the_end(person: Person, slug: str) -> Session:
    """The last screen of a night that is over."""
    ident, session = keep_night(person.store, slug)
    person.app.play(Table(person.app.context, ident, session))
    person.app.tick()
    for _ in range(12):
        if not isinstance(person.screen, LastScreen):
            person.press(Intent.OK)
    assert isinstance(person.screen, LastScreen)
    return session
