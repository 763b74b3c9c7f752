"""What the handlers of one server share: apps, open connections, worker threads."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakValueDictionary

from tornado.httputil import HTTPHeaders

from companion.language.folders import known_language, languages
from companion.web.app import App, File
from companion.web.connection_limits import Connection, ConnectionLimits
from companion.web.portal import Portal
from companion.web.sign_in import Guesses

MOST_AT_ONCE = 4
LONGEST_WISH = 200  # characters of an Accept-Language header that are parsed
LANGUAGE = "language"  # cookie for the language chosen on the page


class ServerContext:
    def __init__(
        self,
        apps: Sequence[App],
        language: str,
        hosts: frozenset[str],
        clock: Callable[[], float],
        tls: ssl.SSLContext | None = None,
        *,
        portal: Portal | None = None,
    ) -> None:
        """``hosts``: the names by which the server is reached. ``tls``: every connection is encrypted. ``portal``: for
        phones that ask for any other name."""
        self.portal = portal
        self.apps, self.language, self.hosts, self.tls = tuple(apps), language, hosts, tls
        self.files = {path: file for app in apps for path, file in app.files.items()}
        self.guesses = Guesses(clock)
        self.limits, self.connections = ConnectionLimits(clock), dict[object, Connection]()
        self.clock = clock
        self.used = clock()
        self._workers = ThreadPoolExecutor(MOST_AT_ONCE, "web")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._held: list[tuple[float, asyncio.Future[None]]] = []

    @property
    def scheme(self) -> str:
        return "http" if self.tls is None else "https"

    def touch(self) -> None:
        """Marks the server as in use."""
        self.used = self.clock()

    def speak(self, language: str) -> None:
        self.language = language
        for app in self.apps:
            app.speak(language)

    def language_of(self, headers: HTTPHeaders) -> str:
        """The language for this browser: the one chosen on the page, else the one it asks for."""
        if not any(app.speaks_any_language for app in self.apps):
            return self.language
        chosen = cookie_in(headers, LANGUAGE)
        if chosen in languages():
            return chosen
        return preferred_language(headers.get("Accept-Language", ""), self.language)

    def file_at(self, path: str) -> File:
        return self.files[self.apps[0].front if path == "/" else path]

    def browser_in(self, headers: HTTPHeaders) -> str:
        """The token of this browser, if any app has let it in."""
        tokens = ((app, cookie_in(headers, app.cookie)) for app in self.apps)
        return next((token for app, token in tokens if app.knows(token)), "")

    def enter(self, code: str, headers: HTTPHeaders, place: str) -> tuple[App, str] | None:
        """The app that this code opens and a token for it; None for a wrong code."""
        for app in self.apps:
            if (token := app.enter(code, cookie_in(headers, app.cookie), place)) is not None:
                return app, token
        return None

    def turn(self, browser: str) -> asyncio.Lock:
        """A lock for each browser, so that its requests run one at a time."""
        return self._turns.setdefault(browser, asyncio.Lock())

    async def work(
        self, browser: str, what: Callable[[], Mapping[str, Any]], is_gone: Callable[[], bool]
    ) -> Mapping[str, Any]:
        """Runs ``what`` in a worker thread, because it reads and writes files."""
        self.touch()
        turn = self.turn(browser)
        async with turn:
            if is_gone():
                return {}
            return await asyncio.get_running_loop().run_in_executor(self._workers, what)

    def hold(self, seconds: float) -> asyncio.Future[None]:
        """A future that is done after this time, at the next ``sweep``."""
        held = asyncio.get_running_loop().create_future()
        if seconds > 0:
            self._held.append((self.clock() + seconds, held))
        else:
            held.set_result(None)
        return held

    def sweep(self) -> None:
        self.limits.sweep()
        now, waiting = self.clock(), []
        for due, held in self._held:
            if due > now and not held.done():
                waiting.append((due, held))
            elif not held.done():
                held.set_result(None)
        self._held = waiting

    def start(self) -> None:
        for app in self.apps:
            app.start()

    def stop(self) -> None:
        """Drops open requests and closes every connection."""
        for app in self.apps:
            app.close()
        self.limits.close()

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)


def cookie_in(headers: HTTPHeaders, name: str) -> str:
    """The value of a cookie, empty if there is none. Other cookies are not parsed."""
    found = re.search(rf"(?:^|[; ]){name}=([\w-]{{1,100}})(?:;|$)", headers.get("Cookie", ""), re.ASCII)
    return found[1] if found else ""


def preferred_language(header: str, otherwise: str) -> str:
    """The best of our languages in an ``Accept-Language`` header; ``otherwise`` if it names none."""
    found: list[tuple[float, str]] = []
    for part in header[:LONGEST_WISH].split(","):
        name, _, weight = part.strip().lower().partition(";")
        if code := known_language(name):
            found.append((_weight(weight), code))
    best = max((weight for weight, _ in found), default=0.0)
    return next((code for weight, code in found if weight == best), otherwise) if best else otherwise


def _weight(text: str) -> float:
    fits = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", text)
    return min(1.0, float(fits[1])) if fits else float(not text.strip())
