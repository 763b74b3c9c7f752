"""Every form of power, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul.facts import Facts
from tests.rules.amul.boxes import box, by_card, totals


def _thief(*terms: dict[str, Any]) -> Facts:
    """A box in which only the Thief scores."""
    return box(thief={"power": list(terms)})


@pytest.mark.rule("A-SCO-2")
def test_flat_points_are_counted_for_each_card_and_may_be_negative() -> None:
    facts = box(thief={"power": [{"flat": 4}]}, camel={"power": [{"flat": -1}]})
    assert totals(facts, ["thief#1", "thief#2", "camel#1"], ["camel#2"]) == [7, -1, 0]


@pytest.mark.rule("A-SCO-2")
def test_terms_of_a_power_add_up() -> None:
    assert totals(_thief({"flat": 2}, {"flat": 3}, {"each": {"any": True}, "points": 10}), ["thief#1", "gold#1"]) == [
        25,
        0,
        0,
    ]


# Four players; the first one scores with a Thief. Camels: 1 own, 2 left, 3 across, 4 right.
_CAMELS = (
    ["thief#1", "camel#1"],
    ["camel#2", "camel#3"],
    ["camel#4", "camel#5", "camel#6"],
    ["camel#7", "camel#8", "camel#9", "camel#p1"],
)


@pytest.mark.parametrize(
    ("scope", "points"),
    [("own", 1), ("left", 2), ("right", 4), ("neighbours", 6), ("own+neighbours", 7), ("others", 9), ("all", 10)],
)
def test_each_counts_over_all_players_of_its_scope(scope: str, points: int) -> None:
    facts = box(
        thief={"power": [{"each": {"kind": "camel"}, "scope": scope, "points": 1}]}, camel={"palace": {"copies": 1}}
    )
    assert totals(facts, *_CAMELS) == [points, 0, 0, 0]


def test_the_scope_is_own_when_none_is_named() -> None:
    assert totals(_thief({"each": {"kind": "gold"}, "points": 3}), ["thief#1", "gold#1"], ["gold#2"]) == [3, 0, 0]


@pytest.mark.parametrize(("limit", "points"), [(0, 0), (1, -2), (2, -4), (3, -4)])
def test_the_limit_caps_the_count_for_negative_points_too(limit: int, points: int) -> None:
    facts = _thief({"each": {"kind": "gold"}, "points": -2, "limit": limit})
    assert totals(facts, ["thief#1", "gold#1", "gold#2"]) == [points, 0, 0]


def test_each_counts_the_scoring_card_when_it_matches() -> None:
    facts = _thief({"each": {"kind": "thief"}, "points": 1})
    assert totals(facts, ["thief#1", "thief#2", "thief#3"]) == [9, 0, 0]


@pytest.mark.parametrize(
    ("matcher", "count"),
    [
        ({"kind": "gold"}, 3),
        ({"kind": ["gold", "yurt"]}, 4),
        ({"colour": "yellow"}, 4),
        ({"colour": "bazaar"}, 1),
        ({"trait": "arab"}, 6),
        ({"trait": "holy"}, 2),
        ({"trait": "nowhere"}, 0),
        ({"position": "hand"}, 3),
        ({"position": "both"}, 1),
        ({"position": "area"}, 2),
        ({"source": "market"}, 3),
        ({"source": "palace"}, 2),
        ({"source": "bazaar"}, 1),
        ({"any": True}, 6),
    ],
)
def test_matchers_count_cards_and_traits_count_symbols(matcher: dict[str, Any], count: int) -> None:
    facts = box(
        thief={"power": [{"each": matcher, "points": 1}]},
        gold={"traits": {"arab": 2}, "position": "hand", "palace": {"copies": 1}},
        yurt={"colour": "green", "traits": {"holy": 2}, "position": "both", "copies": 0, "palace": {"copies": 1}},
        trader_1={"colour": "bazaar", "copies": 1},
    )
    assert by_card(facts, ["thief#1", "gold#1", "gold#2", "gold#p1", "yurt", "trader-1"])["thief#1"] == count


@pytest.mark.parametrize(("golds", "points"), [(0, 0), (1, 5), (2, 3), (3, 1), (4, 1), (9, 1)])
def test_a_table_gives_points_by_count_and_its_last_beyond(golds: int, points: int) -> None:
    facts = _thief({"table": {"kind": "gold"}, "points": [5, 3, 1]})
    assert totals(facts, ["thief#1", *(f"gold#{n}" for n in range(1, golds + 1))]) == [points, 0, 0]


def test_a_table_counts_for_each_card_that_carries_it() -> None:
    facts = box(silk={"power": [{"table": {"kind": "silk"}, "points": [1, 3, 4], "per": "card"}]})
    assert by_card(facts, ["silk#1", "silk#2"]) == {"silk#1": 3, "silk#2": 3}


def test_values_may_fall_the_more_are_in_play() -> None:
    facts = box(silk={"power": [{"table": {"kind": "silk"}, "scope": "all", "points": [6, 4, 2]}]})
    assert totals(facts, ["silk#1"], ["silk#2"]) == [4, 4, 0]


def test_a_set_is_scored_once_by_the_first_card_in_id_order() -> None:
    facts = box(silk={"copies": 11, "power": [{"table": {"kind": "silk"}, "points": [1, 3, 6], "per": "set"}]})
    assert by_card(facts, ["silk#10", "silk#2"]) == {"silk#2": 3, "silk#10": 0}


def test_each_player_scores_a_set() -> None:
    facts = box(silk={"power": [{"table": {"kind": "silk"}, "points": [1, 3, 6], "per": "set"}]})
    assert totals(facts, ["silk#1", "silk#2"], ["silk#3"], ["silk#4", "silk#5", "silk#6"]) == [3, 1, 6]


def test_the_same_set_across_kinds_is_scored_once_in_the_first_cards_row() -> None:
    goods = {"table": {"kind": ["gold", "silver"]}, "points": [2, 5], "per": "set"}
    same = {"per": "set", "points": [2, 5, 5], "scope": "own", "table": {"kind": ["silver", "gold", "gold"]}}
    facts = box(gold={"colour": "blue", "power": [goods]}, silver={"colour": "red", "power": [same]})
    scores = totals(facts, ["silver#1", "gold#4"]), by_card(facts, ["silver#1", "gold#4"])
    assert scores == ([5, 0, 0], {"gold#4": 5, "silver#1": 0})


def test_sets_that_differ_in_points_or_scope_are_different_sets() -> None:
    facts = box(
        gold={"power": [{"table": {"kind": "gold"}, "points": [1, 2], "per": "set"}]},
        silver={"power": [{"table": {"kind": "gold"}, "points": [1, 3], "per": "set"}]},
        silk={"power": [{"table": {"kind": "gold"}, "points": [1, 2], "per": "set", "scope": "all"}]},
        spice={"power": [{"table": {"kind": "gold"}, "points": [1, 2], "per": "card"}]},
    )
    area = ["gold#1", "silver#1", "silk#1", "spice#1"]
    assert by_card(facts, area) == {"gold#1": 1, "silver#1": 1, "silk#1": 1, "spice#1": 1}


def test_two_different_sets_may_stand_on_one_card() -> None:
    facts = _thief(
        {"table": {"kind": "gold"}, "points": [1, 2], "per": "set"},
        {"table": {"kind": "silk"}, "points": [4], "per": "set"},
    )
    assert by_card(facts, ["thief#1", "thief#2", "gold#1", "gold#2", "silk#1"])["thief#1"] == 6


def test_a_told_card_starts_no_set() -> None:
    facts = box(silk={"power": [{"table": {"kind": "silk"}, "points": [1, 3, 6], "per": "set"}]})
    assert by_card(facts, ["silk#1", "silk#2"], told={"silk#1": 10}) == {"silk#1": 10, "silk#2": 3}


@pytest.mark.parametrize(("area", "points"), [(["gold#1"], 5), ([], -2)])
def test_when_and_else(area: list[str], points: int) -> None:
    facts = _thief({"when": {"has": ["gold"]}, "points": 5, "else": -2})
    assert totals(facts, ["thief#1", *area]) == [points, 0, 0]


def test_without_else_nothing() -> None:
    assert totals(_thief({"when": {"has": ["gold"]}, "points": 5}), ["thief#1"]) == [0, 0, 0]


@pytest.mark.parametrize(
    ("area", "points"),
    [
        (["spice#1", "silk#1", "gold#1"], 9),
        (["spice#1", "silk#1", "gold#p1"], 9),
        (["spice#1", "spice#2", "silk#1"], 0),
        ([], 0),
    ],
)
def test_wants_needs_every_wanted_kind_and_takes_palace_copies(area: list[str], points: int) -> None:
    facts = box(
        trader_1={"copies": 1, "power": [{"wants": ["spice", "silk", "gold"], "points": 9}]},
        gold={"palace": {"copies": 1}},
    )
    assert by_card(facts, ["trader-1", *area])["trader-1"] == points


@pytest.mark.parametrize(("spices", "points"), [(1, 0), (2, 0), (3, 7), (4, 7)])
def test_wanted_twice_needs_two_cards(spices: int, points: int) -> None:
    facts = _thief({"wants": ["spice", "spice", "spice"], "points": 7})
    assert totals(facts, ["thief#1", *(f"spice#{n}" for n in range(1, spices + 1))]) == [points, 0, 0]


def test_the_scoring_card_may_serve() -> None:
    facts = box(spice={"power": [{"wants": ["spice", "silk"], "points": 2}]})
    assert by_card(facts, ["spice#1", "spice#2", "silk#1"]) == {"silk#1": 0, "spice#1": 2, "spice#2": 2}


@pytest.mark.parametrize(
    ("area", "points"),
    [([], 0), (["silk#1"], 1), (["silk#1", "silk#2"], 4), (["silk#1", "silk#2", "gold#1"], 4), (["gold#1"], 1)],
)
def test_partial_pays_by_how_many_are_there_and_its_last_beyond(area: list[str], points: int) -> None:
    facts = _thief({"wants": ["silk", "silk", "gold"], "partial": [1, 4]})
    assert totals(facts, ["thief#1", *area]) == [points, 0, 0]


def test_used_up_cards_are_gone_for_the_next_in_id_order() -> None:
    want = [{"wants": ["spice", "silk"], "points": 5, "uses_up": True}]
    facts = box(trader_1={"copies": 1, "power": want}, trader_2={"copies": 1, "power": want})
    one_silk = by_card(facts, ["trader-2", "trader-1", "spice#1", "spice#2", "silk#1"])
    two_silks = by_card(facts, ["trader-2", "trader-1", "spice#1", "spice#2", "silk#1", "silk#2"])
    assert (one_silk["trader-1"], one_silk["trader-2"]) == (5, 0)
    assert (two_silks["trader-1"], two_silks["trader-2"]) == (5, 5)


def test_an_unfulfilled_want_uses_nothing() -> None:
    facts = box(
        trader_1={"copies": 1, "power": [{"wants": ["spice", "gold"], "points": 5, "uses_up": True}]},
        trader_2={"copies": 1, "power": [{"wants": ["spice"], "points": 3, "uses_up": True}]},
    )
    assert totals(facts, ["trader-1", "trader-2", "spice#1"]) == [3, 0, 0]


def test_a_partial_want_uses_what_it_counted_also_beyond_its_list() -> None:
    facts = box(
        trader_1={"copies": 1, "power": [{"wants": ["spice", "silk", "gold"], "partial": [2], "uses_up": True}]},
        trader_2={"copies": 1, "power": [{"wants": ["silk"], "points": 3, "uses_up": True}]},
    )
    assert totals(facts, ["trader-1", "trader-2", "spice#1", "silk#1"]) == [2, 0, 0]
    assert totals(facts, ["trader-1", "trader-2", "spice#1", "silk#1", "silk#2"]) == [5, 0, 0]


def test_uses_up_goes_by_place_in_the_power_of_one_card() -> None:
    facts = _thief(
        {"wants": ["silk"], "points": 1, "uses_up": True},
        {"wants": ["silk"], "points": 10, "uses_up": True},
    )
    assert totals(facts, ["thief#1", "silk#1"]) == [1, 0, 0]
    assert totals(facts, ["thief#1", "silk#1", "silk#2"]) == [11, 0, 0]


def test_other_terms_see_cards_that_are_used_up() -> None:
    facts = _thief(
        {"wants": ["silk"], "points": 1, "uses_up": True},
        {"wants": ["silk"], "points": 10},
        {"each": {"kind": "silk"}, "points": 100},
    )
    assert totals(facts, ["thief#1", "silk#1"]) == [111, 0, 0]


def test_what_one_player_uses_up_is_not_gone_for_another() -> None:
    facts = box(spice={"power": [{"wants": ["silk"], "points": 4, "uses_up": True}]})
    assert totals(facts, ["spice#1", "silk#1"], ["spice#2", "silk#2"]) == [4, 4, 0]


def test_a_told_card_uses_nothing_up_but_may_be_used() -> None:
    want = [{"wants": ["spice"], "points": 5, "uses_up": True}]
    facts = box(trader_1={"copies": 1, "power": want}, trader_2={"copies": 1, "power": want})
    told = by_card(facts, ["trader-1", "trader-2", "spice#1"], told={"trader-1": 1, "spice#1": 2})
    assert told == {"spice#1": 2, "trader-1": 1, "trader-2": 5}
