"""The metal phase: Teleportation, printed income, jokers, empty stacks, the Magie spells."""

from __future__ import annotations

import pytest

from rules.amulett.commands import Bid, Choose, Decline, Lift, Pass, Place
from rules.amulett.events import IncomeGiven
from tests.rules.amulett.desks import Desk, facts, gather, lay_out

DECK = ["geschenk", "geschenk-der-baumeister", "geschenk-der-pharaonen"]


def metal_desk(spells: list[dict[str, int]], incomes: dict[str, list[str]], **table: object) -> Desk:
    """Everyone passes on every spell; income is given up to the first choice."""
    desk = lay_out(spells, told=facts(incomes=incomes), deck=DECK, **table)  # type: ignore[arg-type]
    for _ in range(3):
        desk.passes(*(seat % len(spells) for seat in range(desk.view["start"], desk.view["start"] + len(spells))))
    return desk


@pytest.mark.rule("M-MET-1", "M-MET-2")
def test_each_player_wholly_from_the_start_player_jokers_one_by_one() -> None:
    incomes = {"einfluss": ["gold", "any"], "energiebogen": ["iron", "iron", "any"], "ueberlegenheit": ["silver"]}
    desk = metal_desk([{"energiebogen": 1}, {"einfluss": 1, "ueberlegenheit": 1}, {}], incomes, start=1)
    assert (desk.view["phase"], desk.view["turn"]) == ("metal", 1)
    assert desk.metals(1) == {"gold": 2, "silver": 2, "copper": 1, "iron": 1}
    assert desk.metals(0) == {"gold": 1, "silver": 1, "copper": 1, "iron": 1}
    assert desk.options == tuple(Choose(1, metal) for metal in ("gold", "silver", "copper", "iron"))
    assert desk.code(Choose(0, "gold")) == "not_your_turn"
    assert desk.code(Choose(1, "tin")) == "unknown_metal"
    desk.do(Choose(1, "copper"))
    assert desk.metals(1) == {"gold": 2, "silver": 2, "copper": 2, "iron": 1}
    assert (desk.view["turn"], desk.metals(0)) == (0, {"gold": 1, "silver": 1, "copper": 1, "iron": 3})
    desk.do(Choose(0, "iron"))
    assert desk.view["phase"] == "gem"


@pytest.mark.rule("M-MET-3")
def test_an_empty_stack_gives_a_card_of_another_card_by_card() -> None:
    desk = metal_desk(
        [{"goldener-ueberfluss": 1}, {}, {}],
        {"goldener-ueberfluss": ["gold", "gold", "gold", "silver"]},
        metals=[{}, {"gold": 14}, {"gold": 13, "silver": 27}],
    )
    assert desk.metals(0) == {"gold": 1, "silver": 1}
    assert desk.view["stacks"] == {"gold": 0, "silver": 0, "copper": 28, "iron": 28}
    assert desk.options == (Choose(0, "copper"), Choose(0, "iron"))
    assert desk.code(Choose(0, "gold")) == "no_such_card"
    desk.do(Choose(0, "iron"), Choose(0, "copper"))
    assert desk.metals(0) == {"gold": 1, "silver": 1, "copper": 1, "iron": 1}
    assert desk.view["phase"] == "gem"


@pytest.mark.rule("M-MET-3")
def test_with_one_stack_left_there_is_nothing_to_choose() -> None:
    desk = metal_desk(
        [{"zwei-wuensche": 1}, {}, {}],
        {"zwei-wuensche": ["any", "any"]},
        metals=[{}, {"gold": 28, "silver": 28}, {"copper": 28}],
    )
    assert desk.metals(0) == {"iron": 2}
    assert desk.view["phase"] == "gem"


@pytest.mark.rule("M-MET-4")
def test_all_stacks_empty_gives_nothing_and_leaves_no_debt() -> None:
    desk = metal_desk(
        [{"zwei-wuensche": 5}, {}, {}],
        {"zwei-wuensche": ["any", "any", "gold"]},
        metals=[{}, {"gold": 28, "silver": 28}, {"copper": 28, "iron": 27}],
    )
    assert desk.metals(0) == {"iron": 1}
    assert desk.view["phase"] == "gem"
    assert desk.state.left == 0


@pytest.mark.rule("M-MET-5")
def test_a_spell_bought_this_round_produces_this_round() -> None:
    desk = lay_out(told=facts(incomes={"geschenk": ["iron", "iron"]}), deck=DECK)
    desk.do(Pass(0), Bid(1, 1), Pass(2)).passes(1, 2, 0, 1, 2, 0)
    assert desk.metals(1) == {"gold": 1, "silver": 1, "copper": 1, "iron": 3}


@pytest.mark.rule("M-MET-6")
def test_a_hand_has_no_limit() -> None:
    desk = metal_desk(
        [{"zwei-wuensche": 1}, {}, {}], {"zwei-wuensche": ["iron"] * 12}, metals=[{"gold": 28, "silver": 28}, {}, {}]
    )
    assert desk.view["players"][0]["metal_total"] == 68


@pytest.mark.parametrize(
    ("spell", "gem", "metal"),
    [
        pytest.param("magie-des-bernstein", "yellow", "gold", marks=pytest.mark.rule("M-G1")),
        pytest.param("magie-des-diamanten", "colourless", "silver", marks=pytest.mark.rule("M-G2")),
        pytest.param("magie-der-rubine", "red", "copper", marks=pytest.mark.rule("M-G3")),
        pytest.param("magie-der-smaragde", "green", "iron", marks=pytest.mark.rule("M-G4")),
    ],
)
def test_magie_brings_two_cards_for_each_gem_of_its_colour_which_is_kept(spell: str, gem: str, metal: str) -> None:
    amulets = [[gem, "white", gem, gem], [gem], []]
    desk = metal_desk([{spell: 1}, {}, {}], {spell: [metal]}, metals=[{}, {}, {}], **gather(amulets, "a1", a1=["?"]))
    assert desk.metals(0) == {metal: 7}
    assert desk.metals(1) == {}
    assert desk.view["players"][0]["gems"] == [gem, "white", gem, gem]


@pytest.mark.rule("M-END-4", "M-G2")
def test_white_is_not_colourless() -> None:
    table = gather([["white", "white"], [], []], "a1", a1=["?"])
    desk = metal_desk([{"magie-des-diamanten": 1}, {}, {}], {}, metals=[{}, {}, {}], **table)
    assert desk.metals(0) == {}


@pytest.mark.parametrize(
    "spell",
    [
        pytest.param("zwei-wuensche", marks=pytest.mark.rule("M-G6")),
        pytest.param("goldener-ueberfluss", marks=pytest.mark.rule("M-G7")),
        pytest.param("silberner-ueberfluss", marks=pytest.mark.rule("M-G8")),
        pytest.param("kupferner-ueberfluss", marks=pytest.mark.rule("M-G9")),
        pytest.param("eiserner-ueberfluss", marks=pytest.mark.rule("M-G10")),
        pytest.param("einkommen-6", marks=pytest.mark.rule("M-G11")),
    ],
)
def test_an_income_card_gives_its_income_and_asks_nothing(spell: str) -> None:
    desk = metal_desk([{spell: 5}, {}, {}], {spell: ["gold", "gold", "copper"]}, metals=[{}, {}, {}])
    assert desk.metals(0) == {"gold": 2, "copper": 1}
    assert desk.view["phase"] == "gem"
    assert desk.view["turn"] == 0
    desk.to("spell")
    assert desk.spells(0) == {spell: 4}


@pytest.mark.rule("M-G11")
def test_the_sixth_income_card_is_called_what_the_box_says() -> None:
    named = facts()
    named["spells"]["einkommen-6"]["name"] = "Eherner Überfluss"
    assert lay_out(told=named).state.facts.spells["einkommen-6"].name == "Eherner Überfluss"


@pytest.mark.rule("M-G5")
def test_teleportation_moves_one_gem_anywhere_before_the_own_income() -> None:
    desk = metal_desk(
        [{"teleportation": 1}, {"einfluss": 1}, {}],
        {"teleportation": ["gold"], "einfluss": ["iron"]},
        start=1,
        **gather([["red"], [], []], "a1", a1=["green", "green"], a2=["?", "white"]),
    )
    assert desk.metals(1)["iron"] == 2
    assert (desk.view["turn"], desk.metals(0)["gold"]) == (0, 1)
    assert desk.listed(Lift, "area") == ["a1", "a2", "a2", "d6"]
    assert Decline(0, "teleportation") in desk.options
    assert desk.code(Lift(0, "a1", "red")) == "no_such_gem"
    assert desk.code(Lift(0, "a9", "red")) == "unknown_area"
    assert desk.code(Place(0, "a3")) == "not_now"
    desk.do(Lift(0, "a2", "white"))
    assert desk.view["board"]["a2"] == ["?", "white"]
    assert len(desk.listed(Place, "area")) == 23
    assert desk.code(Place(0, "a2")) == "same_area"
    assert desk.code(Place(0, "z2")) == "unknown_area"
    desk.do(Place(0, "a1"))
    assert (desk.view["board"]["a2"], desk.view["board"]["a1"]) == (["?"], ["green", "green", "white"])
    assert desk.metals(0)["gold"] == 2
    assert desk.view["phase"] == "gem"


@pytest.mark.rule("M-G5", "M-SPT-3")
def test_teleportation_may_reach_an_empty_area_and_may_be_declined() -> None:
    table = gather([[], [], []], "a1", a1=["green"])
    desk = metal_desk([{"teleportation": 1}, {}, {}], {}, **table).do(Lift(0, "a1", "green"), Place(0, "c5"))
    assert (desk.view["board"]["a1"], desk.view["board"]["c5"]) == ([], ["green"])
    desk = metal_desk([{"teleportation": 1}, {}, {}], {}, **table).do(Decline(0, "teleportation"))
    assert desk.view["board"]["a1"] == ["green"]
    assert desk.view["phase"] == "gem"


def test_income_is_a_public_event() -> None:
    desk = lay_out([{"zwei-wuensche": 2}, {}, {}], told=facts(incomes={"zwei-wuensche": ["gold", "any"]}), deck=DECK)
    desk.passes(0, 1, 2, 0, 1, 2, 0, 1, 2)
    assert IncomeGiven(0, {"gold": 1}, 1) in desk.events
