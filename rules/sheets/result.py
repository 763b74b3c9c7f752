"""A count: everybody's points by row and round, totals, places, what is unknown, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules.core.words import Words, words
from rules.sheets.columns import Column, Gap
from rules.sheets.model import When
from rules.sheets.numbers import Points
from rules.sheets.tableau import Tableau


class Cell(NamedTuple):
    """One place on the sheet. ``round`` counts from 1; None for a row of the end."""

    seat: int
    row: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """Points that cannot be counted: a division by nothing, a number out of bounds. ``cell``: one of its row."""

    cell: Cell
    why: Words


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """``rows``: added up over the rounds. ``rounds``: points of each round begun; 0 in one without this player."""

    name: str
    total: Points
    place: int | None
    rows: Mapping[str, Points]
    rounds: tuple[Points, ...]


@dataclass(frozen=True)
class Count:
    """The whole result.

    ``is_over``: every round of the sheet has been begun, or ``until`` is reached; with open rounds only the latter.
    ``complete``: no points are unknown, and no round is to come; open rounds may be ended by hand after each whole one.
    ``undecided``: what a tie at the top depends on and nobody knows, added up over the rounds.
    """

    players: tuple[PlayerCount, ...]
    refused: tuple[RefusedRow, ...]
    is_over: bool
    complete: bool
    winners: tuple[int, ...]  # seats
    undecided: tuple[Cell, ...]
    table: Tableau = field(repr=False, compare=False)

    @property
    def undecided_words(self) -> Words:
        """Who is tied, and what is missing."""
        best = [player.name for player in self.players if player.place == 1]
        without = dict.fromkeys(self.players[cell.seat].name for cell in self.undecided)
        return words("sheets.undecided", names=tuple(best), row=self.undecided[0].row, without=tuple(without))

    @cached_property
    def unknown(self) -> tuple[Cell, ...]:
        """Cells whose points are unknown."""
        return tuple(cell for cell, gap in gaps_in(self.table, self.table.points) if gap is not Gap.ABSENT)

    @cached_property
    def unsaid(self) -> tuple[Cell, ...]:
        """What has not been said, whether points depend on it or not."""
        return tuple(cell for cell, gap in gaps_in(self.table, self.table.said) if gap is Gap.UNKNOWN)

    def points(self, cell: Cell) -> Points:
        """What one cell is worth; 0 in a round without this player."""
        at = cell.seat if cell.round is None else cell.seat * self.table.begun + cell.round - 1
        return self.table.points[cell.row].number(at)


def gaps_in(table: Tableau, rows: Mapping[str, Column]) -> Iterator[tuple[Cell, Gap]]:
    """Every cell without a number: by seat, then by round, then as on the sheet; the end is last."""
    in_play = [row for row in table.sheet.rows if row.id in rows and rows[row.id].gaps and table.is_asked(row)]
    in_rounds = [(row.id, rows[row.id].gaps) for row in in_play if row.when is When.ROUND]
    at_end = [(row.id, rows[row.id].gaps) for row in in_play if row.when is When.END]
    for seat in range(table.seats):
        for at in range(table.begun if in_rounds else 0):
            index = seat * table.begun + at
            yield from ((Cell(seat, row, at + 1), gaps[index]) for row, gaps in in_rounds if index in gaps)
        yield from ((Cell(seat, row), gaps[seat]) for row, gaps in at_end if seat in gaps)
