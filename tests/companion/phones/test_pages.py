"""Telephones are switched on and off on the box, by four buttons; the editor moves into the same house."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.pages.play.game_menu import MenuPage
from companion.pages.set_up.joining_page import JoiningPage
from companion.pages.set_up.phones_page import PhonesPage, SeatCodePage
from companion.pages.teaching.editor_page import EditorPage, web_page
from companion.pages.trouble_page import TroublePage
from companion.program.app import App
from companion.screens.intents import Intent
from companion.screens.list_screen import ListScreen
from tests.companion.phones.table import Phone, PhoneTable
from tests.companion.web.client import Client
from tests.rules.setups import SETUPS


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    yield table
    table.close()


def _choose(app: App, value: object) -> None:
    screen = app.screen(0)
    assert isinstance(screen, ListScreen)
    wanted = [choice.value for choice in screen.model.choices].index(value)
    for _ in range(wanted - screen.focus):
        app.press(Intent.NEXT)
    for _ in range(screen.focus - wanted):
        app.press(Intent.PREVIOUS)
    app.press(Intent.OK)
    app.tick()


def test_the_host_switches_them_on_shows_codes_and_switches_them_off(box: PhoneTable) -> None:
    app = box.app
    app.press(Intent.MENU)
    assert isinstance(app.page, MenuPage)
    _choose(app, "phones")
    assert isinstance(app.page, PhonesPage)
    assert not box.phones.url, "off until somebody switches them on"
    _choose(app, "on")
    assert box.phones.url
    _choose(app, "table")
    assert isinstance(app.page, JoiningPage)
    model = app.screen(0).model  # type: ignore[attr-defined]
    assert model.qr == f"{box.phones.url}#{box.phones.code(None)}"
    assert model.typed == box.phones.code(None)
    app.press(Intent.BACK)
    _choose(app, 1)
    assert isinstance(app.page, SeatCodePage)
    phone = Phone(box.phones.url)
    phone.enter(app.screen(0).model.qr.partition("#")[2])  # type: ignore[attr-defined]
    app.tick()
    assert isinstance(app.page, PhonesPage), "the seat is taken, and its code with it"
    assert box.phones.count(box.setup.players[1]) == 1
    _choose(app, 1)
    app.press(Intent.NEXT, )  # fmt: skip
    app.press(Intent.OK)
    app.tick()
    assert box.phones.count(box.setup.players[1]) == 0, "handed on"
    app.press(Intent.BACK)
    _choose(app, "off")
    assert not box.phones.url
    app.press(Intent.BACK)
    assert isinstance(app.page, MenuPage), "back to where it was opened"


def test_without_a_network_it_is_said_in_words(box: PhoneTable) -> None:
    box.phones._find_address = lambda: None
    box.app.open(PhonesPage(box.context, box.setup.players, box.table.say))
    _choose(box.app, "on")
    assert isinstance(box.app.page, TroublePage)
    box.phones._find_address = lambda: "8.8.8.8"
    box.app.press(Intent.BACK)
    _choose(box.app, "on")
    assert isinstance(box.app.page, TroublePage), "nor where all the world could come in"
    assert not box.phones.url


@pytest.mark.slow
def test_another_network_moves_the_page_and_the_telephones_come_along(box: PhoneTable) -> None:
    box.phones.start()
    phone = box.phone(box.setup.players[0])
    box.phones._find_address = lambda: "localhost"
    box.pump(lambda: "localhost" in box.phones.url, "the other address")
    again = Phone(box.phones.url)
    again.cookie = phone.cookie
    again.follow()
    box.pump(lambda: again.parts.get("acts"), "the seat")
    assert again.parts["own"]["name"] == box.setup.players[0], "the same seat, by the same cookie"
    again.leave()


def test_nobody_needs_them_and_they_end_by_themselves(box: PhoneTable) -> None:
    box.phones.start()
    box.app.tick()
    box.now_ms += 3 * 3600_000
    box.app.tick()
    assert not box.phones.url
    assert box.store.setting("phones") == ""


def test_the_editor_is_another_door_of_the_same_house(box: PhoneTable) -> None:
    box.phones.start()
    phone = box.phone(box.setup.players[0])
    editor = box.phones.editor
    assert editor is not None
    page = web_page(box.context, lambda: None)
    assert isinstance(page, EditorPage)
    owner = Client(editor).enter()
    assert owner.send("GET", "/api/games")[0] == 200
    assert phone.send("GET", "/api/games")[0] == 401, "a telephone is no editor"
    assert editor.link == f"{box.phones.url}teach#{editor.sign_in.code}"
    assert b"teach.js" in owner.send("GET", "/teach")[1]
    page._stop()
    assert owner.send("GET", "/api/games")[0] == 401
    assert phone.is_following, "the telephones stay"


def test_guests_sit_down_by_one_code_and_the_box_says_who_and_frees_a_seat_again(box: PhoneTable) -> None:
    box.phones.start()
    box.app.open(PhonesPage(box.context, box.setup.players, box.table.say))
    _choose(box.app, "table")
    guest = box.phone()
    box.pump(lambda: [one["name"] for one in guest.parts["free"]] == list(box.setup.players), "the free seats")
    name = box.setup.players[2]
    assert guest.send("POST", "/api/sit", {"seat": 2})[0] == 200
    details = [choice.detail for choice in box.app.screen(0).model.choices]  # type: ignore[attr-defined]
    assert details == ["free", "free", "has come with a phone", "with 3 players"]
    box.app.press(Intent.NEXT)
    box.app.press(Intent.NEXT)
    box.app.press(Intent.OK)  # that seat
    box.app.press(Intent.NEXT)
    box.app.press(Intent.OK)  # not right
    box.app.tick()
    assert box.phones.count(name) == 0
    box.app.press(Intent.BACK)
    assert isinstance(box.app.page, JoiningPage)
    box.app.press(Intent.BACK)
    box.now_ms += 10_000
    assert guest.send("POST", "/api/sit", {"seat": 2})[0] == 401, "its phone was sent away"


def test_the_page_can_be_put_on_a_home_screen(box: PhoneTable) -> None:
    """Every icon that page and manifest name is there, in the size they say, for phones that draw no SVG too."""
    box.phones.start()
    phone = Phone(box.phones.url)
    manifest = json.loads(phone.send("GET", "/manifest.webmanifest")[1])
    assert {"id", "name", "short_name", "start_url", "scope", "display", "icons", "theme_color"} <= manifest.keys()
    pictures = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert b'<link rel="apple-touch-icon" href="/icon-180.png">' in phone.send("GET", "/")[1]
    assert set(pictures) == {"/icon-180.png", "/icon-512.png"}
    for path, size in pictures.items():
        status, content = phone.send("GET", path)
        drawn = pygame.image.load(io.BytesIO(content), "icon.png")
        assert (status, "{}x{}".format(*drawn.get_size())) == (200, size)
