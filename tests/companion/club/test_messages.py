"""A club's messages: written and read back, and refused in words if they are wrong."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.messages import (
    LARGEST,
    Announcement,
    Call,
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
from companion.club.read_messages import READERS, read
from companion.club.topics import KINDS, Kind, Topic, announcement_topic, box_topics, is_box, parse_topic
from companion.language.i18n import LANGUAGES, Phrases
from rules.core.errors import InvalidValue

AT = datetime(2026, 11, 15, 19, 41, 10, 250_000, tzinfo=UTC)
GAME = "0123456789abcdef"
CLOCK = ShownClock("Ada", 12, 30, runs=True)
SHOWN = TableShown(2, 4, "Auction", ("Ada",), CLOCK, (ShownPlayer("Ada", 7, 1), ShownPlayer("Bo")))
PLAYERS = (
    ResultPlayer("Ada", 1, won=True, points=57, totals={"gold": 50, "armour": 7}),
    ResultPlayer("Bo", 2, won=False),
)
MESSAGES: dict[Kind, Message] = {
    "state": TableState("Table 7", GAME, "some-game", 123, AT, SHOWN),
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
    ("state", "game", "../../etc"),
    ("state", "slug", "A"),
    ("state", "entry", -1),
    ("state", "entry", True),
    ("state", "at", "yesterday"),
    ("state", "at", "2026-11-40T19:41:10Z"),
    ("state", "at", "٢٠٢٦-11-15T19:41:10Z"),
    ("state", "shown", None),
    ("state", "shown.turn", ["Ada"] * 17),
    ("state", "shown.clock.used", 1.5),
    ("state", "shown.players.0.place", 0),
    ("state", "shown.phase", "two\nlines"),
    ("event", "number", 0),
    ("event", "entry", [1]),
    ("event", "entry.far", 10**30),
    ("event", "entry.none", float("nan")),
    ("event", "entry.key", {"\u202e": 1}),
    ("event", "entry.many", dict.fromkeys(map(str, range(201)))),
    ("result", "kind", "race"),
    ("result", "players.1.name", "Ada"),
    ("result", "players.0.points", "57"),
    ("result", "players.0.totals", {"gold": 1e3}),
    ("result", "withdrawn", "no"),
    ("call", "why", "\x1b[2J"),
    ("notice", "text", ""),
    ("notice", "until", 12),
)


@pytest.mark.parametrize(("kind", "path", "value"), WRONG)
def test_what_does_not_fit_is_refused_at_its_place(kind: Kind, path: str, value: Any) -> None:
    with pytest.raises(InvalidValue) as refused:
        read(kind, changed(kind, path, value))
    known = [part for part in path.split(".") if not part.isdigit()]
    assert refused.value.place.split(".")[0] == known[0]
    for code in LANGUAGES:
        assert "expect." not in Phrases(code).say(refused.value.expected)


DEEP = b'{"v":1,"entry":' + b"[" * 2000 + b"]" * 2000 + b"}"
HOSTILE = (b"\xff\xfe", b"[]", b"null", b"{", b'"v"', DEEP, b"[" * LARGEST, b"1" * 5000, b" " * (LARGEST + 1), b"{}")


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
    assert found is None or not isinstance(found, bool)
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
