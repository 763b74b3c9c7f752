"""One game as the list of games shows it, read from its row; or why it cannot be shown."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias, cast
from zlib import crc32

from companion.moments import LONG_AGO, read_moment
from rules.core.game import Game, Setup
from rules.core.scoring import Score, with_kind

# The rules of a name, if there is such a game here.
FindRules: TypeAlias = Callable[[str], Game[Any] | None]

FORMAT = 1  # of set-up, entries and result: a later release that writes them otherwise counts on

CHECKSUM = re.compile(r', "sum": (\d{1,10})\}$')
LISTED_FACTS = ("practice", "name", "bgg")  # what lists and exports ask of the facts
IDENT = re.compile(r"[0-9a-f]{32}")
SETUP_KEYS = frozenset(field.name for field in fields(Setup))


@dataclass(frozen=True, slots=True)
class GameRow:
    id: int
    game: str
    rules_version: int
    setup: Setup
    started: str
    ended: str | None
    result: Score | None  # as it was kept, with its kind: an old one may lack what lists do not ask for
    entries: int
    is_followed: bool = True  # by its rules, for a while at least; else it was told on the pad alone
    ident: str = ""  # the same wherever the game is taken; empty: begun by a release that gave none
    is_imported: bool = False  # played at another table
    written: tuple[str, ...] = ()  # its players as they were written
    first: tuple[str, ...] = ()  # and as each of them was written first of all


@dataclass(frozen=True, slots=True)
class UnreadGame:
    """A game that is kept and cannot be read: damaged, or written by a later release."""

    id: int
    is_newer: bool


def read_row(row: tuple[Any, ...], rules: FindRules) -> GameRow | UnreadGame:
    """``row``: as ``kept_games.GAMES`` asks for it."""
    number, form, rules_version, setup, started, ended, result, count, followed, spare, ident, imported = row
    found = _read_setup(_intact(spare, number)) or _read_setup(setup)
    if found is None:
        return UnreadGame(number, is_newer=_is_newer(form) or has_checksum(spare, number))
    if _is_newer(form) or rules(found.game) is None:
        return UnreadGame(number, is_newer=True)
    outcome = _read_result(result)
    over = None if outcome is None else _moment(ended)
    return GameRow(
        number,
        found.game,
        rules_version,
        found,
        _moment(started),
        over,
        outcome,
        count,
        bool(followed),
        ident if is_ident(ident) else "",
        bool(imported),
    )


def new_ident() -> str:
    """Different for every game, and impossible to guess."""
    return secrets.token_hex(16)


def is_ident(value: object) -> bool:
    return isinstance(value, str) and IDENT.fullmatch(value) is not None


def slim(row: GameRow) -> GameRow:
    """As a list of games needs it: without what is printed on the cards and without the workings, nearly all of it."""
    facts = {key: row.setup.facts[key] for key in LISTED_FACTS if key in row.setup.facts}
    result = row.result
    if result is not None:
        players = [{key: value for key, value in player.items() if key != "lines"} for player in result["players"]]
        result = cast("Score", {**result, "players": players})
    return replace(row, setup=replace(row.setup, facts=facts), result=result)


def setup_values(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game,
        "players": list(setup.players),
        "start": setup.start,
        "options": dict(setup.options),
        "facts": dict(setup.facts),
        "table": dict(setup.table),
    }


def read_json(text: Any) -> dict[str, Any] | None:
    try:
        values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _is_newer(form: Any) -> bool:
    return isinstance(form, int) and form > FORMAT


def _intact(spare: Any, ident: int) -> str | None:
    try:
        return without_checksum(spare, ident)
    except (ValueError, TypeError):
        return None


def _read_setup(text: Any) -> Setup | None:
    values = read_json(text)
    if values is None:
        return None
    values.pop("sum", None)  # of a set-up that was rebuilt from its spare
    kinds = {"game": str, "players": list, "options": dict, "facts": dict, "table": dict}
    if not values.keys() <= SETUP_KEYS or not all(isinstance(values.get(key), kind) for key, kind in kinds.items()):
        return None
    return Setup(**values | {"players": tuple(map(str, values["players"]))})


def _read_result(text: Any) -> Score | None:
    """As far as lists of nights count on it; a game whose result is damaged can be ended once more."""
    result = read_json(text)
    if result is None:
        return None
    players, winners = result.get("players"), result.get("winners")
    if not isinstance(players, list) or not isinstance(winners, list) or not all(map(_is_placed, players)):
        return None
    kind = with_kind(result)["kind"]
    if kind == "points" and not all(isinstance(player.get("total"), int | float) for player in players):
        return None
    named = all(isinstance(name, str) for name in winners)
    return cast("Score", {"kind": kind, **result}) if named else None


def _is_placed(player: Any) -> bool:
    return isinstance(player, Mapping) and isinstance(player.get("name"), str) and isinstance(player.get("place"), int)


def _moment(text: Any) -> str:
    """As it was written; a damaged one becomes a day long ago."""
    try:
        read_moment(text)
    except (ValueError, TypeError):
        return LONG_AGO.isoformat()
    return str(text)


# A checksum ends what is written, so that a disk cannot change a game unnoticed.


def with_checksum(body: str, number: int) -> str:
    """The text of a JSON object with a sum over it and its number, as one more key at its end."""
    return f'{body[:-1]}, "sum": {_sum(body, number)}}}'


def without_checksum(body: str, number: int) -> str:
    """The text without its sum; ``ValueError`` if they do not belong together. What was written of old has none."""
    found = CHECKSUM.search(body)
    if found is None:
        return body
    plain = f"{body[: found.start()]}}}"
    if int(found[1]) != _sum(plain, number):
        raise ValueError("expected the sum that was written with it")
    return plain


def has_checksum(body: object, number: int) -> bool:
    """Whether it is what was written: whoever cannot understand it all the same is older than its writer."""
    try:
        return isinstance(body, str) and without_checksum(body, number) != body
    except ValueError:
        return False


def _sum(body: str, number: int) -> int:
    return crc32(f"{number} {body}".encode("utf-8", "surrogatepass"))
