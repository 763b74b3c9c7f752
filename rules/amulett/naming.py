"""What an area is called: its name or, without one, what is known of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.amulett.board import Area
from rules.amulett.facts import Facts
from rules.amulett.state import State
from rules.core.words import Words, words

_STAND_IN = re.compile(r"area-([0-9]{1,2})")


def stand_in_name(number: int) -> str:
    return f"area-{number}"


def area_words(state: State, slug: str) -> Words:
    """``Forest by the wall, entered in round 2``; with a number if another area has the same description."""
    return words_for_area(state.facts, slug, state.entered)


def words_for_area(facts: Facts, slug: str, entered: Mapping[str, int]) -> Words:
    found = _STAND_IN.fullmatch(slug)
    if found is None:
        return words("amulett.area.named", area=slug)
    if slug not in facts.areas:
        return words("amulett.area.new")
    mine = _described(facts.area(slug), entered.get(slug))
    others = (
        _described(area, entered.get(other))
        for other, area in facts.areas.items()
        if other != slug and _STAND_IN.fullmatch(other)
    )
    return words("amulett.area.numbered", name=mine, number=found[1]) if mine in others else mine


def _described(area: Area, entered: int | None) -> Words:
    terrain = words(f"amulett.area.terrain.{area.terrain or 'unknown'}")
    described = words(f"amulett.area.described.{_marks(area)}", terrain=terrain)
    return described if entered is None else words("amulett.area.entered", name=described, round=entered)


def _marks(area: Area) -> str:
    wall = area.wall not in (None, "none")
    return "both" if wall and area.pyramid else "wall" if wall else "pyramid" if area.pyramid else "none"


def short_area_words(state: State, slug: str) -> Words:
    """``Forest``, with a number if there are several; for a tile beside the map."""
    found, areas = _STAND_IN.fullmatch(slug), state.facts.areas
    if found is None or slug not in areas:
        return area_words(state, slug)
    terrain = areas[slug].terrain
    name = words(f"amulett.area.terrain.{terrain or 'unknown'}")
    alike = [other for other, area in areas.items() if _STAND_IN.fullmatch(other) and area.terrain == terrain]
    return words("amulett.area.numbered", name=name, number=found[1]) if len(alike) > 1 else name
