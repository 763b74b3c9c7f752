"""Clocks as values; time is passed in. A countdown for the seat that must act, and a total for each seat.

Upkeep counts for nobody. A ``stopped`` clock can be resumed at any later time: this is how pause and undo work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.core.seats import Seat

Mode: TypeAlias = Literal["off", "reminder", "strict"]


@dataclass(frozen=True, slots=True)
class Clock:
    """``seat``: whose time it is, None for nobody's. ``since_ms``: None while the clock is stopped."""

    mode: Mode = "reminder"
    limit_ms: int = 30_000
    seat: Seat | None = None
    since_ms: int | None = None
    used_ms: int = 0  # of this turn, before ``since_ms``
    totals: Mapping[Seat, int] = field(default_factory=dict)  # of the turns before


def elapsed(clock: Clock, now_ms: int) -> int:
    """Time used in the running turn. A time before its start counts as zero: clocks never run backwards."""
    return clock.used_ms if clock.since_ms is None else clock.used_ms + max(0, now_ms - clock.since_ms)


def remaining(clock: Clock, now_ms: int) -> int | None:
    """Milliseconds left of the countdown, never below zero; None where nothing is counted down."""
    if clock.mode == "off" or clock.seat is None:
        return None
    return max(0, clock.limit_ms - elapsed(clock, now_ms))


def is_up(clock: Clock, now_ms: int) -> bool:
    return remaining(clock, now_ms) == 0


def must_pass(clock: Clock, now_ms: int) -> Seat | None:
    """The bidder who must pass because time is up; only a strict clock forces that."""
    return clock.seat if clock.mode == "strict" and is_up(clock, now_ms) else None


def total(clock: Clock, seat: Seat, now_ms: int) -> int:
    """All the time of one seat, the running turn included."""
    return clock.totals.get(seat, 0) + (elapsed(clock, now_ms) if clock.seat == seat else 0)


def give_to(clock: Clock, seat: Seat | None, now_ms: int) -> Clock:
    """Starts a new turn with the full limit, even if it is the same seat again; None: upkeep."""
    return replace(
        clock,
        seat=seat,
        since_ms=None if seat is None else now_ms,
        used_ms=0,
        totals=_booked(clock, now_ms),
    )


def stopped(clock: Clock, now_ms: int) -> Clock:
    """The clock stopped as it is now: for a pause, or as a mark to return to."""
    return replace(clock, since_ms=None, used_ms=elapsed(clock, now_ms))


def resumed(clock: Clock, now_ms: int) -> Clock:
    """Runs on from where it was stopped."""
    return clock if clock.seat is None or clock.since_ms is not None else replace(clock, since_ms=now_ms)


def _booked(clock: Clock, now_ms: int) -> Mapping[Seat, int]:
    if clock.seat is None:
        return clock.totals
    return {**clock.totals, clock.seat: total(clock, clock.seat, now_ms)}


@dataclass(frozen=True, slots=True)
class ClockMarks:
    """The clock as it was at each journal entry, so that undo restores the time too."""

    marks: tuple[tuple[int, Clock], ...] = ()


def mark(marks: ClockMarks, seq: int, clock: Clock, now_ms: int) -> ClockMarks:
    """Records the clock as of entry ``seq``; marks of later entries are dropped."""
    kept = tuple(item for item in marks.marks if item[0] < seq)
    return ClockMarks((*kept, (seq, stopped(clock, now_ms))))


def back_to(marks: ClockMarks, seq: int, now_ms: int, first: Clock) -> tuple[ClockMarks, Clock]:
    """The clock as of entry ``seq``, running from now; ``first``: the stopped clock before any entry."""
    kept = ClockMarks(tuple(item for item in marks.marks if item[0] <= seq))
    clock = kept.marks[-1][1] if kept.marks else first
    return kept, resumed(clock, now_ms)
