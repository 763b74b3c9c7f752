"""Piles and facts that travel, on the page in a real browser: as wide as a phone or a desk, and what axe-core says."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games import load_games
from companion.inbox import Preview, TagSeen
from companion.web.editor.editor_server import serve_editor
from companion.web.editor.piles_editor import Sight
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM

pytestmark = [pytest.mark.slow, CHROMIUM.mark]


def _sight() -> Sight:
    picture = np.full((540, 960, 3), 90, np.uint8)
    cv2.putText(picture, "mat", (380, 300), cv2.FONT_HERSHEY_SIMPLEX, 3, (220, 220, 220), 5)
    corners = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))
    preview = Preview(3, 960, 540, picture.tobytes(), (TagSeen("gold#1", corners, is_settled=True),))
    return Sight("amul", frozenset({"gold#1", "silk#2"}), preview)


@pytest.mark.parametrize(
    ("language", "phone", "dark"), [("en", (360, 740), False), ("de", None, True)], ids=["phone", "desk"]
)
def test_piles_by_page(
    browser: Browser, tmp_path: Path, language: str, phone: tuple[int, int] | None, dark: bool
) -> None:
    home = tmp_path / "home"
    server = serve_editor(language, load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, home=home)
    server.start()
    server.look(_sight())
    tab = browser.open(server.link, phone, dark=dark, language=language)
    tab.click("[data-thing='piles']")
    tab.click("#see-tick:not(:disabled)")
    tab.wait_for("#way-all", "(2)")
    tab.write("#pile-find", "kame" if language == "de" else "came")
    tab.click("[data-unit='camel']")
    tab.wait_for("#way-all", "(3)")
    tab.until("return document.getElementById('picture').naturalWidth || null;", never="the picture never came")
    tab.picture(tmp_path / "ticked.png")
    checked = violations(tab)
    assert checked == []
    tab.click("#way-all")
    tab.find("#pile-at option[value='1']:checked")
    tab.click("[data-unit='gold']")
    tab.click("#way-all")
    tab.find("#doubt-change")
    tab.picture(tmp_path / "asked.png")
    tab.click("#doubt-change")
    tab.wait_for("#message", ":")
    tab.click("#pile-back")
    tab.wait_for("#message", "zurückgenommen" if language == "de" else "undone")
    width = int(str(tab.run("return document.documentElement.scrollWidth")))
    assert width <= (phone or (10_000, 0))[0]
    tab.run("document.querySelector('[data-thing=travel]').click(); scrollTo(0, 0)")
    tab.find("#export")
    assert violations(tab) == []
    tab.picture(tmp_path / "travel.png")
    _make_powers(tab, tmp_path, phone)
    server.close()


def _make_powers(tab: Tab, folder: Path, phone: tuple[int, int] | None) -> None:
    """Two cards that the camera sees, alike in their form; then what is shared and what differs, answer by answer."""
    tab.run("document.querySelector('[data-thing=piles]').click(); scrollTo(0, 0)")
    tab.pick("#pile-sort", "power")
    tab.until("return document.getElementById('way-here') ? null : true;", never="the piles before never went")
    tab.click("#see-tick:not(:disabled)")
    tab.wait_for("#made-go", "(2)")
    tab.picture(folder / "made-ticked.png")
    tab.click("#made-go")
    tab.find("#made[data-answers='0'] #near-0")
    tab.picture(folder / "made-first.png")
    assert violations(tab) == []
    for number in range(4):  # fixed points, quite apart, the points of each card
        tab.click(f"#made[data-answers='{number}'] #near-0")
    tab.find("#made[data-answers='4'] #made-keep")
    tab.picture(folder / "made-whole.png")
    assert violations(tab) == []
    width = int(str(tab.run("return document.documentElement.scrollWidth")))
    assert width <= (phone or (10_000, 0))[0]
    tab.click("#made-keep")
    tab.wait_for("#message", "2")
    tab.find("[data-thing='gold']")
