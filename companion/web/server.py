"""The page behind a small HTTP server: bounded requests, known hosts and origins only, a code before anything else."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from companion import CompanionError
from companion.contract import Games
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.resources import asset
from companion.web.editor import Conflict, Editor
from companion.web.gate import Gate
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

T = TypeVar("T")

LARGEST_BODY = 64_000
LARGEST_SCRIPT = 256_000
PATIENCE_S = 10
MOST_AT_ONCE = 8
PORT = 8765
COOKIE = "teach"
FILES = {
    "/": ("index.html", "text/html"),
    "/teach.js": ("teach.js", "text/javascript"),
    "/elements.js": ("elements.js", "text/javascript"),
    "/questions.js": ("questions.js", "text/javascript"),
    "/teach.css": ("teach.css", "text/css"),
}
GUARDS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class TeachServer(ThreadingHTTPServer):
    """Ends by itself when nobody has used it for ``idle_s``."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(
        self,
        language: str,
        games: Games,
        *,
        address: str,
        bind: str = "0.0.0.0",  # noqa: S104 (a page on the local network is what was asked for)
        port: int = PORT,
        idle_s: float = 1200,
        home: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        try:
            super().__init__((bind, port), TeachHandler)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Trouble(words("teach.web.port", port=port, reason=reason)) from error
        self.say = Phrases(language)
        self.gate, self.editor = Gate(), Editor(language, games, home)
        self.scripts = game_scripts(games)
        self.port = int(self.server_address[1])
        self.hosts = {f"{name}:{self.port}" for name in (address, "localhost", "127.0.0.1")}
        self.url = f"http://{address}:{self.port}/"
        self._idle_s, self._clock = idle_s, clock
        self._used = clock()
        self._room = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._thread: threading.Thread | None = None

    @property
    def link(self) -> str:
        """The address with the code in it, for a QR code; what stands after # never leaves the browser."""
        return f"{self.url}#{self.gate.code}"

    @property
    def is_idle(self) -> bool:
        return self._clock() - self._used >= self._idle_s

    def touch(self) -> None:
        self._used = self._clock()

    def start(self) -> None:
        self._thread = threading.Thread(target=self.serve_forever, args=(0.1,), name="teach", daemon=True)
        self._thread.start()

    def close(self) -> None:
        if self._thread is not None:
            self.shutdown()
            self._thread.join(timeout=5)
            self._thread = None
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        logger.debug("a browser went away", exc_info=True)


class TeachHandler(BaseHTTPRequestHandler):
    server: TeachServer
    timeout = PATIENCE_S
    server_version = "companion"
    sys_version = ""

    def do_GET(self) -> None:
        if not self._is_our_host():
            return self._refuse(403, words("teach.web.not_here"))
        url = urlsplit(self.path)
        if url.path in FILES:
            return self._file(*FILES[url.path])
        if url.path in self.server.scripts:
            return self._script(self.server.scripts[url.path])
        if url.path == "/api/games":
            return self._api(self.server.editor.games)
        if url.path == "/api/box":
            return self._api(lambda: self.server.editor.box(parse_qs(url.query).get("game", [""])[0]))
        return self._refuse(404, words("teach.web.nothing_here"))

    def do_POST(self) -> None:
        if not self._is_our_host() or self.headers.get("Origin") != f"http://{self.headers.get('Host')}":
            return self._refuse(403, words("teach.web.not_from_here"))
        asked = self._body()
        if asked is None:
            return None
        if self.path == "/api/enter":
            return self._enter(str(asked.get("code", "")))
        work = self._work(asked)
        return self._refuse(404, words("teach.web.nothing_here")) if work is None else self._api(work)

    def _work(self, asked: Mapping[str, Any]) -> Callable[[], Mapping[str, Any]] | None:
        """What is to be done for a browser that may; None for an address behind which there is nothing."""
        editor = self.server.editor
        game, thing, sort = (str(asked.get(key, "")) for key in ("game", "thing", "sort"))
        match self.path:
            case "/api/preview":
                return lambda: editor.preview(game, thing, asked.get("value"))
            case "/api/ask":
                return lambda: editor.ask(game, thing, sort, _sent(asked, "answers", list))
            case "/api/tell":
                return lambda: editor.tell(game, _sent(asked, "base", dict), _sent(asked, "told", dict))
        return None

    def _enter(self, code: str) -> None:
        token = self.server.gate.enter(code)
        if token is None:
            return self._refuse(403, words("teach.page.wrong_code"))
        self.server.touch()
        return self._answer(200, {"ok": True}, {"Set-Cookie": f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"})

    def _api(self, work: Callable[[], Mapping[str, Any]]) -> None:
        """Only for browsers that have shown a code."""
        if not self.server.gate.knows(self._token()):
            return self._refuse(401, words("teach.web.code_first"))
        self.server.touch()
        try:
            return self._answer(200, work())
        except Conflict as conflict:
            return self._answer(409, {"current": conflict.current})
        except CompanionError as error:
            return self._refuse(400, error.said)

    def _is_our_host(self) -> bool:
        """Another name that leads here is somebody else's page."""
        return self.headers.get("Host", "") in self.server.hosts

    def _token(self) -> str:
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")[:4000]).get(COOKIE)
        except CookieError:
            return ""
        return "" if cookie is None else cookie.value

    def _body(self) -> dict[str, Any] | None:
        """The JSON object that was sent; what is not one is answered and gives None."""
        try:
            return self._json()
        except CompanionError as error:
            self._refuse(400, error.said)
            return None

    def _json(self) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Content-Type", "").partition(";")[0] != "application/json" or not length.isdecimal():
            raise Trouble(words("teach.web.not_understood"))
        if len(length) > 9 or int(length) > LARGEST_BODY:
            raise Trouble(words("teach.web.too_long", most=LARGEST_BODY))
        try:
            asked = json.loads(self.rfile.read(int(length)).decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise Trouble(words("teach.web.not_understood")) from error
        if not isinstance(asked, dict):
            raise Trouble(words("teach.web.not_understood"))
        return asked

    def _file(self, name: str, sort: str) -> None:
        self._send(200, asset("web", name).read_bytes(), f"{sort}; charset=utf-8", {})

    def _script(self, path: Path) -> None:
        """The fields of one game; one that lacks them says so on its page."""
        try:
            with path.open("rb") as file:
                script = file.read(LARGEST_SCRIPT + 1)
        except OSError:
            return self._refuse(404, words("teach.web.nothing_here"))
        if len(script) > LARGEST_SCRIPT:
            return self._refuse(404, words("teach.web.nothing_here"))
        return self._send(200, script, "text/javascript; charset=utf-8", {})

    def _refuse(self, status: int, why: Words | str) -> None:
        """In the language of the page."""
        said = why if isinstance(why, str) else self.server.say.say(why)
        self._answer(status, {"error": said})

    def _answer(self, status: int, value: Mapping[str, Any], more: Mapping[str, str] | None = None) -> None:
        self._send(status, json.dumps(value).encode(), "application/json", more or {})

    def _send(self, status: int, body: bytes, sort: str, more: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**GUARDS, **more, "Content-Type": sort, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing: addresses of people's telephones are nobody's business."""


def game_scripts(games: Games) -> dict[str, Path]:
    """Where each game's own fields are asked for: nothing else of its folder can be reached."""
    return {f"/games/{game.slug}.js": game.box.file(game.web.script) for game in games if game.web is not None}


def _sent(asked: Mapping[str, Any], key: str, sort: type[T]) -> T:
    """A part of what was sent, if it is what it should be."""
    value = asked.get(key)
    if not isinstance(value, sort):
        raise Trouble(words("teach.web.not_understood"))
    return value


def local_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find out. None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address
