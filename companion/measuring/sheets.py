"""A sheet at its bounds, with every way of counting, for ``companion bench rules``."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from rules.sheets.checking import parse_sheet
from rules.sheets.counting import count
from rules.sheets.model import MOST_PLAYERS, MOST_ROUNDS, MOST_ROWS, Ask, Sheet
from rules.sheets.table import ToldPlayer, ToldTable

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"worth": 2},
    {"ask": "yes", "worth": 5},
    {"steps": [0, 1, 3, 6, 10], "beyond": 5},
    {"places": [5, 3, 1]},
    {"points": "if(row_0 == row_1, 20 + 10 * row_1, -10 * abs(row_1 - row_0))"},
)


def largest_sheet() -> Sheet:
    rows = [{"id": f"row_{at}", "name": f"Row {at}", **WAYS[at % len(WAYS)]} for at in range(MOST_ROWS)]
    return parse_sheet({"format": 1, "id": "largest", "name": "Largest", "rounds": MOST_ROUNDS, "rows": rows})


def largest_table(sheet: Sheet) -> ToldTable:
    chance = random.Random(1)  # noqa: S311 - a table to measure, no secret
    most = {row.id: 1 if row.ask is Ask.YES else 20 for row in sheet.rows}
    return ToldTable(
        tuple(
            ToldPlayer(
                f"P{seat}",
                tuple({row: chance.randint(0, high) for row, high in most.items()} for _ in range(MOST_ROUNDS)),
            )
            for seat in range(MOST_PLAYERS)
        )
    )


def largest_count() -> partial[Any]:
    """Counting 60 rows, 12 players and 99 rounds."""
    sheet = largest_sheet()
    return partial(count, sheet, largest_table(sheet))
