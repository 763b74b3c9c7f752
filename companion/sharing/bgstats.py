"""A finished game for BG Stats: a link small enough for a QR code, and a .bgsplay file.

Ids are made from our own, so that the same play handed over twice stays one play. ``winner`` is always sent, also
when false: the Android app fails without it. Dates are UTC.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.errors import CompanionError
from companion.keeping.store import GameRow

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
NAMESPACE = UUID("6e0f9a52-3f0e-5d5b-9d38-3c1f27b1a7c4")
SOURCE = "TableCompanion"

# The game as BG Stats should file it; Das Amulett is a race without points.
GAMES: Mapping[str, Mapping[str, Any]] = {
    "amul": {"name": "Āmul", "highestWins": True, "noPoints": False},
    "amulett": {"name": "Das Amulett", "highestWins": True, "noPoints": True},
}


def play_link(row: GameRow) -> str:
    """The link that logs the play when a phone opens it."""
    text = json.dumps(_push_play(row), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(text, safe="")


def _push_play(row: GameRow) -> dict[str, Any]:
    game = GAMES[row.game]
    players = []
    for seat, player in enumerate(_players(row)):
        entry: dict[str, Any] = {
            "name": player["name"],
            "sourcePlayerId": _ident("player", player["name"]),
            "startPlayer": seat == row.setup.start,
            "rank": player["place"],
            "winner": player["place"] == 1,
        }
        if not game["noPoints"]:
            entry["score"] = str(player["total"])
        players.append(entry)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _ident("play", row.started, *row.setup.players),
        "playDate": _moment(row).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": _minutes(row),
        "board": _variant(row),
        "game": {**game, "sourceGameId": row.game},
        "players": players,
    }


def play_file(row: GameRow) -> dict[str, Any]:
    """The content of a .bgsplay file with this one play."""
    game, changed = GAMES[row.game], _moment(row).strftime("%Y-%m-%d %H:%M:%S")
    scores = [
        {
            "score": "" if game["noPoints"] else str(player["total"]),
            "winner": player["place"] == 1,
            "newPlayer": False,
            "startPlayer": seat == row.setup.start,
            "playerRefId": seat + 1,
            "rank": player["place"],
            "seatOrder": seat + 1,
        }
        for seat, player in enumerate(_players(row))
    ]
    play = {
        "uuid": _ident("play", row.started, *row.setup.players),
        "modificationDate": changed,
        "entryDate": changed,
        "playDate": changed,
        "usesTeams": False,
        "durationMin": _minutes(row),
        "ignored": False,
        "manualWinner": False,
        "rounds": 0,
        "locationRefId": 0,
        "gameRefId": 1,
        "board": _variant(row),
        "rating": 0,
        "playerScores": scores,
    }
    return {
        "about": SOURCE,
        "games": [{"uuid": _ident("game", row.game), "id": 1, **game, "modificationDate": changed, "usesTeams": False}],
        "locations": [],
        "players": [
            {
                "uuid": _ident("player", name),
                "id": seat + 1,
                "name": name,
                "isAnonymous": False,
                "modificationDate": changed,
            }
            for seat, name in enumerate(row.setup.players)
        ],
        "plays": [play],
        "userInfo": {"meRefId": 0},
    }


def _players(row: GameRow) -> list[Mapping[str, Any]]:
    if row.result is None:
        raise CompanionError(f"game {row.id} has not ended; only finished games can be handed over")
    return list(row.result["players"])


def _ident(*parts: str) -> str:
    return str(uuid5(NAMESPACE, "\n".join(parts))).upper()


def _moment(row: GameRow) -> datetime:
    return datetime.fromisoformat(row.ended or row.started).astimezone(UTC)


def _minutes(row: GameRow) -> int:
    """From the first card to the score; a night taken up again another day is not one long game."""
    spent = _moment(row) - datetime.fromisoformat(row.started)
    return min(max(1, round(spent.total_seconds() / 60)), 24 * 60)


def _variant(row: GameRow) -> str:
    tea = row.setup.options.get("tea", 0)
    practice = "practice values" if row.setup.facts.get("practice") else ""
    return ", ".join(part for part in (f"Tea {tea}" if tea else "", practice) if part)
