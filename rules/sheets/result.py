"""A count: everybody's points by row and round, totals, places, what is unknown, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core.words import Words
from rules.sheets.numbers import Number

Points: TypeAlias = Number | None  # None: unknown


@dataclass(frozen=True, slots=True)
class Cell:
    """One place on the sheet. ``round`` counts from 1; None for a row of the end."""

    seat: int
    row: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RefusedCell:
    """Points that cannot be counted: a division by nothing, a number out of bounds. ``why`` names the row."""

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


@dataclass(frozen=True, slots=True)
class Count:
    """The whole result.

    ``unknown``: cells whose points are unknown. ``unsaid``: what people can say to change that, or just have not said.
    ``is_over``: every round of the sheet has been begun, or ``until`` is reached; with open rounds only the latter.
    ``complete``: nothing is unknown, and no round is to come; open rounds may be ended by hand after each whole one.
    """

    players: tuple[PlayerCount, ...]
    unknown: tuple[Cell, ...]
    unsaid: tuple[Cell, ...]
    refused: tuple[RefusedCell, ...]
    is_over: bool
    complete: bool
    winners: tuple[int, ...]  # seats
    by_cell: Mapping[str, tuple[Points, ...]] = field(repr=False)  # by row: seats, in each the rounds

    def points(self, cell: Cell) -> Points:
        """What one cell is worth; 0 in a round without this player."""
        column = self.by_cell[cell.row]
        if cell.round is None:
            return column[cell.seat]
        return column[cell.seat * (len(column) // len(self.players)) + cell.round - 1]
