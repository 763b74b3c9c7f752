"""What an area is called: by its name, or, where nobody has given it one, by what is known of it."""

from __future__ import annotations

import re

from rules.amulett.board import Area
from rules.amulett.state import State
from rules.core.words import Words, words

_STAND_IN = re.compile(r"area-([0-9]{1,2})")


def stand_in_name(number: int) -> str:
    return f"area-{number}"


def area_words(state: State, slug: str) -> Words:
    """``Forest by the wall, entered in round 2``; with its number where another area is described alike."""
    found = _STAND_IN.fullmatch(slug)
    if found is None:
        return words("amulett.area.named", area=slug)
    if slug not in state.facts.areas:
        return words("amulett.area.new")
    mine = _described(state, slug)
    others = (_described(state, other) for other in state.facts.areas if other != slug and _STAND_IN.fullmatch(other))
    return words("amulett.area.numbered", name=mine, number=found[1]) if mine in others else mine


def _described(state: State, slug: str) -> Words:
    area, entered = state.facts.area(slug), state.entered.get(slug)
    terrain = words(f"amulett.area.terrain.{area.terrain or 'unknown'}")
    marks = words(f"amulett.area.marks.{_marks(area)}")
    if entered is None:
        return words("amulett.area.described", terrain=terrain, marks=marks)
    return words("amulett.area.entered", terrain=terrain, marks=marks, round=entered)


def _marks(area: Area) -> str:
    wall = area.wall not in (None, "none")
    return "both" if wall and area.pyramid else "wall" if wall else "pyramid" if area.pyramid else "none"
