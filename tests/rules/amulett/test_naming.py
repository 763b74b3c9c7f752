"""How areas without a name are called, at length and on a tile."""

from __future__ import annotations

import pytest

from rules.amulett.naming import area_words, short_area_words
from rules.core.words import Words, words
from tests.rules.amulett.desks import facts, lay_out

FOREST, WATER = words("amulett.area.terrain.forest"), words("amulett.area.terrain.water")
AREAS = {
    "pyramid-city": {"wall": "none"},
    "area-1": {"terrain": "forest", "pyramid": True, "wall": "north"},
    "area-2": {"terrain": "forest", "pyramid": False, "wall": "north"},
    "area-3": {"terrain": "water", "pyramid": True, "wall": "none"},
    "Oase": {"terrain": "water", "pyramid": False, "wall": "none"},
}


def described(terrain: Words, marks: str) -> Words:
    return words(f"amulett.area.described.{marks}", terrain=terrain)


@pytest.mark.parametrize(
    ("slug", "long", "short"),
    [
        ("area-1", described(FOREST, "both"), words("amulett.area.numbered", name=FOREST, number="1")),
        ("area-2", described(FOREST, "wall"), words("amulett.area.numbered", name=FOREST, number="2")),
        ("area-3", described(WATER, "pyramid"), WATER),
        ("Oase", words("amulett.area.named", area="Oase"), words("amulett.area.named", area="Oase")),
        ("area-4", words("amulett.area.new"), words("amulett.area.new")),
    ],
)
def test_what_an_area_is_called(slug: str, long: Words, short: Words) -> None:
    state = lay_out(told={**facts(), "areas": AREAS}).state
    assert (area_words(state, slug), short_area_words(state, slug)) == (long, short)
