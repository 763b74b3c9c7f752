"""The score on phones: so far while the game goes on; then no more of it than the screen has revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.language.i18n import Phrases
from companion.models import sentence
from companion.phones.translated_table import TranslatedTable
from rules.core.scoring import (
    PointsLine,
    PointsPlayer,
    Score,
    added,
    figure,
    is_open,
    is_settled,
    is_unknown,
    rows_of,
    winning_seats,
)


def is_hidden(table: TranslatedTable) -> bool:
    """Whether the game is over and the screen has not shown everything yet."""
    return table.live.is_over and table.table.result.rows_shown is not None


def score_view(table: TranslatedTable) -> dict[str, Any]:
    """``rows``: of a game with points, each with everybody's; the total is that of the rows that are shown."""
    score, hidden = table.score(), is_hidden(table)
    rows = rows_of(score)[: table.table.result.rows_shown if hidden else None] if score["kind"] == "points" else []
    seats = range(len(score["players"]))
    return {
        "stage": _stage(table, hidden=hidden),
        "rows": [_row(table, row, score["players"]) for row in rows],
        "players": [_player(table, score, seat, rows) for seat in seats],
        "winners": [] if hidden else list(winning_seats(score)),
        "picture": not hidden and table.table.result.has_picture,
        "verdict": "" if hidden else sentence(score.get("verdict", ""), table.say),
    }


def _stage(table: TranslatedTable, *, hidden: bool) -> str:
    """``counting``: the game is over, but nothing is revealed while the score lacks something."""
    if hidden:
        return "reveal" if is_settled(table.table.result.score()) else "counting"
    return "over" if table.live.is_over else "so_far"


def _row(table: TranslatedTable, row: str, players: Sequence[PointsPlayer]) -> dict[str, Any]:
    icon, colour = table.game.row_mark(row)
    points = [figure(player["scores"].get(row, 0), unknown=is_unknown(player, row)) for player in players]
    return {"name": table.say(f"screen.row.{row}"), "icon": icon, "colour": colour, "points": points}


def _player(table: TranslatedTable, score: Score, seat: int, rows: Sequence[str]) -> dict[str, Any]:
    player, say = score["players"][seat], table.say
    shown = {"seat": seat, "name": player["name"]}
    lines: Sequence[PointsLine] = player.get("lines", ())
    if is_hidden(table):
        return {**shown, "place": None, "figure": _so_far(player, rows), "lines": _lines(lines, rows, say)}
    words = say.say(table.game.result_words(score, player))
    place = None if is_open(score) else player.get("place")
    return {**shown, "place": place, "figure": words, "lines": [_worked(line, say) for line in lines]}


def _so_far(player: Mapping[str, Any], rows: Sequence[str]) -> str:
    """The sum of the rows that are shown."""
    if not rows:
        return ""
    unknown = any(line.get("unknown") for line in player["lines"] if line["row"] in rows)
    return figure(added(player["scores"].get(row, 0) for row in rows), unknown=unknown)


def _lines(lines: Sequence[PointsLine], rows: Sequence[str], say: Phrases) -> list[str]:
    return [_worked(line, say) for line in lines if line["row"] in rows]


def _worked(line: PointsLine, say: Phrases) -> str:
    what = say.name("card", line["card"]) if line["card"] else say(f"screen.row.{line['row']}")
    return say("phones.worked", what=what, n=line["points"], because=sentence(line["because"], say))
