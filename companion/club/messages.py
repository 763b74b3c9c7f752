"""The messages between boxes and board, and how they are written: JSON objects with a version.

``companion.club.read_messages`` reads them and trusts nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from rules.core.errors import InvalidValue, expect

VERSION = 1
LARGEST = 64 * 1024  # bytes of a message


@dataclass(frozen=True, slots=True)
class ShownClock:
    """The clock when the state was sent. ``limit``: seconds, counted down; None: the clock counts up."""

    who: str | None
    used: int
    limit: int | None
    runs: bool


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    name: str
    score: float | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class TableShown:
    """Exactly what the screen in the middle of the table shows. ``phases``: the phase by language, for readers who have
    another one than the box. ``game``: its name in the language of the box."""

    round: int | None = None
    rounds: int | None = None
    phase: str = ""
    turn: tuple[str, ...] = ()
    clock: ShownClock | None = None
    players: tuple[ShownPlayer, ...] = ()
    paused: bool = False
    phases: Mapping[str, str] = field(default_factory=dict)
    game: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """``game`` and ``slug``: None while there is no game on the table. ``title``: by language, the name of a game that
    others may not have. ``calling``: whether the table calls the host; ``call`` says since when."""

    table: str
    game: str | None
    slug: str | None
    entry: int
    at: datetime
    shown: TableShown = field(default_factory=TableShown)
    title: Mapping[str, str] = field(default_factory=dict)
    calling: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One journal entry as all may see it, identified by game and number; it may arrive twice."""

    game: str
    number: int
    at: datetime
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """``points``: None if the game has none. ``totals``: by row of the pad."""

    name: str
    place: int
    won: bool
    points: float | None = None
    totals: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameResult:
    """``withdrawn``: the game was reopened. ``entries``: the length of its journal. ``title``: as in ``TableState``.
    ``least``: the fewest points win."""

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
    title: Mapping[str, str] = field(default_factory=dict)
    least: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A table asks for the host."""

    at: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class TableNotice:
    """For one table only: a text beside everybody's, and a time in place of everybody's. ``coming``: the moment of the
    call that a host has taken, as the table has told it."""

    text: str | None = None
    until: datetime | None = None
    coming: datetime | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """From the board to every box: a text, and when time is up for all tables. ``tables``: what only one of them is
    told, by its box."""

    at: datetime
    text: str | None = None
    until: datetime | None = None
    tables: Mapping[str, TableNotice] = field(default_factory=dict)

    def until_at(self, box: str) -> datetime | None:
        """When time is up at this table."""
        own = self.tables.get(box)
        return self.until if own is None or own.until is None else own.until

    def is_coming(self, box: str, call: Call) -> bool:
        """Whether a host is on the way to this table for this call; moments are told to the millisecond."""
        own = self.tables.get(box)
        return own is not None and own.coming is not None and format_moment(own.coming) == format_moment(call.at)


@dataclass(frozen=True, slots=True)
class ClubPeople:
    """From the board to every box: whom it offers at *Who plays?*. ``people``: all signs of the club, whoever is here
    tonight first (``here``: how many). ``seats``: who sits at which table in the ``round``, by the table's number;
    likewise which of them plays another of the ``games``, and ``why`` these people sit there, by language."""

    at: datetime
    people: tuple[str, ...] = ()
    here: int = 0
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    round: int = 0
    games: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def at_table(self, table: str) -> tuple[str, ...]:
        return self.seats.get(place_of(table), ())


def place_of(table: str) -> str:
    """The number of a table that is called like this: the last one in its name; empty if there is none."""
    numbers = re.findall(r"\d+", table)
    return str(int(numbers[-1][:9])) if numbers else ""


Message: TypeAlias = TableState | Event | GameResult | Call | Announcement | ClubPeople


def format_moment(moment: datetime) -> str:
    """``2026-11-05T19:41:10.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def encode(message: Message) -> bytes:
    """Raises ``InvalidValue`` if the message would be too large to be read."""
    values = {"v": VERSION, **asdict(message)}
    coded = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=_plain).encode("utf-8")
    if len(coded) > LARGEST:
        raise InvalidValue("", expect("message", most=LARGEST // 1024))
    return coded


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return format_moment(value)
    raise TypeError(f"expected a JSON value, got {type(value).__name__}")
