"""Names in formulas: whether each exists and may stand where it stands, and whether formulas go in a circle."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.words import Value, Words, words
from rules.sheets.mistakes import Notes
from rules.sheets.model import Formula, Row, Sheet, When
from rules.sheets.nodes import Leaf, OfCards, OfGame, OfRow
from rules.sheets.tableau import in_order, needs

MOST_LISTED = 20


def check_references(sheet: Sheet, indexes: Mapping[str, int], notes: Notes) -> None:
    """Every name that does not exist or stands in the wrong place, and one circle. ``indexes``: of rows in the file."""
    rows = {row.id: row for row in sheet.rows}
    for row in sheet.rows:
        if isinstance(row.counting, Formula):
            for leaf in row.counting.leaves:
                if why := _why_not(leaf, row, sheet, rows):
                    notes.add(f"rows[{indexes[row.id]}].points", "formula", why=why)
    counted = {row.id for row in in_order(sheet.rows)}
    if circle := _circle(sheet, rows, counted):
        notes.add(f"rows[{indexes[circle[0]]}].points", "circle", circle=" → ".join((*circle, circle[0])))


def _circle(sheet: Sheet, rows: Mapping[str, Row], counted: set[str]) -> list[str]:
    """The ids of one circle; rows that were not counted are in one, or need one that is."""
    here = next((row.id for row in sheet.rows if row.id not in counted), None)
    path: list[str] = []
    while here is not None and here not in path:
        path.append(here)
        here = next(row for row in needs(rows[here], rows) if row not in counted)
    return path[path.index(here) :] if here is not None else []


def _why_not(leaf: Leaf, row: Row, sheet: Sheet, rows: Mapping[str, Row]) -> Words | None:
    match leaf:
        case OfRow():
            return _wrong_row(leaf, row, rows)
        case OfCards():
            return _wrong_cards(leaf, row, sheet)
        case OfGame(name="round") if row.when is When.END:
            return _said("round_at_end")
        case OfGame(name="rounds") if not sheet.has_rounds:
            return _said("no_rounds")
    return None


def _wrong_row(leaf: OfRow, row: Row, rows: Mapping[str, Row]) -> Words | None:
    if leaf.row not in rows:
        return _said("no_row", got=leaf.row, known=_listed(rows))
    there = rows[leaf.row].when
    if row.when is When.ROUND and there is When.END:
        return _said("end_in_round", got=leaf.row)
    if leaf.about == "said" and row.when is When.END and there is When.ROUND:
        return _said("round_at_end_bare", got=leaf.row)
    if leaf.about == "sum" and there is When.END:
        return _said("sum_of_end", got=leaf.row)
    return None


def _wrong_cards(leaf: OfCards, row: Row, sheet: Sheet) -> Words | None:
    if row.when is When.ROUND:
        return _said("cards_in_round", name=leaf.about)
    kinds = {kind.id: kind for kind in sheet.kinds}
    known = kinds if leaf.about == "card" else {mark: None for kind in sheet.kinds for mark in kind.marks}
    wrong = [name for name in leaf.names if name not in known]
    if not wrong:
        return None
    return _said("no_kind" if leaf.about == "card" else "no_mark", got=wrong[0], known=_listed(known))


def _said(key: str, **values: Value) -> Words:
    return words(f"sheets.formula.{key}", **values)


def _listed(names: Mapping[str, object]) -> str:
    shown = [*names][:MOST_LISTED]
    return ", ".join([*shown, "…"] if len(names) > MOST_LISTED else shown) or "-"
