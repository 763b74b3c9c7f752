"""A broker that answers whoever connects with nonsense: half packets, wrong lengths, noise, or nothing at all."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Self

HERE = "127.0.0.1"
WELCOME = b"\x20\x02\x00\x00"
HUGE = b"\x30\xff\xff\xff\x7f"  # a message of 256 MB is announced


class HostileBroker:
    """``with HostileBroker(port, seed):`` it listens where the broker was."""

    def __init__(self, port: int, seed: float) -> None:
        self._random = Random(seed)
        self._ends = threading.Event()
        self._server = socket.create_server((HERE, port))
        self._server.settimeout(0.1)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self._ends.set()
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        while not self._ends.is_set():
            with suppress(OSError):
                connection, _ = self._server.accept()
                with connection:
                    connection.settimeout(0.2)
                    with suppress(TimeoutError):
                        connection.recv(4096)
                    connection.sendall(self._answer())
                    self._ends.wait(self._random.random())

    def _answer(self) -> bytes:
        noise = self._random.randbytes(self._random.randrange(1, 4000))
        answers = (b"", noise, WELCOME, WELCOME + noise, WELCOME[:2], WELCOME + HUGE + noise, b"\x20\x02\x00\x05", HUGE)
        return self._random.choice(answers)
