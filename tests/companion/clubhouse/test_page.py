"""The board's page in a real browser: everyone can watch, the host can act."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.club.messages import Announcement, Call, encode
from companion.clubhouse.board_loop import BoardLoop
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.club_site import ClubSite
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import Register, open_register, utc_now
from companion.inbox import Inbox
from companion.keeping.folder_lock import FolderLock
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import result
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM

needs_browser = CHROMIUM.mark
CLUB = "north"
HERE = "127.0.0.1"


class _Line:
    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, notice: Announcement) -> None:
        self.said.append(notice)

    def reconnect(self) -> None:
        """Nobody is there."""


class Clubhouse:
    """A board with its page, in a thread of its own."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self._folder, self._language, self._begun = folder, language, threading.Event()
        self.line, self.mail = _Line(), Mail(CLUB, lambda: 0.0)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._begun.wait(20)

    def _run(self) -> None:
        with FolderLock(self._folder) as lock:
            register: Register = open_register(lock)
            inbox = Inbox()
            board = ClubBoard(CLUB, register, self.mail, self.line, self._language)
            self.page = ClubSite(board, register, inbox, address=HERE, bind=HERE, port=0)
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
        host = urlsplit(self.page.server.url).netloc
        connection = http.client.HTTPConnection(host, timeout=20)
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json", "Cookie": cookie}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        found = answer.status, answer.read(), str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
        connection.close()
        return found

    def close(self) -> None:
        self.night.stop()
        self._thread.join()


@pytest.fixture
def clubhouse(tmp_path: Path) -> Iterator[Callable[..., Clubhouse]]:
    made: list[Clubhouse] = []

    def make(language: str = "en") -> Clubhouse:
        made.append(Clubhouse(tmp_path, language))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_strangers_see_nothing_and_lookers_on_do_nothing(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    club.fill(3)
    assert club.ask("GET", "/")[0] == 200
    for path in ("/api/follow", "/api/nights", "/api/take?night=0&as=csv", "/api/me"):
        assert club.ask("GET", path)[0] == 401
    status, _, cookie = club.ask("POST", "/api/enter", {"code": club.page.access[2]})
    assert status == 200
    assert club.ask("POST", "/api/act", {"do": "announce", "text": "x"}, cookie)[0] == 403
    status, content, _ = club.ask("GET", "/api/take?night=0&as=pdf", None, cookie)
    assert (status, content[:5]) == (200, b"%PDF-")
    assert club.ask("GET", "/api/take?night=1&as=pdf", None, cookie)[0] == 400
    assert club.ask("GET", "/teach.html", None, cookie)[0] == 404
    assert club.line.said == []


def test_the_host_comes_in_once_by_a_code_and_again_after_a_power_cut(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    code = club.page.host_access[2]
    status, _, cookie = club.ask("POST", "/api/enter", {"code": code})
    assert status == 200
    assert club.ask("POST", "/api/enter", {"code": code})[0] == 403
    assert club.ask("POST", "/api/act", {"do": "announce", "text": "Tea"}, cookie)[:2] == (200, b'{"ok": true}')
    club.close()
    again = clubhouse()
    assert [notice.text for notice in again.line.said] == ["Tea"]
    assert again.ask("POST", "/api/act", {"do": "clock", "minutes": 5}, cookie)[0] == 200


def _is_narrow_enough(tab: Tab) -> bool:
    return bool(tab.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.slow
@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_night_of_the_host(clubhouse: Callable[..., Clubhouse], browser: Browser, language: str) -> None:
    club = clubhouse(language)
    club.fill(12)
    tab = browser.open(club.page.host_access[1], (360, 800))
    tab.wait_for("#calls", "Table 3")
    assert "Table 12" in tab.text("#tables")
    assert _is_narrow_enough(tab)
    tab.write("#who", "Uli")
    tab.write("#say", "Round 2 in ten minutes")
    tab.click("#announce")
    tab.wait_for("#announced", "Round 2 in ten minutes")
    tab.run("document.querySelectorAll('#host details').forEach((one) => { one.open = true; })")
    tab.click("#fold-results li > button")
    tab.wait_for("#fold-corrections", "Uli")
    assert _is_narrow_enough(tab)
    assert club.line.said[-1].text == "Round 2 in ten minutes"
