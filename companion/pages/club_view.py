"""What a club's board is told of a table: just what the screen that all see shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.club.messages import Shown, ShownClock, ShownPlayer, State
from companion.club.reading import LONGEST_TEXT
from companion.pages.table import TablePage

SLACK_S = 1  # by which a clock may differ from what others work out


@dataclass(slots=True)
class ClockWatch:
    """Makes of a clock that is shown as text one that others can run on by themselves.

    Whether it counts up or down is seen as soon as it moves; it is told anew only when it does not run on as told.
    """

    told: ShownClock | None = None
    _told_ms: int = 0
    text: str = ""  # as it was seen last
    _seconds: int = 0
    _is_down: bool = False

    def look(self, text: str, who: str | None, now_ms: int, *, runs: bool) -> bool:
        """Whether ``told`` is another one now."""
        seconds = _seconds(text)
        if seconds is None:
            was, self.told, self.text = self.told, None, ""
            return was is not None
        self._is_down = self._counts_down(seconds)
        self.text, self._seconds = text, seconds
        if self._is_as_told(seconds, who, now_ms, runs=runs):
            return False
        down = ShownClock(who, 0, seconds, runs)
        self.told, self._told_ms = (down if self._is_down else ShownClock(who, seconds, None, runs)), now_ms
        return True

    def _counts_down(self, seconds: int) -> bool:
        """A small step says it; a countdown that jumps up has begun anew."""
        step = seconds - self._seconds
        if not self.text or not step:
            return bool(self.text) and self._is_down
        if abs(step) <= 2 * SLACK_S:
            return step < 0
        return self._is_down and step > 0

    def _is_as_told(self, seconds: int, who: str | None, now_ms: int, *, runs: bool) -> bool:
        told = self.told
        if told is None or (told.who, told.runs, told.limit is not None) != (who, runs, self._is_down):
            return False
        since = (now_ms - self._told_ms) / 1000 if runs else 0
        expected = told.used + since if told.limit is None else max(0, told.limit - told.used - since)
        return abs(expected - seconds) <= SLACK_S + 0.5


def _seconds(text: str) -> int | None:
    minutes, colon, seconds = text.partition(":")
    if not colon:
        return int(text) if text.isdecimal() else None
    return 60 * int(minutes) + int(seconds) if minutes.isdecimal() and seconds.isdecimal() else None


def no_game(table: str, at: datetime) -> State:
    return State(table, None, None, 0, at)


def who_is_on(table: TablePage) -> tuple[str, ...]:
    """Whose turn it is, or who is waited for."""
    view, people = table.live.view, table.people
    turn = view["turn"]
    seats = (turn,) if turn is not None else tuple(view.get("waiting") or ())
    return tuple(people[seat] for seat in seats)


def state_of(table: TablePage, name: str, game: str, at: datetime, clock: ShownClock | None, *, paused: bool) -> State:
    """``name``: of the table; ``game``: as the club knows it."""
    view: Any = table.live.view
    shown = Shown(
        round=view["round"],
        rounds=view.get("rounds"),
        phase=table.desk.phase[:LONGEST_TEXT],
        turn=who_is_on(table),
        clock=clock,
        players=_players(table),
        paused=paused,
    )
    return State(name, game, table.slug, table.live.session.last_seq, at, shown)


def _players(table: TablePage) -> tuple[ShownPlayer, ...]:
    """As the score would stand now."""
    score = table.score()
    is_counted = score["kind"] == "points"
    return tuple(
        ShownPlayer(player["name"], player["total"] if is_counted else None, player["place"])
        for player in score["players"]
    )
