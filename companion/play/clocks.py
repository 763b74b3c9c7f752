"""The clocks of a session: a countdown for bidders, and how long a turn has lasted. Undo restores the time too."""

from __future__ import annotations

from dataclasses import dataclass

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

ASLEEP_MS = 1000  # the table ticks many times a second; a longer gap was a pause, or the machine was asleep
URGENT_S = 5  # the last seconds of a countdown


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of a table as a value: whose time it is, how much is used, and how much there is.

    ``limit_ms`` is None for a clock that counts up.
    """

    seat: Seat | None
    used_ms: int
    limit_ms: int | None = None

    @property
    def left_ms(self) -> int | None:
        return None if self.limit_ms is None else max(0, self.limit_ms - self.used_ms)

    @property
    def seconds(self) -> int:
        """The seconds to show: time left of a countdown, which shows 1 until it is over, else time used."""
        return self.used_ms // 1000 if self.left_ms is None else -(-self.left_ms // 1000)

    @property
    def is_urgent(self) -> bool:
        return self.left_ms is not None and self.seconds <= URGENT_S

    @property
    def text(self) -> str:
        return clock_text(self.used_ms) if self.limit_ms is None else str(self.seconds)


class AuctionClock:
    """Told at every tick who may bid; detects new and undone entries by itself.

    ``whole_turns``: the limit is for all steps of a turn.
    """

    def __init__(self, mode: Mode, limit_ms: int, *, whole_turns: bool = False) -> None:
        self.limit_ms = limit_ms
        self._whole_turns = whole_turns
        self._first = Clock(mode, limit_ms)
        self._clock = self._first
        self._marks = ClockMarks()
        self._entry = -1
        self._steps = 0
        self._ticked_ms: int | None = None

    def follow(self, session: Session, bidder: Seat | None, now_ms: int) -> None:
        self._skip_sleep(now_ms)
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
        """Every bid starts with the full time, even for the same seat again; a turn goes on."""
        is_same = self._whole_turns and bidder == self._clock.seat
        return self._clock if is_same else give_to(self._clock, bidder, now_ms)

    def _skip_sleep(self, now_ms: int) -> None:
        """Time without ticks (paused or asleep) counts for nobody."""
        if self._ticked_ms is not None and now_ms - self._ticked_ms > ASLEEP_MS:
            self._clock = resumed(stopped(self._clock, self._ticked_ms), now_ms)
        self._ticked_ms = now_ms

    @property
    def seat(self) -> Seat | None:
        return self._clock.seat

    def remaining(self, now_ms: int) -> int | None:
        """Milliseconds left for the bidder; None where nothing is counted down."""
        return remaining(self._clock, now_ms)

    def must_pass(self, now_ms: int) -> Seat | None:
        """Who passes because a strict clock has run out."""
        return must_pass(self._clock, now_ms)


class TurnClock(AuctionClock):
    """Counts up during a player's turn, over all its steps; forces nothing."""

    def __init__(self) -> None:
        super().__init__("off", 0, whole_turns=True)

    def elapsed(self, now_ms: int) -> int | None:
        """Milliseconds of this turn; None while it is nobody's turn."""
        return None if self._clock.seat is None else elapsed(self._clock, now_ms)


class Clocks:
    """Both clocks of a table. ``mode`` and ``limit_ms`` are for auctions, with ``whole_turns`` for turns; ``counts``:
    turns are timed too."""

    def __init__(self, mode: Mode, limit_ms: int, *, counts: bool, whole_turns: bool = False) -> None:
        self._bidding = AuctionClock(mode, limit_ms, whole_turns=whole_turns)
        self._turn = TurnClock() if counts else None

    def follow(self, session: Session, bidder: Seat | None, turn: Seat | None, now_ms: int) -> None:
        """Told at every tick whose bid and whose turn it is."""
        self._bidding.follow(session, bidder, now_ms)
        if self._turn is not None:
            self._turn.follow(session, turn, now_ms)

    def late(self, now_ms: int) -> Seat | None:
        """Whose time is up, if the clock is strict."""
        return self._bidding.must_pass(now_ms)

    def countdown(self, now_ms: int) -> TableClock | None:
        """The bidder's time; None if nothing is counted down."""
        left = self._bidding.remaining(now_ms)
        if left is None:
            return None
        limit = self._bidding.limit_ms
        return TableClock(self._bidding.seat, limit - left, limit)

    def lasted(self, now_ms: int) -> TableClock | None:
        """How long this turn has lasted; None if it is nobody's turn or turns are not timed."""
        lasted = None if self._turn is None else self._turn.elapsed(now_ms)
        if self._turn is None or lasted is None:
            return None
        return TableClock(self._turn.seat, lasted)

    def now(self, now_ms: int) -> TableClock | None:
        """The clock to show: the countdown if there is one."""
        return self.countdown(now_ms) or self.lasted(now_ms)
