"""One queue into the main thread, and the messages on it. Threads hand over values and nothing else."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from companion.intents import Wish
from companion.seeing.glimpse import Glimpse
from companion.seeing.signs import Sign
from rules.core.table import Table
from rules.core.words import Words

MOST_WAITING = 500  # far more than a main thread that draws at all leaves lying


@dataclass(frozen=True, slots=True)
class Wished:
    """Somebody asked for something by key, touch or button."""

    wish: Wish
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A panel button: ``sort`` is press, hold or repeat."""

    button: str
    sort: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What lies where: ``table`` is settled; ``seen`` are cards in view that have not settled yet; ``signs``: what
    seat and control cards say; ``twice``: cards of which a second one has just come into view; ``dark``: it has been
    too dark to see for a while, and this is what lay there before."""

    table: Table
    seen: frozenset[str]
    blocked: bool
    at_ms: int
    signs: frozenset[Sign] = frozenset()
    twice: frozenset[str] = frozenset()
    dark: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """A part of the box has something to say: camera lost or back, a button set aside, heat. ``lasting`` until
    the same ``part`` says something else."""

    part: str
    words: Words | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """The picture itself, for a page that shows it."""

    glimpse: Glimpse


Message: TypeAlias = Wished | Pressed | TableSeen | Happened | Glimpsed


class Inbox:
    """Thread-safe; when it overflows the newest message is dropped rather than a thread blocked."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self.dropped = 0

    def put(self, message: Message) -> None:
        try:
            self._queue.put_nowait(message)
        except queue.Full:
            self.dropped += 1

    def drain(self) -> Iterator[Message]:
        """Everything that waits now, in order; what comes in meanwhile waits for the next time."""
        for _ in range(self._queue.qsize()):
            try:
                yield self._queue.get_nowait()
            except queue.Empty:
                return

    def wait(self, seconds: float) -> Message | None:
        """The next message, or None after that long: lets the main thread sleep while nothing happens."""
        try:
            return self._queue.get(timeout=seconds)
        except queue.Empty:
            return None
