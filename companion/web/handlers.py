"""Base request handler with its checks, static files for anybody, and sign-in by code."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tornado.web import HTTPError, RequestHandler, stream_request_body

from companion import CompanionError
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.upkeep.local_network import neighbourhood
from companion.web.app import App
from companion.web.connection_limits import Stage
from companion.web.context import ServerContext
from companion.web.portal import SCRIPT, Portal
from companion.web.request_json import LARGEST_BODY, read_request
from rules.core.words import Words, words

if TYPE_CHECKING:
    from tornado.http1connection import HTTP1ServerConnection
    from tornado.iostream import IOStream

logger = logging.getLogger(__name__)

LARGEST_SCRIPT = 256_000
GUARDS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; manifest-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
FOR_EVER = "public, max-age=31536000, immutable"  # of what holds no secret
STATUS_WORDS = {404: "teach.web.nothing_here", 405: "teach.web.not_so", 500: "teach.web.broken"}


def stream_of(connection: object) -> IOStream:
    """The stream of a Tornado server connection; it identifies the connection."""
    return cast("HTTP1ServerConnection", connection).stream


@stream_request_body  # requests can be refused by their head, and forms are never parsed
class Handler(RequestHandler):
    """The base class; by itself it answers every unknown path with 404."""

    largest = LARGEST_BODY

    app: App | None  # None for the server's own handlers

    def initialize(self, context: ServerContext, app: App | None = None) -> None:
        self.context, self.app = context, app
        self.body = bytearray()

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in GUARDS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuses foreign host names (DNS rebinding) and posts that do not come from our own page."""
        headers = self.request.headers
        host, length = headers.get("Host", ""), headers.get("Content-Length", "0")
        if not self.context.browser_in(headers):
            self.set_header("Connection", "close")
        if host not in self.context.hosts and self.context.portal is not None and self.request.method == "GET":
            self._lead(self.context.portal)
        elif host not in self.context.hosts:
            self.refuse(403, words("teach.web.not_here"))
        elif type(self) is Handler:
            self.refuse(404, words("teach.web.nothing_here"))
        elif self.request.method == "POST" and headers.get("Origin") != f"{self.context.scheme}://{host}":
            self.refuse(403, words("teach.web.not_from_here"))
        elif not length.isdecimal():
            self.refuse(400, words("teach.web.not_understood"))
        elif len(length) > 9 or int(length) > self.largest:
            self.refuse(413, words("teach.web.too_long", most=self.largest))

    def _lead(self, portal: Portal) -> None:
        """A phone asks for another's page: see ``companion.web.portal``. Nothing of ours is in the answer."""
        known = portal.answer(self.request.path, self.place)
        if known is None:
            self.set_status(302)
            self.set_header("Location", portal.url)
            self.send(b"", "text/html")
        elif known[0] == 204:
            self.set_status(204)
            self.finish()
        else:
            self.send(known[2], known[1])

    def data_received(self, chunk: bytes) -> None:
        """A chunked body has no length: it is cut off at the limit, and then it is no longer valid JSON."""
        self.body += chunk[: self.largest + 1 - len(self.body)]

    def request_json(self) -> dict[str, Any]:
        if self.request.headers.get("Content-Type", "").partition(";")[0] != "application/json":
            raise Trouble(words("teach.web.not_understood"))
        if len(self.body) > self.largest:
            raise Trouble(words("teach.web.too_long", most=self.largest))
        return read_request(bytes(self.body))

    def refuse(self, status: int, why: Words | str) -> None:
        """Answers with an error in the language of the page."""
        say = Phrases(self.language)
        self.answer(status, {"error": why if isinstance(why, str) else say.say(why)})

    @property
    def place(self) -> str:
        return neighbourhood(str(self.request.remote_ip))

    @property
    def language(self) -> str:
        return self.context.language_of(self.request.headers)

    def answer(self, status: int, value: Mapping[str, Any]) -> None:
        self.set_status(status)
        self.send(json.dumps(value).encode(), "application/json")

    def send(self, content: bytes, sort: str) -> None:
        self.set_header("Content-Type", sort)
        self.finish(content)

    def send_file(self, name: str, content: bytes, sort: str) -> None:
        """Sends a file to save under that name."""
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.send(content, sort)

    async def work(self, browser: str, what: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Runs ``what`` in a worker thread; empty if it was refused or the browser is gone."""
        try:
            return await self.context.work(browser, what, self.is_gone)
        except CompanionError as error:
            self.refuse(400, error.said)
            return {}

    def is_gone(self) -> bool:
        """Whether the browser has closed the connection."""
        return stream_of(self.request.server_connection).closed()

    def on_finish(self) -> None:
        self.rest()

    def rest(self) -> None:
        """The answer is out; now the browser has to take it."""
        if connection := self.context.connections.get(stream_of(self.request.server_connection)):
            self.context.limits.go_on(connection, Stage.ANSWERED)

    def write_error(self, status_code: int, **_: Any) -> None:
        self.refuse(status_code, words(STATUS_WORDS.get(status_code, "teach.web.not_understood")))

    def compute_etag(self) -> None:
        """None: browsers are not to cache anything."""

    def log_exception(self, *error: Any) -> None:
        """Logs our own errors, without who asked. Errors in a request are not logged."""
        if not isinstance(error[1], HTTPError):
            logger.error("a page could not be answered", exc_info=error[1])


class FileHandler(Handler):
    def get(self) -> None:
        """A game's script may be missing or too large; its page then says so."""
        source, sort, lasts = self.context.file_at(self.request.path)
        content = source if isinstance(source, bytes) else _read(source)
        if content is None or len(content) > LARGEST_SCRIPT:
            return self.refuse(404, words("teach.web.nothing_here"))
        if lasts:
            self.set_header("Cache-Control", FOR_EVER)
        if self.context.portal is not None and sort == SCRIPT:
            self.context.portal.greet(self.place)
        if sort == "image/png":
            return self.send(content, sort)
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            content = _packed(content)
        return self.send(content, f"{sort}; charset=utf-8")


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_SCRIPT + 1)
    except OSError:
        return None


@lru_cache(maxsize=64)
def _packed(content: bytes) -> bytes:
    """Only of files that anybody may have: the length of an answer tells nothing secret."""
    return gzip.compress(content, mtime=0)


class EnterHandler(Handler):
    held: asyncio.Future[None] | None = None

    async def post(self) -> None:
        if self.is_gone():  # disconnected: do not use up the code
            return None
        try:
            code = str(self.request_json().get("code", ""))
            found = self.context.enter(code, self.request.headers, self.place)
        except CompanionError as error:
            return self.refuse(400, error.said)
        if found is None:
            return await self._wrong()
        self.context.touch()
        app, token = found
        lasting = "" if app.cookie_s is None else f"; Max-Age={app.cookie_s}"
        secure = "" if self.context.tls is None else "; Secure"
        self.set_header("Set-Cookie", f"{app.cookie}={token}; HttpOnly; SameSite=Strict; Path=/{secure}{lasting}")
        return self.answer(200, {"ok": True, "door": app.cookie})

    async def _wrong(self) -> None:
        self.held = self.context.hold(self.context.guesses.pause_s(self.place))
        self.rest()
        await self.held
        self.refuse(403, words("teach.page.wrong_code"))

    def on_connection_close(self) -> None:
        """Ends the delay when the browser does not wait for the answer."""
        super().on_connection_close()
        if self.held is not None and not self.held.done():
            self.held.set_result(None)
