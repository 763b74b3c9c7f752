"""The page's server without a browser: who gets in, what is refused, and that it ends by itself."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts.book import find_book
from companion.web.gate import MOST_WRONG, Gate
from companion.web.server import GUARDS, LARGEST_BODY, TeachServer


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TeachServer]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    running = TeachServer("en", address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    yield running
    running.close()


class Client:
    """Sends what a browser would send, and what none would."""

    def __init__(self, server: TeachServer) -> None:
        self._server = server
        self.cookie = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=10)
        host = f"127.0.0.1:{self._server.port}"
        given = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json", "Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        connection.request(method, path, data, {name: value for name, value in given.items() if value})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        is_json = answer.headers["Content-Type"] == "application/json"
        return answer.status, json.loads(content) if is_json else content, answer.headers

    def enter(self) -> Client:
        _, _, headers = self.send("POST", "/api/enter", {"code": self._server.gate.code})
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        assert "HttpOnly" in headers["Set-Cookie"]
        assert "SameSite=Strict" in headers["Set-Cookie"]
        return self


def test_a_code_opens_once_and_is_another_one_after_wrong_guesses() -> None:
    gate = Gate()
    first = gate.code
    token = gate.enter(f" {first[:4].lower()}-{first[4:]} ")
    assert token is not None
    assert gate.knows(token)
    assert gate.enter(first) is None
    assert not gate.knows("")
    second = gate.code
    for _ in range(MOST_WRONG):
        gate.enter("nonsense")
    assert gate.code != second
    assert gate.enter(second) is None


def test_facts_are_told_and_nothing_else_can_be_reached(server: TeachServer) -> None:
    client = Client(server).enter()
    status, box, headers = client.send("GET", "/api/box?game=amul")
    assert status == 200
    assert len(box["things"]) == 66
    assert all(headers[name] == value for name, value in GUARDS.items())
    told = {"game": "amul", "base": {"cards.gold.colour": None}, "told": {"cards.gold.colour": "yellow"}}
    assert client.send("POST", "/api/tell", told)[0] == 200
    assert client.send("POST", "/api/tell", told)[0] == 200, "saying the same twice is no quarrel"
    other = {**told, "told": {"cards.gold.colour": "red"}}
    assert client.send("POST", "/api/tell", other)[:2] == (409, {"current": {"cards.gold.colour": "yellow"}})
    for path in ("/../pyproject.toml", "/etc/passwd", "/%2e%2e/cards.toml", "/api/", "/teach.js/..", "/api/box/x"):
        assert client.send("GET", path)[0] == 404
    for facts in ({"title": "x"}, {"practice": True}, {"format": 2}, {"cards.gold": {"colour": "red"}}, {"cards": {}}):
        assert client.send("POST", "/api/tell", {**told, "base": {}, "told": facts})[0] in (400, 409)
    assert "practice = false" in find_book("amul").own_path().read_text("utf-8")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content_Type": "text/plain"}, 400),
        ({"Cookie": "teach=guess"}, 401),
        ({"Cookie": 'teach="\\"; ='}, 401),
    ],
)
def test_requests_of_other_pages_are_refused(server: TeachServer, headers: dict[str, str], status: int) -> None:
    client = Client(server).enter()
    told = {"game": "amul", "base": {}, "told": {"cards.gold.colour": "yellow"}}
    assert client.send("POST", "/api/tell", told, **headers)[0] == status
    assert not find_book("amul").own_path().exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[1]",
        b"\xff\xfe",
        b"[" * 20_000,
        b"9" * 5000,
        b'{"game": "chess", "base": {}, "told": {"cards.gold.colour": "red"}}',
        b'{"game": "amul", "base": {}, "told": {}}',
        b'{"game": "amul", "base": 1, "told": 2}',
        b'{"game": "amul", "base": {}, "told": {"cards.gold.power": [[[[[]]]]]}}',
        b'{"game": "amul", "base": {}, "told": {"cards.no-such-card.colour": "red"}}',
        b'{"game": "amul", "base": {}, "told": {"cards.gold.colour.x.y": "red"}}',
    ],
)
def test_whatever_is_sent_is_answered_in_words(server: TeachServer, body: bytes) -> None:
    client = Client(server).enter()
    status, answer, _ = client.send("POST", "/api/tell", body)
    assert status == 400
    assert answer["error"]
    assert client.send("GET", "/api/box?game=amul")[0] == 200


def test_a_large_body_is_not_even_read(server: TeachServer) -> None:
    client = Client(server).enter()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plug:
        host = f"127.0.0.1:{server.port}"
        plug.sendall(
            f"POST /api/tell HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {LARGEST_BODY + 1}\r\n\r\n".encode()
        )
        assert b" 400 " in plug.recv(200)
    assert client.send("GET", "/api/box?game=amulett")[0] == 200


def test_two_browsers_telling_at_the_same_moment_lose_nothing(server: TeachServer) -> None:
    kinds = [thing["slug"] for thing in Client(server).enter().send("GET", "/api/box?game=amul")[1]["things"]][:6]
    clients = [Client(server).enter() for _ in range(2)]

    def tell(client: Client, key: str, value: str) -> None:
        for kind in kinds:
            fact = f"cards.{kind}.{key}"
            status, *_ = client.send("POST", "/api/tell", {"game": "amul", "base": {}, "told": {fact: value}})
            assert status == 200

    threads = [
        threading.Thread(target=tell, args=(client, *pair))
        for client, pair in zip(clients, (("colour", "red"), ("position", "hand")), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = clients[0].send("GET", "/api/box?game=amul")[1]["entries"]
    assert all((entries[kind].get("colour"), entries[kind].get("position")) == ("red", "hand") for kind in kinds)


def test_it_is_idle_when_nobody_who_may_has_used_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    now = [0.0]
    running = TeachServer("en", address="127.0.0.1", bind="127.0.0.1", port=0, idle_s=60, clock=lambda: now[0])
    running.start()
    try:
        client = Client(running).enter()
        now[0] = 59
        client.send("GET", "/api/box?game=amul")
        now[0] = 118
        Client(running).send("GET", "/")  # whoever has no code keeps nothing alive
        assert not running.is_idle
        now[0] = 119
        assert running.is_idle
    finally:
        running.close()


def test_a_german_box_answers_in_german_whatever_is_wrong(tmp_path: Path) -> None:
    server = TeachServer("de", address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path)
    server.start()
    client = Client(server)
    try:
        said = [
            client.send("GET", "/api/box?game=amul")[1]["error"],
            client.send("POST", "/api/enter", {"code": "WRONG"})[1]["error"],
            client.enter().send("GET", "/nothing")[1]["error"],
            client.send("GET", "/api/box?game=chess")[1]["error"],
            client.send("POST", "/api/tell", b"{")[1]["error"],
            client.send("POST", "/api/tell", {"game": "amul", "base": {}, "told": {"cards.gold.letter": "CC"}})[1][
                "error"
            ],
            client.send("POST", "/api/preview", {"game": "amul", "thing": "gold", "power": [{"flat": "x"}]})[1][
                "error"
            ],
        ]
    finally:
        server.close()
    assert said == [
        "Bitte zuerst den Code; er steht auf der Box.",
        "Dieser Code stimmt nicht; seht auf der Box nach.",
        "Hier ist nichts.",
        "Angaben zu einem dieser Spiele erwartet: amul, amulett; gefunden: 'chess'. Siehe den Schlüssel 'game'",
        "Das war nicht zu verstehen; bitte die Seite neu laden.",
        "cards.gold.letter: erwartet: ein Buchstabe von A bis Z, gefunden: 'CC'",
        "Erwartet: eine ganze Zahl von -10000 bis 10000, gefunden: 'x'",
    ]
    assert not (tmp_path / "facts").exists()
