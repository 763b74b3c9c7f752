"""What all pages of the server share: who may come in, the editor, the phones, whose turn it is to be worked for.

The editor and the phones are two parts of one house: each has codes of its own and can be open without the other.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakValueDictionary

from tornado.httputil import HTTPHeaders

from companion.contract import Games
from companion.inbox import PhoneAsked
from companion.language.i18n import LANGUAGES, Phrases
from companion.resources import asset
from companion.web.connection_limits import Connection, ConnectionLimits
from companion.web.editor import Editor
from companion.web.gate import Gate, Guesses
from companion.web.hub import Hub
from companion.web.piles import Piles
from companion.web.seats import Seats
from companion.web.speech import wanted
from companion.web.take_home import TakeHome
from companion.web.travel import Travel

MOST_AT_ONCE = 4
LONGEST_ANSWER_S = 5.0  # the main thread is drawing, or writes to a slow card
BETWEEN_ACTS_S = 0.2  # of one phone: nobody taps faster, and the screen has other things to do
TEACH, SEAT = "teach", "seat"  # the cookies of the two parts
LANGUAGE = "language"  # the cookie of what somebody has chosen on the page
FILES = {
    "/table.html": ("table.html", "text/html"),
    "/table.js": ("table.js", "text/javascript"),
    "/table.css": ("table.css", "text/css"),
    "/club.html": ("club.html", "text/html"),
    "/club.js": ("club.js", "text/javascript"),
    "/club_host.js": ("club_host.js", "text/javascript"),
    "/club.css": ("club.css", "text/css"),
    "/teach": ("index.html", "text/html"),
    "/teach.js": ("teach.js", "text/javascript"),
    "/elements.js": ("elements.js", "text/javascript"),
    "/follow.js": ("follow.js", "text/javascript"),
    "/questions.js": ("questions.js", "text/javascript"),
    "/piles.js": ("piles.js", "text/javascript"),
    "/made.js": ("made.js", "text/javascript"),
    "/travel.js": ("travel.js", "text/javascript"),
    "/teach.css": ("teach.css", "text/css"),
}


ReadWish = Callable[[Mapping[str, Any]], object]


class Takes(Protocol):
    """What can be taken home: a list of nights, and each as a file. Asked by several threads."""

    def nights(self, language: str) -> dict[str, Any]: ...

    def file(self, number: int, form: str, language: str) -> dict[str, Any]: ...


class House:
    def __init__(
        self,
        language: str,
        games: Games,
        home: Path | None,
        hosts: frozenset[str],
        clock: Callable[[], float],
        *,
        teaches: bool = True,
        seats: Seats | None = None,
        tell: Callable[[PhoneAsked[Any]], None] = lambda _: None,
        read_wish: ReadWish = dict,
        front: str = "",
        take_home: Takes | None = None,
    ) -> None:
        """``teaches``: the editor is open. ``seats``: phones are welcome; ``tell`` hands on what they want, as
        ``read_wish`` makes a value of it or refuses it.

        ``front``: the page at the beginning, where it is not one of a box. ``take_home``: what there can be had.
        """
        self.say, self.hosts = Phrases(language), hosts
        self.teaches, self.seats, self.hub = teaches, seats, Hub()
        self.take_home: Takes = take_home or TakeHome(games, home)
        self._front = front
        self._tell, self.read_wish = tell, read_wish
        self._acted: dict[str, float] = {}  # when each phone last wanted something
        self._answers: set[asyncio.Future[Mapping[str, Any]]] = set()
        self.gate, self.guesses = Gate(clock), Guesses(clock)
        self.editor, self.files = Editor(language, games, home), _files(games)
        self.piles, self.travel = Piles(self.editor), Travel(self.editor)
        self.limits, self.connections = ConnectionLimits(clock), dict[object, Connection]()
        self.used = clock()
        self._clock = clock
        self._workers = ThreadPoolExecutor(MOST_AT_ONCE, "teach")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._held: list[tuple[float, asyncio.Future[None]]] = []

    def touch(self) -> None:
        self.used = self._clock()

    def speak(self, language: str) -> None:
        """The box has been set to another language."""
        self.say = Phrases(language)
        self.editor.speak(language)

    def language_of(self, headers: HTTPHeaders) -> str:
        """In which this browser is answered; the editor speaks as the box does."""
        if self.seats is None:
            return self.say.code
        chosen = cookie_in(headers, LANGUAGE)
        return chosen if chosen in LANGUAGES else wanted(headers.get("Accept-Language", ""), self.say.code)

    def page_at(self, path: str) -> tuple[Path, str]:
        """The file behind an address; at the beginning stands the table, where phones are welcome."""
        if path == "/":
            path = self._front or ("/teach" if self.seats is None else "/table.html")
        return self.files[path]

    def browser_in(self, headers: HTTPHeaders) -> str:
        """By what we know this browser, if it has come in by either door."""
        editor, phone = cookie_in(headers, TEACH), cookie_in(headers, SEAT)
        if self.teaches and self.gate.knows(editor):
            return editor
        return phone if self.player_of(phone) is not None else ""

    def player_of(self, token: str) -> str | None:
        return None if self.seats is None else self.seats.who(token)

    def enter(self, code: str, headers: HTTPHeaders) -> tuple[str, str] | None:
        """The cookie for the right code, by its name; None for a wrong one."""
        if self.seats is not None and (found := self.seats.enter(code, cookie_in(headers, SEAT))) is not None:
            return SEAT, found[0]
        token = self.gate.enter(code, cookie_in(headers, TEACH)) if self.teaches else None
        return None if token is None else (TEACH, token)

    async def ask(self, token: str, player: str, wish: object, language: str) -> Mapping[str, Any] | None:
        """What the main thread says to it, None when it says nothing. Of each phone one thing after the other."""
        loop = asyncio.get_running_loop()
        async with self._turns.setdefault(token, asyncio.Lock()):
            now = self._clock()
            await self.hold(self._acted.get(token, now - BETWEEN_ACTS_S) + BETWEEN_ACTS_S - now)
            self._acted = {one: when for one, when in self._acted.items() if now - when < BETWEEN_ACTS_S}
            self._acted[token] = self._clock()
            if self.player_of(token) != player:
                return None  # handed on meanwhile
            answer: asyncio.Future[Mapping[str, Any]] = loop.create_future()
            self._answers.add(answer)

            def tell(said: Mapping[str, Any]) -> None:
                if not answer.done():
                    answer.set_result(said)

            hand_on = partial(_from_outside, loop, tell)
            self._tell(PhoneAsked(player, wish, hand_on, lambda: not answer.done(), language))
            await asyncio.wait([answer], timeout=LONGEST_ANSWER_S)
            self._answers.discard(answer)
            answer.cancel()  # unless it is there
            return None if answer.cancelled() else answer.result()

    def give_up(self) -> None:
        """Nobody is waited for any more: the house closes."""
        self.hub.close()
        for answer in self._answers:
            answer.cancel()

    async def work(
        self, browser: str, what: Callable[[], Mapping[str, Any]], is_gone: Callable[[], bool]
    ) -> Mapping[str, Any]:
        """In another thread, since files are read and written; of each browser one thing after the other."""
        self.touch()
        turn = self._turns.setdefault(browser, asyncio.Lock())
        async with turn:
            if is_gone():
                return {}
            return await asyncio.get_running_loop().run_in_executor(self._workers, what)

    def hold(self, seconds: float) -> asyncio.Future[None]:
        """Done after that time, as soon as ``sweep`` is called."""
        held = asyncio.get_running_loop().create_future()
        if seconds > 0:
            self._held.append((self._clock() + seconds, held))
        else:
            held.set_result(None)
        return held

    def sweep(self) -> None:
        self.limits.sweep()
        now, waiting = self._clock(), []
        for due, held in self._held:
            if due > now and not held.done():
                waiting.append((due, held))
            elif not held.done():
                held.set_result(None)
        self._held = waiting

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)


def cookie_in(headers: HTTPHeaders, name: str) -> str:
    """What a browser was given when it came in; of the other cookies nothing is taken apart."""
    found = re.search(rf"(?:^|[; ]){name}=([\w-]{{1,100}})(?:;|$)", headers.get("Cookie", ""), re.ASCII)
    return found[1] if found else ""


def _from_outside(
    loop: asyncio.AbstractEventLoop, tell: Callable[[Mapping[str, Any]], None], said: Mapping[str, Any]
) -> None:
    with suppress(RuntimeError):  # the server has ended meanwhile
        loop.call_soon_threadsafe(tell, said)


def _files(games: Games) -> dict[str, tuple[Path, str]]:
    """Everything that can be had: the page, and each game's own fields; nothing else of a folder can be reached."""
    ours = {path: (asset("web", name), sort) for path, (name, sort) in FILES.items()}
    theirs = {
        f"/games/{game.slug}.js": (game.box.file(game.web.script), "text/javascript")
        for game in games
        if game.web is not None
    }
    return {**theirs, **ours}
