"""A sheet whose first row is written secretly."""

from __future__ import annotations

from tests.rules.sheets.tables import sheet

BIDS = sheet(
    {"id": "bid", "range": [0, 10], "points": "0", "secret": True}, {"id": "took", "range": [-999, 9999]}, rounds=3
)
