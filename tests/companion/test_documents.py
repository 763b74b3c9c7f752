"""The line of a key in TOML text, or of the nearest thing around it."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.files import line_of

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
