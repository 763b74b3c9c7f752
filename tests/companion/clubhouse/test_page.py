"""The board's page in a real browser: everyone can watch, the host can act."""

from __future__ import annotations

import hashlib
import http.client
import json
import ssl
import subprocess
import threading
import time
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
from companion.language.wording import Trouble
from companion.phones.seated_app import LONGEST_NIGHT_S
from companion.web.certificate import Certificate, read_certificate
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import result
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM, MOSQUITTO

needs_browser = CHROMIUM.mark
CLUB = "north"
HERE = "127.0.0.1"
ROOT = Path(__file__).parents[3]


def _connection(host: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, timeout=20)


def _encrypted(host: str) -> http.client.HTTPConnection:
    """As a browser whose owner has looked at the fingerprint."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(host, timeout=20, context=trusting)


class _Line:
    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, notice: Announcement) -> None:
        self.said.append(notice)

    def tell_people(self, people: object) -> None:
        """No box listens."""

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
        assert self._begun.wait(20)

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
        connection = _connection(url.netloc) if url.scheme == "http" else _encrypted(url.netloc)
        headers = {"Origin": f"{url.scheme}://{url.netloc}", "Content-Type": "application/json", "Cookie": cookie}
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

    def make(language: str = "en", certificate: Certificate | None = None) -> Clubhouse:
        made.append(Clubhouse(tmp_path, language, certificate))
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


def test_programs_read_the_club_by_a_key_that_the_host_can_change(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    club.fill(3)
    cookie = _comes_in(club, club.page.host_access.code)
    downloads = club.night._board.downloads
    assert club.ask("GET", "/api/club?key=")[0] == 401
    assert club.ask("POST", "/api/act", {"do": "open", "on": 1}, cookie)[0] == 200
    end = time.monotonic() + 20
    while not downloads.key:
        assert time.monotonic() < end, "the board never took the key"
        time.sleep(0.02)
    status, content, _ = club.ask("GET", f"/api/club?key={downloads.key}")
    assert status == 200
    assert len(json.loads(content)["tables"]) == 3
    for wrong in ("", "x", downloads.key[:-1], f"{downloads.key}x", "%ff"):
        assert club.ask("GET", f"/api/club?key={wrong}")[0] in (400, 401)


TEA = {"do": "announce", "text": "Tea"}


def _comes_in(club: Clubhouse, code: str, cookie: str = "") -> str:
    status, _, given = club.ask("POST", "/api/enter", {"code": code}, cookie)
    assert status == 200
    return given


def test_the_host_comes_in_once_by_a_code_and_by_a_new_one_after_a_start(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    code = club.page.host_access.code
    cookie = _comes_in(club, code)
    looking_on = _comes_in(club, club.page.access.code)
    assert club.ask("POST", "/api/enter", {"code": code})[0] == 403
    assert club.ask("POST", "/api/act", TEA, cookie)[:2] == (200, b'{"ok": true}')
    club.close()
    again = clubhouse()
    assert [notice.text for notice in again.line.said] == ["Tea"]
    assert again.ask("POST", "/api/act", TEA, cookie)[0] == 401, "who has overheard the cookie"
    assert again.ask("GET", "/api/me", None, looking_on)[0] == 200
    assert again.ask("POST", "/api/act", TEA, _comes_in(again, again.page.host_access.code))[0] == 200


def test_a_host_is_one_for_a_night(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    cookie = _comes_in(club, club.page.host_access.code)
    club.later_s = LONGEST_NIGHT_S - 60
    cookie = _comes_in(club, club.page.access.code, cookie)  # makes nobody younger
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 200
    club.later_s = LONGEST_NIGHT_S + 60
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 401
    cookie = _comes_in(club, club.page.access.code, cookie)
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 403, "looks on"


def test_all_hosts_are_sent_away(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    cookies = [_comes_in(club, club.page.host_access.code) for _ in range(2)]
    looking_on = _comes_in(club, club.page.access.code)
    assert club.page.host_access.hosts == 2
    assert club.ask("POST", "/api/act", {"do": "send_away"}, cookies[0])[0] == 200
    assert [club.ask("POST", "/api/act", TEA, cookie)[0] for cookie in cookies] == [401, 401]
    assert club.ask("GET", "/api/me", None, looking_on)[0] == 200
    assert club.page.host_access.hosts == 0


@MOSQUITTO.mark
def test_the_page_is_encrypted_and_shows_how_its_certificate_begins(
    clubhouse: Callable[..., Clubhouse], tmp_path: Path
) -> None:
    subprocess.run(["sh", ROOT / "deploy/club", "--into", tmp_path / "files", "north"], check=True, capture_output=True)
    path = tmp_path / "files/tls/board.pem"
    club = clubhouse(certificate=read_certificate(path))
    assert club.page.access.link.startswith("https://")
    cookie = _comes_in(club, club.page.host_access.code)
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 200
    host = urlsplit(club.page.server.url)
    shown = ssl.get_server_certificate((HERE, host.port or 0))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()
    assert digest.startswith(club.page.access.fingerprint.replace(":", "").lower())
    assert len(club.page.access.fingerprint.split(":")) == 8
    plain = _connection(host.netloc)
    plain.request("GET", "/")
    with pytest.raises((OSError, http.client.HTTPException)):
        plain.getresponse()
    plain.close()
    path.chmod(0o640)
    with pytest.raises(Trouble):
        read_certificate(path)


def _is_narrow_enough(tab: Tab) -> bool:
    return bool(tab.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.slow
@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_night_of_the_host(clubhouse: Callable[..., Clubhouse], browser: Browser, language: str) -> None:
    club = clubhouse(language)
    club.fill(12)
    tab = browser.open(club.page.host_access[1], (360, 800), language=language)
    tab.wait_for("#calls", "Table 3")
    assert "Table 12" in tab.text("#tables")
    assert _is_narrow_enough(tab)
    for task in ("calls", "results", "people", "evening"):
        tab.click(f"#task-{task}")
        assert not tab.run("return document.querySelector('#tables').offsetHeight"), "one task at a time"
        assert _is_narrow_enough(tab)
    tab.write("#say", "Round 2 in ten minutes")
    tab.click("#announce")
    tab.wait_for("#announced", "Round 2 in ten minutes")
    tab.click("#task-results")
    tab.click("#enter-result")
    for css, text in (("#who", "Uli"), ("#game-title", "Boules"), ("#game-table", "Bar")):
        tab.write(css, text)
    for seat, (name, place) in enumerate((("Ada", "2"), ("Maximiliane-Charlotte", "3"), ("Eve", "3"))):
        tab.write(f"#name-{seat}", name)
        tab.write(f"#place-{seat}", place)
    tab.click("#keep-result")
    tab.wait_for("#message", "1, 2, 2")
    assert _is_narrow_enough(tab)
    tab.write("#place-0", "1")
    for seat in (1, 2):
        tab.write(f"#place-{seat}", "2")
    tab.click("#keep-result")
    tab.wait_for("#found", "Boules · Bar")
    tab.write("#find", "boules")
    tab.run("document.activeElement.blur()")
    tab.wait_for("#found", "Maximiliane-Charlotte")
    tab.run("document.querySelector('#fold-corrections').open = true")
    tab.wait_for("#fold-corrections", "Uli")
    assert club.line.said[-1].text == "Round 2 in ten minutes"
    tab.click("#task-calls")
    tab.wait_for("#task .call", "Table 3")
    tab.click("#task .call button")
    tab.wait_for("#task .call", {"en": "A host is coming", "de": "Hilfe kommt"}[language])


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_host_registers_people_and_seats_them(
    clubhouse: Callable[..., Clubhouse], browser: Browser, language: str
) -> None:
    club = clubhouse(language)
    club.fill(12)
    tab = browser.open(club.page.host_access[1], (360, 800), language=language)
    tab.wait_for("#calls", "Table 3")
    tab.click("#task-seats")
    tab.write("#who", "Uli")
    tab.run("document.activeElement.blur()")
    for number, name in enumerate(("Anna Meier", "Anna Kurz", "Bo", "Maximiliane-Charlotte von Thurn")):
        tab.write("#arrive-new", name)
        tab.click("#arrives")
        tab.wait_for("#task h3", f"({number + 1})")
    assert _is_narrow_enough(tab)
    tab.click("#seat")
    tab.wait_for("#seating", "Anna K, Bo")
    assert _is_narrow_enough(tab)
    tab.click("#task-people")
    tab.run("document.querySelectorAll('#task details').forEach((one) => { one.open = true; })")
    tab.wait_for("#fold-clashes", "Bo")
    assert _is_narrow_enough(tab)
    tab.write("#person-name-", "Cyril")
    tab.click("#register-")
    tab.wait_for("#task h3", "(5)")
    everybody = browser.open(club.page.access[1], (360, 800), language=language)
    everybody.wait_for("#seating", "Anna, Anna K, Bo, Maximiliane-Charlotte")
    everybody.run("document.querySelector('#ratings').open = true")
    everybody.wait_for("#ratings", "Bo")
    assert _is_narrow_enough(everybody)
