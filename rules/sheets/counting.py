"""From a sheet and what was told to a count: totals, places, what is unknown, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from rules.core.words import words
from rules.sheets.among import summed
from rules.sheets.columns import Column, Gap, TooFine, aligned, both_gaps, of_units
from rules.sheets.evaluating import Meter
from rules.sheets.model import Open, Row, Sheet, TieRow, When, Win
from rules.sheets.numbers import Number, Points, plain
from rules.sheets.result import Cell, Count, PlayerCount, RefusedRow
from rules.sheets.table import ToldTable
from rules.sheets.tableau import Tableau, needs


def count(sheet: Sheet, told: ToldTable, meter: Meter | None = None) -> Count:
    """The whole count of a table as it stands."""
    return count_of(Tableau(sheet, told, meter))


def count_of(table: Tableau) -> Count:
    rows, rounds = _row_totals(table), _round_totals(table)
    totals = [_added([rows[row][seat] for row in rows]) for seat in range(table.seats)]
    standing = _Standing(table, totals)
    is_over = _is_over(table, rounds)
    may_end = (is_over or (isinstance(table.sheet.rounds, Open) and table.begun > 0)) and _may_end(table)
    undecided = () if None in totals else standing.undecided()
    is_known = may_end and None not in totals
    return Count(
        players=tuple(
            PlayerCount(
                player.name,
                totals[seat],
                standing.place(seat),
                {row: points[seat] for row, points in rows.items()},
                tuple(rounds[seat * table.begun : (seat + 1) * table.begun]),
            )
            for seat, player in enumerate(table.told.players)
        ),
        refused=_refused(table),
        is_over=is_over,
        complete=is_known,
        winners=standing.first if is_known and not undecided else (),
        undecided=undecided,
        table=table,
    )


def _may_end(table: Tableau) -> bool:
    return table.told.at_end and table.seats >= table.sheet.players[0]


def _row_totals(table: Tableau) -> Mapping[str, Sequence[Points]]:
    """Points by row, added up over the rounds, for each player."""
    found: dict[str, Sequence[Points]] = {}
    for row in table.sheet.rows:
        one = table.points[row.id]
        if not table.is_asked(row) or (row.when is When.ROUND and not table.begun):
            found[row.id] = [0] * table.seats
        else:
            found[row.id] = (summed(one, table.begun) if row.when is When.ROUND else one).points()
    return found


def _round_totals(table: Tableau) -> Sequence[Points]:
    """Points by round, over all rows, for each player."""
    rows = [table.points[row.id] for row in table.sheet.rows if row.when is When.ROUND]
    if not rows or not table.begun:
        return [0] * table.begun * table.seats
    try:
        units, parts = aligned(rows)
    except TooFine:
        return [_added(numbers) for numbers in zip(*(one.points() for one in rows), strict=True)]
    gaps = rows[0].gaps
    for one in rows[1:]:
        gaps = both_gaps(gaps, one.gaps)
    return of_units(list(map(sum, zip(*units, strict=True))), parts, gaps).points()


def _added(numbers: Sequence[Points]) -> Points:
    total: Number = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return plain(total)


def _is_over(table: Tableau, rounds: Sequence[Points]) -> bool:
    if not table.sheet.has_rounds:
        return True
    needed = table.sheet.rounds_for(table.seats)
    if needed is not None and table.begun >= needed:
        return True
    if table.sheet.until is None:
        return False
    seats = (rounds[seat * table.begun : (seat + 1) * table.begun] for seat in range(table.seats))
    return any(_reaches(points, table.sheet.until) for points in seats)


def _reaches(points: Sequence[Points], until: Number) -> bool:
    """Whether the running total reaches this after one of the rounds; a target below 0 is reached from above."""
    known = points[: points.index(None)] if None in points else points
    running = accumulate(number for number in known if number is not None)
    return any(total >= until if until > 0 else total <= until for total in running)


class _Standing:
    """Who is ahead of whom: by total, then by the rows that break a tie."""

    def __init__(self, table: Tableau, totals: Sequence[Points]) -> None:
        self._totals = totals
        self._sign = 1 if table.sheet.win is Win.MOST else -1
        self._ties = {tie.row: _tie_values(table, tie) for tie in table.sheet.ties}

    def place(self, seat: int) -> int | None:
        if self._totals[seat] is None:
            return None
        return 1 + sum(self._ahead(other, seat) == 1 for other in range(len(self._totals)))

    @property
    def first(self) -> tuple[int, ...]:
        """Everybody whom nobody beats."""
        return tuple(seat for seat in range(len(self._totals)) if self.place(seat) == 1)

    def undecided(self) -> tuple[Cell, ...]:
        """What a tie at the top depends on and nobody knows, where all totals are known."""
        first = self.first
        open_pairs = ((one, other) for one in first for other in first if self._ahead(one, other) is None)
        return tuple(dict.fromkeys(cell for pair in open_pairs for cell in self._unknown_in(*pair)))

    def _unknown_in(self, one: int, other: int) -> list[Cell]:
        """Of the first row that would decide between two players."""
        found = (
            [Cell(seat, row) for seat in (one, other) if values[seat] is None] for row, values in self._ties.items()
        )
        return next(filter(None, found), [])

    def _ahead(self, one: int, other: int) -> int | None:
        """1 if ``one`` is ahead, -1 if behind, 0 if they share, None if that is unknown."""
        mine, theirs = self._totals[one], self._totals[other]
        if mine is None or theirs is None:
            return None
        if mine != theirs:
            return self._sign if mine > theirs else -self._sign
        for values in self._ties.values():
            first, second = values[one], values[other]
            if first is None or second is None:
                return 0 if one == other else None
            if first != second:
                return 1 if first > second else -1
        return 0


def _tie_values(table: Tableau, tie: TieRow) -> Sequence[Points]:
    """More is better."""
    points = table.at_end(tie.row, table.value(tie.row)).points()
    return [None if number is None else plain(Fraction(-number if tie.less else number)) for number in points]


def _refused(table: Tableau) -> tuple[RefusedRow, ...]:
    """Refused where it happened first: not again in every row that needs it, nor in every cell."""
    refused = [row for row in table.sheet.rows if _kinds(table.points[row.id]) and table.is_asked(row)]
    ids = {row.id for row in refused}
    return tuple(
        RefusedRow(_cell(table, row, index), words(f"sheets.refused.{gap.name.lower()}", row=row.id))
        for row in refused
        if ids.isdisjoint(needs(row, table.rows))
        for gap, index in _kinds(table.points[row.id]).items()
    )


def _kinds(one: Column) -> dict[Gap, int]:
    """Each reason why cells of a column were refused, with one of them."""
    kinds = sorted(gap for gap in set(one.gaps.values()) if gap.is_refused)
    return {gap: next(cell for cell, why in one.gaps.items() if why is gap) for gap in kinds}


def _cell(table: Tableau, row: Row, index: int) -> Cell:
    if row.when is When.END:
        return Cell(index, row.id)
    seat, at = divmod(index, table.begun)
    return Cell(seat, row.id, at + 1)
