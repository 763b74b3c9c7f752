"""The table as screen, phones, club and lamps see it: plain values, not yet in any language."""

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
    """What everybody may know. ``entry``: the last journal entry; while it stays the same, so does the game."""

    number: int  # of the game in the store
    game: str
    players: tuple[str, ...]
    entry: int
    way: Way  # how the game is told; the fields below follow the rules only while those are followed
    round: int  # 0: no round told yet
    rounds: int | None
    phase: str
    turn: Seat | None
    waiting: tuple[Seat, ...]  # seats that are asked to show cards
    acting: frozenset[Seat]  # seats that can do something now
    clock: TableClock | None
    asked: Question | Doubt | None  # to be answered before play goes on
    moves: tuple[Move, ...]  # cards to put back after an undo
    is_laid_out: bool  # False while the table is being laid out
    is_over: bool
    said: Words | None  # the last refusal or remark, for a few seconds

    @property
    def on_turn(self) -> tuple[str, ...]:
        """The names of those whose turn it is, or who are waited for."""
        seats = (self.turn,) if self.turn is not None else self.waiting
        return tuple(self.players[seat] for seat in seats)
