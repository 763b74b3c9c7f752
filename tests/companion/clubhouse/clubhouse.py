"""A board with its page in a thread of its own, and how browsers reach it."""

from __future__ import annotations

import http.client
import json
import ssl
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.club.messages import Announcement, Call, encode
from companion.clubhouse.board_loop import BoardLoop
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.club_site import ClubSite
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import Register, open_register, utc_now
from companion.inbox import Inbox
from companion.keeping.folder_lock import FolderLock
from companion.web.certificate import Certificate
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import result
from tests.companion.web.browser import Tab

CLUB = "north"
HERE = "127.0.0.1"


def plain_connection(host: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, timeout=60)


def _encrypted(host: str) -> http.client.HTTPConnection:
    """As a browser whose owner has looked at the fingerprint."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(host, timeout=60, context=trusting)


class _Line:
    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, notice: Announcement) -> None:
        self.said.append(notice)

    def tell_people(self, people: object) -> None:
        """No box listens."""

    def forget(self, box: str) -> None:
        """No broker keeps anything."""

    def reconnect(self) -> None:
        """Nobody is there."""


class Clubhouse:
    """A board with its page, in a thread of its own."""

    def __init__(self, folder: Path, language: str = "en", certificate: Certificate | None = None) -> None:
        self._folder, self._language, self._begun = folder, language, threading.Event()
        self._certificate, self.later_s = certificate, 0.0
        self.line, self.mail = _Line(), Mail(CLUB, lambda: 0.0)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._begun.wait(60)

    def _run(self) -> None:
        with FolderLock(self._folder) as lock:
            register: Register = open_register(lock)
            inbox = Inbox()
            board = ClubBoard(CLUB, register, self.mail, self.line, self._language)
            self.page = ClubSite(
                board,
                register,
                inbox,
                address=HERE,
                bind=HERE,
                port=0,
                certificate=self._certificate,
                clock=lambda: time.monotonic() + self.later_s,
            )
            self.night = BoardLoop(board, self.mail, inbox, page=self.page)
            self._begun.set()
            self.night.run()
            self.page.close()
            register.close()

    def fill(self, tables: int) -> None:
        now = utc_now()
        for number in range(1, tables + 1):
            box = f"table-companion/{CLUB}/box-{number}"
            self.mail.put(f"{box}/availability", b"online" if number % 6 != 5 else b"offline")
            self.mail.put(f"{box}/state", encode(state(number)))
            if number == 3:
                self.mail.put(f"{box}/call", encode(Call(now, "")))
        for number, ranked in enumerate(({"Ada": (1, 40), "Bo": (2, 30)}, {"Bo": (1, 50), "Maximiliane": (2, 4)}), 8):
            one = result(number, {name: (place, points) for name, (place, points) in ranked.items()})
            self.mail.put(f"table-companion/{CLUB}/box-{number}/result/{one.game}", encode(one))

    def ask(self, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes, str]:
        url = urlsplit(self.page.server.url)
        connection = plain_connection(url.netloc) if url.scheme == "http" else _encrypted(url.netloc)
        headers = {"Origin": f"{url.scheme}://{url.netloc}", "Content-Type": "application/json", "Cookie": cookie}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        found = answer.status, answer.read(), str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
        connection.close()
        return found

    def close(self) -> None:
        self.night.stop()
        self._thread.join()


def comes_in(club: Clubhouse, code: str, cookie: str = "") -> str:
    status, _, given = club.ask("POST", "/api/enter", {"code": code}, cookie)
    assert status == 200
    return given


def is_narrow_enough(tab: Tab) -> bool:
    return bool(tab.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
