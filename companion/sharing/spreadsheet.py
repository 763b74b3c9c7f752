"""Results as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from companion.keeping.game_row import GameRow
from companion.language.i18n import Phrases
from rules.core.scoring import Score, has_ranks, with_kind

# Followed by the games' own columns, then by the rows of the pad, the rounds and the names of sheets if there are any.
COLUMNS = (
    *("id", "game", "started", "ended", "practice", "complete", "seat", "start_player", "name", "place", "winner"),
    "total",
)


def as_csv(rows: Iterable[GameRow], more: Mapping[str, str]) -> str:
    """One line per player of every finished game, with the points of each row of the pad.

    ``more``: the games' own columns, each with the key of a player's score that it shows.
    """
    lines = [line for row in rows if row.result for line in _player_lines(row, row.result, more)]
    columns = list(dict.fromkeys((*COLUMNS, *more, *(key for line in lines for key in line))))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: harmless(value) for key, value in line.items()} for line in lines)
    return out.getvalue()


def _player_lines(row: GameRow, result: Score, more: Mapping[str, str]) -> list[dict[str, Any]]:
    """Places and winners stay empty while the count is open."""
    result, is_open = with_kind(result), not has_ranks(with_kind(result))
    return [
        {
            "id": row.id,
            "game": row.game,
            "started": row.started,
            "ended": row.ended,
            "practice": bool(row.setup.facts.get("practice", False)),
            "complete": not is_open,
            "seat": seat + 1,
            "start_player": seat == row.setup.start,
            "name": player["name"],
            "place": "" if is_open else player["place"],
            "winner": "" if is_open else player["name"] in result["winners"],
            "total": player["total"] if result["kind"] == "points" else "",
            **{column: player.get(key, "") for column, key in more.items()},
            **(player["scores"] if result["kind"] == "points" else {}),
            **{f"round_{number}": points for number, points in enumerate(player.get("rounds", ()), 1)},
            **({"title": Phrases("en").game(row.game, row.setup.facts)} if "name" in row.setup.facts else {}),
        }
        for seat, player in enumerate(result["players"])
    ]


def harmless(value: Any) -> Any:
    """Quotes a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
