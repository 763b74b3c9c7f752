"""Sheets in a real browser: sent from a phone, looked at, kept, and taken away again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_games
from companion.sheets.shelf import SheetShelf
from companion.web.editor.editor_server import EditorServer, serve_editor
from tests.companion.sheets.test_travel import GARDEN
from tests.companion.web.browser import Browser
from tests.missing import CHROMIUM

pytestmark = [pytest.mark.slow, CHROMIUM.mark]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EditorServer]:
    running = serve_editor("en", load_games(), home=tmp_path, address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    yield running
    running.close()


def test_a_sheet_is_sent_and_stands_in_the_list(browser: Browser, server: EditorServer, tmp_path: Path) -> None:
    tab = browser.open(server.link)
    tab.click("[data-game='']")
    tab.wait_for("#sheet-names", "Wizard")
    tab.run(
        "const given = new DataTransfer(); given.items.add(new File([arguments[0]], 'garden.toml'));"
        "const field = document.querySelector('#sheet-file'); field.files = given.files;"
        "field.dispatchEvent(new Event('change'));",
        GARDEN,
    )
    tab.wait_for("#sheet-said", "a new sheet with the id garden")
    tab.click("#sheet-add")
    tab.wait_for("#sheet-said", "is on this box now")
    tab.wait_for("#sheet-names", "Garden")
    tab.picture(tmp_path / "page.png")
    assert SheetShelf(tmp_path).path_of("garden").read_text() == GARDEN
    tab.click("[data-game='amul']")
    tab.wait_for("#progress", "of 66")
