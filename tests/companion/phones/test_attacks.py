"""Somebody on the same network means harm: telephones follow and play all the same, and the box stays small."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.phones.downloads import NightDownloads
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import MOST_OF_SEAT, MOST_WATCHING, Seats, own_seat
from companion.web import push
from companion.web.connection_limits import MOST_STRANGERS
from tests.companion.phones.table import HERE, Phone, PhoneTable
from tests.companion.web.attackers import Guessers, connect, drips, is_open, request
from tests.games import GAMES
from tests.rules.setups import SETUPS


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    table.phones.start()
    yield table
    table.close()


def _play(box: PhoneTable, phones: list[Phone]) -> None:
    """One act, which comes to everybody."""
    turn = box.table.live.view["turn"]
    box.pump(lambda: phones[turn].parts["acts"]["is_turn"], "the turn")
    assert phones[turn].tap(box, 0)["ok"]
    entry = box.table.live.session.last_seq
    box.pump(lambda: all(phone.parts["entry"] == entry for phone in phones), "the act on every page")


def _port(box: PhoneTable) -> int:
    assert box.phones.served is not None
    return box.phones.served.server.port


@pytest.mark.slow
@pytest.mark.parametrize("sort", ["silent", "head", "body", "deaf"])
def test_a_crowd_that_drips_holds_nobody_up(box: PhoneTable, sort: str) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    with drips(_port(box), sort, 450) as plugs:
        _play(box, phones)
        assert box.phone().parts["game"], "and who has a code comes in"
        assert sum(map(is_open, plugs)) <= MOST_STRANGERS
    assert all(phone.is_following for phone in phones)


@pytest.mark.slow
def test_guessing_lets_nobody_in_and_is_said_on_the_screen(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    code = box.phones.code(None)
    with Guessers(_port(box), (HERE,)) as guessers:
        guessers.wait_for(40)
        _play(box, phones)
        assert box.phones.code(None) == code
        assert box.phone().parts["game"]
    assert box.phones.alarm >= 10


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"do": {"do": "act"}}',
        b'{"do": ["act"], "at": "x", "act": 0}',
        b'{"do": "act", "at": "x", "act": 1' + b"0" * 30 + b"}",
        b'{"do": "act", "at": "x", "act": 99999999999}',
        b'{"do": "act", "at": "x", "act": true}',
        b'{"do": "act", "at": "x", "act": 0.5}',
        b'{"do": "act", "at": "' + b"x" * 300 + b'"}',
        rb'{"do": "\ud800"}',
        b'{"do": "act", "do": "undo"}',
    ],
)
def test_what_no_page_sends_is_refused_in_words_before_it_reaches_the_table(box: PhoneTable, body: bytes) -> None:
    phone = Phone(box.phones.url)
    phone.enter(box.phones.code(box.setup.players[0]))
    assert phone.send("POST", "/api/act", body) == (400, {"error": "This was not understood; reload the page."})
    assert box.app.inbox.wait(0) is None


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Origin": "http://evil.example"}, 403), ({"Origin": ""}, 403), ({"Host": "evil.example"}, 403)],
)
def test_other_pages_cannot_act_or_look(box: PhoneTable, headers: dict[str, str], status: int) -> None:
    phone = Phone(box.phones.url)
    phone.enter(box.phones.code(box.setup.players[0]))
    assert phone.send("POST", "/api/act", {"do": "act", "at": "", "act": 0}, **headers)[0] == status
    if "Host" in headers:
        assert phone.send("GET", "/api/follow", **headers)[0] == status


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api/follow", "/api/me", "/api/nights", "/api/take?night=1&as=pdf"])
def test_strangers_get_nothing_and_odd_wishes_words(box: PhoneTable, path: str) -> None:
    stranger, guest = Phone(box.phones.url), Phone(box.phones.url)
    guest.enter(box.phones.code(None))
    for cookie in ("", "seat=guess", "seat=", "teach=x; seat=" + "a" * 100):
        stranger.cookie = cookie
        assert stranger.send("GET", path)[0] == 401
    for query in ("", "?night=1", "?night=-1&as=pdf", "?night=1&as=../x", "?night=99999999999&as=pdf", "?night=%00"):
        status, answer = guest.send("GET", f"/api/take{query}")
        assert (status, bool(answer["error"])) == (400, True)
    for path_of_editor in ("/api/games", "/api/box?game=amul"):
        assert guest.send("GET", path_of_editor)[0] == 401, "the editor is another door, and closed"


@pytest.mark.slow
def test_a_telephone_that_taps_without_pause_is_slowed_down_and_the_others_play(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    greedy = Phone(box.phones.url)
    greedy.enter(box.phones.code(box.setup.players[0]))
    body = json.dumps({"do": "act", "at": "nowhere", "act": 0}).encode()
    asks = request(_port(box), "POST /api/act HTTP/1.1", f"Cookie: {greedy.cookie}", body=body) * 30
    heard: list[Any] = []
    hear = box.app.phones.hear  # type: ignore[union-attr]
    box.app.phones.hear = lambda *asked, **more: heard.append(asked) or hear(*asked, **more)  # type: ignore[method-assign,union-attr,func-returns-value]
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connect(_port(box))).sendall(asks)
        begun = box.now_ms
        _play(box, phones)
        assert len(heard) <= 10 + (box.now_ms - begun) / 20, "one after the other, with a pause between"


@pytest.mark.slow
def test_a_page_that_takes_nothing_costs_little_and_is_not_waited_for(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    deaf = Phone(box.phones.url)
    deaf.enter(box.phones.code(None))
    with ExitStack() as stack:
        for _ in range(push.MOST_OF_ONE + 3):
            plug = stack.enter_context(connect(_port(box)))
            plug.sendall(request(_port(box), "GET /api/follow HTTP/1.1", f"Cookie: {deaf.cookie}"))
        for _ in range(5):
            _play(box, phones)
        assert box.phones.served is not None
        assert len(box.phones.served.push) <= len(phones) + push.MOST_OF_ONE


@pytest.mark.slow
def test_so_many_may_follow_and_one_more_is_told_so(box: PhoneTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "MOST_WATCHING_PAGES", 3)
    watching = [box.phone() for _ in range(3)]
    late = Phone(box.phones.url)
    late.enter(box.phones.code(None))
    status, answer = late.send("GET", "/api/follow")
    assert status == 503
    assert "3" in answer["error"]
    assert box.phone(box.setup.players[0]).is_following, "who has a seat has a place"
    watching[0].leave()
    box.pump(lambda: box.phones.served and len(box.phones.served.push) < 4, "a place")
    late.follow()
    late.leave()


def test_nobody_can_fill_the_seats_of_others() -> None:
    seats = Seats()
    tokens = [seats.enter(seats.show("Ada")) or "" for _ in range(MOST_OF_SEAT + 2)]
    bo = seats.enter(seats.show("Bo")) or ""
    for _ in range(MOST_WATCHING + 10):
        assert seats.enter(seats.code) is not None
    assert seats.count("Ada") == MOST_OF_SEAT
    assert seats.who(tokens[0]) is None, "the one that was used least lately has gone"
    assert seats.who(tokens[-1]) == "Ada"
    assert seats.who(bo) == "Bo"
    assert seats.count("") == MOST_WATCHING


def test_switched_off_nothing_is_there(box: PhoneTable) -> None:
    phone, port = box.phone(), _port(box)
    box.phones.stop()
    assert not phone.is_following or box.pump(lambda: not phone.is_following) is None
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((HERE, port))


@pytest.mark.slow
def test_a_pipeline_of_follows_is_one_follow(box: PhoneTable) -> None:
    guest = Phone(box.phones.url)
    guest.enter(box.phones.code(None))
    with connect(_port(box)) as plug:
        plug.sendall(request(_port(box), "GET /api/follow HTTP/1.1", f"Cookie: {guest.cookie}") * 20)
        box.pump(lambda: box.phones.served and len(box.phones.served.push) == 1, "one follower")
        for _ in range(20):
            box.app.tick()
        assert box.phones.served is not None
        assert len(box.phones.served.push) == 1, "and no more come after it"
    box.pump(lambda: box.phones.served and len(box.phones.served.push) == 0, "its end")


def test_one_onlooker_who_comes_in_again_and_again_turns_out_nobody_else() -> None:
    seats = Seats()
    ada = seats.enter(seats.show("Ada")) or ""
    others = [seats.enter(seats.code, place=f"192.168.1.{number}") or "" for number in range(MOST_WATCHING - 20)]
    greedy = [seats.enter(seats.code, place="192.168.1.254") or "" for _ in range(MOST_WATCHING + 10)]
    assert all(seats.who(token) == "" for token in others), "whoever was there first looks on"
    assert seats.who(ada) == "Ada"
    assert seats.who(greedy[0]) is None, "the one that goes is one of the same place"
    late = seats.enter(seats.code, place="192.168.1.200") or ""
    assert (seats.who(late), seats.count("")) == ("", MOST_WATCHING), "somebody else still comes in"
    assert all(seats.who(token) == "" for token in others)


class Pauses:
    """A server's clock and its pauses, without waiting: ``paused`` has what was waited for."""

    def __init__(self) -> None:
        self.now, self.paused = 100.0, list[float]()
        self._turns: dict[str, asyncio.Lock] = {}

    def clock(self) -> float:
        return self.now

    def turn(self, browser: str) -> asyncio.Lock:
        return self._turns.setdefault(browser, asyncio.Lock())

    async def hold(self, seconds: float) -> None:
        self.paused.append(max(0.0, seconds))
        self.now += self.paused[-1]


def test_sheets_are_made_once_a_second_for_all_who_look_on_and_for_each_seat() -> None:
    home = NightDownloads(GAMES, None)
    app, server = SeatedApp(Seats(), pages=("sheet.html",), routes={}, downloads=home), Pauses()

    async def take(*wishes: tuple[str, str]) -> list[float]:
        server.paused.clear()
        for token, player in wishes:
            await app.wait_to_download(server, token, player, lambda: False)  # type: ignore[arg-type]
        return list(server.paused)

    assert asyncio.run(take(("a", ""), ("b", ""), ("c", ""))) == [0.0, 1.0, 1.0], (
        "three who look on, one after the other"
    )
    assert asyncio.run(take(("d", "Ada"), ("e", "Bo"), ("d", "Ada"))) == [0.0, 0.0, 1.0], "each seat by itself"
    server.now += 10
    signed_in = [(one, own_seat(one)) for one in "fgh"]
    assert asyncio.run(take(*signed_in)) == [0.0, 1.0, 1.0], "whoever signs in for a club night has no seat by that"
    gone = app.wait_to_download(server, "b", "", lambda: True)  # type: ignore[arg-type]
    server.paused.clear()
    asyncio.run(gone)
    assert server.paused == [], "who has gone holds up nobody"


def test_a_sheet_is_still_taken_home(box: PhoneTable) -> None:
    guest = Phone(box.phones.url)
    guest.enter(box.phones.code(None))
    assert guest.send("GET", "/api/nights")[0] == 200
