"""What a club is shown of a table: the same as the screen in the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.club.messages import Shown, ShownClock, ShownPlayer, State
from companion.club.read_messages import LONGEST_TEXT
from companion.play.clocks import TableClock
from companion.table.table import Table

SLACK_S = 1.5  # by which a clock may differ from what others work out


@dataclass(slots=True)
class ToldClock:
    """The clock as the club was told it. Others let it run by themselves, so it is told anew only when it does not."""

    told: ShownClock | None = None
    _told_ms: int = 0

    def look(self, clock: TableClock | None, players: Sequence[str], now_ms: int, *, runs: bool) -> bool:
        """Whether ``told`` is another one now."""
        if clock is None:
            was, self.told = self.told, None
            return was is not None
        shown = _shown(clock, players, runs=runs)
        if self._is_as_told(shown, now_ms):
            return False
        self.told, self._told_ms = shown, now_ms
        return True

    def _is_as_told(self, shown: ShownClock, now_ms: int) -> bool:
        told = self.told
        if told is None or (told.who, told.limit, told.runs) != (shown.who, shown.limit, shown.runs):
            return False
        expected = told.used + ((now_ms - self._told_ms) / 1000 if told.runs else 0)
        if told.limit is not None:
            expected = min(expected, told.limit)
        return abs(expected - shown.used) <= SLACK_S


def _shown(clock: TableClock, players: Sequence[str], *, runs: bool) -> ShownClock:
    who = None if clock.seat is None else players[clock.seat]
    limit = None if clock.limit_ms is None else clock.limit_ms // 1000
    return ShownClock(who, clock.used_ms // 1000, limit, runs)


def no_game(table: str, at: datetime) -> State:
    return State(table, None, None, 0, at)


def state_of(table: Table, name: str, game: str, at: datetime, clock: ShownClock | None, *, paused: bool) -> State:
    """``name``: of the table; ``game``: as the club knows it."""
    view = table.view(now_ms=0)
    shown = Shown(
        round=None if view.way == "score" else view.round,
        rounds=None if view.way == "score" else view.rounds,
        phase=table.desk.phase[:LONGEST_TEXT],
        turn=view.on_turn,
        clock=clock,
        players=_players(table),
        paused=paused,
    )
    return State(name, game, table.slug, view.entry, at, shown)


def _players(table: Table) -> tuple[ShownPlayer, ...]:
    """As the score would stand now."""
    score = table.score()
    is_counted = score["kind"] == "points"
    return tuple(
        ShownPlayer(player["name"], player["total"] if is_counted else None, player["place"])
        for player in score["players"]
    )
