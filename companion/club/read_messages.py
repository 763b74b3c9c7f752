"""Reads a club's messages and trusts nothing: every value is bounded, and refusals are in words.

``InvalidValue`` names the place and what was expected there. Unknown keys are ignored, so that a later release may add
some; another version is refused as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from companion.club.messages import (
    LARGEST,
    VERSION,
    Announcement,
    Call,
    ClubPeople,
    Event,
    GameResult,
    Message,
    ResultPlayer,
    ShownClock,
    ShownPlayer,
    TableNotice,
    TableShown,
    TableState,
)
from companion.club.topics import GAME, OFFLINE, ONLINE, Kind, is_box
from companion.documents import Tangled, parse_json
from companion.moments import FIRST_YEAR, LAST_YEAR, read_moment
from rules.core.errors import InvalidValue, expect
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, choice, keyed, listed, text, truth, whole, wrong

MOST_PLAYERS = 16
MOST_PEOPLE = 2_000
MOST_TABLES = 400
MOST_ROUNDS = 99
MOST_ROWS = 60  # of a pad
MOST_KEYS = 200
MOST_NOTICES = 500  # tables that are told something of their own
LONGEST_TEXT = 200
LARGEST_NUMBER = 10**9

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
_SLUG = re.compile(r"[a-z0-9_-]{1,60}")
MOST_LANGUAGES = 20


def read_state(payload: bytes) -> TableState:
    values = _opened(payload)
    game, slug = values.get("game"), values.get("slug")
    return TableState(
        table=text(values.get("table"), "table", LONGEST_NAME),
        game=None if game is None else _game(game),
        slug=None if slug is None else _slug(slug),
        entry=_count(values.get("entry"), "entry"),
        at=_moment(values.get("at"), "at"),
        shown=_shown(_object(values.get("shown"), "shown")),
        title=_by_language(values.get("title"), "title"),
        calling=truth(values.get("calling", False), "calling"),
    )


def read_event(payload: bytes) -> Event:
    values = _opened(payload)
    entry = _object(values.get("entry"), "entry")
    _check_plain(entry, "entry")
    return Event(
        _game(values.get("game")),
        whole(values.get("number"), "number", 1, LARGEST_NUMBER),
        _moment(values.get("at"), "at"),
        entry,
    )


def read_result(payload: bytes) -> GameResult:
    values = _opened(payload)
    kind = choice(values.get("kind"), "kind", ("points", "places"))
    ended = values.get("ended")
    return GameResult(
        game=_game(values.get("game")),
        slug=_slug(values.get("slug")),
        table=text(values.get("table"), "table", LONGEST_NAME),
        began=_moment(values.get("began"), "began"),
        ended=None if ended is None else _moment(ended, "ended"),
        entries=_count(values.get("entries"), "entries"),
        practice=truth(values.get("practice"), "practice"),
        kind="points" if kind == "points" else "places",
        players=_result_players(values.get("players")),
        withdrawn=truth(values.get("withdrawn"), "withdrawn"),
        title=_by_language(values.get("title"), "title"),
        least=truth(values.get("least", False), "least"),
    )


def read_call(payload: bytes) -> Call | None:
    """None: the table is not calling (any more)."""
    if not payload:
        return None
    values = _opened(payload)
    return Call(_moment(values.get("at"), "at"), _line(values.get("why"), "why"))


def read_announcement(payload: bytes) -> Announcement | None:
    if not payload:
        return None
    values = _opened(payload)
    said, until = values.get("text"), values.get("until")
    return Announcement(
        _moment(values.get("at"), "at"),
        None if said is None else text(said, "text", LONGEST_TEXT),
        None if until is None else _moment(until, "until"),
        _table_notices(values.get("tables", {})),
    )


def _table_notices(value: object) -> Mapping[str, TableNotice]:
    found = keyed(value, "tables", MOST_NOTICES)
    if bad := next((box for box in found if not is_box(box)), None):
        raise wrong("tables", expect("label"), bad)
    return {box: _table_notice(_object(one, "tables")) for box, one in found.items()}


def _table_notice(values: Mapping[str, Any]) -> TableNotice:
    said, until, coming = (values.get(key) for key in ("text", "until", "coming"))
    return TableNotice(
        None if said is None else text(said, "tables.text", LONGEST_TEXT),
        None if until is None else _moment(until, "tables.until"),
        None if coming is None else _moment(coming, "tables.coming"),
    )


def read_people(payload: bytes) -> ClubPeople | None:
    if not payload:
        return None
    values = _opened(payload)
    seats = keyed(values.get("seats"), "seats", MOST_TABLES)
    return ClubPeople(
        _moment(values.get("at"), "at"),
        tuple(_name(one, "people") for one in listed(values.get("people"), "people", 0, MOST_PEOPLE)),
        whole(values.get("here"), "here", 0, MOST_PEOPLE),
        {
            text(place, "seats", 9): tuple(_name(one, "seats") for one in listed(found, "seats", 0, MOST_PLAYERS))
            for place, found in seats.items()
        },
        whole(values.get("round", 0), "round", 0, MOST_ROUNDS),
        {text(place, "games", 9): text(game, "games", LONGEST_TEXT) for place, game in _by_table(values, "games")},
        {text(place, "why", 9): _by_language(said, "why") for place, said in _by_table(values, "why")},
    )


def _by_table(values: Mapping[str, Any], key: str) -> Iterable[tuple[str, Any]]:
    """Nothing in what a former release has sent."""
    return keyed(values.get(key, {}), key, MOST_TABLES).items()


def read_availability(payload: bytes) -> bool:
    """Whether the box is there."""
    if payload not in (ONLINE.encode(), OFFLINE.encode()):
        raise wrong("", expect("one_of", options=f"{ONLINE}, {OFFLINE}"), _start(payload))
    return payload == ONLINE.encode()


READERS: Mapping[Kind, Callable[[bytes], Message | bool | None]] = {
    "availability": read_availability,
    "state": read_state,
    "event": read_event,
    "result": read_result,
    "call": read_call,
    "notice": read_announcement,
}


def read(kind: Kind, payload: bytes) -> Message | bool | None:
    """Reads a message that came under a topic of this kind."""
    return READERS[kind](payload)


def _opened(payload: bytes) -> Mapping[str, Any]:
    """The JSON object, of this version; nothing too long or too deep is parsed."""
    if len(payload) > LARGEST:
        raise InvalidValue("", expect("message", most=LARGEST // 1024))
    try:
        values = parse_json(payload.decode("utf-8"))
    except Tangled as error:
        raise InvalidValue("", error.wanted) from error
    except (ValueError, RecursionError) as error:
        raise wrong("", expect("object"), _start(payload)) from error
    found = _object(values, "")
    whole(found.get("v"), "v", VERSION, VERSION)
    return found


def _start(payload: bytes) -> str:
    return payload[:40].decode("utf-8", "replace")


def _object(value: object, place: str) -> Mapping[str, Any]:
    return keyed(value, place, MOST_KEYS)


def _game(value: object) -> str:
    if not isinstance(value, str) or GAME.fullmatch(value) is None:
        raise wrong("game", expect("game_id"), value)
    return value


def _slug(value: object) -> str:
    if not isinstance(value, str) or _SLUG.fullmatch(value) is None:
        raise wrong("slug", expect("text", longest=60), value)
    return value


def _by_language(value: object, place: str) -> Mapping[str, str]:
    """None in what a former release has sent."""
    found = keyed({} if value is None else value, place, MOST_LANGUAGES)
    return {text(code, place, LONGEST_NAME): text(name, place, LONGEST_TEXT) for code, name in found.items()}


def _moment(value: object, place: str) -> datetime:
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        try:
            return read_moment(value)
        except ValueError:
            pass  # such as the 40th of a month, or the year 1
    raise wrong(place, expect("moment", low=FIRST_YEAR, high=LAST_YEAR), value)


def _count(value: object, place: str) -> int:
    return whole(value, place, 0, LARGEST_NUMBER)


def _number(value: object, place: str) -> int:
    return whole(value, place, -LARGEST_NUMBER, LARGEST_NUMBER)


def read_points(value: object, place: str) -> float:
    """Whole, or with decimals."""
    if type(value) is float and abs(value) <= LARGEST_NUMBER:  # nothing that is no number compares
        return value
    return _number(value, place)


def _line(value: object, place: str) -> str:
    """One line, perhaps empty."""
    found = any_text(value, place, LONGEST_TEXT)
    return text(found, place, LONGEST_TEXT) if found else ""


def _name(value: object, place: str) -> str:
    return text(value, place, LONGEST_NAME)


def _shown(values: Mapping[str, Any]) -> TableShown:
    turn = listed(values.get("turn"), "shown.turn", 0, MOST_PLAYERS)
    players = listed(values.get("players"), "shown.players", 0, MOST_PLAYERS)
    clock = values.get("clock")
    return TableShown(
        round=_maybe(values.get("round"), "shown.round"),
        rounds=_maybe(values.get("rounds"), "shown.rounds"),
        phase=_line(values.get("phase"), "shown.phase"),
        turn=tuple(_name(name, "shown.turn") for name in turn),
        clock=None if clock is None else _clock(_object(clock, "shown.clock")),
        players=tuple(_shown_player(_object(player, "shown.players")) for player in players),
        paused=truth(values.get("paused"), "shown.paused"),
        phases=_by_language(values.get("phases"), "shown.phases"),
        game=_line(values.get("game", ""), "shown.game"),
    )


def _maybe(value: object, place: str) -> int | None:
    return None if value is None else _number(value, place)


def _clock(values: Mapping[str, Any]) -> ShownClock:
    who, limit = values.get("who"), values.get("limit")
    return ShownClock(
        None if who is None else _name(who, "shown.clock.who"),
        _count(values.get("used"), "shown.clock.used"),
        None if limit is None else _count(limit, "shown.clock.limit"),
        truth(values.get("runs"), "shown.clock.runs"),
    )


def _shown_player(values: Mapping[str, Any]) -> ShownPlayer:
    place = values.get("place")
    return ShownPlayer(
        _name(values.get("name"), "shown.players.name"),
        None if (score := values.get("score")) is None else read_points(score, "shown.players.score"),
        None if place is None else whole(place, "shown.players.place", 1, MOST_PLAYERS),
    )


def _result_players(value: object) -> tuple[ResultPlayer, ...]:
    players = tuple(_result_player(_object(one, "players")) for one in listed(value, "players", 0, MOST_PLAYERS))
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise wrong("players", expect("no_name_twice"), names)
    return players


def _result_player(values: Mapping[str, Any]) -> ResultPlayer:
    totals = keyed(values.get("totals"), "players.totals", MOST_ROWS)
    return ResultPlayer(
        _name(values.get("name"), "players.name"),
        whole(values.get("place"), "players.place", 1, MOST_PLAYERS),
        truth(values.get("won"), "players.won"),
        None if (points := values.get("points")) is None else read_points(points, "players.points"),
        {_name(row, "players.totals"): read_points(points, "players.totals") for row, points in totals.items()},
    )


def _check_plain(value: object, place: str) -> None:
    """An entry of a game we may not know: any object, but nothing that cannot be kept, written or drawn."""
    if isinstance(value, Mapping):
        for key, item in keyed(value, place, MOST_KEYS).items():
            text(key, place, LONGEST_TEXT)
            _check_plain(item, place)
    elif isinstance(value, list):
        for item in value:
            _check_plain(item, place)
    elif isinstance(value, str):
        _check_line(value, place)
    elif value is not None and not isinstance(value, bool):
        _check_number(value, place)


def _check_line(value: str, place: str) -> None:
    if value:
        text(value, place, 10 * LONGEST_TEXT)


def _check_number(value: object, place: str) -> None:
    if not isinstance(value, int | float) or not abs(value) <= 10**15:  # refuses NaN too
        raise wrong(place, expect("real", low="-1e15", high="1e15"), value)
