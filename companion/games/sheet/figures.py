"""Numbers of a sheet: what may be said in a row, what stands where, how points are written. Nothing here draws."""

from __future__ import annotations

from decimal import Decimal

from companion.language.i18n import Phrases
from companion.number_entry import Numbers
from rules.sheets.counting import count
from rules.sheets.game.messages import Coded
from rules.sheets.game.state import State
from rules.sheets.model import Ask, Row
from rules.sheets.numbers import Points, said
from rules.sheets.result import Cell, Count


def numbers_for(row: Row) -> Numbers:
    """What may be said in a row; tenths where its range has decimals."""
    if row.ask is Ask.YES:
        return Numbers((0, 1))
    tenths = not (isinstance(row.low, int) and isinstance(row.high, int))
    scale = 10 if tenths else 1
    return Numbers(range(int(row.low * scale), int(row.high * scale) + 1), max(0, int(row.low * scale)), tenths)


def written(number: int | Decimal) -> Coded:
    """A number that was entered, as a journal holds it."""
    return number if isinstance(number, int) else f"{number:f}"


def cells_in_order(state: State, *, by_row: bool) -> list[Cell]:
    """What is still to be written, in the order in which it is asked for; everybody's secret number comes at once."""
    cells, rows = list(state.open_cells(state.round)), state.asked(state.round)
    if by_row or any(row.secret for row in rows):
        order = [row.id for row in rows]
        cells.sort(key=lambda cell: order.index(cell.row))
    return cells


def open_count(state: State) -> Count:
    """As all may see it: without numbers that are still secret."""
    return count(state.sheet, state.told(hidden=False))


def points_text(points: Points, say: Phrases) -> str:
    if points is None:
        return "?"
    text = said(points)
    return (text if isinstance(text, str) else say.say(text)).replace("-", "\u2212")


def place_text(place: int | None, name: str) -> str:
    return name if place is None else f"{place}. {name}"


def cell_text(state: State, seat: int, row: str, at: int, say: Phrases, *, own: bool = False) -> str:
    """What stands there as all see it; ``own``: as the player sees it."""
    column = state.column(seat, at)
    if column is None:
        return "–"
    if row not in column:
        return ""
    if state.is_hidden(row, at) and not own:
        return "•"
    if state.sheet.row(row).ask is Ask.YES:
        return say("sheet.yes" if column[row] else "sheet.no")
    return points_text(column[row], say)
