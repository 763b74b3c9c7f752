"""Sheets by browser: downloaded as they are, looked at before they are kept, refused with every mistake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.sheets.files import LARGEST_SHEET
from companion.sheets.shelf import SheetShelf
from companion.web.editor.editor_handlers import LARGEST_IMPORT
from companion.web.editor.editor_server import EditorServer, serve_editor
from tests.companion.sheets.test_travel import GARDEN, OTHER
from tests.companion.web.client import Client
from tests.games import GAMES


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EditorServer]:
    running = serve_editor("en", GAMES, home=tmp_path, address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    yield running
    running.close()


def _take(owner: Client, text: str, way: str) -> dict[str, object]:
    answer: dict[str, object] = owner.post("/api/sheets/take", {"text": text, "name": "from-linda.toml", "way": way})
    return answer


def test_own_and_shipped_sheets_are_listed_and_downloaded(owner: Client, tmp_path: Path) -> None:
    assert _take(owner, GARDEN, "add")["ok"]
    listed = {one["id"]: one["own"] for one in owner.get("/api/sheets")["sheets"]}
    assert listed["garden"] is True
    assert listed["wizard"] is False
    for ident in ("garden", "wizard"):
        status, content, headers = owner.send("GET", f"/api/sheets/file?sheet={ident}")
        assert status == 200
        assert content == SheetShelf(tmp_path).path_of(ident).read_bytes()
        assert f'filename="{ident}.toml"' in headers["Content-Disposition"]


def test_it_is_looked_at_first_and_an_id_that_is_taken_is_asked_about(owner: Client, tmp_path: Path) -> None:
    assert _take(owner, GARDEN, "look")["standing"] == "none"
    assert not (tmp_path / "sheets").exists(), "a look writes nothing"
    assert _take(owner, GARDEN, "add")["ok"]
    found = _take(owner, OTHER, "look")
    assert found["standing"] == "other"
    assert "garden-2" in str(found["said"])
    assert owner.send("POST", "/api/sheets/take", {"text": OTHER, "name": "x", "way": "add"})[0] == 400
    assert _take(owner, OTHER, "both")["ok"]
    assert (tmp_path / "sheets/garden.toml").read_text() == GARDEN
    assert _take(owner, OTHER, "replace")["ok"]
    assert (tmp_path / "sheets/garden.toml").read_text() == OTHER


def test_a_wrong_sheet_is_answered_with_every_mistake(owner: Client) -> None:
    answer = _take(owner, GARDEN.replace("format", "form").replace('name = "Eggs"', "nam = 3"), "add")
    assert not answer["ok"]
    lines = answer["lines"]
    assert isinstance(lines, list)
    assert len(lines) >= 3
    assert all("from-linda.toml" in line for line in lines)


@pytest.mark.parametrize("ident", ["../facts/amul", "", "nobody", "%2e%2e%2fgames", "garden.toml"])
def test_no_other_file_can_be_had(owner: Client, ident: str) -> None:
    assert owner.send("GET", f"/api/sheets/file?sheet={ident}")[0] == 400


def test_strangers_and_what_is_too_large_are_refused(server: EditorServer, owner: Client) -> None:
    stranger = Client(server)
    assert stranger.send("GET", "/api/sheets")[0] == 401
    assert stranger.send("GET", "/api/sheets/file?sheet=wizard")[0] == 401
    assert stranger.send("POST", "/api/sheets/take", {"text": GARDEN, "name": "x", "way": "add"})[0] == 401
    large = {"text": GARDEN + "#" * LARGEST_SHEET, "name": "x.toml", "way": "add"}
    assert not owner.post("/api/sheets/take", large)["ok"]
    assert owner.send("POST", "/api/sheets/take", {**large, "text": "#" * LARGEST_IMPORT})[0] == 413
    assert owner.send("POST", "/api/sheets/take", {"text": GARDEN, "name": "x", "way": "dance"})[0] == 400
    assert owner.send("POST", "/api/sheets/take", {"text": 7, "name": "x", "way": "add"})[0] == 400
