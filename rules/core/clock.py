"""Clocks as values, driven by the time that is handed in: a countdown for whoever is to speak, and each seat's total.

Upkeep is nobody's time. A clock that was taken down (``stopped``) can be put up again at any later moment: that is
how pause and undo work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.core.seats import Seat

Mode: TypeAlias = Literal["off", "reminder", "strict"]


@dataclass(frozen=True, slots=True)
class Clock:
    """``seat``: whose time it is, None for nobody's. ``since_ms``: None while it stands still."""

    mode: Mode = "reminder"
    limit_ms: int = 30_000
    seat: Seat | None = None
    since_ms: int | None = None
    used_ms: int = 0  # of this turn, before ``since_ms``
    totals: Mapping[Seat, int] = field(default_factory=dict)  # of the turns before


def elapsed(clock: Clock, now_ms: int) -> int:
    """Of the running turn. A time before the start counts as none: clocks never run backwards."""
    return clock.used_ms if clock.since_ms is None else clock.used_ms + max(0, now_ms - clock.since_ms)


def remaining(clock: Clock, now_ms: int) -> int | None:
    """Milliseconds left of the countdown, never below zero; None where nothing is counted down."""
    if clock.mode == "off" or clock.seat is None:
        return None
    return max(0, clock.limit_ms - elapsed(clock, now_ms))


def is_up(clock: Clock, now_ms: int) -> bool:
    return remaining(clock, now_ms) == 0


def must_pass(clock: Clock, now_ms: int) -> Seat | None:
    """The bidder who passes because the time is up: only a strict clock makes anyone."""
    return clock.seat if clock.mode == "strict" and is_up(clock, now_ms) else None


def total(clock: Clock, seat: Seat, now_ms: int) -> int:
    """All the time of one seat, the running turn included."""
    return clock.totals.get(seat, 0) + (elapsed(clock, now_ms) if clock.seat == seat else 0)


def give_to(clock: Clock, seat: Seat | None, now_ms: int) -> Clock:
    """A new turn begins, with the whole limit, also for the same seat again; None: upkeep."""
    return replace(
        clock,
        seat=seat,
        since_ms=None if seat is None else now_ms,
        used_ms=0,
        totals=_booked(clock, now_ms),
    )


def stopped(clock: Clock, now_ms: int) -> Clock:
    """The clock standing still as it is now: a pause, or a mark to come back to."""
    return replace(clock, since_ms=None, used_ms=elapsed(clock, now_ms))


def resumed(clock: Clock, now_ms: int) -> Clock:
    """Runs on from where it stood still."""
    return clock if clock.seat is None or clock.since_ms is not None else replace(clock, since_ms=now_ms)


def _booked(clock: Clock, now_ms: int) -> Mapping[Seat, int]:
    if clock.seat is None:
        return clock.totals
    return {**clock.totals, clock.seat: total(clock, clock.seat, now_ms)}


@dataclass(frozen=True, slots=True)
class ClockMarks:
    """How the clock stood at each entry of the journal, so that undo takes time back with it."""

    marks: tuple[tuple[int, Clock], ...] = ()


def mark(marks: ClockMarks, seq: int, clock: Clock, now_ms: int) -> ClockMarks:
    """Notes the clock as entry ``seq`` left it; marks of later entries are forgotten."""
    kept = tuple(item for item in marks.marks if item[0] < seq)
    return ClockMarks((*kept, (seq, stopped(clock, now_ms))))


def back_to(marks: ClockMarks, seq: int, now_ms: int, first: Clock) -> tuple[ClockMarks, Clock]:
    """The clock as it stood after entry ``seq``, running on from now; ``first``: stopped, as before any entry."""
    kept = ClockMarks(tuple(item for item in marks.marks if item[0] <= seq))
    clock = kept.marks[-1][1] if kept.marks else first
    return kept, resumed(clock, now_ms)
