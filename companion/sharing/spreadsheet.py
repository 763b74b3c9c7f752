"""Results as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from companion.keeping.gamerow import GameRow

# The rows of the pad follow, where there is one.
COLUMNS = (
    *("id", "game", "started", "ended", "practice", "complete", "seat", "start_player", "name", "place", "winner"),
    *("total", "prowess", "gems", "gem_colours"),
)


def as_csv(rows: Iterable[GameRow]) -> str:
    """One line a player of every finished game, with the points of each row of the pad."""
    lines = [line for row in rows if row.result for line in _player_lines(row, row.result)]
    columns = list(dict.fromkeys((*COLUMNS, *(key for line in lines for key in line))))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _harmless(value) for key, value in line.items()} for line in lines)
    return out.getvalue()


def _player_lines(row: GameRow, result: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "game": row.game,
            "started": row.started,
            "ended": row.ended,
            "practice": bool(row.setup.facts.get("practice", False)),
            "complete": bool(result.get("complete", False)),
            "seat": seat + 1,
            "start_player": seat == row.setup.start,
            "name": player["name"],
            "place": player["place"],
            "winner": player["name"] in result.get("winners", ()),
            "total": player.get("total", ""),
            "prowess": player.get("prowess", ""),
            "gems": player.get("gems", ""),
            "gem_colours": player.get("colours", ""),
            **player.get("scores", {}),
        }
        for seat, player in enumerate(result["players"])
    ]


def _harmless(value: Any) -> Any:
    """A name that begins like a formula must not become one when a spreadsheet opens the file."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
