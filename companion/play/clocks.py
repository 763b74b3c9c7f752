"""Clocks beside a session: a countdown for each bidder, or how long a turn has lasted; undo takes time back with it."""

from __future__ import annotations

from companion.keeping.session import Session
from companion.models import clock_text
from rules.core.clock import (
    Clock,
    ClockMarks,
    Mode,
    back_to,
    elapsed,
    give_to,
    mark,
    must_pass,
    remaining,
    resumed,
    stopped,
)
from rules.core.seats import Seat

UNSEEN_MS = 1000  # a table that is shown is shown many times in a second


class AuctionClock:
    """Told at every frame who may bid; notices by itself when an entry came or was taken back."""

    def __init__(self, mode: Mode, limit_ms: int) -> None:
        self.limit_ms = limit_ms
        self._first = Clock(mode, limit_ms)
        self._clock = self._first
        self._marks = ClockMarks()
        self._entry = -1
        self._steps = 0
        self._seen_ms: int | None = None

    def follow(self, session: Session, bidder: Seat | None, now_ms: int) -> None:
        self._leave_out(now_ms)
        if session.last_seq == self._entry:
            return
        self._entry = session.last_seq
        live = session.steps[-1].seq if session.steps else 0
        if len(session.steps) < self._steps:
            self._marks, self._clock = back_to(self._marks, live, now_ms, self._first)
            if self._clock.seat != bidder:
                self._clock = give_to(self._clock, bidder, now_ms)
        else:
            self._clock = self._next(bidder, now_ms)
            self._marks = mark(self._marks, live, self._clock, now_ms)
        self._steps = len(session.steps)

    def _next(self, bidder: Seat | None, now_ms: int) -> Clock:
        """Every bid begins with the whole time, also of the same seat again."""
        return give_to(self._clock, bidder, now_ms)

    def _leave_out(self, now_ms: int) -> None:
        """Time in which nobody could see the table, behind a menu or asleep, is nobody's time."""
        if self._seen_ms is not None and now_ms - self._seen_ms > UNSEEN_MS:
            self._clock = resumed(stopped(self._clock, self._seen_ms), now_ms)
        self._seen_ms = now_ms

    def remaining(self, now_ms: int) -> int | None:
        """Milliseconds left for the bidder; None where nothing is counted down."""
        return remaining(self._clock, now_ms)

    def must_pass(self, now_ms: int) -> Seat | None:
        """Who passes because a strict clock has run out."""
        return must_pass(self._clock, now_ms)


class TurnClock(AuctionClock):
    """Counts up while it is somebody's turn, over as many steps as that takes; hurries nobody."""

    def __init__(self) -> None:
        super().__init__("off", 0)

    def elapsed(self, now_ms: int) -> int | None:
        """Milliseconds of this turn; None while it is nobody's."""
        return None if self._clock.seat is None else elapsed(self._clock, now_ms)

    def _next(self, bidder: Seat | None, now_ms: int) -> Clock:
        return self._clock if bidder == self._clock.seat else super()._next(bidder, now_ms)


def lasted_text(turn: TurnClock | None, now_ms: int) -> str:
    """How long the turn has lasted, as it is shown."""
    lasted = whole_seconds(turn, now_ms)
    return "" if lasted is None else clock_text(lasted)


def whole_seconds(clock: TurnClock | None, now_ms: int) -> int | None:
    """How long the turn has lasted, in whole seconds, so that the screen changes no more often."""
    lasted = None if clock is None else clock.elapsed(now_ms)
    return None if lasted is None else lasted // 1000 * 1000
