"""A Tornado server for the local network, in its own thread, off until started."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from tornado.httputil import HTTPInputError
from tornado.ioloop import PeriodicCallback
from tornado.netutil import bind_sockets

from companion.language.wording import Trouble
from companion.upkeep.fence import FENCE, Fence
from companion.upkeep.local_network import PORT, as_host, is_near, local_addresses, local_names, name_by_avahi
from companion.upkeep.logs import RepeatFilter
from companion.web.app import App
from companion.web.certificate import Certificate
from companion.web.context import ServerContext
from companion.web.http_server import LimitedServer
from companion.web.portal import Portal
from rules.core.words import words

logger = logging.getLogger(__name__)

QUEUE = 512  # backlog: connections the kernel keeps while we are busy
LARGEST_UNTAKEN = 64_000  # bytes the kernel buffers for a client that does not read its answer
LONGEST_UNTAKEN_MS = 15_000
SWEEP_MS = 100
PATIENCE_S = 5


def _is_ours(record: logging.LogRecord) -> bool:
    """Errors in requests do not belong in our log."""
    return not (record.exc_info and isinstance(record.exc_info[1], HTTPInputError))


logging.getLogger("tornado.general").setLevel(logging.CRITICAL)
logging.getLogger("tornado.application").addFilter(_is_ours)
for _name in (__name__, "companion.web.handlers", "tornado.application"):
    logging.getLogger(_name).addFilter(RepeatFilter())


class WebServer:
    """Idle once no signed-in browser has used it for ``idle_s``; whoever started it then closes it."""

    def __init__(
        self,
        apps: Sequence[App],
        language: str,
        *,
        address: str,
        bind: str = "0.0.0.0",  # noqa: S104 (a page on the local network is what was asked for)
        port: int = PORT,
        idle_s: float = 1200,
        clock: Callable[[], float] = time.monotonic,
        certificate: Certificate | None = None,
        portal_port: int | None = None,
        fence: Fence = FENCE,
    ) -> None:
        """At the beginning stands the front page of the first app. ``certificate``: speaks TLS, and nothing else.
        ``portal_port``: also leads phones here that have just joined the box's own Wi-Fi."""
        if not is_near(address):
            raise Trouble(words("teach.web.public", address=address))
        try:
            self._sockets = bind_sockets(port, bind, backlog=QUEUE)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Trouble(words("teach.web.port", port=port, reason=reason)) from error
        self.port = int(self._sockets[0].getsockname()[1])
        if portal_port is not None:
            self._sockets += _portal_sockets(portal_port, bind)
        for (
            listening
        ) in self._sockets:  # inherited by accepted sockets; by default the kernel buffers megabytes for minutes
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST_UNTAKEN)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LONGEST_UNTAKEN_MS)
        self.fingerprint = "" if certificate is None else certificate.fingerprint
        name = name_by_avahi(address)
        near = (
            address,
            *filter(None, (name,)),
            *(other for other in local_addresses() if is_near(other)),
            *local_names(),
            "localhost",
            "127.0.0.1",
        )
        hosts = frozenset(as_host(name, self.port) for name in near)
        tls = None if certificate is None else certificate.context
        self.url = f"{'http' if tls is None else 'https'}://{as_host(address, self.port)}/"
        self.typed = " / ".join(as_host(one, self.port) for one in (name, address) if one)
        portal = None if portal_port is None else Portal(self.url)
        self._context = ServerContext(apps, language, hosts, clock, tls, portal=portal)
        self._fence = fence
        self._idle_s, self._clock = idle_s, clock
        self._thread: threading.Thread | None = None
        self._end: Callable[[], object] = lambda: None

    def url_of(self, app: App) -> str:
        """The address of this app's front page."""
        return self.url if app is self._context.apps[0] else self.url + app.front.removeprefix("/")

    def touch(self) -> None:
        """Counts as used now."""
        self._context.touch()

    def speak(self, language: str) -> None:
        """The box has been set to another language."""
        self._context.speak(language)

    @property
    def is_idle(self) -> bool:
        return self._clock() - self._context.used >= self._idle_s

    @property
    def is_open(self) -> bool:
        return any(listening.fileno() >= 0 for listening in self._sockets)

    def start(self) -> None:
        runs = threading.Event()
        self._fence.open_for(str(self.port))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(runs)), name="web", daemon=True)
        self._thread.start()
        runs.wait(PATIENCE_S)

    def close(self) -> None:
        """Finishes pending writes, then stops."""
        if self._thread is not None:
            self._end()
            self._thread.join(PATIENCE_S)
            self._thread = None
        for listening in self._sockets:
            listening.close()
        self._context.close()
        self._fence.close_for(str(self.port))

    async def _serve(self, runs: threading.Event) -> None:
        loop, ends = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(_note)
        self._end = lambda: loop.call_soon_threadsafe(ends.set)
        server = LimitedServer(self._context)
        server.add_sockets(self._sockets)
        watch = PeriodicCallback(self._context.sweep, SWEEP_MS)
        watch.start()
        self._context.start()
        runs.set()
        await ends.wait()
        watch.stop()
        server.stop()
        self._context.stop()
        await server.close_all_connections()
        if rest := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(rest, timeout=PATIENCE_S)


def _portal_sockets(port: int, bind: str) -> list[socket.socket]:
    """None if we may not: the page is then opened by its own code."""
    try:
        return bind_sockets(port, bind, backlog=QUEUE)
    except OSError as error:
        logger.warning("no portal for phones that join: %s", error)
        return []


def _note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("the page's server stumbled", exc_info=context.get("exception"))
