"""A table with telephones and no browser: the whole program in this thread, its server and each telephone in others."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.inbox import Inbox
from companion.keeping.session import resume_game, start_game
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.program.app import App
from companion.screens.intents import Intent
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.game import Setup
from tests.doubles.late_canvas import late_window
from tests.games import new_context, open_store

PATIENCE_S = 60
SETTINGS = ("timers.count=false", "display.motion=false", "night.setup=false", "night.help=false", "camera.kind=none")
HERE = "127.0.0.1"


@lru_cache(maxsize=256)
def _parsed(part: str) -> Any:
    """Not to be changed: a loop that waits for telephones asks for the same parts again and again."""
    return json.loads(part)


class PhoneTable:
    """One box. ``pump`` lets its main loop run until something is so."""

    def __init__(
        self,
        folder: Path,
        setup: Setup,
        *,
        language: str = "en",
        settings: tuple[str, ...] = (),
        port: int = 0,
        size: tuple[int, int] = (320, 180),
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.setup = folder, setup
        self.now_ms = 0
        self._phones: list[Phone] = []
        self.store = open_store(folder)
        pairs = (*SETTINGS, f"data.folder={folder}", *settings)
        self.context = new_context(load_config(files=(), pairs=pairs), self.store, language, facts="practice")
        window = late_window(size)
        self.app = App(self.context, window, Inbox(), lambda: self.now_ms, StartPage(self.context))
        self.phones = Phones(self.context, self.app.inbox, find_address=lambda: HERE, bind=HERE, port=port)
        self.context.phones = self.app.phones = self.phones
        self.app.play(self._table())

    def _table(self) -> Table:
        if (row := self.store.unfinished()) is not None:
            return Table(self.context, row.id, resume_game(self.store, row.id))
        started = start_game(self.store, self.setup)
        assert isinstance(started, tuple), started
        return Table(self.context, *started)

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    def pump(self, is_so: Callable[[], Any], what: str = "something", patience_s: float = PATIENCE_S) -> None:
        end = time.monotonic() + patience_s
        while not is_so():
            assert time.monotonic() < end, f"{what} never came"
            message = self.app.inbox.wait(0.005)
            if message is not None:
                self.app._hear(message)
            self.now_ms += 20
            self.app.tick()

    def reveal(self) -> None:
        """Somebody at the box presses on until the screen has shown the whole score."""
        while self.table.result.rows_shown is not None:
            self.app.press(Intent.OK)
            self.app.tick()

    def is_shown(self, *phones: Phone) -> bool:
        """Whether these telephones show the table as it is."""
        shared, own = self.phones.feed.said
        return all(
            phone.parts.get(name) == _parsed(part)
            for phone in phones
            for name, part in (*shared.items(), *own.get(phone.player, {}).items())
        )

    def phone(self, player: str | None = None) -> Phone:
        """One that has scanned the code of a seat, or of the table."""
        assert self.phones.served is not None
        phone = Phone(self.phones.url)
        phone.player = player or ""
        self._phones.append(phone)
        code = self.phones.code(player)
        phone.enter(code)
        phone.follow()
        self.pump(lambda: phone.parts.get("now"), "the table")
        if player is not None:
            self.pump(lambda: phone.parts.get("acts"), "the seat")
        return phone

    def close(self) -> None:
        for phone in self._phones:
            phone.leave()
        self.phones.close()
        self.store.close()


class Phone:
    """Keeps all that it was ever sent, as it came."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S) -> None:
        self.host = urlsplit(url).netloc
        self._patience_s = patience_s
        self.player = ""  # whose seat it has
        self.cookie = ""
        self.headers: dict[str, str] = {}  # of this browser, with whatever it asks
        self.parts: dict[str, Any] = {}
        self.traffic: list[str] = []
        self.news = threading.Condition()
        self.is_following = False
        self.farewell = ""  # why the box has closed the page
        self._stream: http.client.HTTPConnection | None = None
        self._reader: threading.Thread | None = None

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(self.host, timeout=self._patience_s)
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Origin": f"http://{self.host}", "Content-Type": "application/json", "Cookie": self.cookie}
        given |= {**self.headers, **headers}
        connection.request(method, path, data, {name: value for name, value in given.items() if value})
        answer = connection.getresponse()
        content = answer.read()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        connection.close()
        is_json = answer.headers["Content-Type"] == "application/json"
        return answer.status, json.loads(content) if is_json else content

    def enter(self, code: str) -> None:
        status, said = self.send("POST", "/api/enter", {"code": code})
        assert status == 200, said

    def act(self, place: int, number: int | None = None) -> dict[str, Any]:
        acts = self.parts["acts"]
        wish = {"do": "act", "at": acts["at"], "act": place} | ({} if number is None else {"number": number})
        status, said = self.send("POST", "/api/act", wish)
        self.traffic.append(json.dumps(said, ensure_ascii=False))
        assert status == 200, said
        return dict(said)

    def want(self, table: PhoneTable, **wish: Any) -> Any:
        """From the thread of the main loop: asks in another, and lets the loop run meanwhile."""
        said: list[Any] = []
        asking = threading.Thread(target=lambda: said.append(self.send("POST", "/api/act", wish)), daemon=True)
        asking.start()
        table.pump(lambda: said, "an answer")
        return said[0][1]

    def tap(self, table: PhoneTable, place: int, **more: Any) -> Any:
        """An act on the page as it is now: what was done just before has come to it."""
        table.app.tick()
        table.pump(lambda: table.is_shown(self), "the last news")
        return self.want(table, do="act", at=self.parts["acts"]["at"], act=place, **more)

    def follow(self) -> None:
        self._stream = stream = http.client.HTTPConnection(self.host, timeout=PATIENCE_S)
        stream.request("GET", "/api/follow", headers={"Cookie": self.cookie, **self.headers})
        answer = stream.getresponse()
        assert answer.status == 200, answer.read()
        self.is_following = True
        self._reader = threading.Thread(target=self._read, args=(stream, answer), daemon=True)
        self._reader.start()

    def _read(self, stream: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        try:
            event = b""
            while line := answer.readline():
                if event == b"event: bye\n":
                    self.farewell = line[6:].decode().strip()
                elif line.startswith(b"data: "):
                    self._take(line[6:].decode())
                event = line
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            answer.close()
            stream.close()
            with self.news:
                self.is_following = False
                self.news.notify_all()

    def _take(self, text: str) -> None:
        with self.news:
            self.traffic.append(text)
            self.parts |= json.loads(text)
            self.news.notify_all()

    def leave(self) -> None:
        """Out of range: no goodbye."""
        if self._stream is not None and self._stream.sock is not None:
            with suppress(OSError):  # the box was quicker
                self._stream.sock.shutdown(socket.SHUT_RDWR)
        if self._reader is not None:
            self._reader.join(PATIENCE_S)
