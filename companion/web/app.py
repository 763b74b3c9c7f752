"""What an app brings to the server: its addresses and files, its front page, and who may come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.resources import asset

if TYPE_CHECKING:  # pages and commands that only name an app must not load the server
    from tornado.web import RequestHandler

Files = Mapping[str, tuple[Path, str]]  # by address: the file and its content type
Routes = Mapping[str, "type[RequestHandler]"]  # by address

_CONTENT_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


class App(Protocol):
    """A server carries one app or several. Each has codes of its own; a token from one opens no other.

    ``cookie``: the name under which a browser keeps its token; ``cookie_s``: for how long, None while it stays open.
    ``front``: the file at the beginning, if this is the server's first app. ``speaks_any_language``: browsers are
    answered in their own language, not in that of the box. ``routes``: which handler answers at which address.
    """

    cookie: str
    cookie_s: int | None
    front: str
    speaks_any_language: bool
    files: Files
    routes: Routes

    def enter(self, code: str, former: str) -> str | None:
        """A token for the right code, in place of the browser's ``former`` one; None for a wrong code."""
        ...

    def knows(self, token: str) -> bool: ...

    def speak(self, language: str) -> None:
        """The box has been set to another language."""
        ...

    def start(self) -> None:
        """In the server's thread, before the first request."""
        ...

    def close(self) -> None:
        """In the server's thread, when it ends: nobody is waited for any more."""
        ...


def page_files(*names: str) -> dict[str, tuple[Path, str]]:
    """Files of our own that anybody may fetch, each at its name."""
    return {f"/{name}": (asset("web", name), _CONTENT_TYPES[Path(name).suffix]) for name in names}
