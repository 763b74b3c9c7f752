"""What an app brings to the server: routes, files, a front page, and who may sign in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.resources import asset
from companion.web.bundle import bundle

if TYPE_CHECKING:  # pages and commands that only name an app must not load the server
    from tornado.web import RequestHandler


class File(NamedTuple):
    """``source``: where it lies, or its content. ``lasts``: its name changes with its content."""

    source: Path | bytes
    sort: str
    lasts: bool = False


Files = Mapping[str, File]  # by address
Routes = Mapping[str, "type[RequestHandler]"]  # by address

_CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


class App(Protocol):
    """A server serves one or more apps. Each has its own codes; a token for one app does not open another.

    ``cookie``: name of the cookie with the token; ``cookie_s``: its lifetime, None for a session cookie. ``front``: the
    file at ``/`` if this is the server's first app. ``speaks_any_language``: browsers are answered in their own
    language, not the box's. ``routes``: the handler for each path.
    """

    cookie: str
    cookie_s: int | None
    front: str
    speaks_any_language: bool
    files: Files
    routes: Routes

    def enter(self, code: str, former: str, place: str) -> str | None:
        """A token for the right code, replacing the browser's ``former`` one; None for a wrong code.

        ``place``: the neighbourhood it comes from.
        """
        ...

    def knows(self, token: str) -> bool: ...

    def speak(self, language: str) -> None:
        """The box has been set to another language."""
        ...

    def start(self) -> None:
        """Called in the server's thread before the first request."""
        ...

    def close(self) -> None:
        """Called in the server's thread when it stops; open requests are dropped."""
        ...


def page_files(*names: str) -> dict[str, File]:
    """Our own static files, public, each under its name."""
    return {f"/{name}": File(asset("web", name), _sort(name)) for name in names}


def whole_pages(*names: str) -> dict[str, File]:
    """Our own pages, each with its one script and its one style sheet."""
    found = [(page, *made) for page in names for made in bundle(asset("web"), page).items()]
    return {f"/{name}": File(content, _sort(name), lasts=name != page) for page, name, content in found}


def _sort(name: str) -> str:
    return _CONTENT_TYPES[Path(name).suffix]
