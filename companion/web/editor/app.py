"""The editor as an app: facts are told in a browser, by whoever has typed the code on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.contract import Games
from companion.web.app import Files, Routes, page_files
from companion.web.editor.facts import FactsEditor
from companion.web.editor.handlers import ROUTES
from companion.web.editor.piles import PilesEditor, Sight
from companion.web.editor.transfer import Transfer
from companion.web.server import WebServer
from companion.web.sign_in import SignIn

FRONT = "/teach"
SCRIPTS = ("teach.js", "elements.js", "questions.js", "piles.js", "made.js", "travel.js", "teach.css")


class EditorApp:
    """Closed, it knows nobody and takes no code."""

    cookie, front, speaks_any_language = "teach", FRONT, False
    cookie_s: int | None = None
    facts: FactsEditor
    piles: PilesEditor
    transfer: Transfer
    files: Files
    routes: Routes

    def __init__(
        self,
        language: str,
        games: Games,
        home: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_open: bool = True,
    ) -> None:
        """``home``: the data folder; None: where the settings say."""
        self.is_open = is_open
        self.sign_in = SignIn(clock)
        self.facts = FactsEditor(language, games, home)
        self.piles, self.transfer = PilesEditor(self.facts), Transfer(self.facts)
        self.files, self.routes = _files(games), ROUTES

    def enter(self, code: str, former: str) -> str | None:
        return self.sign_in.enter(code, former) if self.is_open else None

    def knows(self, token: str) -> bool:
        return self.is_open and self.sign_in.knows(token)

    def speak(self, language: str) -> None:
        self.facts.speak(language)

    def start(self) -> None:
        """Nothing to do: the editor only answers."""

    def close(self) -> None:
        """Nothing to do: nobody is kept waiting."""


class ServedEditor:
    """The editor and the server that carries it: one of its own, or that of the phones, which stays when it ends."""

    def __init__(self, server: WebServer, app: EditorApp, *, is_shared: bool = False) -> None:
        self.server, self.app, self._is_shared = server, app, is_shared

    @property
    def sign_in(self) -> SignIn:
        return self.app.sign_in

    @property
    def url(self) -> str:
        return self.server.url_of(self.app)

    @property
    def link(self) -> str:
        """With the code in it, for a QR code; what stands after # never leaves the browser."""
        return f"{self.url}#{self.sign_in.code}"

    @property
    def is_idle(self) -> bool:
        return self.server.is_idle

    def look(self, sight: Sight | None) -> None:
        """What the camera sees now; None: there is none. Called by the main thread, read by others."""
        self.app.piles.sight = sight

    def start(self) -> None:
        if not self._is_shared:
            return self.server.start()
        self.app.is_open = True
        self.sign_in.renew()
        return self.server.touch()

    def close(self) -> None:
        self.look(None)
        if self._is_shared:
            self.app.is_open = False
        else:
            self.server.close()


def serve_editor(
    language: str,
    games: Games,
    *,
    home: Path | None = None,
    clock: Callable[[], float] = time.monotonic,
    **where: Any,
) -> ServedEditor:
    """On a server of its own. ``where``: its address, port and so on, as ``WebServer`` takes them."""
    app = EditorApp(language, games, home, clock)
    return ServedEditor(WebServer((app,), language, clock=clock, **where), app)


def _files(games: Games) -> Files:
    """The page, and each game's own fields; nothing else of a folder can be reached."""
    theirs = {
        f"/games/{game.slug}.js": (game.box.file(game.web.script), "text/javascript")
        for game in games
        if game.web is not None
    }
    return {**theirs, FRONT: page_files("index.html")["/index.html"], **page_files(*SCRIPTS)}
