"""One server carries several apps: each has its own front page, files, addresses and codes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.phones.downloads import NightDownloads
from companion.phones.phone_server import FILES, PAGES
from companion.phones.seat_handlers import ROUTES
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import Seats
from companion.web.editor.editor_app import EditorApp
from companion.web.editor.editor_handlers import ROUTES as EDITOR_ROUTES
from companion.web.server import WebServer
from tests.companion.phones.table import Phone
from tests.games import GAMES

HERE = "127.0.0.1"


@pytest.fixture
def phones(tmp_path: Path) -> SeatedApp:
    return SeatedApp(Seats(), pages=PAGES, files=FILES, routes=ROUTES, downloads=NightDownloads(GAMES, tmp_path))


@pytest.fixture
def editor(tmp_path: Path) -> EditorApp:
    return EditorApp("en", GAMES, tmp_path, routes=EDITOR_ROUTES)


@pytest.fixture
def both(phones: SeatedApp, editor: EditorApp) -> Iterator[WebServer]:
    server = WebServer((phones, editor), "en", address=HERE, bind=HERE, port=0)
    server.start()
    yield server
    server.close()


def test_the_first_app_stands_at_the_beginning_and_each_at_its_own_address(
    both: WebServer, phones: SeatedApp, editor: EditorApp
) -> None:
    guest = Phone(both.url)
    assert guest.send("GET", "/") == guest.send("GET", "/table.html")
    assert both.url_of(phones) == both.url
    assert both.url_of(editor) == f"{both.url}teach"
    assert b"teach.js" in guest.send("GET", "/teach")[1]


def test_a_code_opens_one_door_and_its_token_no_other(both: WebServer, phones: SeatedApp, editor: EditorApp) -> None:
    seat, owner = Phone(both.url), Phone(both.url)
    seat.enter(phones.seats.show("Ada"))
    owner.enter(editor.sign_in.code)
    assert (seat.cookie.partition("=")[0], owner.cookie.partition("=")[0]) == ("seat", "teach")
    assert seat.send("GET", "/api/me") == (200, {"seat": "Ada"})
    assert seat.send("GET", "/api/games")[0] == 401
    assert owner.send("GET", "/api/games")[0] == 200
    assert owner.send("GET", "/api/me")[0] == 401
    owner.cookie, seat.cookie = (
        seat.cookie.replace("seat=", "teach="),
        owner.cookie.replace("teach=", "seat="),
    )
    assert owner.send("GET", "/api/games")[0] == 401, "a seat's token by another name"
    assert seat.send("GET", "/api/me")[0] == 401


def test_a_closed_editor_takes_no_code_and_knows_nobody(both: WebServer, editor: EditorApp) -> None:
    owner = Phone(both.url)
    owner.enter(editor.sign_in.code)
    editor.is_open = False
    assert owner.send("GET", "/api/games")[0] == 401
    assert Phone(both.url).send("POST", "/api/enter", {"code": editor.sign_in.code})[0] == 403
    editor.is_open = True
    assert owner.send("GET", "/api/games")[0] == 200


def test_what_no_app_brings_is_not_there(phones: SeatedApp) -> None:
    server = WebServer((phones,), "en", address=HERE, bind=HERE, port=0)
    server.start()
    guest = Phone(server.url)
    guest.enter(phones.seats.code)
    for path in ("/teach", "/teach.js", "/api/games", "/club.html"):
        assert guest.send("GET", path)[0] == 404, path
    server.close()
