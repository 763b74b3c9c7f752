"""The editor with its server: its own, or the one for phones."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.contract import Games
from companion.web.editor.editor_app import EditorApp
from companion.web.editor.editor_handlers import ROUTES
from companion.web.editor.piles_editor import Sight
from companion.web.server import WebServer
from companion.web.sign_in import SignIn


class EditorServer:
    """The editor and the server it runs on. The phones' server goes on when the editor closes."""

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
        """The address with the code in it, for a QR code; the part after # never leaves the browser."""
        return f"{self.url}#{self.sign_in.code}"

    @property
    def is_idle(self) -> bool:
        return self.server.is_idle

    def look(self, sight: Sight | None) -> None:
        """What the camera sees now; None without a camera. Set by the main thread, read by others."""
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
) -> EditorServer:
    """The editor on its own server. ``where``: address, port and so on, as for ``WebServer``."""
    app = EditorApp(language, games, home, clock, routes=ROUTES)
    return EditorServer(WebServer((app,), language, clock=clock, **where), app)
