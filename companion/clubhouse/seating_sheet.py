"""The seating plan to hang up: by name, as large as the page allows, then table by table with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from companion.clubhouse.shown_round import ShownRound, ShownTable
from companion.clubhouse.wall_sheet import SOFT, WallSheet
from companion.language.i18n import Phrases
from companion.printing.paper import A4, MM

MARGIN, GAP = 14.0, 8.0  # millimetres
TOP, LOW = 258.0, 14.0  # of what stands below the heading
MOST_COLUMNS = 3
LEAST_ROW, MOST_ROW = 8.0, 16.0
LETTERS = 10.0  # a column has room for so many heights of its letters
TYPE = 0.62  # of a row's height
TABLES = (2, 4)  # across and down a page
FEW = 4  # guests below each other; more stand in two columns
Line = tuple[str, str]


def seating_pdf(title: str, shown: ShownRound, day: str, say: Phrases) -> bytes:
    """The same seating gives the same bytes."""
    heading = say.pair(title, shown.title)
    sheet = WallSheet((A4.width, A4.height), heading)
    by_name = sorted(
        ((guest, table.name) for table in shown.tables for guest in table.guests), key=lambda one: say.sort_key(one[0])
    )
    for lines in _shares(by_name, -(-len(by_name) // (MOST_COLUMNS * _rows(LEAST_ROW)))):
        _head(sheet, heading, shown.out or day)
        _names(sheet, lines)
        sheet.pen.showPage()
    across, down = TABLES
    for start in range(0, len(shown.tables), across * down):
        _head(sheet, heading, day)
        for number, table in enumerate(shown.tables[start : start + across * down]):
            row, column = divmod(number, across)
            _table(sheet, table, MARGIN + column * (_column(across) + GAP), TOP - row * (TOP - LOW) / down)
        sheet.pen.showPage()
    return sheet.built()


def _head(sheet: WallSheet, heading: str, below: str) -> None:
    wide = A4.width - 2 * MARGIN
    sheet.text((MARGIN, 276), heading, sheet.bold, 30, most=wide, along=0)
    sheet.text((MARGIN, 266), below, sheet.plain, 14, colour=SOFT, most=wide, along=0)


def _shares(lines: Sequence[Line], count: int) -> list[Sequence[Line]]:
    """As even as it comes out."""
    each = -(-len(lines) // max(1, count))
    return [lines[start : start + each] for start in range(0, len(lines), each or 1)]


def _rows(height: float) -> int:
    return int((TOP - LOW) / height)


def _column(count: int) -> float:
    return (A4.width - 2 * MARGIN - (count - 1) * GAP) / count


def _names(sheet: WallSheet, lines: Sequence[Line]) -> None:
    """In the number of columns that makes the letters largest."""
    heights = {count: _height(len(lines), count) for count in range(1, MOST_COLUMNS + 1)}
    count = max(heights, key=lambda one: heights[one])
    height, wide = heights[count], _column(count)
    size, each = height * TYPE * MM, -(-len(lines) // count)
    for number, (name, table) in enumerate(lines):
        column, row = divmod(number, each)
        x, y = MARGIN + column * (wide + GAP), TOP - (row + 1) * height
        sheet.text((x, y + height * 0.3), name, sheet.plain, size, most=wide * 0.66, along=0)
        sheet.text((x + wide, y + height * 0.3), table, sheet.bold, size * 0.8, most=wide * 0.31, along=1)
        sheet.rule(x, y, wide)


def _height(people: int, columns: int) -> float:
    """Of a row: limited by how many there are, and by how long names get."""
    return min(MOST_ROW, (TOP - LOW) / -(-people // columns), _column(columns) / LETTERS / TYPE)


def _table(sheet: WallSheet, table: ShownTable, x: float, top: float) -> None:
    from reportlab.lib.utils import simpleSplit  # noqa: PLC0415

    wide = _column(TABLES[0])
    sheet.text((x, top - 8), table.name, sheet.bold, 20, most=wide * 0.5, along=0)
    sheet.text((x + wide, top - 8), table.game, sheet.plain, 12, colour=SOFT, most=wide * 0.45, along=1)
    sheet.rule(x, top - 10, wide)
    rows = max(FEW, -(-len(table.guests) // 2))
    for number, guest in enumerate(table.guests):
        column, row = divmod(number, rows)
        at = x + column * wide / 2, top - 10 - (row + 1) * LEAST_ROW
        sheet.text(
            at,
            guest,
            sheet.plain,
            LEAST_ROW * TYPE * MM,
            most=wide / (2 if rows < len(table.guests) else 1) - 2,
            along=0,
        )
    low = top - 17 - min(rows, len(table.guests)) * LEAST_ROW
    for row, line in enumerate(simpleSplit(table.why, sheet.plain, 10, wide * MM)[:3]):
        sheet.text((x, low - row * 4.2), line, sheet.plain, 10, colour=SOFT, along=0)
