"""The page's server without a browser: who gets in, what is refused, and that it ends by itself."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.contract import Games
from companion.games import load_games
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.web.editor.editor_server import EditorServer, serve_editor
from companion.web.handlers import GUARDS, LARGEST_SCRIPT
from companion.web.request_json import LARGEST_BODY
from tests.companion.web.client import Client


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorServer]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    running = serve_editor("en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    yield running
    running.close()


@pytest.mark.slow
def test_facts_are_told_and_nothing_else_can_be_reached(server: EditorServer) -> None:
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
    for path in (
        "/../pyproject.toml",
        "/etc/passwd",
        "/%2e%2e/cards.toml",
        "/api/",
        "/teach.js/..",
        "/api/box/x",
        "/games/",
        "/games/chess.js",
        "/games/../amul.js",
        "/games/amul",
        "/games/amul/cards.toml",
        "/games/amul.js/",
    ):
        assert client.send("GET", path)[0] == 404
    for facts in ({"title": "x"}, {"practice": True}, {"format": 2}, {"cards.gold": {"colour": "red"}}, {"cards": {}}):
        assert client.send("POST", "/api/tell", {**told, "base": {}, "told": facts})[0] in (400, 409)
    assert "practice = false" in load_games().box("amul").own_path().read_text("utf-8")


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
def test_requests_of_other_pages_are_refused(server: EditorServer, headers: dict[str, str], status: int) -> None:
    client = Client(server).enter()
    told = {"game": "amul", "base": {}, "told": {"cards.gold.colour": "yellow"}}
    assert client.send("POST", "/api/tell", told, **headers)[0] == status
    assert not load_games().box("amul").own_path().exists()


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
def test_whatever_is_sent_is_answered_in_words(server: EditorServer, body: bytes) -> None:
    client = Client(server).enter()
    status, answer, _ = client.send("POST", "/api/tell", body)
    assert status == 400
    assert answer["error"]
    assert client.send("GET", "/api/box?game=amul")[0] == 200


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("power", [None], "Something is not chosen yet: choose it, or remove that line."),
        ("power", [{"points": 2}, {"points": None}], "Something is not chosen yet: choose it, or remove that line."),
        ("letter", "9", "expected one letter A to Z"),
    ],
)
def test_what_cannot_be_so_is_said_of_its_field_and_in_words(
    server: EditorServer, key: str, value: Any, words: str
) -> None:
    fact = f"cards.arab-guard.{key}"
    status, answer, _ = (
        Client(server).enter().send("POST", "/api/tell", {"game": "amul", "base": {}, "told": {fact: value}})
    )
    assert (status, answer["fact"]) == (400, fact)
    assert answer["error"].startswith(words)
    assert "arab-guard" not in answer["error"], "no key in what people read"


def test_a_browser_is_answered_in_its_own_language(server: EditorServer) -> None:
    client = Client(server).enter()
    for language in ("de", "en"):
        answer = client.send("GET", "/api/games", Accept_Language=language)[1]
        assert answer["texts"]["language"] == language
    told = {"cards.arab-guard.letter": "9"}
    asked = {"game": "amul", "base": {}, "told": told}
    assert client.send("POST", "/api/tell", asked, Accept_Language="de")[1]["error"].startswith("Erwartet")


def test_every_fact_that_is_told_counts(server: EditorServer) -> None:
    client = Client(server).enter()
    before, all_facts = client.get("/api/box?game=amul")["known"]
    client.post("/api/tell", {"game": "amul", "base": {}, "told": {"cards.camel.colour": "green"}})
    assert client.get("/api/box?game=amul")["known"] == [before + 1, all_facts]


def test_a_large_body_is_not_even_read(server: EditorServer) -> None:
    client = Client(server).enter()
    with socket.create_connection(("127.0.0.1", server.server.port), timeout=60) as plug:
        host = f"127.0.0.1:{server.server.port}"
        plug.sendall(
            f"POST /api/tell HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {LARGEST_BODY + 1}\r\n\r\n".encode()
        )
        assert b" 413 " in plug.recv(200)
    assert client.send("GET", "/api/box?game=amulett")[0] == 200


@pytest.mark.slow
def test_two_browsers_telling_at_the_same_moment_lose_nothing(server: EditorServer) -> None:
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
    entries = clients[0].send("GET", "/api/box?game=amul")[1]["facts"]["cards"]
    assert all((entries[kind].get("colour"), entries[kind].get("position")) == ("red", "hand") for kind in kinds)


def test_it_is_idle_when_nobody_who_may_has_used_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    now = [0.0]
    running = serve_editor(
        "en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, idle_s=60, clock=lambda: now[0]
    )
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
    server = serve_editor("de", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path)
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
            client.send("POST", "/api/preview", {"game": "amul", "thing": "gold", "value": [{"flat": "x"}]})[1][
                "error"
            ],
        ]
    finally:
        server.close()
    assert said == [
        "Bitte zuerst den Code; er steht auf dem Bildschirm.",
        "Dieser Code stimmt nicht; seht auf der Box nach.",
        "Hier ist nichts.",
        "Angaben zu einem dieser Spiele erwartet: amul, amulett; gefunden: 'chess'. Siehe den Schlüssel 'game'",
        "Das war nicht zu verstehen; bitte die Seite neu laden.",
        "Erwartet: ein Buchstabe von A bis Z, gefunden: 'CC'",
        "Erwartet: eine ganze Zahl von -10000 bis 10000, gefunden: 'x'",
    ]
    assert not (tmp_path / "facts" / "amul.toml").exists()


def _tell(client: Client, thing: str, sort: str, *answers: Any) -> Any:
    asked = {"game": "amulett", "thing": thing, "sort": sort, "answers": list(answers)}
    return client.send("POST", "/api/ask", asked)[1]


def _thing(client: Client, slug: str) -> Any:
    things = client.send("GET", "/api/box?game=amulett")[1]["things"]
    return next(thing for thing in things if thing["slug"] == slug)


def _without_fields() -> Games:
    """A game that brings a course and no fields."""
    return Games([replace(load_games()["amulett"], web=None), replace(load_games()["amul"], course=None)])


def test_the_page_is_told_which_games_there_are(server: EditorServer) -> None:
    client = Client(server)
    assert client.send("GET", "/api/games")[0] == 401
    answer = client.enter().send("GET", "/api/games")[1]
    assert answer["games"] == [{"slug": "amul", "name": "Āmul"}, {"slug": "amulett", "name": "Das Amulett"}]
    assert answer["texts"]["title"] == "Teach the box"
    for game in answer["games"]:
        assert client.send("GET", f"/api/box?game={game['slug']}")[1]["own"]["texts"]
        status, script, headers = client.send("GET", f"/games/{game['slug']}.js")
        assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
        assert b"export function fields(" in script


def test_a_game_beside_us_brings_its_own_script_and_a_huge_or_lost_one_is_not_sent(tmp_path: Path) -> None:
    game = load_games()["amul"]
    games = Games([replace(game, box=replace(game.box, folder=tmp_path))])
    server = serve_editor("en", games, address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path)
    server.start()
    try:
        client, script = Client(server), tmp_path / "fields.js"
        assert client.send("GET", "/games/amul.js")[0] == 404
        script.write_text("export const fields = 1;", "utf-8")
        assert client.send("GET", "/games/amul.js")[:2] == (200, b"export const fields = 1;")
        script.write_bytes(b" " * (LARGEST_SCRIPT + 1))
        assert client.send("GET", "/games/amul.js")[0] == 404
    finally:
        server.close()


@pytest.mark.slow
def test_a_game_without_fields_is_told_by_its_questions(tmp_path: Path) -> None:
    server = serve_editor("en", _without_fields(), address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path)
    server.start()
    try:
        client = Client(server).enter()
        assert [game["slug"] for game in client.send("GET", "/api/games")[1]["games"]] == ["amulett"]
        assert client.send("GET", "/games/amulett.js")[0] == 404
        box = client.send("GET", "/api/box?game=amulett")[1]
        assert box["own"] is None
        thing = _thing(client, "zwei-wuensche")
        assert thing["lessons"][0] == {"sort": "cost", "name": "Cost", "value": []}
        first = _tell(client, "zwei-wuensche", "income")
        assert (first["options"][0][0], first["answers"]) == ("done", [])
        assert _tell(client, "zwei-wuensche", "income", "any", "tin")["answers"] == ["any"], "no such metal"
        told = _tell(client, "zwei-wuensche", "income", "any", "any", "done")["told"]
        assert told == {"spells.zwei-wuensche.income": ["any", "any"]}
        assert client.send("POST", "/api/tell", {"game": "amulett", "base": {}, "told": told})[0] == 200
        thing = _thing(client, "zwei-wuensche")
        assert thing["lessons"][1]["value"] == ["any metal and any metal"]
        for asked in (
            {"answers": 1},
            {"answers": [], "thing": "x"},
            {"answers": [], "sort": "x"},
            {"answers": [1] * 101},
        ):
            sent = {"game": "amulett", "thing": "zwei-wuensche", "sort": "cost", **asked}
            assert client.send("POST", "/api/ask", sent)[0] == 400
        sent = {"game": "amulett", "thing": "zwei-wuensche", "value": []}
        assert client.send("POST", "/api/preview", sent)[1]["error"] == "There is no preview for this."
    finally:
        server.close()


@pytest.mark.parametrize(("language", "said"), [("en", "can be reached from everywhere"), ("de", "von überall zu")])
def test_a_machine_that_the_whole_world_can_reach_opens_no_page(language: str, said: str) -> None:
    with pytest.raises(Trouble) as refused:
        serve_editor(language, load_games(), address="8.8.8.8", bind="127.0.0.1", port=0)
    assert said in Phrases(language).say(refused.value.said)


@pytest.mark.slow
def test_a_fault_of_ours_is_said_in_words_and_logged_a_few_times_only(
    server: EditorServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("companion.web.editor.facts_editor.FactsEditor.box", fail)
    client = Client(server).enter()
    for _ in range(30):
        status, answer, headers = client.send("GET", "/api/box?game=amul")
        assert (status, answer["error"][:28]) == (500, "Something went wrong on the ")
        assert headers["Content-Security-Policy"]
    assert [record.message for record in caplog.records] == ["a page could not be answered"] * 5
    assert "127.0.0.1" not in caplog.text, "addresses of people's telephones are nobody's business"
    assert client.send("GET", "/api/games")[0] == 200


@pytest.mark.slow
def test_the_server_behind_the_page_is_not_loaded_before_it_is_opened() -> None:
    program = (
        "import sys, companion.commands.play, companion.commands.facts;"
        "import companion.pages.teaching.teach_page, companion.pages.teaching.editor_page;"
        "heavy = ('tornado', 'asyncio', 'paho');"
        "found = [name for name in sys.modules if name.partition('.')[0] in heavy]; assert not found"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
