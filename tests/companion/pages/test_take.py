"""The play can be taken home by telephone from the last screen of either game."""

from __future__ import annotations

from companion.language.i18n import Phrases
from companion.pages.take import CodePage
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.screens.navigation import Close

SAY = Phrases("en")


def test_the_code_is_shown_and_left_again() -> None:
    page = CodePage(SAY, "https://example.org/play")
    window = Window.headless((800, 480))
    window.show(page.screen(0), 0)
    assert "BG Stats" in {text.text for text in window.canvas.written}
    left = page.screen(0).handle(Intent.BACK)
    assert left is not None
    assert page.act(left, 0) == Close()
    held = page.screen(0).handle(Intent.MENU)
    assert held is not None
    assert page.act(held, 0) is None
