"""Sample pages of laying out the table of Das Amulett."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.amulett.box import SLUG, AmulettBox
from companion.games.amulett.laying_out import steps_of
from companion.pages.begin.house_rules_page import default_readings, house_rules_model
from companion.pages.play.layout_view import layout_model
from companion.screens import Screen
from companion.screens.layout_screen import LayoutScreen
from companion.screens.list_screen import ListScreen
from companion.table.laying_out import leaving_choices
from rules.amulett.options import HOUSE_RULES
from tests.gallery.games.amulett.table import MOST, amulett_facts
from tests.gallery.samples import Sample, SampleTable

PAGES = ("gems", "markers", "metals", "stones", "spells", "hats")


def _page(stage: SampleTable, at: int) -> Screen:
    names = stage.names[:MOST]
    say = AmulettBox().phrases(stage.language, amulett_facts(), names)
    steps = steps_of(names, 0, say)
    choices = ((), leaving_choices(steps[at], say, is_last=at == len(steps) - 1))
    return LayoutScreen(layout_model(steps, at, say, SLUG, choices))


def _house_rules(stage: SampleTable) -> Screen:
    return ListScreen(house_rules_model(stage.say, SLUG, default_readings(HOUSE_RULES, {})))


SAMPLES: Mapping[str, Sample] = {
    **{f"amulett-layout-{name}": partial(_page, at=at) for at, name in enumerate(PAGES)},
    "amulett-house-rules": _house_rules,
}
