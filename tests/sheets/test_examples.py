"""Every sheet that is shipped has an example worked out by hand, and both ways of counting come to it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.sheets.checking import parse_sheet
from tests.languages import LANGUAGES
from tests.rules.sheets.slow_count import slow_count
from tests.rules.sheets.test_against_slow_count import engine_count

SHEETS = Path(__file__).resolve().parents[2] / "assets" / "sheets"
EXAMPLES = Path(__file__).parent / "examples"
LONGEST_NAME = 30  # beside a number on the small screen
IDS = sorted(path.stem for path in SHEETS.glob("*.toml"))


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def test_every_sheet_has_an_example_and_every_example_a_sheet() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.toml")) == IDS
    assert len(IDS) >= 32


@pytest.mark.parametrize("ident", IDS)
@pytest.mark.parametrize("way", [engine_count, slow_count])
def test_the_example_comes_out_as_by_hand(ident: str, way: Callable[[Any, Any], dict[str, Any]]) -> None:
    table = read(EXAMPLES / f"{ident}.toml")
    expected = table.pop("expect")
    assert table["sheet"] == ident
    assert _in_short(way(read(SHEETS / f"{ident}.toml"), table)) == {"unknown": [], **expected}


def _in_short(answer: Mapping[str, Any]) -> dict[str, Any]:
    """As the examples have it: TOML has no null, so what is unknown has a word and place 0, and the end is round 0."""
    return {
        "totals": ["unknown" if player["total"] is None else player["total"] for player in answer["players"]],
        "places": [player["place"] or 0 for player in answer["players"]],
        "winners": answer["winners"],
        "complete": answer["complete"],
        "unknown": [[cell["player"], cell["row"], cell["round"] or 0] for cell in answer["unknown"]],
    }


@pytest.mark.parametrize("ident", IDS)
def test_a_sheet_is_called_by_its_file_says_its_source_and_speaks_every_language(ident: str) -> None:
    document = read(SHEETS / f"{ident}.toml")
    sheet = parse_sheet(document)
    assert sheet.id == ident
    assert sheet.source
    named = [
        document["name"],
        *(one["name"] for one in (*document["rows"], *document.get("cards", {}).get("kinds", ()))),
    ]
    assert [names for names in named if isinstance(names, dict) and not set(LANGUAGES) <= set(names)] == []
    said = [word for names in named for word in (names.values() if isinstance(names, dict) else [names])]
    assert [word for word in said if len(word) > LONGEST_NAME] == []


def test_the_examples_have_the_awkward_cases() -> None:
    expected = [read(EXAMPLES / f"{ident}.toml")["expect"] for ident in IDS]
    assert sum(len(one["winners"]) > 1 for one in expected) >= 3
    assert sum("unknown" in one for one in expected) >= 2
    assert sum(any(isinstance(total, int) and total < 0 for total in one["totals"]) for one in expected) >= 5
    assert sum(not one["complete"] for one in expected) >= 5
