"""The engine and a second, slow count agree in every number on random sheets and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from companion.sheets.files import phrases_of
from companion.sheets.scored import as_json, as_text
from rules.sheets.checking import parse_sheet
from rules.sheets.counting import count
from rules.sheets.telling import parse_table
from tests.languages import LANGUAGES
from tests.rules.sheets.random_sheets import TIED, Maker
from tests.rules.sheets.slow_count import slow_count
from tests.sweeps import sweep


def engine_count(sheet: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """What the engine makes of two documents, as ``companion score --json`` says it."""
    parsed = parse_sheet(sheet)
    return as_json(parsed, count(parsed, parse_table(table, parsed)))


def differences(seed: int) -> list[str]:
    maker = Maker(seed)
    fast, slow = engine_count(maker.sheet, maker.table), slow_count(maker.sheet, maker.table)
    found = [
        f"{key}: {fast[key]} and {slow[key]}" for key in ("sheet", "complete", "winners") if fast[key] != slow[key]
    ]
    if sorted(map(str, fast["unknown"])) != sorted(map(str, slow["unknown"])):
        found.append(f"unknown: {fast['unknown']} and {slow['unknown']}")
    for ours, theirs in zip(fast["players"], slow["players"], strict=True):
        found += [
            f"{ours['name']} {key}: {ours[key]} and {theirs[key]}" for key in ours if not _same(ours[key], theirs[key])
        ]
    return found


def _same(ours: Any, theirs: Any) -> bool:
    """Said with four decimals at most, so a third is nearly the same."""
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(_same(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    if ours is None or theirs is None or isinstance(ours, str):
        return bool(ours == theirs)
    return abs(ours - theirs) <= 0.0001 and (ours == theirs or theirs * 10_000 % 1 != 0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_both_agree(first: int) -> None:
    _compare(range(first, first + 50))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, sweep(1250, 3000), 250))
def test_both_agree_on_many(first: int) -> None:
    _compare(range(first, first + 250))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_has_workings_in_words(language: str) -> None:
    for seed in range(40):
        maker = Maker(seed)
        sheet = parse_sheet(maker.sheet)
        counted = count(sheet, parse_table(maker.table, sheet))
        said = as_text(sheet, counted, phrases_of(sheet, language, [player.name for player in counted.players]))
        assert all(player.name in said for player in counted.players), f"seed {seed}"
        assert not set("{}") & set(said), f"seed {seed}"
        assert "sheets." not in said, f"seed {seed}"


def _compare(seeds: range) -> None:
    for seed in seeds:
        assert differences(seed) == [], f"seed {seed}"


@pytest.mark.slow
def test_the_random_sheets_use_the_whole_format() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        maker = Maker(seed)
        seen.update(maker.sheet.keys())
        seen.update(key for row in maker.rows for key in row)
        seen.update(str(value) for row in maker.rows for value in row.values() if isinstance(value, str))
        seen.update(word for row in maker.rows for word in WORDS if word in str(row.get("points", "")))
        answer = slow_count(maker.sheet, maker.table)
        seen.update(["complete"] if answer["complete"] else ["unknown"] if answer["unknown"] else ["not over"])
        seen.update(["shared"] if len(answer["winners"]) > 1 else [])
        seen.update(["negative"] if any((player["total"] or 0) < 0 for player in answer["players"]) else [])
    assert [word for word in (*KEYS, *TIED, *WORDS) if seen[word] < 2] == []


KEYS = (
    *("format", "id", "name", "players", "win", "ties", "rounds", "until", "begins", "turn_seconds", "bgg", "source"),
    *("when", "ask", "range", "points", "worth", "steps", "beyond", "places", "places_of", "needs", "tied", "secret"),
    *("cards", "yes", "none", "round", "end", "least", "most", "complete", "unknown", "not over", "shared", "negative"),
)
WORDS = (
    *("+", "-", "*", "/ ", "//", "%", "==", "!=", "<", "<=", ">", ">=", " and ", " or ", "not "),
    *("min(", "max(", "abs(", "floor(", "ceil(", "if(", "sum(", "pts(", "total(", "most(", "least(", "rank("),
    *("others(", "players", "round", "rounds", "card(", "cards(", "kinds(", "sets("),
)
