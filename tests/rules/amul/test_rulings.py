"""Where the rulebooks are open: what a box tells stands over the default, and under what its group chooses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul.fact_layers import lay_over, with_fact
from rules.amul.facts import parse_facts
from rules.amul.rulings import RULINGS, settled
from rules.core.errors import InvalidValue
from tests.rules.amul.boxes import box, score
from tests.rules.amul.tables import facts, new

TOP: dict[str, Any] = {"format": 2, "game": "amul"}


def test_the_defaults() -> None:
    assert settled({}, {}) == {
        "A-MIL-5": "normal", "A-SCO-6": "count", "A-WIN-3": "shared", "A-MIL-8": "anew", "A-EFF-3": "may",
    }  # fmt: skip


@pytest.mark.parametrize("rule", RULINGS)
def test_a_choice_stands_over_the_box_and_the_box_over_the_default(rule: str) -> None:
    default, other = RULINGS[rule]
    told = {**facts(), "rulings": {rule: other}}
    assert new(3, box=told).rulings[rule] == other
    assert new(3, box=told, **{rule.replace("-", "_"): default}).rulings[rule] == default


@pytest.mark.rule("A-SCO-6")
def test_a_table_is_scored_by_the_rulings_of_its_box() -> None:
    document = box(trader_1={"traits": {"arab": 1}, "colour": "bazaar", "copies": 1}).document
    told = parse_facts({**document, "format": 2, "rulings": {"A-SCO-6": "ignore"}})
    assert score(told, ["trader-1"], []).players[0].symbols["arab"] == 0
    assert score(told, ["trader-1"], [], options={"A-SCO-6": "count"}).players[0].symbols["arab"] == 1


@pytest.mark.parametrize("rulings", [{"A-MIL-5": "sometimes"}, {"A-MIL-1": "normal"}, {"A-MIL-5": 1}, ["A-MIL-5"], 3])
def test_what_is_no_ruling(rulings: object) -> None:
    with pytest.raises(InvalidValue):
        parse_facts({**TOP, "rulings": rulings})


def test_rulings_are_laid_over_and_stay_when_something_else_is_told() -> None:
    below = parse_facts({**TOP, "cards": {"gold": {"copies": 1}}, "rulings": {"A-MIL-5": "start", "A-EFF-3": "must"}})
    over = lay_over(below, {**TOP, "rulings": {"A-EFF-3": "may"}})
    assert over.rulings == {"A-MIL-5": "start", "A-EFF-3": "may"}
    told = with_fact(over, "cards.gold.letter", "A")
    assert parse_facts(told.document).rulings == over.rulings


def test_the_first_format_has_no_rulings() -> None:
    with pytest.raises(InvalidValue):
        parse_facts({**TOP, "format": 1, "rulings": {"A-MIL-5": "start"}})
