"""The table that hostile guests attack: a box with a game on it, and a phone for each seat that plays on."""

from __future__ import annotations

import contextlib
import http.client
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from companion.keeping.session import look_back
from companion.pages.play.game_menu import MenuPage
from companion.screens.intents import Intent
from companion.upkeep.logs import start_logging
from tests.companion.phones.table import Phone, PhoneTable
from tests.endurance.measures import Strain, Times
from tests.rules.setups import SETUPS

PLAYERS = 4
SIZE = (1280, 720)
FRAME_S = 1 / 30
SOON_S, LATER_S = 0.3, 1.5  # after the first try, and after the others
ON_EVERY_PAGE_S = 30.0
PATIENCE_S = 10.0
MENU_EVERY_S = 1.0
READY = "ready"  # in place of a player: all seats are taken
FAILED = (OSError, http.client.HTTPException, AssertionError, ValueError)


class Seats:
    """The phones of all players, each with its page open, and now and then one more that looks on."""

    def __init__(self, url: str, names: tuple[str, ...], look: Callable[[str], str], tries: int) -> None:
        self._url, self._look, self._tries = url, look, tries
        self._random = Random("hostile")
        self.times: Times = {"coming in": [], "an act, answered": [], "an act, on every page": [], "a page loaded": []}
        self.retried, self.entered = 0, 0
        self.faults: list[str] = []
        self._phones = [self._come(name) for name in names]
        self._looks_on: Phone | None = None

    def _come(self, player: str, cookie: str = "") -> Phone:
        phone = Phone(self._url, PATIENCE_S)
        phone.cookie = cookie

        def come() -> None:
            phone.enter(self._look(player))
            self.entered += not cookie
            phone.follow()

        self._try("coming in", come)
        return phone

    def work(self, until: float) -> None:
        turn = 0
        while time.monotonic() < until:
            turn += 1
            self._stay()
            if not self._play():
                time.sleep(0.05)
            if turn % 20 == 0:
                self._try("a page loaded", lambda: self._load("/"))
            if turn % 30 == 0:
                former = "" if self._looks_on is None else self._looks_on.cookie
                if self._looks_on is not None:
                    self._looks_on.leave()
                self._looks_on = self._come("", former)

    def _stay(self) -> None:
        """A page that was let in is never cut off by strangers."""
        for number, phone in enumerate(self._phones):
            phone.traffic.clear()
            if not phone.is_following:
                self.faults.append(f"seat {number} lost its page")
                self._try("coming in", phone.follow)

    def _play(self) -> bool:
        ready = [phone for phone in self._phones if (acts := phone.parts.get("acts")) and acts["is_turn"]]
        if not ready:
            return False
        phone = self._random.choice(ready)
        before, number = phone.parts["entry"], self._random.randrange(len(phone.parts["acts"]["list"]))
        begun = time.perf_counter()
        said = self._try("an act, answered", lambda: phone.act(number))
        if said is None or not said["ok"]:
            return False
        while any(one.parts.get("entry") == before for one in self._phones):
            if time.perf_counter() - begun > ON_EVERY_PAGE_S:
                self.faults.append("an act never came to every page")
                return True
            time.sleep(0.002)
        self.times["an act, on every page"].append(time.perf_counter() - begun)
        return True

    def _load(self, path: str) -> None:
        """Anew, by somebody who sits there; strangers may be turned away while a crowd is at the door."""
        status, content = self._phones[0].send("GET", path)
        assert (status, bool(content)) == (200, True), f"{path}: {status}"

    def _try(self, what: str, do: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        for number in range(self._tries):
            try:
                result = do()
            except FAILED as error:
                self.retried += 1
                said = f"{what}: {type(error).__name__}: {error}"
                time.sleep(LATER_S if number else SOON_S)
            else:
                self.times[what].append(time.perf_counter() - begun)
                return result
        self.faults.append(said)
        return None


def be_seats(url: str, patience: tuple[float, int], screen: Connection, tell: Connection) -> None:
    """A process. ``patience``: how long, and how many tries."""
    seconds, tries = patience

    def look(player: str) -> str:
        screen.send(player)
        return str(screen.recv())

    seats = Seats(url, SETUPS["amulett"](PLAYERS, Random(0)).players, look, tries)
    look(READY)
    seats.work(time.monotonic() + seconds)
    tell.send((seats.times, seats.retried, seats.faults, seats.entered))
    os._exit(0)  # threads that still read need no farewell


class TableBox:
    """A game with its screen, drawn anew thirty times a second; when it is over, the next one begins."""

    people = staticmethod(be_seats)

    def __init__(self, folder: Path) -> None:
        self.log = start_logging(folder)
        self._table = PhoneTable(folder / "box", SETUPS["amulett"](PLAYERS, Random("hostile")), size=SIZE)
        self._table.phones.start()
        self._begun = time.monotonic()
        self._menu_at = self._begun
        self._greedy = Phone(self.url)
        self._greedy.enter(self._table.phones.code(self._table.setup.players[0]))
        self._faults: list[str] = []
        self.pictures: list[float] = []
        self.strain = Strain()
        self.games = 1
        self.is_ready = False

    @property
    def url(self) -> str:
        return self._table.phones.url

    @property
    def port(self) -> int:
        assert self._table.phones.served is not None
        return self._table.phones.served.server.port

    @property
    def greedy(self) -> str:
        return self._greedy.cookie

    def show(self, seconds: float, eyes: Connection) -> None:
        app, end = self._table.app, time.monotonic() + seconds
        due = 0.0
        while (begun := time.monotonic()) < end:
            self._table.now_ms = int((begun - self._begun) * 1000)
            if (message := app.inbox.wait(max(0.0, min(due - begun, FRAME_S)))) is not None:
                app._hear(message)
            begun = time.monotonic()
            if begun >= due:
                app.window.redraw()
                due = begun + FRAME_S
            app.tick()
            self.pictures.append(time.monotonic() - begun)
            self.strain.look()
            self._press(begun)
            with contextlib.suppress(EOFError):
                if eyes.poll(0):
                    self._answer(eyes)
            if self._table.table.live.is_over:
                self._next()

    def _answer(self, eyes: Connection) -> None:
        if (player := eyes.recv()) == READY:
            self.is_ready = True
        eyes.send(self._table.phones.code(player if player in self._table.setup.players else None))

    def _press(self, now: float) -> None:
        """Whoever has the buttons opens the menu now and then, and closes it."""
        app = self._table.app
        if now < self._menu_at + MENU_EVERY_S:
            return
        self._menu_at = now
        app.press(Intent.MENU)
        if not isinstance(app.page, MenuPage):
            self._faults.append("the menu did not open")
        app.press(Intent.BACK)

    def _next(self) -> None:
        self._check()
        self._table.app.tick()  # the one that is over is kept
        self._table.setup = SETUPS["amulett"](PLAYERS, Random(f"hostile {self.games}"))
        self._table.app.play(self._table._table())
        self.games += 1

    def _check(self) -> None:
        """What was played is what is kept."""
        table = self._table.table
        if look_back(self._table.store, table.number).state != table.live.session.state:
            self._faults.append("what is kept is not what was played")

    @property
    def guessed(self) -> int:
        seats = self._table.phones._seats
        assert seats is not None
        return seats.guessed

    def faults(self, entered: int) -> list[str]:
        self._check()
        phones, names = self._table.phones, self._table.setup.players
        inside = sum(map(phones.count, names)) + phones.watching
        if inside != entered + 1:  # and the greedy one
            self._faults.append(f"{inside} phones have come in, {entered + 1} of them know it")
        return self._faults

    def close(self) -> None:
        self._table.close()
