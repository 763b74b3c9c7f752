"""Sample pages of laying out the table of Āmul: taught and known, or told by hand with an untaught box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from companion.games.amul.box import SLUG, AmulBox
from companion.games.amul.laying_out import steps_of
from companion.pages.begin.house_rules_page import default_readings, house_rules_model
from companion.pages.play.layout_view import layout_model
from companion.screens import Screen
from companion.screens.layout_screen import LayoutScreen
from companion.screens.list_screen import ListScreen
from companion.table.laying_out import leaving_choices, tiles_of
from rules.amul import GAME
from rules.amul.rulings import HOUSE_RULES
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.gallery.games.amul.stage import practice_facts
from tests.gallery.samples import Sample, SampleTable

PAGES = ("sort", "palace", "bazaar", "hands", "first")
MOST_TOLD = 6  # the most players with whom something of the palace is open


def _page(stage: SampleTable, at: int, *, taught: bool = True, tea: int = 0, first: bool = False) -> Screen:
    box = AmulBox()
    facts = practice_facts() if taught else box.rulebook()
    names = stage.names if taught else stage.names[:MOST_TOLD]
    say = box.phrases(stage.language, facts, names)
    state = GAME.new(Setup(SLUG, names, 1, {"tea": tea}, facts))
    assert not isinstance(state, Refused), state
    steps = steps_of(state, say, facts)
    step = replace(steps[at], lines=steps[at].first, left=0) if first else steps[at]
    steps = (*steps[:at], step, *steps[at + 1 :])
    choices = (tiles_of(step), leaving_choices(step, say, is_last=at == len(steps) - 1))
    return LayoutScreen(layout_model(steps, at, say, SLUG, choices))


def _house_rules(stage: SampleTable) -> Screen:
    return ListScreen(house_rules_model(stage.say, SLUG, default_readings(HOUSE_RULES, {})))


SAMPLES: Mapping[str, Sample] = {
    **{f"layout-{name}": partial(_page, at=at) for at, name in enumerate(PAGES)},
    "house-rules": _house_rules,
    "layout-tea": partial(_page, at=0, tea=8),
    "layout-palace-first": partial(_page, at=1, taught=False, first=True),
    "layout-palace-told": partial(_page, at=1, taught=False),
}
