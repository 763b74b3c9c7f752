"""Keeps of all tests those that are about one game: ``pytest -p tests.per_game --game-only highest tests``.

A suite that goes through all games has one of them, its rules or its slug among its parameters. By that it is known, so
a new suite is found without a list. Files that cannot be such a suite are not even loaded.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# How a suite goes through all games.
THROUGH_ALL = re.compile(
    r"\bin (GAMES|RULES)\b|tuple\((GAMES|load_games\(\))\)|GAMES\.slugs|\bRULES, ids|\(load_games\(\)\)"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game-only", action="append", default=[], metavar="SLUG", help="just the tests of this game")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("--game-only") or not collection_path.name.startswith("test_"):
        return None
    return None if THROUGH_ALL.search(collection_path.read_text("utf-8")) else True


def is_about(item: pytest.Item, slugs: frozenset[str]) -> bool:
    spec = getattr(item, "callspec", None)
    given = () if spec is None else spec.params.values()
    values = [one for value in given for one in (value if isinstance(value, tuple) else (value,))]
    names = [value if isinstance(value, str) else getattr(value, "slug", "") for value in values]
    return any(re.match(rf"{re.escape(slug)}\b", str(name)) for slug in slugs for name in names)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slugs = frozenset(config.getoption("--game-only"))
    if slugs:
        others = [item for item in items if not is_about(item, slugs)]
        items[:] = [item for item in items if is_about(item, slugs)]
        config.hook.pytest_deselected(items=others)
