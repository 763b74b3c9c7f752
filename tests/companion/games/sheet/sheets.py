"""Small sheets for tests, and a table on which one lies."""

from __future__ import annotations

from typing import Any

from rules.core.game import Setup
from tests.rules.setups import NAMES


def sheet(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A sheet with these rows, as a document."""
    named = [{"name": row["id"].title(), **row} for row in rows or ({"id": "points"},)]
    return {"format": 1, "id": "test", "name": "Test", "players": [2, 12], **more, "rows": named}


def setup(document: dict[str, Any], players: int = 3, start: int = 0) -> Setup:
    return Setup("sheet", NAMES[:players], start, {}, {**document, "game": "sheet", "title": "", "practice": False})


BIDS = sheet(
    {"id": "bid", "range": [0, 10], "points": "0", "secret": True}, {"id": "took", "range": [-999, 9999]}, rounds=3
)
