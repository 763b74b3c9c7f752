"""``companion sheet`` and ``companion score`` by a sheet, as people call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.language.wording import Trouble
from companion.sheets.files import LARGEST_SHEET, MOST_LINES, RefusedFile, parse_sheet_text, read_sheet
from companion.sheets.shelf import SheetShelf

SHEET = """format = 1
id = "trick-night"
name = { en = "Trick night", de = "Stichabend" }
players = [2, 6]
rounds = 2
ties = ["took"]

[[rows]]
id = "bid"
name = { en = "Bid", de = "Ansage" }
points = "0"

[[rows]]
id = "took"
name = "Tricks"
points = "if(took == bid, 20 + 10 * took, -10 * abs(took - bid))"
"""
TABLE = """sheet = "trick-night.toml"
[[players]]
name = "Linda"
rounds = [{ bid = 1, took = 1 }, { bid = 0, took = 2 }]
[[players]]
name = "Bo"
rounds = [{ bid = 1, took = 0 }]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a sheet and a table in it; the box's own data is elsewhere."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "trick-night.toml").write_text(SHEET, "utf-8")
    (tmp_path / "table.toml").write_text(TABLE, "utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, Any]:
    """Exit code and JSON."""
    code = main([*map(str, words), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_scoring_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "score", folder / "table.toml") == (
        0,
        {
            "sheet": "trick-night",
            "complete": False,
            "winners": [],
            "players": [
                {"name": "Linda", "total": 10, "place": 1, "rows": {"bid": 0, "took": 10}, "rounds": [30, -20]},
                {"name": "Bo", "total": None, "place": None, "rows": {"bid": 0, "took": None}, "rounds": [-10, None]},
            ],
            "unknown": [{"player": "Bo", "row": "took", "round": 2}],
        },
    )


def test_scoring_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(folder / "table.toml"), "--language", "en"]) == 0
    page = capsys.readouterr().out
    assert "1. Linda: 10" in page
    assert "Bo: not known yet" in page
    assert "    Tricks: Tricks 2 and Bid 0: -20" in page
    assert main(["score", str(folder / "table.toml"), "--language", "de"]) == 0
    assert "    Tricks: Tricks 2 und Ansage 0: -20" in capsys.readouterr().out


def test_decimals_and_refusals_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (
        '[[rows]]\nid = "a"\nname = "A"\nworth = 0.5\n[[rows]]\nid = "b"\nname = "B"\nask = "none"\npoints = "2 / a"\n'
    )
    (folder / "half.toml").write_text(f'format = 1\nid = "half"\nname = "Half"\n{rows}', "utf-8")
    players = '[[players]]\nname = "Ada"\nend = { a = 3 }\n[[players]]\nname = "Bo"\nend = { a = 0 }\n'
    (folder / "t.toml").write_text(f'sheet = "half.toml"\n{players}', "utf-8")
    code, answer = said(capsys, "score", folder / "t.toml", "--language", "en")
    assert code == 0
    assert answer["players"][0]["rows"] == {"a": 1.5, "b": 0.6667}
    assert answer["players"][0]["total"] == 2.1667
    assert answer["players"][1]["total"] is None
    assert answer["refused"][0]["why"].startswith("B: a division by zero;")


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (
            "took = 2",
            "took = 99999",
            "table.toml, line 4, players[0].rounds[1].took: expected a number from -999 to 9999",
        ),
        ("bid = 0", "bit = 0", "players[0].rounds[1].bit: there is no such key here"),
        ('"trick-night.toml"', '"gone.toml"', "gone.toml"),
        ('"trick-night.toml"', '"gone"', "no sheet gone on this box"),
        ('"trick-night.toml"', "3", "which sheet"),
    ],
)
def test_a_refused_table(folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, part: str) -> None:
    (folder / "table.toml").write_text(TABLE.replace(old, new), "utf-8")
    assert main(["score", str(folder / "table.toml"), "--json", "--language", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err


def test_checking(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.toml").write_text(SHEET.replace("== bid", "== bit").replace("rounds = 2", "rounds = 0"), "utf-8")
    code, (good, bad) = said(capsys, "sheet", "check", folder / "trick-night.toml", folder / "bad.toml")
    assert (code, good["ok"], good["sheet"]["rounds"], bad["ok"]) == (2, True, 2, False)
    assert [(mistake["line"], mistake["key"]) for mistake in bad["mistakes"]] == [(5, "rounds"), (16, "rows[1].points")]
    assert main(["sheet", "check", str(folder / "trick-night.toml"), "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["trick-night.toml: ok", "  Trick night"]
    assert main(["sheet", "check", str(folder / "gone.toml")]) == 2


def test_a_sheet_on_the_box(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "sheet", "add", folder / "trick-night.toml")[0] == 0
    assert {"id": "trick-night", "own": True, "ok": True, "name": "Trick night"} in said(
        capsys, "sheet", "list", "--language", "en"
    )[1]
    assert said(capsys, "sheet", "show", "trick-night")[1]["rows"][1]["id"] == "took"
    (folder / "table.toml").write_text(TABLE.replace("trick-night.toml", "trick-night"), "utf-8")
    assert said(capsys, "score", folder / "table.toml")[1]["players"][0]["total"] == 10
    assert main(["sheet", "add", str(folder / "trick-night.toml")]) == 2
    assert main(["sheet", "add", str(folder / "trick-night.toml"), "--force"]) == 0
    assert main(["sheet", "show", "../trick-night"]) == 2


def test_a_broken_file_on_the_shelf_hides_no_other(folder: Path) -> None:
    shelf = SheetShelf(folder / "data")
    shelf.add(folder / "trick-night.toml")
    (folder / "data/sheets/broken.toml").write_text("format =", "utf-8")
    own = {one.id: one.sheet is not None for one in shelf.all() if one.is_own}
    assert own == {"broken": False, "trick-night": True}
    with pytest.raises(Trouble):
        shelf.find("broken")


def test_a_shipped_sheet_is_read_once_and_an_own_one_whenever_it_is_wanted(folder: Path) -> None:
    shelf = SheetShelf(folder / "data")
    assert shelf.find("salt-road") is SheetShelf(folder / "other").find("salt-road")
    shelf.add(folder / "trick-night.toml")
    (folder / "data/sheets/trick-night.toml").write_text(SHEET.replace("rounds = 2", "rounds = 3"), "utf-8")
    assert shelf.find("trick-night").rounds == 3


def test_files_have_bounds(folder: Path) -> None:
    (folder / "large.toml").write_text("#" * (LARGEST_SHEET + 1), "utf-8")
    with pytest.raises(Trouble):
        read_sheet(folder / "large.toml")
    with pytest.raises(RefusedFile):
        parse_sheet_text("#" * (LARGEST_SHEET + 1), "large.toml")
    with pytest.raises(RefusedFile, match="5000"):
        parse_sheet_text("\n" * MOST_LINES, "large.toml")
    with pytest.raises(RefusedFile) as caught:
        parse_sheet_text("format = 1\nid = ", "torn.toml")
    assert caught.value.found[0].line == 2
