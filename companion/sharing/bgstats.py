"""A finished game for BG Stats: a link small enough for a QR code, and a .bgsplay file.

Ids are derived from ours, so that a play handed over twice stays one play. ``winner`` is always sent, even when false:
the Android app fails without it. Dates are UTC.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.keeping.history import PastNight
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from rules.core.game import Game, Setup
from rules.core.scoring import PlayerScore, PointsPlayer
from rules.core.words import words

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
NAMESPACE = UUID("6e0f9a52-3f0e-5d5b-9d38-3c1f27b1a7c4")
SOURCE = "TableCompanion"
SHORT = 12  # characters of a player's id in the link: longer ids make the QR code denser

# Fields that readers of the file expect and we do not know.
UNTOLD = {
    "bggId": 0, "bggName": "", "bggYear": 0, "designers": "", "rating": 0, "urlThumb": "", "urlImage": "",
    "minPlayTime": 0, "maxPlayTime": 0, "minAge": 0,
}  # fmt: skip


class Logged(Protocol):
    """The part of a game that is needed here (see ``companion.contract.TableGame``)."""

    @property
    def rules(self) -> Game[Any]: ...

    @property
    def variant(self) -> Callable[[Setup], str]: ...


def play_link(night: PastNight, game: Logged) -> str:
    """The link that logs the play when a phone opens it."""
    text = json.dumps(_push_play(night, game), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(text, safe="")


def _filed(night: PastNight) -> dict[str, Any]:
    """The game as BG Stats should file it."""
    facts = night.row.setup.facts
    number = {"bggId": facts["bgg"]} if "bgg" in facts else {}
    name = Phrases("en").game(night.row.game, facts)
    return {"name": name, "highestWins": not night.is_least, "noPoints": not night.has_points, **number}


def _push_play(night: PastNight, game: Logged) -> dict[str, Any]:
    row = night.row
    players = []
    for seat, player in enumerate(_players(night)):
        entry: dict[str, Any] = {
            "name": player["name"],
            "sourcePlayerId": _player_ident(night, seat)[-SHORT:],
            "startPlayer": night.is_followed and seat == row.setup.start,
            "rank": _rank(night, player),
            "winner": player["name"] in night.winners,
        }
        if night.has_points:
            entry["score"] = _points(night, seat)
        players.append(entry)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _play_ident(night),
        "playDate": _moment(night).strftime("%Y-%m-%d %H:%M:%S"),
        **({"durationMin": _minutes(night)} if night.is_followed else {}),
        **({"board": variant} if (variant := _variant(night, game)) else {}),
        "game": {**_filed(night), "sourceGameId": row.game},
        "players": players,
    }


def play_file(night: PastNight, game: Logged) -> dict[str, Any]:
    """The content of a .bgsplay file with this one play."""
    players, changed = _players(night), _moment(night).strftime("%Y-%m-%d %H:%M:%S")
    return {
        "about": SOURCE,
        "games": [_game(night, game, changed)],
        "locations": [],
        "players": [
            {
                "uuid": _player_ident(night, seat),
                "id": seat + 1,
                "name": player["name"],
                "isAnonymous": False,
                "modificationDate": changed,
                "bggUsername": "",
            }
            for seat, player in enumerate(players)
        ],
        "plays": [_play(night, game, changed)],
        "userInfo": {"meRefId": 0},
    }


def _game(night: PastNight, game: Logged, changed: str) -> dict[str, Any]:
    return {
        "uuid": _ident("game", night.row.game),
        "id": 1,
        **UNTOLD,
        **_filed(night),
        "modificationDate": changed,
        "cooperative": False,
        "usesTeams": False,
        "isBaseGame": True,
        "isExpansion": False,
        "minPlayerCount": game.rules.seats.start,
        "maxPlayerCount": game.rules.seats.stop - 1,
    }


def _play(night: PastNight, game: Logged, changed: str) -> dict[str, Any]:
    scores = [
        {
            "score": _points(night, seat) if night.has_points else "",
            "winner": player["name"] in night.winners,
            "newPlayer": False,
            "startPlayer": night.is_followed and seat == night.row.setup.start,
            "playerRefId": seat + 1,
            "role": "",
            "teamRole": "",
            "team": "",
            "rank": _rank(night, player),
            "seatOrder": seat + 1,
        }
        for seat, player in enumerate(_players(night))
    ]
    return {
        "uuid": _play_ident(night),
        "modificationDate": changed,
        "entryDate": changed,
        "playDate": changed,
        "usesTeams": False,
        "durationMin": _minutes(night),
        "ignored": False,
        "manualWinner": night.is_left,  # else the app works out a winner
        "rounds": 0,
        "locationRefId": 0,
        "gameRefId": 1,
        "board": _variant(night, game),
        "scoringSetting": 0,
        "rating": 0,
        "comments": _comments(night),
        "playImages": "[]",
        "playerScores": scores,
    }


def _players(night: PastNight) -> tuple[PlayerScore, ...]:
    if not night.is_finished:
        raise Trouble(words("past.trouble.not_finished", n=night.row.id))
    return night.placed


def _rank(night: PastNight, player: PlayerScore) -> int:
    """0: none, as in the app."""
    return 0 if night.is_left else player["place"]


def _points(night: PastNight, seat: int) -> str:
    """Empty where only some of them are known: the app has no way to say so."""
    player: Mapping[str, Any] = night.placed[seat]
    is_partly = any(line.get("unknown") for line in player.get("lines", ()))
    return "" if is_partly else str(night.totals[seat])


def _ident(*parts: str) -> str:
    return str(uuid5(NAMESPACE, "\n".join(parts))).upper()


def _play_ident(night: PastNight) -> str:
    return _ident("play", night.row.started, *(night.row.written or night.row.setup.players))


def _player_ident(night: PastNight, seat: int) -> str:
    """The same whatever the person is called since."""
    return _ident("player", (night.row.first or night.row.setup.players)[seat])


def _moment(night: PastNight) -> datetime:
    return datetime.fromisoformat(night.row.ended or night.row.started).astimezone(UTC)


def _minutes(night: PastNight) -> int:
    """Time played; if none was kept, from the start to the score, at most a day; 0 if the game was only scored."""
    if not night.is_followed:
        return 0
    spent = _moment(night) - datetime.fromisoformat(night.row.started)
    return night.minutes or min(max(1, round(spent.total_seconds() / 60)), 24 * 60)


def _comments(night: PastNight) -> str:
    """Where the points came from: the file has only one number for each player."""
    score = night.row.result
    if score is None or score["kind"] != "points":
        return ""
    players: Sequence[PointsPlayer] = score["players"]
    return "\n".join(
        f"{player['name']}: " + ", ".join(f"{row} {player['scores'][row]}" for row in score["rows"])
        for player in players
    )


def _variant(night: PastNight, game: Logged) -> str:
    known, practice = "as far as known" if night.is_left else "", "practice values" if night.practice else ""
    parts = (game.variant(night.row.setup), known, practice)
    return ", ".join(filter(None, parts))
