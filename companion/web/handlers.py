"""How every request is answered: refused by its head or taken; files to anybody, and a token for the right code."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from tornado.web import HTTPError, RequestHandler, stream_request_body

from companion import CompanionError
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.upkeep.local_network import neighbourhood
from companion.web.app import App
from companion.web.connection_limits import Stage
from companion.web.context import ServerContext
from companion.web.request_json import LARGEST_BODY, read_request
from rules.core.words import Words, words

if TYPE_CHECKING:
    from tornado.http1connection import HTTP1ServerConnection
    from tornado.iostream import IOStream

logger = logging.getLogger(__name__)

LARGEST_SCRIPT = 256_000
GUARDS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
STATUS_WORDS = {404: "teach.web.nothing_here", 405: "teach.web.not_so", 500: "teach.web.broken"}


def stream_of(connection: object) -> IOStream:
    """What a server connection of Tornado's reads from and writes to; by it we know the connection."""
    return cast("HTTP1ServerConnection", connection).stream


@stream_request_body  # a request can be refused by its head, and no form is ever taken apart
class Handler(RequestHandler):
    """Nothing in itself: every address that leads nowhere."""

    largest = LARGEST_BODY

    app: App | None  # whose handler it is; None: the server's own

    def initialize(self, context: ServerContext, app: App | None = None) -> None:
        self.context, self.app = context, app
        self.body = bytearray()

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in GUARDS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Another name that leads here is somebody else's page; and only our own page may send something."""
        headers = self.request.headers
        host, length = headers.get("Host", ""), headers.get("Content-Length", "0")
        if not self.context.browser_in(headers):
            self.set_header("Connection", "close")
        if host not in self.context.hosts:
            self.refuse(403, words("teach.web.not_here"))
        elif type(self) is Handler:
            self.refuse(404, words("teach.web.nothing_here"))
        elif self.request.method == "POST" and headers.get("Origin") != f"http://{host}":
            self.refuse(403, words("teach.web.not_from_here"))
        elif not length.isdecimal():
            self.refuse(400, words("teach.web.not_understood"))
        elif len(length) > 9 or int(length) > self.largest:
            self.refuse(413, words("teach.web.too_long", most=self.largest))

    def data_received(self, chunk: bytes) -> None:
        """What comes in pieces without a length is cut off where it gets too long, and is no JSON any more."""
        self.body += chunk[: self.largest + 1 - len(self.body)]

    def request_json(self) -> dict[str, Any]:
        if self.request.headers.get("Content-Type", "").partition(";")[0] != "application/json":
            raise Trouble(words("teach.web.not_understood"))
        if len(self.body) > self.largest:
            raise Trouble(words("teach.web.too_long", most=self.largest))
        return read_request(bytes(self.body))

    def refuse(self, status: int, why: Words | str) -> None:
        """In the language of the page."""
        say = Phrases(self.language)
        self.answer(status, {"error": why if isinstance(why, str) else say.say(why)})

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
        """To be saved under that name."""
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.send(content, sort)

    async def work(self, browser: str, what: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Done in another thread; empty if it was refused, or if nobody is there any more."""
        try:
            return await self.context.work(browser, what, self.is_gone)
        except CompanionError as error:
            self.refuse(400, error.said)
            return {}

    def is_gone(self) -> bool:
        """Whether nobody is there any more for whom to do anything."""
        return stream_of(self.request.server_connection).closed()

    def on_finish(self) -> None:
        self.rest()

    def rest(self) -> None:
        """From now on the other end is waited for."""
        if connection := self.context.connections.get(stream_of(self.request.server_connection)):
            self.context.limits.go_on(connection, Stage.ANSWERED)

    def write_error(self, status_code: int, **_: Any) -> None:
        self.refuse(status_code, words(STATUS_WORDS.get(status_code, "teach.web.not_understood")))

    def compute_etag(self) -> None:
        """None: no browser keeps anything."""

    def log_exception(self, *error: Any) -> None:
        """A fault of ours, without who asked; what is wrong with a request is told to whoever sent it."""
        if not isinstance(error[1], HTTPError):
            logger.error("a page could not be answered", exc_info=error[1])


class FileHandler(Handler):
    def get(self) -> None:
        """A game whose script is lost or huge says so on its page."""
        path, sort = self.context.file_at(self.request.path)
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_SCRIPT + 1)
        except OSError:
            return self.refuse(404, words("teach.web.nothing_here"))
        if len(content) > LARGEST_SCRIPT:
            return self.refuse(404, words("teach.web.nothing_here"))
        return self.send(content, f"{sort}; charset=utf-8")


class EnterHandler(Handler):
    held: asyncio.Future[None] | None = None

    async def post(self) -> None:
        if self.is_gone():  # cut off meanwhile: the code shall not be spent on nobody
            return None
        try:
            found = self.context.enter(str(self.request_json().get("code", "")), self.request.headers)
        except CompanionError as error:
            return self.refuse(400, error.said)
        if found is None:
            return await self._wrong()
        self.context.touch()
        app, token = found
        lasting = "" if app.cookie_s is None else f"; Max-Age={app.cookie_s}"
        self.set_header("Set-Cookie", f"{app.cookie}={token}; HttpOnly; SameSite=Strict; Path=/{lasting}")
        return self.answer(200, {"ok": True, "door": app.cookie})

    async def _wrong(self) -> None:
        self.held = self.context.hold(self.context.guesses.pause_s(neighbourhood(str(self.request.remote_ip))))
        self.rest()
        await self.held
        self.refuse(403, words("teach.page.wrong_code"))

    def on_connection_close(self) -> None:
        """Who does not wait for the answer is not waited for."""
        super().on_connection_close()
        if self.held is not None and not self.held.done():
            self.held.set_result(None)
