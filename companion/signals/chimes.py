"""Sounds for the game: a card read, the next turn, sold, refused, a bidder's last seconds, the win."""

from __future__ import annotations

from typing import Any, Protocol

from companion.play.live_game import TimedNotice
from companion.table.table import Table


class SoundPlayer(Protocol):
    def play(self, name: str) -> None: ...


class Chimes:
    """Looks at the table at every tick and makes one sound for each change."""

    def __init__(self, sounds: SoundPlayer) -> None:
        self._sounds = sounds
        self._table: Table | None = None
        self._entry = 0
        self._turn: int | None = None
        self._notice: TimedNotice | None = None
        self._second: int | None = None

    def try_out(self) -> None:
        """A sample, after the sound settings were changed."""
        self._sounds.play("turn")

    def follow(self, table: Table | None, now_ms: int) -> None:
        if table is not self._table:
            self._begin(table)
        elif table is not None:
            self._heard(table)
            self._tick(table, now_ms)

    def _begin(self, table: Table | None) -> None:
        """Sitting down at a game makes no sound."""
        live = None if table is None else table.live
        self._table, self._second = table, None
        self._entry = 0 if live is None else live.session.last_seq
        self._turn = None if live is None else live.view["turn"]
        self._notice = None if live is None else live.last_notice

    def _heard(self, table: Table) -> None:
        live, turn = table.live, table.live.view["turn"]
        if (entry := live.session.last_seq) != self._entry:
            self._sounds.play(self._sound(table, turn))
            self._entry = entry
        self._turn = turn
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            if self._notice is not None and self._notice.is_warning:
                self._sounds.play("wrong")

    def _sound(self, table: Table, turn: int | None) -> str:
        """The one sound that tells most about what has just happened."""
        if table.live.is_over:
            return "win"
        steps: tuple[Any, ...] = table.live.session.steps
        events, sounds = steps[-1].events if steps else (), table.game.sounds
        own = next((sounds[type(event)] for event in events if type(event) in sounds), None)
        if own is not None:
            return own
        return "turn" if turn not in (None, self._turn) else "read"

    def _tick(self, table: Table, now_ms: int) -> None:
        """A tick for each of the last seconds of a countdown."""
        clock = table.clock(now_ms)
        second = clock.seconds if clock is not None and clock.is_urgent else None
        if second is not None and second != self._second:
            self._sounds.play("tick")
        self._second = second
