"""From an act on a telephone to all other pages, and what lookers-on cost the screen.

A whole box without a window plays the game with the most seats: a telephone for each of them, and more that look on,
all as connections of this process. Times by the clock on the wall: they hold waiting for the network and each other.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import statistics
import tempfile
import threading
import time
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from companion.contract import Context, TableGame
from companion.games import load_games
from companion.inbox import Inbox
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import start_game
from companion.keeping.store import open_store
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.program.app import App
from companion.program.window import Window
from companion.settings.config import load_config
from companion.table.table import Table
from companion.twin.simulation import new_setup

ACTS = 40
LOOKING_ON = (0, 50)
LIMIT_MS = 100.0
HERE = "127.0.0.1"
SETTINGS = ("night.setup=false", "camera.kind=none", "night.help=false")
WAIT_S = 5.0
BETWEEN_S = 0.25  # a person who taps; faster ones are held back


class Crowd:
    """Pages that follow, in a thread of their own; notes when each of them last got news of the table."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._pages: list[Future[None]] = []  # a loop forgets what nobody else holds
        self.parts: list[dict[str, Any]] = []
        self.heard: list[float] = []  # when the last line of the log came
        self.news = threading.Condition()

    def join(self, cookie: str) -> None:
        number = len(self.parts)
        self.parts.append({})
        self.heard.append(0.0)
        self._pages.append(asyncio.run_coroutine_threadsafe(self._follow(number, cookie), self._loop))

    async def _follow(self, number: int, cookie: str) -> None:
        name, _, port = self._host.partition(":")
        reader, writer = await asyncio.open_connection(name, int(port), limit=1 << 20)
        writer.write(f"GET /api/follow HTTP/1.1\r\nHost: {self._host}\r\nCookie: {cookie}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self._take(number, json.loads(line[6:]))

    def _take(self, number: int, parts: dict[str, Any]) -> None:
        with self.news:
            self.parts[number] |= parts
            if "log" in parts:
                self.heard[number] = time.perf_counter()
            self.news.notify_all()

    def wait(self, since: float) -> float | None:
        """How long it took until all had news; None if some had none."""
        with self.news:
            if self.news.wait_for(lambda: min(self.heard) > since, WAIT_S):
                return max(self.heard) - since
        return None

    def close(self) -> None:
        """The box is closed by then, so that all have come to their end."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(WAIT_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


class Bench:
    """One box with so many lookers-on."""

    def __init__(self, game: TableGame, folder: Path, stack: ExitStack) -> None:
        games = load_games()
        store = open_store(stack.enter_context(FolderLock(folder)), games.rules)
        stack.callback(store.close)
        config = load_config(files=(), pairs=(*SETTINGS, f"data.folder={folder}"))
        context = Context(config, store, "en", games, "practice")
        self.setup = new_setup(game, game.rules.seats[-1], 7, "practice")
        started = start_game(store, self.setup)
        assert isinstance(started, tuple)
        self.app = App(context, Window.headless(), Inbox(), _now_ms, StartPage(context))
        self.app.play(Table(context, *started))
        self.phones = Phones(context, self.app.inbox, find_address=lambda: HERE, bind=HERE, port=0)
        self.app.phones = self.phones
        self.phones.start()
        stack.callback(self.phones.close)
        self.host = urlsplit(self.phones.url).netloc
        self.crowd = Crowd(self.host)
        stack.callback(self.crowd.close)
        self.cookies = [self._enter(self.phones.code(name)) for name in self.setup.players]
        self.ticks: list[float] = []
        self._random = Random(7)

    def _enter(self, code: str) -> str:
        _, headers = self._post("/api/enter", {"code": code}, "")
        return str(headers["Set-Cookie"]).partition(";")[0]

    def _post(self, path: str, body: Any, cookie: str) -> tuple[Any, Any]:
        connection = http.client.HTTPConnection(self.host, timeout=WAIT_S)
        headers = {"Origin": f"http://{self.host}", "Content-Type": "application/json", "Cookie": cookie}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
        return said, answer.headers

    def measure(self, lookers_on: int) -> dict[str, Any]:
        for cookie in self.cookies:
            self.crowd.join(cookie)
        code = self.phones.code(None)
        for _ in range(lookers_on):
            self.crowd.join(self._enter(code))
        taken: list[float] = []
        player = threading.Thread(target=self._play, args=(taken,), daemon=True)
        player.start()
        while player.is_alive():
            self._turn_loop()
        return {
            "name": "an act on all other pages",
            "unit": "ms",
            "telephones": len(self.cookies),
            "look on": lookers_on,
            "acts": len(taken),
            "median": _ms(statistics.median(taken)),
            "worst of 20": _ms(statistics.quantiles(taken, n=20)[-1]),
            "limit": LIMIT_MS,
            "a turn of the loop": _ms(statistics.median(self.ticks)),
            "worst turn of 20": _ms(statistics.quantiles(self.ticks, n=20)[-1]),
        }

    def _turn_loop(self) -> None:
        message = self.app.inbox.wait(1 / 30)
        begun = time.perf_counter()
        if message is not None:
            self.app._hear(message)
        self.app.tick()
        self.ticks.append(time.perf_counter() - begun)

    def _play(self, taken: list[float]) -> None:
        self.crowd.wait(0.0)
        while len(taken) < ACTS and (seat := self._whose_turn()) is not None:
            acts = self.crowd.parts[seat]["acts"]
            number = self._random.randrange(len(acts["list"]))
            time.sleep(BETWEEN_S)
            begun = time.perf_counter()
            said, _ = self._post("/api/act", {"do": "act", "at": acts["at"], "act": number}, self.cookies[seat])
            if said.get("ok") and (lasted := self.crowd.wait(begun)) is not None:
                taken.append(lasted)

    def _whose_turn(self) -> int | None:
        with self.crowd.news:
            self.crowd.news.wait_for(self._turns, WAIT_S)
            return next(iter(self._turns()), None)

    def _turns(self) -> list[int]:
        seats = range(len(self.cookies))
        return [seat for seat in seats if self.crowd.parts[seat].get("acts", {}).get("is_turn")]


def run() -> list[dict[str, Any]]:
    """For ``companion bench phones``."""
    played = [game for game in load_games() if game.member is None]
    game = max(played, key=lambda game: game.rules.seats[-1])
    return [_measured(game, count) for count in LOOKING_ON]


def _measured(game: TableGame, lookers_on: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        return Bench(game, Path(folder), stack).measure(lookers_on)


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
