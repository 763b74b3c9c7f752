"""A play is taken home from the last screen of either game: by telephone, or as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.language.i18n import Phrases
from companion.pages.history.export_page import ExportCodePage
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.screens.navigation import Close
from companion.screens.qr_screen import QrScreen
from companion.sharing.game_text import read_game
from tests.companion.person import Person, at_the_end
from tests.games import GAMES

SAY = Phrases("en")


def test_the_code_is_shown_and_left_again() -> None:
    page = ExportCodePage(SAY, "https://example.org/play")
    window = Window.headless((800, 480))
    window.show(page.screen(0), 0)
    assert "BG Stats" in {text.text for text in window.canvas.written}
    left = page.screen(0).handle(Intent.BACK)
    assert left is not None
    assert page.act(left, 0) == Close()
    held = page.screen(0).handle(Intent.MENU)
    assert held is not None
    assert page.act(held, 0) is None


@pytest.mark.slow
def test_a_play_is_taken_home_as_a_code_or_as_files(person: Person, tmp_path: Path) -> None:
    session = at_the_end(person, "amulett")
    person.choose_listed("Take it home")
    person.choose_listed("BG Stats")
    assert isinstance(person.screen, QrScreen)
    person.press(Intent.BACK)
    person.choose_listed("Game text")
    (text,) = (tmp_path / "exports").glob("*.txt")
    assert read_game(text.read_text("utf-8"), GAMES.rules).state == session.state
    winner = person.store.games()[0].result["winners"][0]  # type: ignore[index]
    assert f"\n; 1. {winner}: " in text.read_text("utf-8")
    assert text.name in person.screen.model.text  # type: ignore[attr-defined]
    person.choose_listed("BG Stats file")
    (file,) = (tmp_path / "exports").glob("*.bgsplay")
    assert json.loads(file.read_text("utf-8"))["games"][0]["name"] == "Das Amulett"


@pytest.mark.slow
def test_a_folder_that_takes_no_file_is_said(person: Person, tmp_path: Path) -> None:
    at_the_end(person, "amulett")
    (tmp_path / "exports").write_text("in the way")
    person.choose_listed("Take it home")
    person.choose_listed("Game text")
    assert type(person.screen).__name__ == "TroubleScreen"
