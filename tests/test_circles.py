"""No module imports itself by way of others, not even behind a lazy import; counted by file, not by package."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "hardware", "vision", "rules")


def modules(root: Path) -> dict[str, Path]:
    """Every module of the product by its dotted name."""
    paths = (path for package in PACKAGES for path in (root / package).rglob("*.py"))
    return {_dotted(path.relative_to(root)): path for path in paths}


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, known: Iterable[str]) -> Iterator[str]:
    """Wherever they stand: at the top, in a function, for the type checker alone."""
    names = set(known)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in names or node.module in names:
                    yield inner if inner in names else node.module


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """What is left when modules that import nothing more are taken away, again and again."""
    left = {name: set(others) - {name} for name, others in graph.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return [[name, *sorted(others & left.keys())] for name, others in sorted(left.items())]


@cache
def graph_of(root: Path) -> dict[str, set[str]]:
    found = modules(root)
    return {name: set(imports(path, found)) for name, path in found.items()}


@pytest.mark.slow
def test_there_is_no_circle() -> None:
    assert circles(graph_of(ROOT)) == []


@pytest.mark.slow
def test_a_circle_behind_a_lazy_import_is_found() -> None:
    graph = dict(graph_of(ROOT))
    graph["companion.table.acts"] = {"companion.pages.play.table_page"}
    assert any(circle[0] == "companion.table.acts" for circle in circles(graph))


def test_lazy_imports_and_those_for_types_count(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text(
        "def later():\n    from companion.inbox import Inbox\n\nif TYPE_CHECKING:\n    import rules.core.game\n"
    )
    assert set(imports(path, modules(ROOT))) == {"companion.inbox", "rules.core.game"}
