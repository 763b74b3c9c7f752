"""The board's page in a real browser: everyone can watch, the host can act."""

from __future__ import annotations

import hashlib
import http.client
import json
import ssl
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.language.wording import Trouble
from companion.phones.seated_app import LONGEST_NIGHT_S
from companion.web.certificate import read_certificate
from tests.companion.clubhouse.clubhouse import HERE, Clubhouse, comes_in, is_narrow_enough, plain_connection
from tests.companion.clubhouse.results import game_id
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser
from tests.languages import OURS
from tests.missing import CHROMIUM, MOSQUITTO

needs_browser = CHROMIUM.mark
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
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
    cookie = comes_in(club, club.page.host_access.code)
    downloads = club.night._board.downloads
    assert club.ask("GET", "/api/club?key=")[0] == 401
    assert club.ask("POST", "/api/act", {"do": "open", "on": 1}, cookie)[0] == 200
    end = time.monotonic() + 60
    while not downloads.key:
        assert time.monotonic() < end, "the board never took the key"
        time.sleep(0.02)
    status, content, _ = club.ask("GET", f"/api/club?key={downloads.key}")
    assert status == 200
    assert len(json.loads(content)["tables"]) == 3
    for wrong in ("", "x", downloads.key[:-1], f"{downloads.key}x", "%ff"):
        assert club.ask("GET", f"/api/club?key={wrong}")[0] in (400, 401)


TEA = {"do": "announce", "text": "Tea"}


def test_the_host_comes_in_once_by_a_code_and_by_a_new_one_after_a_start(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    code = club.page.host_access.code
    cookie = comes_in(club, code)
    looking_on = comes_in(club, club.page.access.code)
    assert club.ask("POST", "/api/enter", {"code": code})[0] == 403
    assert club.ask("POST", "/api/act", TEA, cookie)[:2] == (200, b'{"ok": true}')
    club.close()
    again = clubhouse()
    assert [notice.text for notice in again.line.said] == ["Tea"]
    assert again.ask("POST", "/api/act", TEA, cookie)[0] == 401, "who has overheard the cookie"
    assert again.ask("GET", "/api/me", None, looking_on)[0] == 200
    assert again.ask("POST", "/api/act", TEA, comes_in(again, again.page.host_access.code))[0] == 200


def test_a_host_is_one_for_a_night(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    cookie = comes_in(club, club.page.host_access.code)
    club.later_s = LONGEST_NIGHT_S - 60
    cookie = comes_in(club, club.page.access.code, cookie)  # makes nobody younger
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 200
    club.later_s = LONGEST_NIGHT_S + 60
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 401
    assert club.page.host_access.hosts == 0, "the board says how many are signed in"
    cookie = comes_in(club, club.page.access.code, cookie)
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 403, "looks on"


def test_all_hosts_are_sent_away(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    cookies = [comes_in(club, club.page.host_access.code) for _ in range(2)]
    looking_on = comes_in(club, club.page.access.code)
    assert club.page.host_access.hosts == 2
    assert club.ask("POST", "/api/act", {"do": "send_away"}, cookies[0])[0] == 200
    assert [club.ask("POST", "/api/act", TEA, cookie)[0] for cookie in cookies] == [401, 401]
    assert club.ask("GET", "/api/me", None, looking_on)[0] == 200
    assert club.page.host_access.hosts == 0


@pytest.mark.slow
@MOSQUITTO.mark
def test_the_page_is_encrypted_and_shows_how_its_certificate_begins(
    clubhouse: Callable[..., Clubhouse], tmp_path: Path
) -> None:
    subprocess.run(["sh", ROOT / "deploy/club", "--into", tmp_path / "files", "north"], check=True, capture_output=True)
    path = tmp_path / "files/tls/board.pem"
    club = clubhouse(certificate=read_certificate(path))
    assert club.page.access.link.startswith("https://")
    cookie = comes_in(club, club.page.host_access.code)
    assert club.ask("POST", "/api/act", TEA, cookie)[0] == 200
    host = urlsplit(club.page.server.url)
    shown = ssl.get_server_certificate((HERE, host.port or 0))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()
    assert digest.startswith(club.page.access.fingerprint.replace(":", "").lower())
    assert len(club.page.access.fingerprint.split(":")) == 8
    plain = plain_connection(host.netloc)
    plain.request("GET", "/")
    with pytest.raises((OSError, http.client.HTTPException)):
        plain.getresponse()
    plain.close()
    path.chmod(0o640)
    with pytest.raises(Trouble):
        read_certificate(path)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_night_of_the_host(clubhouse: Callable[..., Clubhouse], browser: Browser, language: str) -> None:
    club = clubhouse(language)
    club.fill(12)
    tab = browser.open(club.page.host_access[1], (360, 800), language=language)
    tab.wait_for("#calls", "Table 3")
    assert "Table 12" in tab.text("#tables")
    assert is_narrow_enough(tab)
    for task in ("calls", "results", "people", "evening"):
        tab.click(f"#task-{task}")
        assert not tab.run("return document.querySelector('#tables').offsetHeight"), "one task at a time"
        assert is_narrow_enough(tab)
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
    assert is_narrow_enough(tab)
    tab.write("#place-0", "1")
    for seat in (1, 2):
        tab.write(f"#place-{seat}", "2")
    tab.click("#keep-result")
    tab.wait_for("#found", "Boules · Bar")
    tab.write("#find", "boules")
    tab.run("document.activeElement.blur()")
    tab.wait_for("#found", "Maximiliane-Charlotte")
    tab.run("const box = document.querySelector('#find'); box.value = ''; box.dispatchEvent(new Event('input'))")
    opened, last = "return document.activeElement.id", f"amend-{game_id(8)}"
    tab.click(f"#{last}")
    tab.wait_for("#task .heads", {"en": "Points", "de": "Punkte"}[language])
    assert tab.run("return document.querySelector('#result-title').getBoundingClientRect().top") > 0, "in sight"
    assert tab.run(opened) == "result-title"
    tab.click("#keep-result")
    tab.wait_for("#found", "Bo")
    assert tab.run(opened) == last, "back where it was opened"
    tab.run("document.querySelector('#fold-corrections').open = true")
    tab.wait_for("#fold-corrections", "Uli")
    assert club.line.said[-1].text == "Round 2 in ten minutes"
    tab.click("#task-calls")
    tab.wait_for("#task .call", "Table 3")
    tab.click("#task .call button")
    tab.wait_for("#task .call", {"en": "A host is coming", "de": "Hilfe kommt"}[language])


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", OURS)
def test_the_words_of_the_host_fit_on_a_phone(
    clubhouse: Callable[..., Clubhouse], browser: Browser, language: str
) -> None:
    club = clubhouse(language)
    club.fill(12)
    tab = browser.open(club.page.host_access[1], (360, 800), language=language)
    tab.wait_for("#calls", "Table 3")
    assert tab.run("const bar = document.querySelector('#tasks'); return bar.scrollWidth <= bar.clientWidth")
    tab.click("#task-results")
    tab.find("#find-state")
    cut = """return [...document.querySelectorAll('#task select, #find')].filter((one) => {
      const pen = document.createElement('canvas').getContext('2d'), style = getComputedStyle(one);
      pen.font = style.font;
      const texts = [...(one.options || [{ text: one.placeholder }])].map((each) => each.text);
      const widest = Math.max(...texts.map((text) => pen.measureText(text).width));
      return widest + 24 + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) > one.clientWidth;
    }).map((one) => one.id)"""
    assert tab.run(cut) == []


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
    assert is_narrow_enough(tab)
    heights = "return [...document.querySelectorAll('#task .call button')].map((one) => one.offsetHeight)"
    assert max(tab.run(heights)) < 60, "a long name leaves a button its width"
    tab.click("#seat")
    tab.wait_for("#seating", "Anna K, Bo")
    assert is_narrow_enough(tab)
    tab.click("#task-people")
    tab.run("document.querySelectorAll('#task details').forEach((one) => { one.open = true; })")
    tab.wait_for("#fold-clashes", "Bo")
    assert is_narrow_enough(tab)
    tab.write("#person-name-", "Cyril")
    tab.click("#register-")
    tab.wait_for("#task h3", "(5)")
    tab.run("document.querySelector('#fold-unknown').open = true")
    tab.pick("#match-name", "Ada")
    tab.click("#register-unknown")
    tab.wait_for("#task h3", "(6)")
    everybody = browser.open(club.page.access[1], (360, 800), language=language)
    everybody.wait_for("#seating", "Anna, Anna K, Bo, Maximiliane-Charlotte")
    everybody.run("document.querySelector('#ratings').open = true")
    everybody.wait_for("#ratings", "Bo")
    assert is_narrow_enough(everybody)


@pytest.mark.slow
@needs_browser
def test_every_task_and_fold_of_the_host_can_be_read_aloud(
    clubhouse: Callable[..., Clubhouse], browser: Browser
) -> None:
    club = clubhouse()
    club.fill(12)
    cookie = comes_in(club, club.page.host_access.code)
    for wish in (*({"do": "here", "name": name} for name in ("Anna Meier", "Bo Li", "Cy", "Dee")), {"do": "seat"}):
        assert club.ask("POST", "/api/act", {"who": "Uli", "size": 4, **wish}, cookie)[0] == 200
    club.mail.put("table-companion/north/box-4/state", b"{")  # is set aside
    tab = browser.open(club.page.host_access[1], (390, 844))
    tab.wait_for("#calls", "Table 3")
    for task in ("tables", "calls", "seats", "results", "people", "evening"):
        tab.click(f"#task-{task}")
        if task == "tables":
            tab.click("#tables button.name")
        tab.run("document.querySelectorAll('#main details').forEach((one) => { one.open = true; })")
        assert violations(tab) == [], task
        assert is_narrow_enough(tab), task
        assert tab.text("#message") == "", "what was refused in another task"
        if task == "seats":
            tab.run("const size = document.querySelector('#seat-size'); size.value = 2; size.form.noValidate = true")
            tab.click("#seat")
            tab.wait_for("#message", "“Players a table”")
    assert tab.run("return document.querySelectorAll('#task details').length") == 5
    widths = "return [...document.querySelectorAll('#main > *')].map((one) => one.offsetWidth).filter(Boolean)"
    tab.resize(844, 390)
    assert min(tab.run(widths)) > 600, "lying on its side no half is empty"
