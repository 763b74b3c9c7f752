"""The page on the local network: a Tornado server in a thread of its own, off until it is started."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tornado.httputil import HTTPInputError
from tornado.ioloop import PeriodicCallback
from tornado.netutil import bind_sockets

from companion.contract import Games
from companion.inbox import PhoneAsked
from companion.language.wording import Trouble
from companion.upkeep.local_network import PORT, as_host, is_near, local_addresses
from companion.upkeep.logs import RepeatFilter
from companion.web.doorkeeper import Doorkeeper
from companion.web.gate import Gate
from companion.web.house import House, ReadWish, Takes
from companion.web.hub import Said
from companion.web.piles import Sight
from companion.web.seats import Seats
from rules.core.words import words

logger = logging.getLogger(__name__)

QUEUE = 512  # connections that the kernel keeps for us while we are busy
LARGEST_UNTAKEN = 64_000  # bytes that the kernel keeps for somebody who does not take his answer
LONGEST_UNTAKEN_MS = 15_000
SWEEP_MS = 100
PATIENCE_S = 5


def _is_ours(record: logging.LogRecord) -> bool:
    """What is wrong with requests is nothing for our log."""
    return not (record.exc_info and isinstance(record.exc_info[1], HTTPInputError))


logging.getLogger("tornado.general").setLevel(logging.CRITICAL)
logging.getLogger("tornado.application").addFilter(_is_ours)
for _name in (__name__, "companion.web.handlers", "tornado.application"):
    logging.getLogger(_name).addFilter(RepeatFilter())


class WebServer:
    """Is idle when nobody who has come in has used it for ``idle_s``; whoever started it then closes it."""

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
        teaches: bool = True,
        seats: Seats | None = None,
        tell: Callable[[PhoneAsked[Any]], None] = lambda _: None,
        read_wish: ReadWish = dict,
        front: str = "",
        take_home: Takes | None = None,
    ) -> None:
        """``teaches``, ``seats``, ``tell``, ``read_wish``, ``front``, ``take_home``: see ``House``."""
        if not is_near(address):
            raise Trouble(words("teach.web.public", address=address))
        try:
            self._sockets = bind_sockets(port, bind, backlog=QUEUE)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Trouble(words("teach.web.port", port=port, reason=reason)) from error
        for listening in self._sockets:  # inherited by what is accepted; else the kernel takes megabytes and minutes
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST_UNTAKEN)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LONGEST_UNTAKEN_MS)
        self.port = int(self._sockets[0].getsockname()[1])
        self.url = f"http://{as_host(address, self.port)}/"
        near = (address, *(other for other in local_addresses() if is_near(other)), "localhost", "127.0.0.1")
        hosts = frozenset(as_host(name, self.port) for name in near)
        self._house = House(
            language, games, home, hosts, clock, teaches=teaches, seats=seats, tell=tell,
            read_wish=read_wish, front=front, take_home=take_home,
        )  # fmt: skip
        self._idle_s, self._clock = idle_s, clock
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: Callable[[], object] = lambda: None

    @property
    def gate(self) -> Gate:
        return self._house.gate

    @property
    def link(self) -> str:
        """The editor's address with the code in it, for a QR code; what stands after # never leaves the browser."""
        return f"{self.teach_url}#{self.gate.code}"

    @property
    def teach_url(self) -> str:
        """Where the editor is; where phones are welcome the table stands at the beginning."""
        return self.url if self._house.seats is None else f"{self.url}teach"

    def teach(self, *, on: bool) -> None:
        """Opens or closes the editor in a house that stands for the phones."""
        self._house.teaches = on
        if on:
            self._house.gate.renew()
            self._house.touch()

    @property
    def sorted_game(self) -> str:
        """The game whose piles somebody sorts on the page; empty: nobody does."""
        return self._house.piles.game

    def look(self, sight: Sight | None) -> None:
        """What the camera sees now; None: there is none. Called by the main thread, read by others."""
        self._house.piles.sight = sight

    def speak(self, language: str) -> None:
        self._call(lambda: self._house.speak(language))

    def publish(self, said: Mapping[str, Said]) -> None:
        """What phones see from now on, by language, that of the box first; called by the main thread."""
        self._call(lambda: self._house.hub.take(said))

    @property
    def languages(self) -> frozenset[str]:
        """In which somebody reads the table."""
        return self._house.hub.languages

    def turn_out(self, player: str) -> None:
        self._call(lambda: self._house.hub.turn_out(player))

    @property
    def following(self) -> int:
        """How many pages of phones are open."""
        return len(self._house.hub)

    @property
    def is_idle(self) -> bool:
        return self._clock() - self._house.used >= self._idle_s

    @property
    def is_open(self) -> bool:
        return any(listening.fileno() >= 0 for listening in self._sockets)

    def start(self) -> None:
        runs = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(runs)), name="teach", daemon=True)
        self._thread.start()
        runs.wait(PATIENCE_S)

    def _call(self, what: Callable[[], None]) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(what)

    def close(self) -> None:
        """What is being written is written first."""
        if self._thread is not None:
            self._end()
            self._thread.join(PATIENCE_S)
            self._thread = None
        for listening in self._sockets:
            listening.close()
        self._house.close()

    async def _serve(self, runs: threading.Event) -> None:
        loop, ends = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(_note)
        self._loop = loop
        self._end = lambda: loop.call_soon_threadsafe(ends.set)
        server = Doorkeeper(self._house)
        server.add_sockets(self._sockets)
        watch = PeriodicCallback(self._house.sweep, SWEEP_MS)
        watch.start()
        runs.set()
        await ends.wait()
        watch.stop()
        server.stop()
        self._house.give_up()
        self._house.limits.close()
        await server.close_all_connections()
        if rest := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(rest, timeout=PATIENCE_S)


def _note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("the page's server stumbled", exc_info=context.get("exception"))
