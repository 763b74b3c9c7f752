"""A table as whoever shows it sees it: values only, in no language yet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.clocks import TableClock
from rules.core.pad.state import Way
from rules.core.questions import Question
from rules.core.seats import Seat
from rules.core.table import Doubt, Move
from rules.core.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What all may know. ``entry`` is the last one written: the same number, the same game."""

    number: int  # of the game, as it is kept
    game: str
    players: tuple[str, ...]
    entry: int
    way: Way  # how it is told; what stands below is by the rules where those are followed
    round: int  # 0: no round was told
    rounds: int | None
    phase: str
    turn: Seat | None
    waiting: tuple[Seat, ...]  # who is asked to show cards
    acting: frozenset[Seat]  # everybody who can do something now
    clock: TableClock | None
    asked: Question | Doubt | None  # what stands to be answered before play goes on
    moves: tuple[Move, ...]  # cards to put back after an undo
    is_laid_out: bool  # else the table is being set up
    is_over: bool
    said: Words | None  # the last refusal or remark, while it is news

    @property
    def on_turn(self) -> tuple[str, ...]:
        """By name: whose turn it is, or who is waited for."""
        seats = (self.turn,) if self.turn is not None else self.waiting
        return tuple(self.players[seat] for seat in seats)
