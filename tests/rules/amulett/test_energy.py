"""The energy phase: blue spells, costs, and the order under the deck."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett.commands import Decline, Drain, PutUnder, Shift
from rules.amulett.events import CostsPaid, SpellExpired
from tests.rules.amulett.desks import Desk, facts, idle, lay_out

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss", "einkommen-6"]


def energy_desk(spells: list[dict[str, int]], costs: dict[str, int] | None = None, **table: Any) -> Desk:
    """At the first choice of the energy phase of round 1, or in the spell phase of round 2 if there is none."""
    desk = lay_out(spells, told=facts(costs=costs), deck=DECK, **table)
    while desk.view["phase"] != "energy" and desk.view["round"] == 1:
        desk.do(idle(desk.options))
    return desk


@pytest.mark.rule("M-NRG-1", "M-NRG-5", "M-RND-1")
def test_each_spell_pays_its_cost_back_to_the_supply() -> None:
    desk = energy_desk([{"einfluss": 3, "geschenk": 4}, {"einfluss-der-pharaonen": 2}, {}], {"geschenk": 2})
    assert (desk.view["phase"], desk.view["round"]) == ("spell", 2)
    assert CostsPaid(0, {"einfluss": 1, "geschenk": 2}) in desk.events
    assert (desk.spells(0), desk.spells(1)) == ({"einfluss": 2, "geschenk": 2}, {"einfluss-der-pharaonen": 1})
    assert [player["supply"] for player in desk.view["players"]] == [6, 9, 10]


@pytest.mark.rule("M-NRG-2")
def test_a_spell_without_stones_goes_under_the_deck_at_once() -> None:
    desk = energy_desk([{"einfluss": 1}, {}, {}])
    assert desk.spells(0) == {}
    assert desk.state.deck.bottom[-1] == "einfluss"


@pytest.mark.rule("M-NRG-2")
def test_the_owner_of_several_chooses_their_order() -> None:
    desk = energy_desk([{"einfluss": 1, "geschenk": 1, "gewaltige-macht": 1, "ueberlegenheit": 5}, {}, {}])
    assert desk.view["phase"] == "energy"
    assert desk.spells(0) == {"einfluss": 0, "geschenk": 0, "gewaltige-macht": 0, "ueberlegenheit": 4}
    assert desk.options == (PutUnder(0, "einfluss"), PutUnder(0, "geschenk"), PutUnder(0, "gewaltige-macht"))
    assert desk.code(PutUnder(0, "ueberlegenheit")) == "not_that_spell"
    desk.do(PutUnder(0, "gewaltige-macht"), PutUnder(0, "einfluss"))
    assert desk.state.deck.bottom[-3:] == ("gewaltige-macht", "einfluss", "geschenk")
    assert desk.view["round"] == 2


@pytest.mark.rule("M-NRG-4")
def test_cost_two_with_one_stone_pays_it_and_leaves() -> None:
    desk = energy_desk([{"einfluss": 3}, {}, {}], {"einfluss": 2})
    assert (desk.spells(0), desk.view["players"][0]["supply"]) == ({"einfluss": 1}, 9)
    desk.to("gem", "exchange")
    assert desk.state.players[0].holds("einfluss")
    desk.to("spell")
    assert (desk.spells(0), desk.view["players"][0]["supply"]) == ({}, 10)


@pytest.mark.rule("M-B3")
def test_sog_des_lichts_takes_one_stone_which_returns_to_its_owner() -> None:
    desk = energy_desk([{"sog-des-lichts": 2}, {"einfluss": 3}, {"geschenk": 1}])
    assert desk.options == (Drain(0, "einfluss"), Drain(0, "geschenk"), Decline(0, "sog-des-lichts"))
    assert desk.code(Drain(0, "sog-des-lichts")) == "not_that_spell"
    assert desk.code(Drain(1, "sog-des-lichts")) == "not_your_turn"
    assert desk.code(Drain(0, "hokuspokus")) == "unknown_spell"
    desk.do(Drain(0, "einfluss"))
    assert (desk.view["phase"], desk.view["round"]) == ("spell", 2)
    assert (desk.spells(0), desk.spells(1)) == ({"sog-des-lichts": 1}, {"einfluss": 1})
    assert desk.view["players"][1]["supply"] == 9


@pytest.mark.rule("M-B2")
def test_sog_der_finsternis_takes_up_to_two_from_one_or_two_spells() -> None:
    spells: list[dict[str, int]] = [{"sog-der-finsternis": 2}, {"einfluss": 3}, {"geschenk": 5}]
    one = energy_desk(spells).do(Drain(0, "einfluss"), Drain(0, "einfluss"))
    assert (one.spells(1), one.spells(2)) == ({}, {"geschenk": 4})
    two = energy_desk(spells).do(Drain(0, "geschenk"), Drain(0, "einfluss"))
    assert (two.spells(1), two.spells(2)) == ({"einfluss": 1}, {"geschenk": 3})
    just_one = energy_desk(spells).do(Drain(0, "geschenk"))
    assert Decline(0, "sog-der-finsternis") in just_one.options
    just_one.do(Decline(0, "sog-der-finsternis"))
    assert just_one.spells(2) == {"geschenk": 3}


@pytest.mark.rule("M-NRG-3", "M-B2", "M-B3", "M-SPT-1")
def test_both_sog_on_a_player_who_has_had_their_turn() -> None:
    desk = energy_desk([{"einfluss": 3, "geschenk": 2}, {"sog-der-finsternis": 2, "sog-des-lichts": 2}, {}])
    assert desk.view["turn"] == 1
    assert desk.spells(0) == {"einfluss": 2, "geschenk": 1}
    desk.do(Drain(1, "einfluss"), Drain(1, "geschenk"))
    assert desk.spells(0) == {"einfluss": 1}
    assert desk.options == (Drain(1, "einfluss"), Decline(1, "sog-des-lichts"))
    desk.do(Drain(1, "einfluss"))
    assert (desk.spells(0), desk.view["players"][0]["supply"]) == ({}, 10)
    assert desk.state.deck.bottom[-2:] == ("geschenk", "einfluss")
    assert desk.view["round"] == 2


@pytest.mark.rule("M-NRG-2")
def test_spells_of_several_owners_go_under_in_the_order_drained() -> None:
    desk = energy_desk([{"sog-der-finsternis": 2, "sog-des-lichts": 2}, {"einfluss": 1}, {"geschenk": 1}])
    desk.do(Drain(0, "geschenk"))
    assert SpellExpired(2, "geschenk") in desk.events
    desk.do(Drain(0, "einfluss"))
    assert desk.state.deck.bottom[-2:] == ("geschenk", "einfluss")
    assert desk.view["round"] == 2


@pytest.mark.rule("M-B1")
def test_energiebogen_moves_any_of_its_stones_before_its_own_cost() -> None:
    desk = energy_desk([{"energiebogen": 4, "einfluss": 1, "geschenk": 1}, {}, {}])
    assert desk.options == (Shift(0, "einfluss"), Shift(0, "geschenk"), Decline(0, "energiebogen"))
    assert desk.code(Shift(0, "energiebogen")) == "not_that_spell"
    desk.do(Shift(0, "einfluss"), Shift(0, "einfluss"))
    assert desk.spells(0) == {"energiebogen": 2, "einfluss": 3, "geschenk": 1}
    desk.do(Decline(0, "energiebogen"))
    assert desk.spells(0) == {"energiebogen": 1, "einfluss": 2}


@pytest.mark.rule("M-B1", "M-NRG-5")
def test_energiebogen_emptied_leaves_at_once_and_pays_nothing() -> None:
    desk = energy_desk([{"energiebogen": 2, "einfluss": 1, "geschenk": 3}, {}, {}])
    desk.do(Shift(0, "einfluss"), Shift(0, "geschenk"))
    assert SpellExpired(0, "energiebogen") in desk.events
    assert desk.spells(0) == {"einfluss": 1, "geschenk": 3}
    assert desk.view["players"][0]["supply"] == 6


def test_blue_spells_without_anything_to_work_on_ask_nothing() -> None:
    assert energy_desk([{"energiebogen": 3}, {}, {}]).view["round"] == 2
    assert energy_desk([{"sog-des-lichts": 3, "sog-der-finsternis": 3}, {}, {}]).view["round"] == 2


@pytest.mark.rule("M-SPT-1", "M-NRG-1")
def test_own_blue_spells_go_in_the_owners_order() -> None:
    spells: list[dict[str, int]] = [{"sog-des-lichts": 2, "energiebogen": 2, "geschenk": 2}, {"einfluss": 4}, {}]
    desk = energy_desk(spells)
    assert {type(option) for option in desk.options} == {Shift, Drain, Decline}
    desk.do(Drain(0, "einfluss"))
    assert {type(option) for option in desk.options} == {Shift, Decline}
    other = energy_desk(spells).do(Decline(0, "energiebogen"))
    assert {type(option) for option in other.options} == {Drain, Decline}


def test_turns_go_clockwise_from_the_start_player() -> None:
    spells: list[dict[str, int]] = [{"sog-des-lichts": 2}, {"energiebogen": 2, "geschenk": 1}, {"einfluss": 5}]
    desk = energy_desk(spells, start=1)
    assert desk.view["turn"] == 1
    desk.do(Decline(1, "energiebogen"))
    assert (desk.view["turn"], desk.spells(2)) == (0, {"einfluss": 4})
