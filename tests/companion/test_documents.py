"""Texts of others: refused before a parser sees what would take it minutes; and the line a key stands in."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import documents
from companion.documents import (
    LONGEST_WORD,
    MOST_LEVELS,
    MOST_PARTS,
    Tangled,
    check_shape,
    line_of,
    lines_of,
    parse_json,
    parse_toml,
)
from companion.resources import asset

TEXT = """\
format = 1
title = "a = b"

[cards.gold] # shiny
colour = "yellow"
power = [ # two terms
  { flat = 2 },
  # a comment, with { brackets ]
  { each = { kind = ["gold", "silk"] }, points = 1 },
]

[cards."silk"]
traits = { arab = 1 }
min_players = [3, 3,
  9]

[[players]]
name = "A"
[[players]]
name = "B"
area = ["x#1", "y"]
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("format", 1),
        ("title", 2),
        ("cards.gold", 4),
        ("cards.gold.colour", 5),
        ("cards.gold.power", 6),
        ("cards.gold.power[0]", 7),
        ("cards.gold.power[0].flat", 7),
        ("cards.gold.power[1].each.kind[1]", 9),
        ("cards.gold.letter", 4),
        ("cards.silk.traits.arab", 13),
        ("cards.silk.min_players[0]", 14),
        ("cards.silk.min_players[2]", 15),
        ("players[0].name", 18),
        ("players[1]", 19),
        ("players[1].area[1]", 21),
        ("players[1].told", 19),
        ("cards", 4),
        ("nothing", None),
    ],
)
def test_where_a_key_stands(place: str, line: int | None) -> None:
    assert tomllib.loads(TEXT)
    assert line_of(TEXT, place) == line


@given(st.text(alphabet='[]{}=,"#.\n ab1', max_size=60), st.text(alphabet="ab.[]01", max_size=10))
def test_any_text_and_any_place_find_a_line_or_none(text: str, place: str) -> None:
    line = line_of(text, place)
    assert line is None or 1 <= line <= len(text.splitlines())


def test_a_hundred_items_of_a_long_list_are_found_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was looked for from the head of its list: a sheet of 50 kB with a hundred mistakes took 1.1 s."""
    read: list[str] = []
    marks = documents._marks
    monkeypatch.setattr(documents, "_marks", lambda line, **more: (read.append(line), marks(line, **more))[1])
    lines = ["a = [", *(f"  {{x = {number}}}," for number in range(2_000)), "]"]
    places = [f"a[{number}].x" for number in range(1_900, 2_000)]
    assert lines_of("\n".join(lines), places) == [number + 2 for number in range(1_900, 2_000)]
    assert len(read) == len(lines)


def test_lists_that_seem_to_have_no_end_are_not_each_read_to_the_end_of_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    monkeypatch.setattr(documents, "_marks", lambda line, **_: (read.append(line), "[")[1])
    lines = [f'a{number} = ["""\n[\n"""]' for number in range(500)]
    found = lines_of("\n".join(lines), [f"a{number}[1]" for number in range(500)])
    assert found == [3 * number + 1 for number in range(500)]
    assert len(read) <= 4 * 1_500


# What takes the parsers out of proportion, or makes what nobody can walk through or print; found by trying.
TANGLES = {
    "a key of very many parts": f"{'.'.join('a' * 30_000)} = 1\n",
    "a quoted one": f"{' . '.join([chr(34) + 'a' + chr(34)] * 8_000)} = 1\n",
    "a table of very many parts": f"[{'.'.join('a' * 30_000)}]\n",
    "an inner key of very many parts": "x = { " + ".".join("a" * 30_000) + " = 1 }\n",
    "very deep lists": "a = " + "[" * 30_000 + "]" * 30_000,
    "very deep tables": "a = " + "{a=" * 500 + "1" + "}" * 500,
    "a number nobody can print": f"a = 0x{'f' * 60_000}\n",
    "a number of many digits": f"a = 1{'0' * 60_000}\n",
    "a date of many digits": f"a = 2026-01-01T00:00:00.{'1' * 60_000}\n",
}


@pytest.mark.parametrize("text", TANGLES.values(), ids=TANGLES)
def test_a_tangle_is_refused_before_the_parser_sees_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed"))
    monkeypatch.setattr(json, "loads", lambda _: pytest.fail("parsed"))
    for parse in (parse_toml, parse_json):
        with pytest.raises(Tangled) as refused:
            parse(f"\n# remark\n{text}")
        assert refused.value.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "a" * LONGEST_WORD + " = 1",
        ".".join("a" * MOST_PARTS) + " = 1",
        "[" + ".".join("a" * MOST_PARTS) + "]",
        "a = " + "[" * MOST_LEVELS + "]" * MOST_LEVELS,
        'a = "' + "[{" * 1_000 + "." * 1_000 + '"',
        "a = '" + "[{" * 1_000 + "." * 1_000 + "\"'",
        'a = """' + '[\n"' * 1_000 + "." * 1_000 + '"""""',
        "a = '''" + "[\n'" * 1_000 + "." * 1_000 + "''''",
        'a = "\\"' + "[" * 99 + '"',
        "# " + "[" * 1_000 + "." * 1_000,
        "a = [\n" + "1.5, 2026-11-15T20:15:00.5+01:00,\n" * 200 + "]",
    ],
)
def test_what_only_looks_like_one_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ['a = "x\n' + "[" * 99, 'a = """x\n' + "[" * 99, "a = 'x\n" + "[" * 99])
def test_behind_a_string_that_does_not_end_nothing_is_parsed(text: str) -> None:
    check_shape(text)
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)


def test_all_our_own_files_are_well_within_the_bounds() -> None:
    for path in asset("games").rglob("*.toml"):
        check_shape(path.read_text("utf-8"))


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0) if isinstance(value, dict | list) else 0


NASTY = st.text(alphabet="[]{}\"'\\#.=,\n ab", max_size=12)
VALUES = st.recursive(
    st.one_of(NASTY, st.integers(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NASTY, inner, max_size=3)),
    max_leaves=12,
)


def _inline(value: Any) -> str:
    """As TOML, all on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(map(_inline, value)) + "]" if isinstance(value, list) else json.dumps(value)


@pytest.mark.slow
@given(st.dictionaries(NASTY, VALUES, max_size=4), st.integers(0, 2 * MOST_LEVELS))
def test_strings_and_keys_of_any_sort_hide_no_bracket_and_make_none(values: dict[str, Any], more: int) -> None:
    """A text passes if, and only if, its values are not too deep."""
    for _ in range(more):
        values = {"x": values}
    if _depth(values) <= MOST_LEVELS:
        assert parse_json(json.dumps(values)) == values
        assert parse_toml(f"x = {_inline(values)}") == {"x": values}
        return
    with pytest.raises(Tangled):
        parse_json(json.dumps(values))
    with pytest.raises(Tangled):
        parse_toml(f"x = {_inline(values)}")


NASTY_LINES = ["a" + " " * 60_000 + "x", "[" + " " * 60_000, '"\\' * 30_000]


@pytest.mark.parametrize("line", [*NASTY_LINES, *("\n".join([line[:200]] * 500) for line in NASTY_LINES)])
def test_a_line_is_found_beside_lines_that_regular_expressions_dread(line: str) -> None:
    """One bracket and 5,000 spaces behind it, in a text of several lines, took two and a half minutes."""
    assert line_of(f'a = """\n{line}\n"""\n[b]\nc = [\n"""\n{line}\n""", 2]\n', "b.c[1]") is not None
