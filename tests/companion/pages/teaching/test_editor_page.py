"""The page for a browser is started from the screen: address and code as a QR, until somebody leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.inbox import Preview, PreviewTaken, TableSeen
from companion.pages.teaching.editor_page import EditorPage
from companion.pages.teaching.teach_page import TeachPage
from companion.program.app import Seeing, Watching
from companion.screens.intents import Intent
from companion.settings.changing import with_setting
from companion.web.editor.editor_server import serve_editor
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.pupil import Pupil
from tests.companion.web.client import Client
from tests.games import GAMES
from vision.frames import read_picture
from vision.tags.any_code import read_any

pytestmark = pytest.mark.usefixtures("own_folder")


def test_the_page_for_a_keyboard_shows_its_code_and_ends_with_back_or_by_itself(tmp_path: Path) -> None:
    now, ended = [0.0], []
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    server = serve_editor("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0, idle_s=60, clock=lambda: now[0])
    pupil.app.open(EditorPage(pupil.context, server, lambda: ended.append("ended")))
    pupil.app.tick()
    assert server.sign_in.code in pupil.screen.model.text
    assert pupil.screen.model.qr == server.link
    now[0] = 61
    pupil.app.tick()
    assert isinstance(pupil.app.page, TeachPage)
    assert ended == ["ended"]
    again = serve_editor("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0)
    pupil.app.open(EditorPage(pupil.context, again, lambda: ended.append("left")))
    pupil.press(Intent.BACK)
    assert isinstance(pupil.app.page, TeachPage)
    assert ended == ["ended", "left"]
    pupil.store.close()


@pytest.mark.slow
def test_the_screen_shows_the_address_with_a_code_that_lets_one_browser_in(tmp_path: Path) -> None:
    server = serve_editor("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path / "home")
    pupil = Pupil(tmp_path / "games", lambda context: EditorPage(context, server, lambda: None), size=(1280, 720))
    first = _qr_on_screen(pupil, tmp_path)
    assert first == server.link
    assert first == f"{server.url}#{server.sign_in.code}"
    assert server.sign_in.enter(first.partition("#")[2]) is not None
    assert server.sign_in.enter(first.partition("#")[2]) is None, "a code is used once"
    assert _qr_on_screen(pupil, tmp_path) == server.link != first, "the next browser gets another"
    pupil.press(Intent.BACK)
    assert not server.server.is_open, "leaving the page stops it"
    pupil.store.close()


def _qr_on_screen(pupil: Pupil, folder: Path) -> str:
    pupil.app.tick()
    pupil.app.window.save(folder / "screen.png")
    (found,) = read_any(read_picture(folder / "screen.png"))
    return found.text


@pytest.mark.parametrize(("language", "said"), [("en", "Somebody is guessing: 1000"), ("de", "Da rät jemand: 1000")])
def test_guessing_changes_nothing_but_a_sentence(tmp_path: Path, language: str, said: str) -> None:
    server = serve_editor(language, GAMES, address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path / "home")
    pupil = Pupil(tmp_path / "games", lambda context: EditorPage(context, server, lambda: None), language=language)
    before = pupil.screen.model
    for _ in range(1999):
        assert server.sign_in.enter("WRONG") is None
    pupil.app.tick()
    after = pupil.screen.model
    assert after.qr == before.qr
    assert after.text.startswith(f"{before.text}\n{said}"), "not that somebody has come in"
    pupil.press(Intent.BACK)
    pupil.store.close()


def test_what_the_camera_sees_is_for_whoever_sorts_cards_on_the_page(tmp_path: Path) -> None:
    server = serve_editor("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path / "home")
    pupil = Pupil(tmp_path / "games", lambda context: EditorPage(context, server, lambda: None, "amulett"))
    pupil.context.config = with_setting(pupil.context.config, "camera.kind", "usb")
    page = pupil.app.page
    assert isinstance(page, EditorPage)
    assert isinstance(page, Seeing)
    assert isinstance(page, Watching)
    assert page.slug == "amulett", "the game that is taught on the box"
    client = Client(server).enter()
    assert client.send("GET", "/api/piles?game=amul")[0] == 200
    assert page.slug == "amul", "until somebody sorts another"
    assert page.document["game"] == "amul"
    pupil.app._hear(TableSeen(TableCards({"mat": frozenset({"gold#1"})}), frozenset(), 0))
    pupil.app._hear(PreviewTaken(Preview(1, 2, 2, bytes(12))))
    pupil.app.tick()
    seen = client.send("GET", "/api/seen?game=amul&sort=colour")[1]
    assert (seen["units"], seen["picture"]) == (["gold"], 1)
    pupil.context.parts["camera"] = words("page.pause")
    pupil.app.tick()
    assert not client.send("GET", "/api/seen?game=amul&sort=colour")[1]["camera"], "lost meanwhile"
    pupil.press(Intent.BACK)
    pupil.store.close()
