"""The facts editor as a web app, for whoever has typed the code from the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.contract import Games
from companion.web.app import File, Files, Routes, page_files
from companion.web.editor.facts_editor import FactsEditor
from companion.web.editor.piles_editor import PilesEditor
from companion.web.editor.sheet_transfer import SheetTransfer
from companion.web.editor.transfer import Transfer
from companion.web.sign_in import SignIn

FRONT = "/teach"
SCRIPTS = ("teach.js", "elements.js", "questions.js", "piles.js", "made.js", "travel.js", "sheets.js")
STYLES = ("base.css", "teach.css")


class EditorApp:
    """While closed it accepts neither codes nor tokens."""

    cookie, front, speaks_any_language = "teach", FRONT, True
    cookie_s: int | None = None
    facts: FactsEditor
    piles: PilesEditor
    transfer: Transfer
    sheets: SheetTransfer
    files: Files
    routes: Routes

    def __init__(
        self,
        language: str,
        games: Games,
        home: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        routes: Routes,
        is_open: bool = True,
    ) -> None:
        """``home``: the data folder; None: where the settings say."""
        self.is_open = is_open
        self.sign_in = SignIn(clock)
        self.facts = FactsEditor(language, games, home)
        self.piles, self.transfer = PilesEditor(self.facts), Transfer(self.facts)
        self.sheets = SheetTransfer(self.facts, home)
        self.files, self.routes = _files(games), routes

    def enter(self, code: str, former: str, place: str) -> str | None:  # noqa: ARG002 (eight are turned away by name)
        return self.sign_in.enter(code, former) if self.is_open else None

    def knows(self, token: str) -> bool:
        return self.is_open and self.sign_in.knows(token)

    def speak(self, language: str) -> None:
        self.facts.speak(language)

    def start(self) -> None:
        """Nothing to do: the editor only answers requests."""

    def close(self) -> None:
        """Nothing to do: nobody is kept waiting."""


def _files(games: Games) -> Files:
    """The page, and each game's own script; no other file of a folder is served."""
    theirs = {
        f"/games/{game.slug}.js": File(game.box.file(game.web.script), "text/javascript")
        for game in games
        if game.web is not None
    }
    return {**theirs, FRONT: page_files("index.html")["/index.html"], **page_files(*SCRIPTS, *STYLES)}
