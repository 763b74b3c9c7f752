"""Das Amulett on the table: what is worth a line of help, and what can be told by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.amulett.board import things, things_to_tell
from companion.games.amulett.rules_now import printed
from companion.models import Action
from companion.screens.doors import doors
from rules.amulett.commands import Lay
from tests.companion.nights import help_lines, met
from tests.gallery.games.amulett.table import amulett_facts, sample_state
from tests.gallery.samples import NAMES
from tests.games import phrases_for

SAY = phrases_for("amulett", "en", amulett_facts(), NAMES[:3])


@pytest.mark.slow
def test_every_line_about_das_amulett_comes_up_in_a_few_nights() -> None:
    found = met("amulett", range(6), lambda live: things(live.session.state, clock=True))
    assert found == help_lines("amulett")


@pytest.mark.slow
def test_without_a_clock_nothing_is_said_of_it() -> None:
    assert "amulett.clock" not in met("amulett", range(1), lambda live: things(live.session.state, clock=False))


@pytest.mark.parametrize(("stage", "silent"), [("exchange", "amulett.ground"), ("blue", "amulett.energy")])
def test_what_nobody_has_told_is_not_pointed_at(stage: str, silent: str) -> None:
    """Without its terrain no metal stands beside an area, and without bolts no spell shows what will be left."""
    state = sample_state(NAMES[:3], stage)
    spells = {slug: replace(spell, cost=None) for slug, spell in state.facts.spells.items()}
    untold = replace(state, facts=replace(state.facts, areas={}, spells=spells))
    assert silent not in set(things(untold, clock=False))
    taught = replace(state, party=next(slug for slug, area in state.facts.areas.items() if area.terrain != "city"))
    assert silent in set(things(taught, clock=False))


@pytest.mark.parametrize(
    ("spell", "said"),
    [("goldener-ueberfluss", "Brings 3 gold. 2 bolts."), ("zwei-wuensche", "Brings 2 metals of choice. 2 bolts.")],
)
def test_an_income_is_read_as_people_count_it(spell: str, said: str) -> None:
    assert printed(spell, SAY, amulett_facts()) == said


def test_many_ways_to_pay_are_told_metal_by_metal() -> None:
    payments = [
        Action(f"{gold} and {iron}", Lay(0, {"gold": gold, "iron": iron, "copper": 20 - gold - iron}), "metal.gold")
        for gold in range(6)
        for iron in range(4)
    ]
    groups = things_to_tell(payments, SAY)
    assert [group.label for group in groups] == ["no gold", *(f"{n} gold" for n in range(1, 6))]
    assert [len(group.children) for group in groups] == [4] * 6


def test_not_using_a_spell_is_not_looked_for_by_its_letter() -> None:
    gems = [Action("unknown", n, "gem.?", detail=f"{row}{n}") for row in "ABCD" for n in range(1, 7)]
    nodes = things_to_tell([*gems, Action("Do not use", "no", "no")], SAY)
    assert nodes[0].label == "A1 · unknown"
    assert (nodes[-1].label, nodes[-1].pinned) == ("Do not use", True)
    assert doors(nodes)[-1][-1] == nodes[-1], "it is the last of the last door"
