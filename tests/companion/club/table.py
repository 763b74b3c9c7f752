"""A box in a club, without a window: the whole program in this thread, its publisher in another."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.club.club_table import ClubTable
from companion.club.published import result_of
from companion.inbox import Inbox
from companion.keeping.session import resume_game, start_game
from companion.pages.begin.start_page import StartPage
from companion.program.app import App
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.game import Setup
from tests.doubles.late_canvas import late_window
from tests.games import new_context, open_store

PATIENCE_S = 60
SETTINGS = ("timers.count=false", "display.motion=false", "night.setup=false", "night.help=false", "camera.kind=none")
CLUB = ("club.on=true", "club.broker=127.0.0.1", "club.club=test-club")


class ClubBox:
    """One box. ``pump`` lets its main loop run until something is so."""

    def __init__(
        self,
        folder: Path,
        port: int,
        setup: Setup | None = None,
        *,
        box: str = "table-7",
        settings: tuple[str, ...] = (),
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.now_ms = folder, 0
        self.store = open_store(folder)
        names = (f"data.folder={folder}", f"club.port={port}", f"club.box={box}", "club.table=Table 7")
        config = load_config(files=(), pairs=(*SETTINGS, *CLUB, *names, *settings))
        self.context = new_context(config, self.store, "en", facts="practice")
        self.app = App(self.context, late_window((320, 180)), Inbox(), lambda: self.now_ms, StartPage(self.context))
        self.club = ClubTable(self.context)
        self.context.club = self.app.club = self.club
        if setup is not None:
            self.sit_down(setup)

    def sit_down(self, setup: Setup) -> None:
        """At the game that is not over, or at a new one."""
        if (row := self.store.unfinished()) is not None:
            self.app.play(Table(self.context, row.id, resume_game(self.store, row.id)))
            return
        started = start_game(self.store, setup)
        assert isinstance(started, tuple), started
        self.app.play(Table(self.context, *started))

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    @property
    def publisher(self) -> Any:
        return self.club._publisher

    def tick(self) -> None:
        self.now_ms += 300
        self.app.tick()

    def do(self, number: int = 0) -> None:
        """One of what may be done now."""
        options = self.table.live.options
        assert self.table.live.do(options[number % len(options)], self.now_ms).steps
        self.tick()

    def pump(self, is_so: Callable[[], Any], what: str = "something") -> None:
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < end, f"{what} never came; {self.context.say.say(self.club.condition)}"
            message = self.app.inbox.wait(0.005)
            if message is not None:
                self.app._hear(message)
            self.tick()

    def come(self) -> None:
        self.pump(lambda: self.club.is_connected, "the broker")

    def is_done(self) -> bool:
        """The broker has taken all that was written."""
        delivered = self.publisher._delivered
        if delivered is None:
            return False
        rows = [row for row in self.store.games() if self.club._member.tells(row)]  # type: ignore[union-attr]
        idents = [(self.club._member.ident(row), row) for row in rows]  # type: ignore[union-attr]
        return all(
            delivered.entries.get(ident, 0) == row.entries
            and (result_of(row, ident, "") is not None) == (ident in delivered.results)
            for ident, row in idents
        )

    def close(self) -> None:
        self.club.close()
        self.store.close()

    def cut(self) -> None:
        """As a power cut would: nobody says goodbye, and what the broker has taken is forgotten."""
        publisher = self.publisher
        publisher._is_over.set()
        publisher._leave = lambda link: link.drop()
        publisher._ring()
        publisher._thread.join(PATIENCE_S)
        publisher.close()
        self.store.close()
