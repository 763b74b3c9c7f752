"""Whatever a value is refused for is said in every language: each expectation in the code has its clause in all."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import CompanionError
from companion.cli import main
from companion.facts.file import load_facts_file
from companion.facts.own import plan_import, read_facts_file
from companion.language.i18n import Phrases, load_texts
from companion.language.wording import explain
from tests.games import game_box, read_table
from tests.languages import LANGUAGES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "companion", "vision", "hardware")
# Functions that answer with a whole clause of ``expect`` themselves, and names that hold one.
CLAUSES = ("expect", "one_of")
HELD = ("expected", "names")
# Packages whose troubles are words, not English lines.
SPOKEN = ("companion/facts", "companion/teaching", "companion/web", "companion/commands/facts.py")


@cache
def _all_calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Of every function by its name: where, which, the call."""
    return tuple(
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, node)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )


def _calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    yield from ((where, call) for where, name, call in _all_calls() if name in names)


def _places(text: str | Mapping[str, str]) -> set[str]:
    parts = [text] if isinstance(text, str) else list(text.values())
    return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}


def _expectations() -> list[tuple[str, str, set[str]]]:
    """Where, its name, and the values it is given."""
    found = []
    for where, call in _calls("expect"):
        assert isinstance(call.args[0], ast.Constant), f"{where}: name it, so that it can be looked up"
        found.append((where, str(call.args[0].value), {str(word.arg) for word in call.keywords}))
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_expectation_has_its_clause_and_fills_it(code: str) -> None:
    texts = load_texts(code)
    named = _expectations()
    assert len(named) > 80
    for where, name, given in named:
        text = texts.get(f"expect.{name}")
        assert text is not None, f"{where}: expect.{name} is not said in {code!r}"
        assert _places(text) - {"n"} == given - {"n"}, f"{where}: expect.{name} in {code!r}"


def test_no_clause_is_left_over() -> None:
    named = {f"expect.{name}" for _, name, _ in _expectations()}
    assert {key for key in load_texts("en") if key.startswith("expect.")} == named


def _is_clause(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in CLAUSES or name == "reduce"
        case ast.IfExp(body=body, orelse=orelse):
            return _is_clause(body) and _is_clause(orelse)
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return name in HELD
        case ast.Attribute(attr=name):
            return name == "wanted"  # of an error that holds one
    return False


def test_nothing_is_refused_in_one_language_only() -> None:
    plain = [where for where, call in _calls("InvalidValue", "wrong") if not _is_clause(call.args[1])]
    assert plain == []


def test_the_troubles_of_facts_and_their_page_are_words() -> None:
    assert sum(where.startswith(SPOKEN) for where, _ in _calls("Trouble")) > 15
    assert [where for where, _ in _calls("CompanionError") if where.startswith(SPOKEN)] == []


FACTS = 'format = 1\ngame = "amul"\n\n[cards.gold]\ncolour = "red"\nletter = "BB"\n'
TABLE = 'game = "amul"\nfacts = "practice"\n[[players]]\nname = "A"\narea = ["gold"]\n' + "".join(
    f'[[players]]\nname = "{name}"\narea = []\n' for name in "BC"
)


def _german(work: Any) -> str:
    with pytest.raises(CompanionError) as caught:
        work()
    return explain(caught.value, Phrases("de"))


def test_files_are_refused_in_german(tmp_path: Path) -> None:
    facts, table, half = tmp_path / "box.toml", tmp_path / "table.toml", tmp_path / "half.toml"
    facts.write_text(FACTS)
    table.write_text(TABLE)
    half.write_text("format = 1\ngame = \n")
    box = game_box("amul", tmp_path)
    said = _german(lambda: read_facts_file(box, facts))
    assert said == "box.toml, Zeile 6, cards.gold.letter: erwartet: ein Buchstabe von A bis Z, gefunden: 'BB'"
    assert _german(lambda: plan_import(box, load_facts_file(facts))) == said
    said = _german(lambda: read_table(table))
    assert said == "table.toml, Zeile 5, players[0].area[0]: erwartet: welche von gold#1 bis gold#p1, gefunden: 'gold'"
    assert (
        _german(lambda: read_facts_file(box, half))
        == "half.toml, Zeile 2: TOML wird erwartet; die Form steht in docs/facts.md"
    )
    missing = tmp_path / "nowhere.toml"
    said = _german(lambda: read_facts_file(box, missing))
    assert said.endswith("diese Datei gibt es nicht; bitte den Namen prüfen und noch einmal versuchen")


@pytest.mark.parametrize("words", [("--language", "de"), ("--set", "language=de")])
def test_a_command_refuses_in_the_language_it_was_asked_in(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    assert main(["score", str(table), *words]) == 2
    assert "erwartet: welche von" in capsys.readouterr().err
    assert main(["score", str(table)]) == 2
    assert "expected which one of" in capsys.readouterr().err
