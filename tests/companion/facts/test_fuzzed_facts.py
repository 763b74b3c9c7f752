"""Thousands of spoilt facts files of both games: each is accepted or refused with file, key and words; none crashes.

The long run is ``python -m tests.endurance.fuzz``.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import CompanionError
from companion.facts.file import load_facts_file
from companion.facts.own import plan_import, read_facts_file
from companion.language.i18n import Phrases
from companion.language.wording import explain
from companion.resources import asset
from rules.core.errors import InvalidValue
from tests.games import game_box
from tests.languages import LANGUAGES
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

# Kinds that together use every form of power, so that a document stays small and quick to read.
KINDS = ("arab-general", "camel", "ebony", "spice-broker", "trader-1", "trader-4", "gold", "dancer", "silk", "tent")
NASTY: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**9, 10**400, 1.5, float("nan"), "", "x" * 300, "red", "gold", "\u202e", "a\nb", "../../x",
    [], [[]], [None] * 500, ["gold", 7], {}, {"": 1}, {"kind": "gold"}, {"flat": 1}, {"not": {"not": {}}},
    [{"flat": 1}],
    "told 2026-11-15", "file x", {"colour": "told 1"}, {"colour": "game"},
)  # fmt: skip
KEYS = (
    "colour",
    "traits",
    "origin",
    "palace",
    "power",
    "cost",
    "terrain",
    "neighbours",
    "at",
    "Ä",
    "",
    "a.b",
    "x" * 99,
)


def _document(slug: str) -> dict[str, Any]:
    document = tomllib.loads(asset("games", slug, "practice.toml").read_text("utf-8"))
    if slug == "amul":
        document["cards"] = {kind: document["cards"][kind] for kind in KINDS}
        document["cards"]["gold"]["origin"] = {"colour": "told 2026-11-15 game 3", "power": "file Ours"}
    return document


def _places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _places(item, (*way, key))


def spoilt(document: dict[str, Any], places: list[tuple[Any, ...]], random: Random) -> dict[str, Any]:
    """One to three slips anywhere: a value replaced by another or by nonsense, a key lost, added or renamed."""
    changed = copy.deepcopy(document)
    for _ in range(random.randint(1, 3)):
        way = random.choice(places[1:])
        parent: Any = changed
        try:
            for key in way[:-1]:
                parent = parent[key]
            _slip(parent, way[-1], random, document, places)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier slip has taken that place away
    return changed


def _slip(parent: Any, key: Any, random: Random, document: Any, places: list[tuple[Any, ...]]) -> None:
    match random.randrange(5):
        case 0:
            del parent[key]
        case 1:
            other: Any = document
            for step in random.choice(places):
                other = other[step]
            parent[key] = copy.deepcopy(other)
        case 2 if isinstance(parent, dict):
            parent[random.choice(KEYS)] = random.choice(NASTY)
        case 3 if isinstance(parent, dict):
            parent[random.choice(KEYS)] = parent.pop(key)
        case _:
            parent[key] = copy.deepcopy(random.choice(NASTY))


@pytest.mark.parametrize(("slug", "times"), [("amul", 1500), ("amulett", 2500)])
def test_spoilt_values_are_accepted_or_refused_with_a_key_and_words(slug: str, times: int) -> None:
    box, document, random = game_box(slug), _document(slug), Random(8)
    places = list(_places(document))
    errors: list[InvalidValue] = []
    for _ in range(times):
        try:
            box.judge(spoilt(document, places, random))
        except InvalidValue as error:
            errors.append(error)
    assert times // 50 < times - len(errors), "not everything is wrong"
    for say in (Phrases(code) for code in LANGUAGES):
        said = [say.say(error.expected) for error in errors]
        assert not [line for line in said if "expect." in line or not line], "every part of it has words"
        assert max(map(len, said)) < 300, "short enough to read"
        assert len(set(said)) > 100, "all sorts of things are wrong"
    assert max(len(error.place) for error in errors) < 200


@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_a_spoilt_file_is_refused_with_its_name_and_changes_nothing(slug: str, tmp_path: Path) -> None:
    box, document, random = game_box(slug, tmp_path), _document(slug), Random(9)
    document["practice"] = False
    places, path = list(_places(document)), tmp_path / "theirs.json"
    said = re.compile(r"theirs\.(json|toml)(, line \d+)?(, [^:]*)?: expected \S|theirs.* contradict|.* facts of one of")
    lines = []
    for number in range(sweep(50, 120)):
        path.write_text(json.dumps(spoilt(document, places, random)))
        try:
            read_facts_file(box, path)
            plan_import(box, load_facts_file(path), replace=bool(number % 2))
        except CompanionError as error:
            lines.append(explain(error, Phrases("en")))
    assert len(lines) > sweep(20, 50)
    assert [line for line in lines if not said.match(line) and "practice values" not in line] == []
    assert not box.own_path().exists(), "planning writes nothing"
