"""Messages from anyone: bounded, checked, and refused with a reason; good ones from other boxes still arrive."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random

import pytest

from companion.club.messages import LARGEST, Call, Event, TableState, encode
from companion.club.topics import Topic
from companion.clubhouse.mail import (
    MOST_ASIDE,
    MOST_BOXES,
    MOST_EVENTS,
    MOST_OF_BOX,
    MOST_WEIGHT_OF_BOX,
    WINDOW_S,
    Mail,
)
from companion.language.i18n import Phrases
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import result
from tests.languages import LANGUAGES

CLUB = "north"
NOW = datetime(2026, 11, 14, 21, 0, tzinfo=UTC)
ONE = result(1, {"Ada": (1, 40), "Bo": (2, 30)})


class _Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def mail() -> Mail:
    return Mail(CLUB, _Clock())


def _put(mail: Mail, box: str, kind: str, payload: bytes, game: str = "") -> None:
    mail.put(f"table-companion/{CLUB}/{box}/{kind}" + (f"/{game}" if game else ""), payload)


def test_what_is_good_arrives(mail: Mail) -> None:
    _put(mail, "box-1", "availability", b"online")
    _put(mail, "box-1", "state", encode(state(1)))
    _put(mail, "box-1", "call", encode(Call(NOW)))
    _put(mail, "box-1", "result", encode(ONE), ONE.game)
    _put(mail, "box-1", "event", encode(Event(ONE.game, 3, NOW, {"kind": "step"})))
    batch = mail.take()
    assert batch.now["box-1", "availability"] is True
    assert isinstance(batch.now["box-1", "state"], TableState)
    assert batch.now["box-1", "call"] == Call(NOW)
    assert batch.results["box-1", ONE.game] == ONE
    assert [event.number for _, event in batch.events] == [3]
    assert not batch.asides
    assert not mail.take()


@pytest.mark.slow
def test_of_states_only_the_last_waits(mail: Mail) -> None:
    for number in range(500):
        _put(mail, "box-1", "state", encode(state(number)))
    (waiting,) = mail.take().now.values()
    assert waiting == state(499)


GOOD = json.loads(encode(ONE))
HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "not UTF-8": b"\xff\xfe",
    "a list": b"[]",
    "deep": b'{"v":1,"shown":' + b"[" * 9_000 + b"]" * 9_000 + b"}",
    "large": b'{"v":1,"table":"' + b"x" * LARGEST + b'"}',
    "another version": json.dumps({**GOOD, "v": 2}).encode(),
    "steering": json.dumps({**GOOD, "table": "\x1b[2J"}).encode(),
    "not a number": b'{"v":1,"entry":NaN}',
    "huge": json.dumps({**GOOD, "entries": 10**40}).encode(),
    "no players": json.dumps({**GOOD, "players": None}).encode(),
    "a hundred players": json.dumps({**GOOD, "players": GOOD["players"] * 50}).encode(),
    "half a letter": b'{"v":1,"game":"\\ud800"}',
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["state", "event", "result", "call", "availability"])
def test_what_is_hostile_is_named_and_stops_nobody(mail: Mail, kind: str, name: str) -> None:
    game = ONE.game if kind == "result" else ""
    _put(mail, "box-9", kind, HOSTILE[name], game)
    _put(mail, "box-1", "state", encode(state(1)))
    batch = mail.take()
    assert batch.now["box-1", "state"] == state(1)
    if name == "nothing" and kind in ("call", "state", "availability"):  # nobody calls, or the box has another name
        assert batch.now["box-9", kind] is None
        return
    (aside,) = batch.asides
    assert (aside.box, aside.kind) == ("box-9", kind)
    for language in LANGUAGES:
        said = Phrases(language).say(aside.why)
        assert "clubhouse." not in said
        assert len(said) < 400
        assert said.isprintable()


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "#",
        "table-companion",
        "table-companion/other/box-1/state",
        "table-companion/north/board/state",
        "table-companion/north/board/notice",
        "table-companion/north/BOX/state",
        "table-companion/north/../state",
        "table-companion/north/box-1/result",
        "table-companion/north/box-1/result/x",
        "table-companion/north/box-1/wipe",
        "table-companion/north/" + "x" * 3000 + "/state",
    ],
)
def test_a_topic_that_nobody_uses(mail: Mail, topic: str) -> None:
    mail.put(topic, encode(state(1)))
    batch = mail.take()
    assert [aside.box for aside in batch.asides] == ["?"]
    assert not batch.now


def test_a_result_stands_under_its_own_game(mail: Mail) -> None:
    _put(mail, "box-1", "result", encode(ONE), "a" * 20)
    batch = mail.take()
    assert not batch.results
    assert len(batch.asides) == 1


def test_a_slot_has_the_results_of_its_box_one_after_the_other(mail: Mail) -> None:
    two = result(2, {"Ada": (1, 40), "Bo": (2, 30)})
    for one in (ONE, two):
        _put(mail, "box-1", "result", encode(one), "7")
    assert mail.take().results == {("box-1", ONE.game): ONE, ("box-1", two.game): two}


LIES = {
    "places 2, 3, 3": [(2, False), (3, False), (3, False)],
    "places 1, 1, 2": [(1, True), (1, True), (2, False)],
    "the last one has won": [(1, True), (2, False), (3, True)],
}


@pytest.mark.parametrize("name", LIES)
def test_a_result_that_cannot_be_is_set_aside(mail: Mail, name: str) -> None:
    players = [
        {**GOOD["players"][0], "name": who, "place": place, "won": won}
        for who, (place, won) in zip(("Ada", "Bo", "Cy"), LIES[name], strict=True)
    ]
    _put(mail, "box-1", "result", json.dumps({**GOOD, "players": players}).encode(), ONE.game)
    batch = mail.take()
    assert not batch.results
    assert [aside.why.values["place"] for aside in batch.asides] == [
        "players.won" if "won" in name else "players.place"
    ]


@pytest.mark.parametrize("places", [(1, 1, 3), (1, 2, 2), (3, 1, 2), (1, 1, 1), ()])
def test_shared_places_and_any_order_are_as_games_give_them(mail: Mail, places: tuple[int, ...]) -> None:
    one = result(1, {f"P{number}": (place, None) for number, place in enumerate(places)})
    _put(mail, "box-1", "result", encode(one), one.game)
    assert mail.take().results == {("box-1", one.game): one}


@pytest.mark.slow
def test_a_flood_is_cut_off_and_the_others_are_heard() -> None:
    clock = _Clock()
    mail = Mail(CLUB, clock)
    for _ in range(MOST_OF_BOX + 500):
        _put(mail, "box-9", "availability", b"online")
    _put(mail, "box-1", "availability", b"online")
    batch = mail.take()
    assert len(batch.asides) == MOST_ASIDE
    assert batch.now["box-1", "availability"] is True
    clock.now += WINDOW_S
    _put(mail, "box-9", "availability", b"offline")
    assert mail.take().now["box-9", "availability"] is False


@pytest.mark.slow
def test_a_box_that_says_much_at_once_is_cut_off_before_it_is_read() -> None:
    """64 KiB of numbers take 60 ms to read: 5,000 such in ten seconds, and the board did nothing else."""
    clock = _Clock()
    mail = Mail(CLUB, clock)
    large = encode(Event(ONE.game, 1, NOW, {"much": [1] * 30_000}))
    fits = MOST_WEIGHT_OF_BOX // (30_000 + len(large) // 32)
    for _ in range(fits + 3):
        _put(mail, "box-9", "event", large)
    _put(mail, "box-1", "availability", b"online")
    batch = mail.take()
    assert len(batch.events) in (fits - 1, fits)
    assert len(batch.events) + len(batch.asides) == fits + 3
    assert batch.now["box-1", "availability"] is True
    clock.now += WINDOW_S
    _put(mail, "box-9", "event", large)
    assert len(mail.take().events) == 1


@pytest.mark.slow
def test_a_whole_night_that_waited_at_the_broker_is_heard(mail: Mail) -> None:
    """A thousand entries, the state of the table after each, and the results of twenty games, all at once."""
    for number in range(1, 1_001):
        _put(mail, "box-1", "event", encode(Event(ONE.game, number, NOW, {"command": {"do": "pick", "seat": 1}})))
        _put(mail, "box-1", "state", encode(state(number)))
    for number in range(20):
        one = result(number, {f"P{seat}": (seat, 100 - seat) for seat in range(1, 9)})
        _put(mail, "box-1", "result", encode(one), one.game)
    batch = mail.take()
    assert (len(batch.events), len(batch.results), batch.asides) == (1_000, 20, [])


def test_no_more_boxes_than_a_hall_has(mail: Mail) -> None:
    for number in range(MOST_BOXES + 3):
        _put(mail, f"box-{number}", "availability", b"online")
    batch = mail.take()
    assert len(batch.now) == MOST_BOXES
    assert [aside.why.key for aside in batch.asides] == ["clubhouse.aside.many_boxes"] * 3


def test_events_that_nobody_takes_do_not_fill_the_memory(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.clubhouse.mail.MOST_EVENTS", 10)
    for number in range(1, 30):
        _put(mail, "box-1", "event", encode(Event(ONE.game, number, NOW, {})))
    assert len(mail.take().events) == 10
    assert MOST_EVENTS > 10_000


@pytest.mark.slow
def test_chance_breaks_nothing(mail: Mail) -> None:
    seed = 20261114
    print("seed", seed)
    random = Random(seed)
    good = {kind: encode(message) for kind, message in (("state", state(1)), ("result", ONE), ("call", Call(NOW)))}
    for _ in range(1500):
        kind = random.choice(list(good))
        payload = bytearray(good[kind])
        for _ in range(random.randrange(1, 6)):
            at = random.randrange(len(payload))
            payload[at : at + random.randrange(3)] = random.randbytes(random.randrange(3))
        topic = Topic(CLUB, "box-9", "state" if kind == "state" else "call" if kind == "call" else "result")
        _put(mail, topic.box, topic.kind, bytes(payload), ONE.game if kind == "result" else "")
    assert mail.take().asides, "what cannot be understood is named"
