"""The club for other programs: tables, results and standings as versioned JSON, and standings as an HTML page.

Names are as everyone may read them. docs/club-json.md describes every key.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from html import escape
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.clubhouse.game_names import game_name
from companion.clubhouse.known import Known
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.standings import counts, night_of
from companion.clubhouse.standings_tables import StandingsTable, night_table, season_table
from companion.clubhouse.table_tiles import TableTiles
from companion.language.i18n import Phrases
from companion.language.wording import day_words, decimal_mark
from rules.core.scoring import figure

VERSION = 1
MOST_RESULTS = 500  # the newest
STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#2a1c12;"
    "background:#f3ead9}table{border-collapse:collapse;width:100%;margin-bottom:2rem}td,th{padding:.3rem .5rem;"
    "border-bottom:1px solid #d9c8ab;text-align:right}td:nth-child(2),th:nth-child(2){text-align:left;width:60%}"
    ".first{font-weight:700;color:#9a5200}p{color:#6b5a48}"
)


def open_tables(known: Known, say: Phrases) -> list[dict[str, Any]]:
    """Every table as the board shows it now."""
    tiles, found = TableTiles(known, say), []
    for table in tiles.tables:
        tile, shown = tiles.of(table), None if table.state is None else table.state.shown
        found.append(
            {
                "box": table.box,
                "name": tile.name,
                "state": tile.mode,
                "game": tile.game,
                "slug": None if table.state is None else table.state.slug,
                "round": None if shown is None else shown.round,
                "rounds": None if shown is None else shown.rounds,
                "phase": tile.phase or (tile.now if tile.game else ""),
                "players": [
                    {"name": one.name, "shown": one.figure, "turn": one.is_turn and not tiles.is_over(table)}
                    for one in tile.players
                ],
            }
        )
    return found


def club_json(
    title: str, counted: Counted, tables: Sequence[dict[str, Any]], now: datetime, say: Phrases
) -> dict[str, Any]:
    public = PublicNames(counted, say)
    newest = counted.results[-MOST_RESULTS:]
    return {
        "v": VERSION,
        "club": title,
        "at": format_moment(now),
        "tables": list(tables),
        "standings": {
            "night": _standings(night_table(counted, night_of(now), say, today=True), public),
            "season": _standings(season_table(counted, say), public),
        },
        "results": [result_json(one, counted, public, say) for one in reversed(newest)],
    }


def result_json(result: GameResult, counted: Counted, public: PublicNames, say: Phrases) -> dict[str, Any]:
    shown = public.result(result)
    return {
        "game": shown.game,
        "slug": shown.slug,
        "title": game_name(shown.slug, say, shown.title),
        "table": shown.table,
        "night": None if shown.ended is None else night_of(shown.ended).isoformat(),
        "began": format_moment(shown.began),
        "ended": None if shown.ended is None else format_moment(shown.ended),
        "practice": shown.practice,
        "counts": counts(result, counted.rules),
        "players": [
            {"name": one.name, "place": one.place, "won": one.won, "points": one.points} for one in shown.players
        ],
    }


def _standings(table: StandingsTable, public: PublicNames) -> dict[str, Any]:
    rows = [
        {"place": one.place, "name": public.shown(one.name), "total": one.total, "games": one.games, "wins": one.wins}
        for one in table.rows
    ]
    return {"title": table.title, "below": table.below, "rows": rows}


def as_bytes(values: object) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def standings_html(title: str, tables: Sequence[StandingsTable], public: PublicNames, day: str, say: Phrases) -> str:
    """One file without scripts, pictures or addresses, to put on any web server."""
    body = "".join(_table(one, public, say) for one in tables)
    return (
        f'<!doctype html>\n<html lang="{say.code}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>"
        f"<p>{escape(say.say(day_words(day)))}</p>\n{body}</body></html>\n"
    )


def _table(table: StandingsTable, public: PublicNames, say: Phrases) -> str:
    head = "".join(f"<th>{escape(say(f'clubhouse.page.{name}'))}</th>" for name in ("place", "name"))
    head += "<th>Σ</th>" + "".join(f"<th>{escape(say(f'clubhouse.page.{name}'))}</th>" for name in ("games", "wins"))
    rows = "".join(
        ('<tr class="first">' if one.place == 1 else "<tr>")
        + "".join(
            f"<td>{escape(cell)}</td>"
            for cell in (
                str(one.place),
                public.shown(one.name),
                figure(one.total, unknown=False, mark=decimal_mark(say)),
                str(one.games),
                str(one.wins),
            )
        )
        + "</tr>"
        for one in table.rows
    )
    return (
        f"<h2>{escape(table.title)}</h2><p>{escape(table.below)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n"
    )
