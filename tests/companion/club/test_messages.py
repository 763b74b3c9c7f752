"""A club's messages: written and read back, and refused in words if they are wrong."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.messages import (
    LARGEST,
    Announcement,
    Call,
    ClubPeople,
    Event,
    GameResult,
    Message,
    ResultPlayer,
    ShownClock,
    ShownPlayer,
    TableShown,
    TableState,
    encode,
    format_moment,
)
from companion.club.read_messages import READERS, read, read_people
from companion.club.topics import KINDS, Kind, Topic, announcement_topic, box_topics, is_box, parse_topic
from companion.language.i18n import Phrases
from rules.core.errors import InvalidValue
from tests.languages import LANGUAGES

AT = datetime(2026, 11, 15, 19, 41, 10, 250_000, tzinfo=UTC)
GAME = "0123456789abcdef"
CLOCK = ShownClock("Ada", 12, 30, runs=True)
SHOWN = TableShown(2, 4, "Auction", ("Ada",), CLOCK, (ShownPlayer("Ada", 7, 1), ShownPlayer("Bo")))
PLAYERS = (
    ResultPlayer("Ada", 1, won=True, points=57, totals={"gold": 50, "armour": 7}),
    ResultPlayer("Bo", 2, won=False),
)
MESSAGES: dict[Kind, Message] = {
    "state": TableState("Table 7", GAME, "some-game", 123, AT, SHOWN, {"en": "Some game", "de": "Irgendein Spiel"}),
    "event": Event(GAME, 12, AT, {"command": {"command": "bid", "n": 3}, "events": [{"event": "bid_made", "seat": 0}]}),
    "result": GameResult(GAME, "some-game", "Table 7", AT, AT, 200, practice=False, kind="points", players=PLAYERS),
    "call": Call(AT, "rules"),
    "notice": Announcement(AT, "Round 2 in ten minutes", AT),
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_what_is_written_is_read_again(kind: Kind) -> None:
    assert read(kind, encode(MESSAGES[kind])) == MESSAGES[kind]


def test_no_game_no_call_no_notice() -> None:
    empty = TableState("Table 7", None, None, 0, AT)
    assert read("state", encode(empty)) == empty
    assert read("call", b"") is None
    assert read("notice", b"") is None
    assert read("availability", b"online") is True
    assert read("availability", b"offline") is False


def test_a_later_release_may_say_more_but_not_otherwise() -> None:
    values = json.loads(encode(MESSAGES["call"]))
    assert read("call", json.dumps(values | {"more": [1]}).encode()) == MESSAGES["call"]
    with pytest.raises(InvalidValue) as refused:
        read("call", json.dumps(values | {"v": 2}).encode())
    assert refused.value.place == "v"


def test_a_table_that_cannot_be_is_named_in_the_refusal() -> None:
    with pytest.raises(InvalidValue) as refused:
        read("notice", changed("notice", "tables", {"Table 7": {}}))
    assert "Table 7" in str(refused.value)


def changed(kind: Kind, path: str, value: Any) -> bytes:
    values = json.loads(encode(MESSAGES[kind]))
    *way, last = path.split(".")
    inner = values
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[last] = value
    return json.dumps(values).encode()


WRONG: tuple[tuple[Kind, str, Any], ...] = (
    ("state", "table", "x" * 41),
    ("state", "table", "bell \u0007"),
    ("state", "table", "half \ud800"),
    ("state", "entry", -1),
    ("state", "entry", True),
    ("state", "at", "yesterday"),
    ("state", "at", "٢٠٢٦-11-15T19:41:10Z"),
    ("state", "shown.clock.used", 1.5),
    ("state", "shown.players.0.place", 0),
    ("event", "number", 0),
    ("event", "entry.far", 10**30),
    ("event", "entry.none", float("nan")),
    ("event", "entry.key", {"\u202e": 1}),
    ("event", "entry.many", dict.fromkeys(map(str, range(201)))),
    ("call", "why", "\x1b[2J"),
    ("notice", "text", ""),
    ("notice", "tables", {"Table 7": {}}),
    ("notice", "tables", {"board": {}}),
    ("notice", "tables", {f"box-{number}": {} for number in range(501)}),
    ("notice", "tables.box-7", "soon"),
    ("notice", "tables.box-7", {"text": "x" * 201}),
    ("notice", "tables.box-7", {"until": "soon"}),
    ("notice", "tables.box-7", {"coming": "soon"}),
    ("state", "shown.phases", {"en": "two\nlines"}),
    ("state", "shown.phases", dict.fromkeys(map(str, range(21)), "x")),
)


@pytest.mark.parametrize(("kind", "path", "value"), WRONG)
def test_what_does_not_fit_is_refused_at_its_place(kind: Kind, path: str, value: Any) -> None:
    with pytest.raises(InvalidValue) as refused:
        read(kind, changed(kind, path, value))
    known = [part for part in path.split(".") if not part.isdigit()]
    assert refused.value.place.split(".")[0] == known[0]
    for code in LANGUAGES:
        assert "expect." not in Phrases(code).say(refused.value.expected)


MOMENT = "a moment like 2026-11-15T19:41:10Z, from 1970 to 2999"
COUNT, NUMBER = "a whole number from 0 to 1000000000", "a whole number from -1000000000 to 1000000000"
SLUG = "a text of 1 to 60 characters"
NAME, LINE, REAL = "a text of 1 to 40 characters", "a text of 1 to 200 characters", "a number from -1e15 to 1e15"
OBJECT, ROWS, TRUTH = "an object of at most 200 keys", "an object of at most 60 keys", "true or false"
LIST, PLACE = "a list of 0 to 16", "a whole number from 1 to 16"
ID = "the id of a game: 16 to 40 characters of a to z and 0 to 9"
REFUSED: tuple[tuple[Kind, str, Any, str, str], ...] = (
    ("state", "table", None, "table", NAME),
    ("state", "game", "../../etc", "game", ID),
    ("state", "slug", "A", "slug", SLUG),
    ("state", "entry", 10**9 + 1, "entry", COUNT),
    ("state", "at", "2026-11-40T19:41:10Z", "at", MOMENT),
    ("state", "shown", None, "shown", OBJECT),
    ("state", "shown.round", "2", "shown.round", NUMBER),
    ("state", "shown.rounds", 10**9 + 1, "shown.rounds", NUMBER),
    ("state", "shown.phase", None, "shown.phase", "a text of at most 200 characters"),
    ("state", "shown.phase", "two\nlines", "shown.phase", LINE),
    ("state", "shown.turn", ["Ada"] * 17, "shown.turn", LIST),
    ("state", "shown.turn", [""], "shown.turn", NAME),
    ("state", "shown.clock", [], "shown.clock", OBJECT),
    ("state", "shown.clock.who", "", "shown.clock.who", NAME),
    ("state", "shown.clock.used", -1, "shown.clock.used", COUNT),
    ("state", "shown.clock.limit", -1, "shown.clock.limit", COUNT),
    ("state", "shown.clock.runs", 1, "shown.clock.runs", TRUTH),
    ("state", "shown.players", None, "shown.players", LIST),
    ("state", "shown.players", [3], "shown.players", OBJECT),
    ("state", "shown.players.0.name", None, "shown.players.name", NAME),
    ("state", "shown.players.0.score", "7", "shown.players.score", NUMBER),
    ("state", "shown.players.0.place", 17, "shown.players.place", PLACE),
    ("state", "shown.paused", None, "shown.paused", TRUTH),
    ("event", "game", None, "game", ID),
    ("event", "number", 10**9 + 1, "number", "a whole number from 1 to 1000000000"),
    ("event", "at", None, "at", MOMENT),
    ("event", "entry", [1], "entry", OBJECT),
    ("event", "entry.far", 10**15 + 1, "entry", REAL),
    ("event", "entry.text", "x" * 2001, "entry", "a text of 1 to 2000 characters"),
    ("event", "entry.list", [{"x" * 201: 1}], "entry", LINE),
    ("result", "game", "short", "game", ID),
    ("result", "slug", None, "slug", SLUG),
    ("result", "table", None, "table", NAME),
    ("result", "began", None, "began", MOMENT),
    ("result", "ended", "now", "ended", MOMENT),
    ("result", "entries", -1, "entries", COUNT),
    ("result", "practice", None, "practice", TRUTH),
    ("result", "kind", "race", "kind", "one of points, places"),
    ("result", "withdrawn", "no", "withdrawn", TRUTH),
    ("result", "players", None, "players", LIST),
    ("result", "players", [1], "players", OBJECT),
    ("result", "players.1.name", "Ada", "players", "no name twice"),
    ("result", "players.0.name", "", "players.name", NAME),
    ("result", "players.0.place", 17, "players.place", PLACE),
    ("result", "players.0.won", 1, "players.won", TRUTH),
    ("result", "players.0.points", "57", "players.points", NUMBER),
    ("result", "players.0.totals", dict.fromkeys(map(str, range(61)), 1), "players.totals", ROWS),
    ("result", "players.0.totals", {"": 1}, "players.totals", NAME),
    ("result", "players.0.totals", {"gold": 1e10}, "players.totals", NUMBER),
    ("call", "at", None, "at", MOMENT),
    ("call", "why", "x" * 201, "why", "a text of at most 200 characters"),
    ("notice", "at", None, "at", MOMENT),
    ("notice", "text", "x" * 201, "text", LINE),
    ("notice", "until", 12, "until", MOMENT),
)


@pytest.mark.parametrize(("kind", "path", "value", "place", "wanted"), REFUSED)
def test_a_refusal_names_the_place_and_what_was_expected(
    kind: Kind, path: str, value: Any, place: str, wanted: str
) -> None:
    with pytest.raises(InvalidValue) as refused:
        read(kind, changed(kind, path, value))
    assert (refused.value.place, Phrases("en").say(refused.value.wanted)) == (place, wanted)
    assert "expect." not in Phrases("de").say(refused.value.expected)


def test_a_name_twice_is_refused_with_how_many_there_were() -> None:
    with pytest.raises(InvalidValue) as refused:
        read("result", changed("result", "players.1.name", "Ada"))
    assert Phrases("en").say(refused.value.expected) == "no name twice, got a list of 2"


def test_the_greatest_values_are_taken() -> None:
    entry = {
        "none": None,
        "yes": True,
        "real": -1.5,
        "far": 10**15,
        "text": "x" * 2000,
        "empty": "",
        "list": [None, False],
    }
    event = Event(GAME, 10**9, AT, entry)
    assert read("event", encode(event)) == event
    players = tuple(ResultPlayer(f"{n:040}", n + 1, won=False, totals={"x" * 40: -(10**9)}) for n in range(16))
    result = GameResult(GAME, "x" * 40, "x" * 40, AT, None, 10**9, practice=True, kind="places", players=players)
    assert read("result", encode(result)) == result
    halves = replace(result, players=(ResultPlayer("Ada", 1, won=True, points=1e9, totals={"gold": -0.5}),))
    assert read("result", encode(halves)) == halves
    for points in (1e9 + 0.5, -1e9 - 0.5):
        with pytest.raises(InvalidValue):
            read("result", changed("result", "players.0.points", points))
    assert read("notice", encode(Announcement(AT, None, None))) == Announcement(AT, None, None)
    clock = ShownClock(None, 10**9, None, runs=False)
    shown = TableShown(None, None, "", (), clock, (ShownPlayer("Ada", -(10**9), 16),), paused=True)
    state = TableState("x" * 40, None, None, 10**9, AT, shown)
    assert read("state", encode(state)) == state


PEOPLE = ClubPeople(
    AT, ("Ada", "Bo"), 1, {"7": ("Ada", "Bo")}, 2, {"7": "Some game"}, {"7": {"en": "not yet", "de": "noch nie"}}
)
PEOPLE_REFUSED: tuple[tuple[str, Any, str, str], ...] = (
    ("at", "soon", "at", MOMENT),
    ("people", "Ada", "people", "a list of 0 to 2000"),
    ("people", ["x" * 41], "people", NAME),
    ("here", 2_001, "here", "a whole number from 0 to 2000"),
    ("here", None, "here", "a whole number from 0 to 2000"),
    ("seats", [], "seats", "an object of at most 400 keys"),
    ("seats", {"1234567890": []}, "seats", "a text of 1 to 9 characters"),
    ("seats", {"7": ["Ada"] * 17}, "seats", LIST),
    ("seats", {"7": [""]}, "seats", NAME),
    ("round", 100, "round", "a whole number from 0 to 99"),
    ("round", -1, "round", "a whole number from 0 to 99"),
    ("games", {"": "x"}, "games", "a text of 1 to 9 characters"),
    ("games", {"7": ""}, "games", LINE),
    ("games", dict.fromkeys(map(str, range(401)), "x"), "games", "an object of at most 400 keys"),
    ("why", {"7": {"en": ""}}, "why", LINE),
    ("why", {"7": dict.fromkeys(map(str, range(21)), "x")}, "why", "an object of at most 20 keys"),
)


@pytest.mark.parametrize(("key", "value", "place", "wanted"), PEOPLE_REFUSED)
def test_people_are_refused_at_their_place_in_words(key: str, value: Any, place: str, wanted: str) -> None:
    values = json.loads(encode(PEOPLE)) | {key: value}
    with pytest.raises(InvalidValue) as refused:
        read_people(json.dumps(values).encode())
    assert (refused.value.place, Phrases("en").say(refused.value.wanted)) == (place, wanted)


def test_people_at_their_greatest_and_of_a_former_release_are_read() -> None:
    numbers = tuple(map(str, range(400)))
    greatest = ClubPeople(
        AT,
        tuple(f"P{number}" for number in range(2_000)),
        2_000,
        dict.fromkeys(numbers, ("A",)) | {"123456789": tuple("ABCDEFGHIJKLMNOP")},
        99,
        {"7": "x" * 200},
        {"7": {f"l{number}": "x" for number in range(20)}},
    )
    greatest.seats.pop("0")  # type: ignore[attr-defined]
    assert read_people(encode(greatest)) == greatest
    former = {
        key: value for key, value in json.loads(encode(PEOPLE)).items() if key in ("v", "at", "people", "here", "seats")
    }
    assert read_people(json.dumps(former).encode()) == ClubPeople(AT, PEOPLE.people, 1, PEOPLE.seats)
    assert read_people(b"") is None


DEEP = b'{"v":1,"entry":' + b"[" * 2000 + b"]" * 2000 + b"}"
HOSTILE = (b"\xff\xfe", b"[]", b"null", b"{", b'"v"', DEEP, b"[" * LARGEST, b"1" * 5000, b" " * (LARGEST + 1), b"{}")


@pytest.mark.parametrize(
    ("kind", "payload", "place", "wanted"),
    [
        ("call", b"\xff\xfe", "", "an object, got '��'"),
        ("call", b"{", "", "an object, got '{'"),
        ("call", b"[]", "", "an object of at most 200 keys, got a list of 0"),
        ("call", b"{}", "v", "the number 1, got nothing"),
        ("call", b" " * (LARGEST + 1), "", "a message of at most 64 KiB"),
        ("call", b"1" * 101, "", "keys and numbers of at most 100 characters"),
        ("event", DEEP, "", "at most 24 levels of brackets"),
        ("availability", b"here" * 20, "", "one of online, offline, got 'herehereherehereherehereherehe…'"),
    ],
)
def test_a_message_refused_as_a_whole_says_why(kind: Kind, payload: bytes, place: str, wanted: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        read(kind, payload)
    assert (refused.value.place, Phrases("en").say(refused.value.expected)) == (place, wanted)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("payload", HOSTILE)
def test_a_hostile_message_is_refused(kind: Kind, payload: bytes) -> None:
    with pytest.raises(InvalidValue):
        read(kind, payload)


@given(st.sampled_from(KINDS), st.binary(max_size=300))
def test_any_bytes_raise_nothing_but_a_refusal(kind: Kind, payload: bytes) -> None:
    with suppress(InvalidValue):
        READERS[kind](payload)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.slow
@given(st.sampled_from(tuple(MESSAGES)), st.data())
def test_any_value_in_any_place_is_read_or_refused(kind: Kind, data: st.DataObject) -> None:
    values = json.loads(encode(MESSAGES[kind]))
    key = data.draw(st.sampled_from(sorted(values)))
    try:
        found = read(kind, json.dumps(values | {key: data.draw(JSON)}).encode())
    except InvalidValue:
        return
    assert read(kind, encode(found)) == found  # type: ignore[arg-type]


def test_what_would_be_too_large_to_be_read_is_not_written() -> None:
    with pytest.raises(InvalidValue):
        encode(Event(GAME, 1, AT, {"text": "x" * LARGEST}))


def test_moments_are_written_in_the_time_of_the_world() -> None:
    assert format_moment(AT) == "2026-11-15T19:41:10.250Z"


def test_topics_are_written_and_read() -> None:
    for kind in KINDS:
        topic = Topic("club-1", "board" if kind == "notice" else "table7", kind, GAME if kind == "result" else "")
        assert parse_topic(str(topic)) == topic
    assert parse_topic("table-companion/c/b/result/31") == Topic("c", "b", "result", "31")
    assert announcement_topic("club-1") == "table-companion/club-1/board/notice"
    assert box_topics("c")[-1] == "table-companion/c/+/result/+"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "table-companion",
        "table-companion/c/b",
        "table-companion/c/b/state/more",
        "table-companion/c/b/result",
        "table-companion/c/b/result/",
        "table-companion/c/b/result/short",
        "table-companion/c/b/result/100",
        "table-companion/c/b/result/-1",
        "table-companion/c/b/result/\u0663",
        "table-companion/C/b/state",
        "table-companion/c/board/state",
        "table-companion/c/b/notice",
        "table-companion/c/b/other",
        "other/c/b/state",
        "table-companion/c/" + "b" * 41 + "/state",
        "table-companion/c/b/state\n",
        "x" * 70_000,
    ],
)
def test_other_topics_are_none_of_ours(text: str) -> None:
    assert parse_topic(text) is None


def test_no_box_is_called_board() -> None:
    assert is_box("table-7")
    assert not is_box("board")
    assert not is_box("Table 7")
