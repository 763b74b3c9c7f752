"""The content of the board's web page as JSON, the same for everybody; ``host_parts`` has the host's."""

from __future__ import annotations

from typing import Any

from companion.clubhouse.board_model import announced_text, calls_text, clock_of
from companion.clubhouse.known import Known
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.rating_parts import ratings_part
from companion.clubhouse.seating_parts import seating_part
from companion.clubhouse.standings import night_of
from companion.clubhouse.standings_tables import StandingsTable, night_table, season_table
from companion.clubhouse.table_tiles import TableTiles
from companion.language.i18n import Phrases, load_texts
from companion.language.wording import day_words
from companion.screens.club_screen import TableTile

MOST_SHOWN = 200  # tables on the page
MOST_ROWS = 200  # of standings
PAGE = "clubhouse.page."


def shared_parts(known: Known, say: Phrases) -> dict[str, Any]:
    public = PublicNames(known.counted, say)
    night = night_of(known.now)
    return {
        "texts": _texts(say),
        "club": {"title": known.title, "day": say.say(day_words(night.isoformat()))},
        "announced": announced_text(known.announced),
        "calls": calls_text(known.hall, public, say),
        "tables": _tables(TableTiles(known, say)),
        "standings": [
            _standings(night_table(known.counted, night, say, today=True), public),
            _standings(season_table(known.counted, say), public),
        ],
        "ratings": ratings_part(known.counted, public, say),
        "seating": seating_part(known, public, say),
        "sign_up": known.signs_up,
    }


def clock_part(known: Known, say: Phrases) -> dict[str, Any]:
    figures, label, is_up = clock_of(known.announced, known.now, say)
    return {"figures": figures, "label": label, "up": is_up}


def _texts(say: Phrases) -> dict[str, str]:
    named = {key.removeprefix(PAGE): say(key, n="{n}") for key in load_texts(say.code) if key.startswith(PAGE)}
    return {"pair": say("list.pair"), **named}


def _tables(tiles: TableTiles) -> dict[str, Any]:
    shown = sorted(tiles.tables, key=lambda table: not table.is_calling)[:MOST_SHOWN]
    return {
        "list": [{"box": one.box, **_tile(tiles.of(one))} for one in shown],
        "more": len(tiles.tables) - len(shown),
    }


def _tile(tile: TableTile) -> dict[str, Any]:
    return {
        "name": tile.name,
        "mode": tile.mode,
        "where": " · ".join(filter(None, (tile.game, tile.figure, tile.phase))),
        "now": tile.now,
        "own": tile.own,
        "players": [[one.name, one.figure, one.is_turn] for one in tile.players],
    }


def _standings(table: StandingsTable, public: PublicNames) -> dict[str, Any]:
    rows = [[one.place, public.shown(one.name), one.total, one.games, one.wins] for one in table.rows[:MOST_ROWS]]
    return {"title": table.title, "below": table.below, "rows": rows}
