"""A box into which faults are put: ``python -m tests.endurance.faulty_box TOLD ASKED FOLDER BROKER SEED GAME PLAYERS``.

The real program with window, twin camera, panel, phones and club; its clock runs ``SPEED`` times as fast, and slower
where the machine is too busy for that. As
``tests.endurance.program`` does, it writes a line to the descriptor TOLD when an entry has been drawn. From ASKED it
takes a line at a time: what is to break inside it, and to be whole again.
"""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import sys
from collections import deque
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pygame

from companion.club.club_table import ClubTable
from companion.commands.play import _chimes
from companion.contract import Context
from companion.keeping import session as sessions
from companion.keeping import store as stores
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import resume_game
from companion.keeping.store import open_store
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.program import window as windows
from companion.program.app import App
from companion.program.window import Window
from companion.settings.config import load_config
from companion.signals.sounds import SOUNDS
from companion.table.table import Table
from companion.twin.stage import DemoOptions, DemoStage
from companion.upkeep.logs import start_logging
from hardware.panel import monotonic_ms
from rules.core import journal
from tests.endurance.program import report_what_is_shown
from tests.games import GAMES

logger = logging.getLogger(__name__)

SPEED = 4
LONGEST_TURN_MS = 150  # of its clock: a finger moves once in a turn, and a press of 700 ms is a hold
AT_HOME_MS = 5_000
OPEN = ("phase", "market", "palace", "bazaar", "turn")  # what a camera sees of Āmul
HERE = "127.0.0.1"


class BoxClock:
    """Goes on with the turns of the main loop, so that a short press stays short however slow they are."""

    def __init__(self) -> None:
        self._at_ms = self._now_ms = monotonic_ms()

    def __call__(self) -> int:
        return self._now_ms

    def turn(self) -> None:
        before, self._at_ms = self._at_ms, monotonic_ms()
        self._now_ms += min((self._at_ms - before) * SPEED, LONGEST_TURN_MS)

    def jump(self, ms: int) -> None:
        self._now_ms += ms * SPEED


class Deaf:
    """A sound for a loudspeaker that is gone."""

    def play(self) -> None:
        raise pygame.error("Audio device has been disconnected")


class FaultyBox:
    def __init__(self, pipes: tuple[int, int], lock: FolderLock, broker: int, options: DemoOptions) -> None:
        """``pipes``: where it tells what it shows, and where it is asked."""
        (self._told, self._asked), self._heard = pipes, b""
        club = ("club.on=true", f"club.broker={HERE}", f"club.port={broker}", "club.club=test-club", "club.box=faulty")
        pairs = (f"data.folder={lock.folder}", "camera.kind=twin", "timers.count=false", "sound.on=true", *club)
        config = load_config(files=(), pairs=pairs)
        self.store = open_store(lock, GAMES.rules)
        context = Context(config, self.store, "en", GAMES)
        self.window = Window.open((320, 180))
        self._clock = BoxClock()
        self.stage = DemoStage(options, context, self.window, self._clock, threaded=True)
        self.app = self.stage.app
        self.app.chimes = _chimes(config)
        context.phones = self.app.phones = Phones(
            context, self.stage.inbox, find_address=lambda: HERE, bind=HERE, port=0
        )
        context.club = self.app.club = ClubTable(context)
        self.app.phones.start()
        self.ticks_ms: deque[int] = deque(maxlen=20)
        self.pages: deque[str] = deque(maxlen=20)
        self._home_ms: int | None = None  # since when nobody sits at the game
        self._take = self.stage.camera.next_frame
        signal.signal(signal.SIGTERM, lambda *_: self.app.stop())

    def listen(self) -> None:
        """With every turn of the main loop."""
        self._clock.turn()
        while select.select([self._asked], [], [], 0)[0] and (more := os.read(self._asked, 4096)):
            self._heard += more
        *lines, self._heard = self._heard.split(b"\n")
        for line in lines:
            word, _, how = line.decode().partition(" ")
            getattr(self, f"do_{word}")(how)
        self._follow_pages(monotonic_ms())

    def _follow_pages(self, now_ms: int) -> None:
        """A press during which it was stopped becomes a hold and may lead home: then somebody goes on from there."""
        page = type(self.app.page).__name__
        if not self.pages or self.pages[-1] != page:
            self.pages.append(page)
        if not isinstance(self.app.page, StartPage):
            self._home_ms = None
        elif self._home_ms is None:
            self._home_ms = now_ms
        elif now_ms - self._home_ms > AT_HOME_MS and (row := self.store.unfinished()) is not None:
            logger.warning("the game was left: %s, turns of %s ms", [*self.pages], [*self.ticks_ms])
            self.app.play(Table(self.app.context, row.id, resume_game(self.store, row.id)))

    def say(self, **what: Any) -> None:
        os.write(self._told, f"{json.dumps(what, default=str)}\n".encode())

    def do_score(self, _: str) -> None:
        table, phones = self.app.table, self.app.phones
        assert phones is not None
        score = None if table is None else json.loads(json.dumps(table.result.score(), default=str))
        entry = None if table is None else table.live.session.last_seq
        self.say(score=score, entry=entry, url=phones.url, code=phones.code(None), page=type(self.app.page).__name__)

    def do_rest(self, _: str) -> None:
        """Nobody plays any more."""
        self.app.driver = None

    def do_state(self, _: str) -> None:
        """For whoever asks why it does not go on."""
        table, screen = self.app.table, self.app.screen(self.app.clock())
        live = None if table is None else table.live
        self.say(
            page=type(self.app.page).__name__,
            screen=type(screen).__name__,
            pages=[*self.pages],
            ticks_ms=[*self.ticks_ms],
            parts=sorted(self.app.context.parts),
            question=None if live is None else repr(live.question)[:200],
            doubt=None if live is None else repr(live.doubt(self.app.clock()))[:200],
            lying=repr(self.stage.people.table.zones)[:1500],
            view=None if live is None else repr({key: live.view.get(key) for key in OPEN})[:700],
            moves=None if live is None else repr(live.moves)[:200],
            options=None if live is None else repr(live.session.game.options(live.session.state))[:300],
        )

    def do_camera(self, how: str) -> None:
        def gone(timeout: float) -> Any:
            raise OSError(19, "No such device")

        self.stage.camera.next_frame = gone if how == "off" else self._take  # type: ignore[method-assign]

    def do_clock(self, seconds: str) -> None:
        ahead = timedelta(seconds=float(seconds))
        stores._now = lambda: (datetime.now(UTC) + ahead).isoformat(timespec="seconds")

    def do_stopped(self, seconds: str) -> None:
        """It was, for so long: whoever is stopped finds that time has gone on."""
        self._clock.jump(round(float(seconds) * 1000))

    def do_rules(self, how: str) -> None:
        def falls(*_: Any, **__: Any) -> Any:
            raise RuntimeError("the rules have failed")

        setattr(sessions, "decide", falls if how == "off" else journal.decide)  # noqa: B010 (not theirs to export)

    def do_sound(self, how: str) -> None:
        """Closing the mixer itself would make pygame fall, which no pulled plug does."""
        chimes = self.app.chimes = _chimes(self.app.context.config)
        if how == "off":
            chimes._sounds._loaded = dict.fromkeys(SOUNDS, Deaf())  # type: ignore[attr-defined]

    def run(self) -> None:
        try:
            self.app.run()
        finally:
            assert self.app.phones is not None
            assert self.app.club is not None
            self.app.phones.close()
            self.app.club.close()
            self.stage.close()
            self.store.close()
            self.window.close()


def main(words: list[str]) -> int:
    setattr(windows, "BLIND_DRIVERS", ())  # noqa: B010 (not theirs to export)
    told, asked, broker, seed, players = (int(word) for word in (*words[:2], *words[3:5], words[6]))
    with FolderLock(Path(words[2])) as lock:
        start_logging(lock.folder)
        box = FaultyBox((told, asked), lock, broker, DemoOptions(words[5], players, seed, pace_ms=200))
        report_what_is_shown(told)
        tick = App.tick

        def listen_and_tick(app: App) -> None:
            box.listen()
            begun = monotonic_ms()
            tick(app)
            box.ticks_ms.append(monotonic_ms() - begun)

        App.tick = listen_and_tick  # type: ignore[method-assign,assignment]
        box.say(ready=True)
        box.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
