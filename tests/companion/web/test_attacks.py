"""Somebody at the table means harm: the owner's browser is let in and served all the same. Real sockets throughout.

Both doors of the server are open, the editor's and that of the phones.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from math import inf
from pathlib import Path
from typing import Any

import pytest

from companion.phones.downloads import NightDownloads
from companion.phones.phone_server import FILES, PAGES
from companion.phones.seat_handlers import ROUTES
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import Seats
from companion.web.editor.editor_app import EditorApp
from companion.web.editor.editor_handlers import ROUTES as EDITOR_ROUTES
from companion.web.editor.editor_server import EditorServer
from companion.web.editor.facts_editor import FactsEditor
from companion.web.server import WebServer
from tests.companion.web.attackers import (
    DRIPS,
    HERE,
    MANY_ADDRESSES,
    Guessers,
    connect,
    drips,
    guess,
    is_open,
    request,
    said,
)
from tests.companion.web.client import Client
from tests.companion.web.oddities import HARMLESS, ODD
from tests.games import GAMES

Serve = Callable[..., EditorServer]
TOLD = {"game": "amul", "base": {}, "told": {"cards.gold.colour": "yellow"}}


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    with ExitStack() as stack:

        def start(bind: str = HERE, **more: Any) -> EditorServer:
            if "clock" in more:  # it jumps while the server works
                monkeypatch.setattr("companion.web.connection_limits.LONGEST_TURN_S", inf)
            phones = SeatedApp(
                Seats(), pages=PAGES, files=FILES, routes=ROUTES, downloads=NightDownloads(GAMES, tmp_path)
            )
            editor = EditorApp("en", GAMES, tmp_path, routes=EDITOR_ROUTES)
            server = WebServer((phones, editor), "en", address=bind, bind=bind, port=0, **more)
            server.start()
            stack.callback(server.close)
            return EditorServer(server, editor)

        yield start


def _work(client: Client) -> None:
    """All that an owner does: open the page, look at the box, tell something, see it there."""
    assert client.send("GET", "/")[0] == 200
    assert client.send("GET", "/api/games")[0] == 200
    assert client.send("POST", "/api/tell", TOLD)[0] == 200
    assert client.send("GET", "/api/box?game=amul")[1]["facts"]["cards"]["gold"]["colour"] == "yellow"


@pytest.mark.slow
@pytest.mark.parametrize("sources", [(HERE,), ("127.0.0.2",), MANY_ADDRESSES], ids=["same", "other", "many"])
@pytest.mark.parametrize("count", [8, 50, 500])
@pytest.mark.parametrize("sort", DRIPS)
def test_the_owner_works_while_connections_drip(serve: Serve, sort: str, count: int, sources: Sequence[str]) -> None:
    server = serve()
    with drips(server.server.port, sort, count, sources) as plugs:
        _work(Client(server).enter())
        held = sum(map(is_open, plugs))
        assert held <= 384, "however many come, so many places there are"
        assert sort == "deaf" or held >= min(count, 300), "and nobody is turned out while there is room"


@pytest.mark.parametrize(("sort", "patience_s"), [("silent", 5), ("head", 5), ("body", 10)])
def test_a_connection_that_drips_is_ended_when_its_time_is_over(serve: Serve, sort: str, patience_s: float) -> None:
    now = [0.0]
    server = serve(clock=lambda: now[0])
    with drips(server.server.port, sort, 3) as plugs:
        owner = Client(server).enter()
        now[0] = patience_s - 0.1
        assert owner.send("GET", "/api/games")[0] == 200
        assert all(map(is_open, plugs))
        now[0] = patience_s
        assert not any(is_open(plug, 2) for plug in plugs)


def test_somebody_who_does_not_take_his_answers_is_ended_too(serve: Serve) -> None:
    now = [0.0]
    server = serve(clock=lambda: now[0])
    with drips(server.server.port, "deaf", 3, cookie=Client(server).enter().cookie) as plugs:
        for plug in plugs:
            while is_open(plug, 0.05) and now[0] < 15 * 100:  # each answer that still fits into his buffers begins anew
                now[0] += 15
        assert not any(map(is_open, plugs))
    with drips(server.server.port, "deaf", 3) as plugs:
        assert not any(is_open(plug, 2) for plug in plugs), "a stranger gets one answer"


def test_a_drop_now_and_then_buys_no_time(serve: Serve) -> None:
    now = [0.0]
    server = serve(clock=lambda: now[0])
    owner = Client(server).enter()
    with drips(server.server.port, "head", 1) as (plug,):
        for second in range(5):
            now[0] = second
            plug.sendall(b"x")
            assert owner.send("GET", "/api/games")[0] == 200
        now[0] = 5
        assert said(plug) == b""


@pytest.mark.slow
def test_a_browser_that_has_come_in_keeps_its_connection_whoever_else_comes(serve: Serve) -> None:
    now = [0.0]
    server = serve(clock=lambda: now[0])
    owner = Client(server).enter()
    asks = request(server.server.port, "GET /api/games HTTP/1.1", f"Cookie: {owner.cookie}")
    with connect(server.server.port) as plug:
        plug.sendall(asks)
        assert b" 200 " in plug.recv(100_000)
        now[0] = 50
        with drips(server.server.port, "head", 500):
            assert is_open(plug)
            plug.sendall(asks)
            assert b" 200 " in plug.recv(100_000)


@pytest.mark.slow
@pytest.mark.parametrize("sources", [(HERE,), ("127.0.0.2",), MANY_ADDRESSES], ids=["same", "other", "many"])
def test_the_owner_comes_in_at_once_while_others_guess_as_fast_as_they_can(
    serve: Serve, sources: Sequence[str]
) -> None:
    server = serve()
    code = server.sign_in.code
    with Guessers(server.server.port, sources) as guessers:
        guessers.wait_for(60)
        assert server.sign_in.code == code, "it does not change under the owner's fingers"
        assert server.sign_in.opened == 0, "and nobody is said to have come in"
        owner = Client(server).enter()
        _work(owner)
        guessers.wait_for(20)
        _work(owner)
    assert server.sign_in.opened == 1


@pytest.mark.slow
def test_the_owner_comes_in_at_once_over_the_newer_internet_protocol(serve: Serve) -> None:
    if not _has_ipv6():
        pytest.skip("this machine has no ::1")
    server = serve("::1")
    code = server.sign_in.code
    with Guessers(server.server.port, ("::1",), host=f"[::1]:{server.server.port}") as guessers:
        guessers.wait_for(60)
        assert server.sign_in.code == code
        _work(Client(server, "::1").enter())


def _has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


def test_who_guesses_wrongly_again_and_again_waits_longer_for_every_no(serve: Serve) -> None:
    now = [0.0]
    server = serve(clock=lambda: now[0])
    answers = []
    for _ in range(3):
        with connect(server.server.port, "127.0.0.2") as plug:
            plug.sendall(guess(server.server.port))
            answers.append(plug.recv(1000))
    assert all(b" 403 " in answer for answer in answers), "people mistype"
    with connect(server.server.port, "127.0.0.2") as plug, connect(server.server.port, "127.0.0.3") as other:
        plug.sendall(guess(server.server.port))
        other.sendall(guess(server.server.port))
        assert b" 403 " in other.recv(1000), "that is not held against anybody else"
        _work(Client(server).enter())
        assert is_open(plug)
        plug.setblocking(False)
        with pytest.raises(BlockingIOError):
            plug.recv(1000)
        now[0] = 1
        plug.settimeout(10)
        assert b" 403 " in plug.recv(1000)


@pytest.mark.slow
def test_one_browser_that_asks_without_pause_does_not_keep_another_from_its_answers(serve: Serve) -> None:
    server = serve()
    greedy, owner = Client(server).enter(), Client(server).enter()
    asks = request(server.server.port, "GET /api/box?game=amul HTTP/1.1", f"Cookie: {greedy.cookie}") * 20
    with ExitStack() as stack:
        plugs = [stack.enter_context(connect(server.server.port)) for _ in range(30)]
        for plug in plugs:
            plug.sendall(asks)
        _work(owner)
        assert sum(map(is_open, plugs)) <= 12


@pytest.mark.slow
def test_nothing_is_looked_up_for_a_browser_that_is_gone_again(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server, looked, box = serve(), [], FactsEditor.box
    monkeypatch.setattr(FactsEditor, "box", lambda editor, slug: looked.append(slug) or box(editor, slug))
    greedy = Client(server).enter()
    ask = request(server.server.port, "GET /api/box?game=amul HTTP/1.1", f"Cookie: {greedy.cookie}")
    for _ in range(200):
        with connect(server.server.port) as plug:
            plug.sendall(ask)
    assert greedy.send("GET", "/api/games")[0] == 200, "which waits for all that was asked before"
    assert len(looked) < 100


@pytest.mark.slow
@pytest.mark.parametrize("sort", ODD)
def test_whatever_no_browser_sends_is_answered_or_closed(
    serve: Serve, sort: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    with connect(server.server.port) as plug, caplog.at_level(logging.INFO):
        with suppress(OSError):  # it may be cut off before all is said
            plug.sendall(ODD[sort].replace(b"HOST", f"{HERE}:{server.server.port}".encode()))
            plug.shutdown(socket.SHUT_WR)
        answer = said(plug)
    assert answer is not None, "nobody is left waiting"
    assert not answer or answer.startswith(b"HTTP/1.1 "), answer
    assert b"Traceback" not in answer
    assert b"Tornado" not in answer
    assert sort in HARMLESS or b" 200 " not in answer
    assert not caplog.records, "what guests send wrongly is nothing for the log"
    _work(Client(server).enter())


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("OPTIONS", "/api/tell", 405, "The page does not ask in this way; reload it."),
        ("DELETE", "/", 405, "The page does not ask in this way; reload it."),
        ("BREW", "/", 405, "The page does not ask in this way; reload it."),
        ("GET", "/api/tell", 405, "The page does not ask in this way; reload it."),
        ("DELETE", "/nothing", 404, "There is nothing here."),
    ],
)
def test_what_is_not_asked_like_this_is_refused_in_words(
    serve: Serve, method: str, path: str, status: int, words: str
) -> None:
    assert Client(serve()).send(method, path)[:2] == (status, {"error": words})


def test_a_body_in_pieces_and_one_that_waits_for_leave_are_taken(serve: Serve) -> None:
    server = serve()
    with connect(server.server.port) as plug:
        head = request(server.server.port, "POST /api/enter HTTP/1.1", "Transfer-Encoding: chunked")
        body = f'{{"code": "{server.sign_in.code}"}}'.encode()
        plug.sendall(head + b"%x\r\n%b\r\n%x\r\n%b\r\n0\r\n\r\n" % (5, body[:5], len(body) - 5, body[5:]))
        assert b" 200 " in plug.recv(2000)
    with connect(server.server.port) as plug:
        head = request(
            server.server.port, "POST /api/enter HTTP/1.1", f"Content-Length: {len(body)}", "Expect: 100-continue"
        )
        plug.sendall(head)
        assert b" 100 " in plug.recv(2000)
        plug.sendall(body)
        assert b" 403 " in plug.recv(2000), "the code is spent"


@pytest.mark.slow
def test_pieces_that_are_too_long_together_are_cut_off(serve: Serve) -> None:
    server = serve()
    piece = b"1000\r\n" + b" " * 4096 + b"\r\n"
    with connect(server.server.port) as plug:
        plug.sendall(request(server.server.port, "POST /api/enter HTTP/1.1", "Transfer-Encoding: chunked"))
        plug.sendall(piece * 20 + b"0\r\n\r\n")
        assert b"at most 64000 bytes" in plug.recv(2000)
    with connect(server.server.port) as plug:
        plug.sendall(request(server.server.port, "POST /api/enter HTTP/1.1", "Transfer-Encoding: chunked"))
        with pytest.raises(OSError, match=r"reset|[Bb]roken"):
            plug.sendall(piece * 20_000)


@pytest.mark.slow
def test_many_requests_in_one_go_are_answered_in_turn_and_of_a_stranger_only_the_first(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    ask = request(server.server.port, "GET / HTTP/1.1", f"Cookie: {Client(server).enter().cookie}")
    with connect(server.server.port) as plug:
        plug.sendall(ask * 40)
        answer = b""
        while answer.count(b"HTTP/1.1 200") < 40 and (part := plug.recv(100_000)):
            answer += part
        assert answer.count(b"HTTP/1.1 200") == 40
    with connect(server.server.port) as plug:
        plug.sendall(request(server.server.port, "GET / HTTP/1.1") * 40)
        answer = said(plug) or b""
        assert answer.count(b"HTTP/1.1 ") == 1, "a stranger gets one answer"
        assert b"\r\nConnection: close\r\n" in answer
    for _ in range(20):
        with connect(server.server.port) as plug:
            plug.sendall(guess(server.server.port) * 50)
    _work(Client(server).enter())
    assert server.sign_in.guessed <= 20
    assert not caplog.records


@pytest.mark.parametrize(
    "body",
    [
        rb'{"code": "\ud800"}',
        rb'{"\udfff": "x", "code": "x"}',
        b'{"code": ' + b"[" * 30 + b"]" * 30 + b"}",
        b'{"code": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"a":' * 900 + b"1" + b"}" * 900,
        b'{"code": 1' + b"0" * 21 + b"}",
        b'{"code": 1e999}',
        b'{"code": NaN}',
        b'{"code": "a", "code": "b"}',
        b'{"code": "\x00"}',
        b'\xef\xbb\xbf{"code": "a"}',
        b'{"code": "a"} {"code": "b"}',
        b'{"code": "\xed\xa0\x80"}',
    ],
)
def test_json_of_nobody_is_answered_in_words(serve: Serve, body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    server = serve()
    client = Client(server)
    refused = "This was not understood; reload the page."
    assert client.send("POST", "/api/enter", body)[:2] == (400, {"error": refused})
    client.enter()
    for path in ("/api/tell", "/api/ask", "/api/preview"):
        assert client.send("POST", path, body)[:2] == (400, {"error": refused})
    assert not caplog.records


@pytest.mark.parametrize("value", [r"\u0000", "'; DROP TABLE", "\u202e", "a" * 9_000, r"\ud83c\udfb2"])
def test_odd_texts_are_judged_by_the_game_like_any_other(serve: Serve, value: str) -> None:
    client = Client(serve()).enter()
    body = f'{{"game": "amul", "base": {{}}, "told": {{"cards.gold.letter": "{value}"}}}}'.encode()
    status, answer, _ = client.send("POST", "/api/tell", body)
    assert status == 400
    assert "letter" in answer["error"]
    assert len(answer["error"]) < 500


def test_who_comes_from_far_away_is_not_served(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.http_server.is_near", lambda address: address != "127.0.0.9")
    server = serve()
    with connect(server.server.port, "127.0.0.9") as plug:
        assert said(plug) == b""
    _work(Client(server).enter())
