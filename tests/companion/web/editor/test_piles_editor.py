"""Teaching by piles and facts that travel, as a page asks for it: contradictions, sums, taking back, the camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import load_games
from companion.inbox import Preview, TagSeen
from companion.web.editor.editor_handlers import LARGEST_IMPORT
from companion.web.editor.editor_server import EditorServer, serve_editor
from companion.web.editor.piles_editor import Sight
from companion.web.request_json import LARGEST_BODY
from tests.companion.web.client import Client

CORNERS = ((0.1, 0.1), (0.3, 0.1), (0.3, 0.3), (0.1, 0.3))


def _post(client: Client, path: str, **asked: Any) -> Any:
    return client.post(path, {"game": "amul", **asked})


def _tell(client: Client, units: list[str], at: int = 0, **more: Any) -> Any:
    wish = {"sort": "colour", "way": "all", "change": [], "keep": [], **more}
    return _post(client, "/api/pile/tell", at=at, units=units, **wish)


def _colours(client: Client) -> dict[str, str]:
    units = client.get("/api/pile?game=amul&sort=colour")["units"]
    return {unit["unit"]: unit["told"] for unit in units if "told" in unit}


def test_a_pile_is_ticked_kept_and_taken_back(owner: Client) -> None:
    sorts = owner.get("/api/piles?game=amul")
    assert sorts["back"] is None
    first = sorts["sorts"][0]
    assert (first["name"], first["known"]) == ("colour", 0)
    sort = owner.get("/api/pile?game=amul&sort=colour")
    yellow = sort["piles"][0]["name"]
    assert _tell(owner, ["gold", "silk"])["ok"]
    assert _colours(owner) == {"gold": yellow, "silk": yellow}
    assert owner.get("/api/box?game=amul")["facts"]["cards"]["gold"]["colour"] == "yellow"
    assert owner.get("/api/piles?game=amul")["back"] == yellow
    assert _post(owner, "/api/pile/back")["sort"] == "colour"
    assert _colours(owner) == {}
    assert owner.send("POST", "/api/pile/back", {"game": "amul"})[0] == 400, "there is no other"


def test_what_contradicts_is_asked_and_either_answer_counts(owner: Client) -> None:
    blue = owner.get("/api/pile?game=amul&sort=colour")["piles"][1]["name"]
    _tell(owner, ["gold", "silk"])
    asked = _tell(owner, ["gold", "silk", "camel"], at=1)
    assert [doubt["unit"] for doubt in asked["doubts"]] == ["gold", "silk"]
    assert "camel" not in _colours(owner), "nothing is written before it is answered"
    assert _tell(owner, ["gold", "silk", "camel"], at=1, change=["gold"], keep=["silk"])["ok"]
    told = _colours(owner)
    assert (told["gold"] == told["camel"] == blue, told["silk"] == blue) == (True, False)


def test_somebody_elses_later_word_is_not_taken_back_with_a_pile(owner: Client) -> None:
    _tell(owner, ["gold"])
    told = {"base": {"cards.gold.letter": None}, "told": {"cards.gold.letter": "B"}}
    _post(owner, "/api/tell", **told)
    status, answer, _ = owner.send("POST", "/api/pile/back", {"game": "amul"})
    assert status == 400
    assert "cannot be undone" in answer["error"]
    assert "gold" in _colours(owner)


@pytest.mark.slow
def test_all_that_are_left_and_sums_as_one_ticks(owner: Client) -> None:
    symbols = owner.get("/api/pile?game=amul&sort=traits.arab")
    assert "rest" in symbols["ways"]
    wish = {"sort": "traits.arab", "way": "rest", "at": 0, "units": ["arab-spy"], "change": [], "keep": []}
    assert _post(owner, "/api/pile/tell", **wish)["ok"]
    assert owner.get("/api/pile?game=amul&sort=traits.arab")["is_done"]
    counts = next(one for one in owner.get("/api/piles?game=amul")["sorts"] if one["name"] == "players")
    units = [unit["unit"] for unit in owner.get(f"/api/pile?game=amul&sort={counts['name']}")["units"]]
    assert _post(owner, "/api/pile/judge", sort=counts["name"], at=0, units=units[:5])["cannot"] == []
    assert _post(owner, "/api/pile/judge", sort=counts["name"], at=0, units=units)["cannot"], "so many cannot be"


def test_another_symbol_gets_a_name_and_a_pile(owner: Client) -> None:
    before = len(owner.get("/api/piles?game=amul")["sorts"])
    assert len(_post(owner, "/api/pile/name", word=" Star ")["sorts"]) == before + 1
    for word in ("", "x" * 31, "<b>", "../x", "1"):
        assert owner.send("POST", "/api/pile/name", {"game": "amul", "word": word})[0] == 400


def test_the_camera_says_which_cards_lie_there_and_shows_them(server: EditorServer, owner: Client) -> None:
    assert not owner.get("/api/seen?game=amul&sort=colour")["camera"]
    assert owner.send("GET", "/api/view")[0] == 404
    preview = Preview(7, 960, 540, bytes(960 * 540 * 3), (TagSeen("gold#1", CORNERS, is_settled=True),))
    server.look(Sight("amul", frozenset({"gold#1", "gold#2", "silk#1"}), preview))
    seen = owner.get("/api/seen?game=amul&sort=colour")
    assert (seen["units"], seen["picture"]) == (["gold", "silk"], 7)
    assert server.app.piles.game == "amul"
    status, picture, headers = owner.send("GET", "/api/view?number=7")
    assert (status, headers["Content-Type"], picture[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert len(picture) < 60_000
    assert Client(server).send("GET", "/api/view")[0] == 401


@pytest.mark.parametrize(
    "asked",
    [
        {"sort": "nothing", "at": 0, "units": []},
        {"sort": "colour", "at": 99, "units": []},
        {"sort": "colour", "at": -1, "units": []},
        {"sort": "colour", "at": True, "units": []},
        {"sort": "colour", "at": "0", "units": []},
        {"sort": "colour", "at": 0, "units": ["no such card"]},
        {"sort": "colour", "at": 0, "units": [["gold"]]},
        {"sort": "colour", "at": 0, "units": {"gold": 1}},
        {"sort": "colour", "at": 0, "units": ["gold"], "way": "steal"},
        {"sort": "colour", "at": 0, "units": ["gold"], "way": "none"},
        {"sort": "colour", "at": 0, "units": ["gold"] * 401},
    ],
)
def test_what_no_page_sends_is_refused_in_words(owner: Client, asked: dict[str, Any]) -> None:
    whole = {"game": "amul", "way": "all", "change": [], "keep": [], **asked}
    for path in ("/api/pile/tell", "/api/pile/judge"):
        status, answer, _ = owner.send("POST", path, whole)
        if path.endswith("tell") or "way" not in asked:
            assert (status, bool(answer["error"])) == (400, True)
    assert _colours(owner) == {}


@pytest.mark.slow
def test_facts_go_from_one_box_to_another_by_page(owner: Client, tmp_path: Path) -> None:
    assert owner.send("GET", "/api/export?game=amul")[0] == 400, "nothing is told yet"
    _tell(owner, ["gold", "silk"])
    status, text, headers = owner.send("GET", "/api/export?game=amul")
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="amul.toml"')
    theirs = text.decode().replace('title = "', 'title = "Linda: ')
    other = serve_editor("de", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path / "other")
    other.start()
    linda = Client(other).enter()
    _tell(linda, ["gold"], at=1)
    found = _post(linda, "/api/import", text=theirs, way="look")
    assert (found["new"], found["differing"], len(found["lines"])) == (1, 1, 1)
    assert len(_colours(linda)) == 1, "nothing is written yet"
    assert _post(linda, "/api/import", text=theirs, way="new")["ok"]
    assert len(_colours(linda)) == 2
    assert _colours(linda)["gold"] != _colours(linda)["silk"], "one's own stays"
    assert _post(linda, "/api/import", text=theirs, way="theirs")["ok"]
    assert _colours(linda)["gold"] == _colours(linda)["silk"]
    other.close()


@pytest.mark.parametrize(
    "text", ["", "no = table = at all", "game = 'amul'\npractice = true", "x = " + "[" * 3000, "game = 'chess'"]
)
def test_another_file_is_refused_in_words(owner: Client, text: str) -> None:
    status, answer, _ = owner.send("POST", "/api/import", {"game": "amul", "text": text, "way": "look"})
    assert status == 400
    assert len(answer["error"]) > 10


def test_a_large_file_is_taken_from_an_owner_and_from_nobody_else(server: EditorServer, owner: Client) -> None:
    large = {"game": "amul", "text": "#" * LARGEST_BODY, "way": "look"}
    assert owner.send("POST", "/api/import", large)[0] == 400, "read, and no facts file"
    assert Client(server).send("POST", "/api/import", large)[0] == 413
    assert Client(server).send("POST", "/api/import", {"game": "amul"})[0] == 401
    assert owner.send("POST", "/api/import", {"game": "amul", "text": "#" * LARGEST_IMPORT, "way": "look"})[0] == 413
