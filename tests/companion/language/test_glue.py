"""Texts are joined by patterns of their language, never by signs in the code: *Ana e Inés*, *Pioche : 3*."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.i18n import Phrases

ROOT = Path(__file__).parents[3]
SIGNS = re.compile(r"[:;,](?:\s|$)")
SAID = re.compile(r"\bsay\b")


def glued(source: str) -> Iterator[str]:
    """What joins something said to its neighbours with a colon, a semicolon or a comma of its own."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.JoinedStr(values=parts):
                signs = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                parts = [left, right]
                signs = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=str(signs))), args=parts):
                pass
            case _:
                continue
        if SIGNS.search(signs) and "<" not in signs and any(SAID.search(ast.unparse(part)) for part in parts):
            yield ast.unparse(node)


@pytest.mark.slow
def test_nothing_said_is_glued_in_the_code() -> None:
    files = sorted((ROOT / "companion").rglob("*.py"))
    assert len(files) > 100
    assert {path.name: found for path in files if (found := list(glued(path.read_text("utf-8"))))} == {}


@pytest.mark.parametrize(
    "source",
    ["f'{say(key)}: {n}'", "say(key) + ':'", "', '.join(say(key) for key in keys)", "'; '.join(map(say, keys))"],
)
def test_glue_is_found(source: str) -> None:
    assert list(glued(source))


def test_pages_join_by_the_pattern_of_their_language() -> None:
    scripts = sorted((ROOT / "assets").rglob("*.js"))
    assert len(scripts) > 20
    found = [(path.name, line) for path in scripts for line in path.read_text("utf-8").splitlines() if "}: ${" in line]
    assert found == []


@pytest.mark.parametrize(
    ("code", "names", "said"),
    [
        ("en", ["Ana"], "Ana"),
        ("en", ["Ana", "Inés"], "Ana and Inés"),
        ("es", ["Ana", "Luis"], "Ana y Luis"),
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Luis", "Hilario"], "Ana, Luis e Hilario"),
        ("es", ["agua", "hielo"], "agua y hielo"),
        ("es", ["Ana", "«Ivo»"], "Ana e «Ivo»"),
        ("es", ["Ana", "Yvonne"], "Ana e Yvonne"),
        ("es", ["Ana", "Yolanda"], "Ana y Yolanda"),
        ("pl", ["Ana", "Inés"], "Ana i Inés"),
    ],
)
def test_a_list_ends_as_its_language_has_it(code: str, names: list[str], said: str) -> None:
    assert Phrases(code).join(names) == said


@pytest.mark.slow
def test_a_french_colon_and_semicolon_keep_their_distance() -> None:
    say = Phrases("fr")
    assert (say.pair("Ada", "3"), say("list.heading", name="Ada")) == ("Ada\u00a0: 3", "Ada\u00a0:")
    assert (say.clauses("ab"), say.row("ab"), say.row(())) == ("a\u202f; b", "a, b", "")
