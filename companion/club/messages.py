"""What boxes and board say to each other, as values, and how they are written: JSON objects with a version.

``companion.club.read_messages`` reads them, as if a stranger had sent them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from rules.core.errors import InvalidValue, expect

VERSION = 1
LARGEST = 64 * 1024  # bytes of a message


@dataclass(frozen=True, slots=True)
class ShownClock:
    """As it stood when the state was said. ``limit``: seconds that are counted down; None: they are counted up."""

    who: str | None
    used: int
    limit: int | None
    runs: bool


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    name: str
    score: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Just what the screen in the middle of the table shows."""

    round: int | None = None
    rounds: int | None = None
    phase: str = ""
    turn: tuple[str, ...] = ()
    clock: ShownClock | None = None
    players: tuple[ShownPlayer, ...] = ()
    paused: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """``game`` and ``slug``: None while there is no game on the table."""

    table: str
    game: str | None
    slug: str | None
    entry: int
    at: datetime
    shown: Shown = Shown()


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a journal as all may see it, by game and number: the same one may come twice."""

    game: str
    number: int
    at: datetime
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """``points``: None where a game has none. ``totals``: by row of the pad."""

    name: str
    place: int
    won: bool
    points: int | None = None
    totals: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """``withdrawn``: the game goes on after all. ``entries``: how long its journal was."""

    game: str
    slug: str
    table: str
    began: datetime
    ended: datetime | None
    entries: int
    practice: bool
    kind: Literal["points", "places"]
    players: tuple[ResultPlayer, ...]
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A table asks for the host."""

    at: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """From the board to every box: what is announced, and when the time of all tables is up."""

    at: datetime
    text: str | None = None
    until: datetime | None = None


Message: TypeAlias = State | Event | Result | Call | Notice


def format_moment(moment: datetime) -> str:
    """``2026-11-05T19:41:10.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def encode(message: Message) -> bytes:
    """Raises ``InvalidValue`` for one that would be too large to be read."""
    values = {"v": VERSION, **asdict(message)}
    coded = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=_plain).encode("utf-8")
    if len(coded) > LARGEST:
        raise InvalidValue("", expect("message", most=LARGEST // 1024))
    return coded


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return format_moment(value)
    raise TypeError(f"expected a value of JSON, got {type(value).__name__}")
