"""Guests who mean harm, with real sockets: connections that drip, and codes at full speed."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

HERE = "127.0.0.1"
MANY_ADDRESSES = tuple(f"127.0.{part}.{last}" for part in (1, 2) for last in range(1, 100))


def connect(port: int, source: str = HERE, target: str | None = None) -> socket.socket:
    """From one of this machine's addresses: a Linux machine has all that begin with 127."""
    family = socket.AF_INET6 if ":" in source else socket.AF_INET
    plug = socket.socket(family, socket.SOCK_STREAM)
    plug.settimeout(10)
    plug.bind((source, 0))
    plug.connect((target or (source if family == socket.AF_INET6 else HERE), port))
    return plug


def request(port: int, line: str, *headers: str, body: bytes = b"", host: str | None = None) -> bytes:
    """Text of a request with what our page would send along."""
    name = host or f"{HERE}:{port}"
    length = (f"Content-Length: {len(body)}",) if body else ()
    lines = (line, f"Host: {name}", f"Origin: http://{name}", "Content-Type: application/json", *length, *headers)
    return "\r\n".join([*lines, "", ""]).encode() + body


def guess(port: int, code: str = "abc-def-ghj", host: str | None = None) -> bytes:
    return request(port, "POST /api/enter HTTP/1.1", body=f'{{"code": "{code}"}}'.encode(), host=host)


def first_drop(sort: str, port: int, cookie: str = "") -> bytes:
    """What a connection begins with that will never end; with a cookie it is one of a browser that was let in."""
    match sort:
        case "silent":
            return b""
        case "head":
            return f"GET / HTTP/1.1\r\nHost: {HERE}:{port}\r\nX-Drip: ".encode()
        case "body":
            return request(port, "POST /api/enter HTTP/1.1", "Content-Length: 60000") + b"{"
        case "deaf":
            return request(port, "GET /teach.js HTTP/1.1", *([f"Cookie: {cookie}"] if cookie else [])) * 60
    raise AssertionError(sort)


DRIPS = ("silent", "head", "body", "deaf")


@contextlib.contextmanager
def drips(
    port: int, sort: str, count: int, sources: Sequence[str] = (HERE,), cookie: str = ""
) -> Iterator[list[socket.socket]]:
    """So many connections that ask for something and never come to an end."""
    with contextlib.ExitStack() as stack:
        plugs = []
        for source in islice(cycle(sources), count):
            plug = stack.enter_context(connect(port, source))
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            with contextlib.suppress(OSError):  # turned out again before it said anything
                plug.sendall(first_drop(sort, port, cookie))
            plugs.append(plug)
        yield plugs


def is_open(plug: socket.socket, patience_s: float = 0) -> bool:
    """Whether the other end still holds it, also after some time; what it has sent does not matter."""
    poll = select.poll()
    poll.register(plug, select.POLLRDHUP)
    return not poll.poll(patience_s * 1000)


def said(plug: socket.socket) -> bytes | None:
    """All that comes until the other end closes; None if it does not."""
    parts = []
    try:
        while part := plug.recv(100_000):
            parts.append(part)
    except TimeoutError:
        return None
    except OSError:
        pass  # closed the hard way
    return b"".join(parts)


class Guessers:
    """Threads that try codes as fast as they can, each guess over a new connection, until they are told to stop."""

    def __init__(self, port: int, sources: Sequence[str], threads: int = 8, host: str | None = None) -> None:
        self._port, self._host = port, host
        self._sources = cycle(sources)
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._guess) for _ in range(threads)]
        self._enough = threading.Semaphore(0)
        self.sent = 0

    def __enter__(self) -> Guessers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()

    def wait_for(self, guesses: int) -> None:
        for _ in range(guesses):
            assert self._enough.acquire(timeout=60), "no guess came through"

    def _guess(self) -> None:
        while not self._ends.is_set():
            with self._lock:
                source = next(self._sources)
            with contextlib.suppress(OSError), connect(self._port, source) as plug:
                plug.sendall(guess(self._port, host=self._host))
                plug.shutdown(socket.SHUT_WR)
                plug.settimeout(0.2)  # who guesses does not wait for a slow no
                with contextlib.suppress(TimeoutError):
                    plug.recv(1000)
            self.sent += 1
            self._enough.release()
