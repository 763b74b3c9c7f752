"""A night of any game by people who know nothing of it: from the start page to past nights, by buttons or by camera.

    python -m tests.strangers highest night --by camera

What it met is told as JSON on standard output: the screens, the entries, the file of the score sheet, the past night.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.inbox import Inbox
from companion.keeping.history import PastNight
from companion.pages.begin.start_page import NewGame, StartPage
from companion.program.app import App
from companion.program.window import Window
from companion.screens import Choosing, Screen
from companion.screens.acting import Acting
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.choices import Listed
from companion.screens.doors_screen import BUTTONS, DoorsScreen
from companion.screens.intents import Intent
from companion.screens.last_screen import LastScreen
from companion.screens.layout_screen import LayoutScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.players_screen import DrawScreen, PlayersScreen
from companion.screens.put_back_screen import PutBackScreen
from companion.screens.tell_screen import TellScreen
from companion.settings.config import load_config
from companion.twin.headless import HeadlessDemo
from companion.twin.stage import DemoOptions
from tests.games import GAMES, new_context, open_store

TICK_MS = 100
MOST_PRESSES = 5_000
UNDO_AFTER = 5  # entries


class Stranger:
    """Reads the screen and presses one of four buttons. Nobody helps: what is not on a screen cannot be done."""

    def __init__(self, app: App, now: Callable[[], int], tick: Callable[[], None]) -> None:
        self.app = app
        self.presses = 0
        self.met: dict[str, None] = {}
        self._now = now
        self._tick = tick

    @property
    def screen(self) -> Screen:
        return self.app.screen(self._now())

    def press(self, intent: Intent) -> None:
        self.presses += 1
        assert self.presses < MOST_PRESSES, f"lost at {type(self.screen).__name__}"
        self.app.press(intent)
        self._tick()
        self.met[type(self.screen).__name__] = None

    def walk_to(self, index: int) -> None:
        screen = self.screen
        assert isinstance(screen, Choosing)
        while screen.focus != index:
            self.press(Intent.NEXT)
        self.press(Intent.OK)

    def choose(self, wanted: Callable[[Any], bool]) -> None:
        """The choice of a list with such a value."""
        screen = self.screen
        assert isinstance(screen, Listed), type(screen).__name__
        values = [choice.value for choice in screen.model.choices]
        self.walk_to(next(number for number, value in enumerate(values) if wanted(value)))

    # What a night is made of.

    def begin(self, slug: str) -> None:
        self.choose(lambda value: value == NewGame(slug))
        players = self.screen
        assert isinstance(players, PlayersScreen)
        for seat in range(players.model.least):
            self.walk_to(seat)
        self.walk_to(len(players.model.roster) + 1)
        while isinstance(self.screen, DrawScreen):
            self.press(Intent.OK)

    def play_on(self) -> None:
        """Whatever stands first: a tile of the table, or the first thing that can be told by hand."""
        match self.screen:
            case Acting() | TellScreen():
                self.press(Intent.OK)
            case DoorsScreen() as shown:
                self.press(BUTTONS[min(place for place, door in shown.doors.items() if door)])
            case PutBackScreen() | LayoutScreen() | BulletinScreen():
                self.press(Intent.OK)
            case other:
                raise AssertionError(f"nobody knows what to do with {type(other).__name__}")

    def take_home(self) -> None:
        """From the pad to the winner, and the score sheet as a file."""
        while isinstance(self.screen, PadScreen):
            self.press(Intent.OK)
        assert isinstance(self.screen, LastScreen), type(self.screen).__name__
        self.choose(lambda value: value == "take")
        self.choose(lambda value: value == "pdf")
        self.press(Intent.BACK)
        self.choose(lambda value: value == "home")

    def look_back(self) -> None:
        """Past nights: this one, its last page, its log."""
        self.choose(lambda value: value == "history")
        self.choose(lambda value: isinstance(value, PastNight))
        self.choose(lambda value: value == "pad")
        self.press(Intent.BACK)
        self.choose(lambda value: value == "log")
        self.press(Intent.BACK)


def by_buttons(slug: str, folder: Path) -> dict[str, Any]:
    """No camera, nothing taught, four buttons."""
    store, now = open_store(folder), [0]
    config = load_config(files=())
    quiet = replace(config, camera=replace(config.camera, kind="none"), display=replace(config.display, motion=False))
    context = new_context(quiet, store)
    app = App(context, Window.headless((800, 480)), Inbox(), lambda: now[0], StartPage(context))

    def tick() -> None:
        now[0] += TICK_MS
        app.tick()

    tick()
    stranger = Stranger(app, lambda: now[0], tick)
    stranger.begin(slug)
    assert app.table is not None
    live, undone = app.table.live, False
    while not live.is_over:
        stranger.play_on()
        if live.session.last_seq == UNDO_AFTER and not undone:
            undone = True
            stranger.press(Intent.BACK) if isinstance(stranger.screen, TellScreen) else None
            stranger.press(Intent.UNDO)
            assert len(live.session.steps) == UNDO_AFTER - 1
    return _rest_of(stranger, folder)


def by_camera(slug: str, folder: Path) -> dict[str, Any]:
    """The demonstration in made-up time: every card is drawn, seen and read; one step is taken back on the way."""
    store, config = open_store(folder), load_config(files=())
    context = new_context(replace(config, camera=replace(config.camera, kind="twin")), store)
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    players = GAMES[slug].rules.seats.start
    demo = HeadlessDemo(DemoOptions(slug, players, pace_ms=200), context, folder / "pictures", (480, 270))
    app = demo.stage.app
    assert app.table is not None
    live = app.table.live
    while live.session.last_seq < UNDO_AFTER:
        demo.tick()
    app.press(Intent.UNDO)
    assert demo.run(), "it did not come to its end"
    app.driver = None
    return _rest_of(Stranger(app, lambda: demo.now_ms, app.tick), folder)


def _rest_of(stranger: Stranger, folder: Path) -> dict[str, Any]:
    app = stranger.app
    assert app.table is not None
    session = app.table.live.session
    stranger.take_home()
    stranger.look_back()
    row = app.context.store.games()[0]
    app.context.store.close()
    return {
        "game": row.game,
        "entries": len(session.entries),
        "steps": len(session.steps),
        "presses": stranger.presses,
        "screens": list(stranger.met),
        "result": {player["name"]: player["place"] for player in (row.result or {})["players"]},
        "sheets": [path.name for path in sorted((folder / "exports").glob("*.pdf")) if path.stat().st_size > 1000],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES.slugs)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--by", choices=("buttons", "camera"), default="buttons")
    args = parser.parse_args()
    told = (by_buttons if args.by == "buttons" else by_camera)(args.game, args.folder)
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
