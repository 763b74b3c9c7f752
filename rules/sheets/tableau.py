"""A sheet and what was told of it, as columns: the numbers and what they are worth, each row after those it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from rules.sheets import among
from rules.sheets.columns import NO_GAPS, Column, Gap, Gaps, TooFine, both_gaps, bounded, column, of_units, same
from rules.sheets.evaluating import Meter, points_of
from rules.sheets.holdings import counted
from rules.sheets.model import Ask, Formula, Open, Row, Sheet, When
from rules.sheets.nodes import About, Leaf, OfCards, OfGame, OfRow
from rules.sheets.numbers import Number, Points
from rules.sheets.table import Said, ToldTable

_NOTHING: Said = {}

_AMONG: Mapping[About, Callable[[Column, int], Column]] = {
    "total": lambda one, rounds: among.over_all(one, rounds, sum),
    "most": lambda one, rounds: among.over_all(one, rounds, max),
    "least": lambda one, rounds: among.over_all(one, rounds, min),
    "rank": among.ranks,
    "others": among.others,
}


def needs(row: Row, rows: Mapping[str, Row]) -> list[str]:
    """The rows whose points must be counted before this one's."""
    if not isinstance(row.counting, Formula):
        return []
    named = [leaf for leaf in row.counting.leaves if isinstance(leaf, OfRow) and leaf.row in rows]
    return [leaf.row for leaf in named if leaf.about == "pts" or rows[leaf.row].ask is Ask.NONE]


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Each row after those it needs; rows in a circle are left out."""
    waiting, found = {row.id: row for row in rows}, dict[str, Row]()
    by_id = dict(waiting)
    before = {row.id: needs(row, by_id) for row in by_id.values()}
    while ready := [row for row in waiting.values() if all(other in found for other in before[row.id])]:
        found.update((row.id, row) for row in ready)
        for row in ready:
            del waiting[row.id]
    return list(found.values())


class Tableau:
    """All columns of a table, counted once."""

    def __init__(self, sheet: Sheet, told: ToldTable, meter: Meter | None = None) -> None:
        self.sheet, self.told = sheet, told
        self.seats, self.begun = len(told.players), told.rounds_begun if sheet.has_rounds else 0
        self.rows = {row.id: row for row in sheet.rows}
        self.meter = meter or Meter()
        self._around = {
            When.ROUND: _Around(self, self.seats * self.begun, self.begun, is_end=False),
            When.END: _Around(self, self.seats, 1, is_end=True),
        }
        self._entries: list[Said | None] = []
        for player in told.players:
            self._entries += [*player.rounds[: self.begun], *[_NOTHING] * (self.begun - len(player.rounds))]
        self.absent = {cell: Gap.ABSENT for cell, entry in enumerate(self._entries) if entry is None}
        self.said = dict(self._all_said())
        self.points: dict[str, Column] = {}
        for row in in_order(sheet.rows):
            around = self._around[row.when]
            self.points[row.id] = self._masked(row, points_of(row, around)) if around.size else of_units([], 1)

    def around(self, row: Row) -> _Around:
        return self._around[row.when]

    def value(self, row: str) -> Column:
        """What a row's bare name stands for."""
        return self.points[row] if self.rows[row].ask is Ask.NONE else self.said[row]

    def is_asked(self, row: Row) -> bool:
        return row.when is When.ROUND or self.told.at_end

    def at_end(self, row: str, one: Column) -> Column:
        """A column of this row with one number a player."""
        if self.rows[row].when is When.END:
            return one
        return bounded(among.summed(one, self.begun)) if self.begun else same(0, self.seats)

    def rounds_in_all(self) -> int | None:
        """As formulas know it: with open rounds, those begun."""
        return self.begun if isinstance(self.sheet.rounds, Open) else self.sheet.rounds_for(self.seats)

    def _all_said(self) -> Iterator[tuple[str, Column]]:
        asked = [row for row in self.sheet.rows if row.ask is not Ask.NONE]
        for when, entries, gaps in (
            (When.ROUND, self._entries, self.absent),
            (When.END, [player.end for player in self.told.players], NO_GAPS),
        ):
            rows = [row.id for row in asked if row.when is when]
            lines = _lines([entry or _NOTHING for entry in entries], rows)
            for row, numbers in zip(rows, lines, strict=True):
                yield row, _column(numbers, gaps)

    def _masked(self, row: Row, one: Column) -> Column:
        """Nobody gets points for a round without them."""
        if row.when is When.END or not self.absent:
            return one
        return Column(one.units, one.parts, one.low, one.high, both_gaps(one.gaps, self.absent))


def _lines(entries: Sequence[Said], rows: Sequence[str]) -> Sequence[Sequence[Points]]:
    """For each row what was said, entry by entry. Whole entries are read at once."""
    if not entries or len(rows) < 2:
        return [[entry.get(row) for entry in entries] for row in rows]
    try:
        return list(zip(*map(itemgetter(*rows), entries), strict=True))
    except KeyError:
        return list(zip(*(tuple(map(entry.get, rows)) for entry in entries), strict=True))


def _column(numbers: Sequence[Points], gaps: Gaps) -> Column:
    try:
        return column(numbers, gaps)
    except TooFine:
        return of_units([0] * len(numbers), 1, dict.fromkeys(range(len(numbers)), Gap.TOO_FINE))


@dataclass(slots=True)
class _Around:
    """The rounds of a table, or its end, as formulas there see them."""

    tableau: Tableau
    size: int
    rounds: int
    is_end: bool
    _leaves: dict[Leaf, Column] = field(default_factory=dict)

    @property
    def meter(self) -> Meter:
        return self.tableau.meter

    def said(self, row: Row) -> Column:
        return self.tableau.said[row.id]

    def leaf(self, leaf: Leaf) -> Column:
        if leaf not in self._leaves:
            self._leaves[leaf] = self._found(leaf)
        return self._leaves[leaf]

    def _found(self, leaf: Leaf) -> Column:
        match leaf:
            case OfRow():
                return self._of_row(leaf)
            case OfCards():
                return self._of_cards(leaf)
            case OfGame():
                return self._of_game(leaf)

    def _of_row(self, leaf: OfRow) -> Column:
        table = self.tableau
        one = table.points[leaf.row] if leaf.about == "pts" else table.value(leaf.row)
        if self.is_end:
            one = table.at_end(leaf.row, one)
        if leaf.about in _AMONG:
            self.meter.charge(8 * self.size + 20 * len(one.gaps))
            return _AMONG[leaf.about](one, self.rounds)
        if leaf.about == "sum" and not self.is_end:
            self.meter.charge(4 * self.size + 8 * len(one.gaps))
            return among.so_far(one, self.rounds)
        return one

    def _of_cards(self, leaf: OfCards) -> Column:
        self.meter.charge(self.size * (len(self.tableau.sheet.kinds) + (20 << len(leaf.names))))
        kinds = {kind.id: kind for kind in self.tableau.sheet.kinds}
        held = [player.cards for player in self.tableau.told.players]
        numbers: list[Number | None] = [None if cards is None else counted(leaf, cards, kinds) for cards in held]
        return bounded(column(numbers))

    def _of_game(self, leaf: OfGame) -> Column:
        if leaf.name == "round":
            return of_units([*range(1, self.rounds + 1)] * self.tableau.seats, 1)
        if leaf.name == "players":
            everybody = of_units([0] * self.size, 1, {} if self.is_end else self.tableau.absent)
            return among.present(everybody, self.rounds)
        return column([self.tableau.rounds_in_all()] * self.size)
