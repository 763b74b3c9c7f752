"""How each row came about, in words: "4 eggs × 1 = 4"; "most forests: 5, tied with Bo, shared: 4"."""

from __future__ import annotations

from rules.core.words import Value, Words, words
from rules.sheets.among import in_places
from rules.sheets.model import Ask, Formula, Places, Row, Steps, Tied, When, Win, Worth
from rules.sheets.nodes import Leaf, OfCards, OfRow
from rules.sheets.numbers import said
from rules.sheets.result import Cell, Count
from rules.sheets.tableau import Tableau


def working(count: Count, cell: Cell) -> Words:
    """The working of one cell. Values named ``row``, ``kind`` and ``mark`` hold ids, ``seats`` players."""
    table, points = count.table, count.points(cell)
    row, at = table.rows[cell.row], _index(table, cell)
    if points is None:
        refused = table.points[row.id].gaps[at]
        key = f"refused.{refused.name.lower()}" if refused.is_refused else "working.unknown"
        return words(f"sheets.{key}", row=row.id)
    shown = said(points)
    if isinstance(row.counting, Formula):
        return _of_formula(table, row.counting, row, at, shown)
    number = table.said[row.id].number(at)
    assert number is not None  # it has points
    if row.ask is Ask.YES and not isinstance(row.counting, Places):
        return words(f"sheets.working.{'yes' if number else 'no'}", row=row.id, points=shown)
    match row.counting:
        case Worth(factor=1):
            return words("sheets.working.itself", row=row.id, points=shown)
        case Worth(factor=factor):
            return words("sheets.working.worth", row=row.id, number=said(number), factor=said(factor), points=shown)
        case Steps():
            return words("sheets.working.steps", row=row.id, number=said(number), points=shown)
        case Places() as places:
            if places.needs is not None and number < places.needs:
                return words("sheets.working.too_few", row=row.id, number=said(number), needs=said(places.needs))
            return _of_places(table, places, row, at, shown)


def _index(table: Tableau, cell: Cell) -> int:
    return cell.seat if cell.round is None else cell.seat * table.begun + cell.round - 1


def _of_places(table: Tableau, places: Places, row: Row, at: int, points: Value) -> Words:
    column, rounds = table.said[row.id], table.begun if row.when is When.ROUND else 1
    there = [cell for cell in range(at % rounds, len(column.units), rounds) if cell not in column.gaps]
    mine, units = column.units[at], [column.units[cell] for cell in there]
    place = next(before + 1 for unit, before, _ in in_places(units, places, column.parts) if unit == mine)
    tied = tuple(cell // rounds for cell in there if cell != at and column.units[cell] == mine)
    number = said(column.number(at) or 0)
    values: dict[str, Value] = {"row": row.id, "number": number, "points": points, "rank": place}
    order = "most" if places.of is Win.MOST else "least"
    key = f"{order}_first" if place == 1 else f"{order}_place"
    if not tied:
        return words(f"sheets.working.{key}", **values)
    shared = words(f"sheets.working.tied.{Tied(places.tied).value}")
    return words(f"sheets.working.{key}_tied", **values, seats=tied, shared=shared)


def _of_formula(table: Tableau, formula: Formula, row: Row, at: int, points: Value) -> Words:
    """The numbers a formula names, and what comes of them."""
    parts: list[Words] = []
    for leaf in formula.leaves:
        number = table.around(row).leaf(leaf).number(at)
        parts.append(_part(leaf, "?" if number is None else said(number)))
    if not parts:
        return words("sheets.working.fixed", row=row.id, points=points)
    return words("sheets.working.formula", row=row.id, parts=tuple(parts), points=points)


def _part(leaf: Leaf, number: Value) -> Words:
    match leaf:
        case OfRow():
            return words(f"sheets.part.{leaf.about}", row=leaf.row, number=number)
        case OfCards(about="card"):
            return words("sheets.part.card", kind=leaf.names[0], number=number)
        case OfCards():
            return words(f"sheets.part.{leaf.about}", marks=leaf.names, number=number)
    return words(f"sheets.part.{leaf.name}", number=number)
