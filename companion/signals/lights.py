"""Lamps and buzzer for the game: whose turn it is, a card read or sold, a bidder's last seconds, a refusal, the end."""

from __future__ import annotations

from typing import Any, Protocol

from companion.play.live_game import TimedNotice
from companion.table.table import Table, acting
from hardware.patterns import Signal

MOST_SEATS = 8


class SignalPanel(Protocol):
    """The part of the box with lamps and buzzer."""

    def answer(self, kind: Signal, seat: int | None = None) -> None: ...

    def show_turn(self, seats: frozenset[int], count: int) -> None: ...


class Lights:
    """Looks at the table at every tick and signals what has changed since the last one."""

    def __init__(self, box: SignalPanel) -> None:
        self._box = box
        self._table: Table | None = None
        self._entry = 0
        self._notice: TimedNotice | None = None
        self._hurried: int | None = None

    def follow(self, table: Table | None, now_ms: int) -> None:
        if table is not self._table:
            self._begin(table)
        if table is None:
            return
        live = table.live
        if (entry := live.session.last_seq) != self._entry:
            if entry > self._entry:
                self._box.answer("over" if live.is_over else "sold" if _is_sold(table) else "read")
            self._entry = entry
            self._box.show_turn(acting(live), MOST_SEATS)
        if (hurried := _hurried(table, now_ms)) != self._hurried:
            self._hurry(table, hurried)
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            if self._notice is not None and self._notice.is_warning:
                self._box.answer("refused")

    def _hurry(self, table: Table, seat: int | None) -> None:
        """Flashes the lamp of the player who is running out of time; None: no longer."""
        self._hurried = seat
        if seat is None:
            self._box.show_turn(acting(table.live), MOST_SEATS)
        else:
            self._box.answer("hurry", seat)

    def _begin(self, table: Table | None) -> None:
        live = None if table is None else table.live
        self._table, self._hurried = table, None
        self._entry = 0 if live is None else live.session.last_seq
        self._notice = None if live is None else live.last_notice
        self._box.show_turn(frozenset() if live is None else acting(live), MOST_SEATS)


def _hurried(table: Table, now_ms: int) -> int | None:
    """Whose countdown is in its last seconds."""
    clock = table.clock(now_ms)
    return clock.seat if clock is not None and clock.is_urgent else None


def _is_sold(table: Table) -> bool:
    steps: tuple[Any, ...] = table.live.session.steps
    return bool(steps) and any(table.game.sounds.get(type(event)) == "sold" for event in steps[-1].events)
