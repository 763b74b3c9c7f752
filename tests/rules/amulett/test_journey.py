"""The gem phase around its exchanges: before the draw, the marker, the party's way."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett.commands import Bid, Decline, Draw, Lift, Move, Name, Pass, Pick, Place
from rules.amulett.events import ExchangeSkipped, PartyStayed
from tests.rules.amulett.desks import Desk, gather, lay_out

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss", "einkommen-6"]


def gem_desk(spells: list[dict[str, int]] | None = None, **table: Any) -> Desk:
    """At the beginning of the gem phase of round 1."""
    return lay_out(spells or [{}, {}, {}], deck=DECK, **table).to("gem")


@pytest.mark.rule("M-GEM-1", "M-SPT-1")
def test_spells_before_the_draw_go_from_the_start_player_clockwise() -> None:
    desk = gem_desk([{"brennendes-verlangen": 2}, {}, {"magische-reise": 2}], start=1, markers=[6])
    assert (desk.view["turn"], desk.view["exchanges_left"]) == (2, None)
    assert desk.options == (*(Pick(2, n) for n in (3, 4, 5, 6)), Decline(2, "magische-reise"))
    assert desk.code(Name(0, "gold")) == "not_your_turn"
    assert desk.code(Pick(2, 7)) == "no_such_marker"
    assert desk.code(Draw(2, 3)) == "not_now"
    desk.do(Pick(2, 5))
    assert (desk.view["turn"], desk.view["exchanges_left"]) == (0, None)
    assert desk.options == (
        *(Name(0, metal) for metal in ("gold", "silver", "copper", "iron")),
        Decline(0, "brennendes-verlangen"),
    )
    desk.do(Name(0, "iron"))
    assert (desk.view["exchanges_left"], desk.view["turn"]) == (5, 1)


@pytest.mark.rule("M-GEM-1", "M-SPT-1")
def test_the_owner_of_both_chooses_the_order_and_may_decline_either() -> None:
    both = [{"brennendes-verlangen": 2, "magische-reise": 2}, {}, {}]
    desk = gem_desk(both, markers=[6]).do(Name(0, "gold"))
    assert desk.options == (*(Pick(0, n) for n in (3, 4, 5, 6)), Decline(0, "magische-reise"))
    desk.do(Decline(0, "magische-reise"))
    assert (desk.view["exchanges_left"], desk.state.named) == (6, (0, "gold"))
    desk = gem_desk(both, markers=[6]).do(Decline(0, "brennendes-verlangen"), Pick(0, 4))
    assert (desk.view["exchanges_left"], desk.state.named) == (4, None)


@pytest.mark.rule("M-R17")
def test_magische_reise_chooses_the_marker_and_uses_none_of_the_drawn_ones() -> None:
    desk = gem_desk([{"magische-reise": 9}, {}, {}], markers=[6, 5]).do(Pick(0, 3))
    assert desk.view["exchanges_left"] == 3
    assert desk.state.markers == (6, 5)


@pytest.mark.rule("M-GEM-2", "M-GEM-3")
def test_the_start_player_draws_a_marker_each_time_from_all_six() -> None:
    desk = gem_desk(start=2, markers=[])
    assert (desk.view["turn"], desk.view["exchanges_left"]) == (2, None)
    assert desk.options == tuple(Draw(2, n) for n in (3, 4, 5, 6))
    assert desk.code(Draw(2, 2)) == "no_such_marker"
    desk.do(Draw(2, 3))
    assert desk.view["exchanges_left"] == 3
    desk.to("spell").to("gem")
    assert desk.options == tuple(Draw(desk.view["start"], n) for n in (3, 4, 5, 6))


def test_told_markers_are_never_asked_and_run_out() -> None:
    desk = gem_desk(markers=[4])
    assert desk.view["exchanges_left"] == 4
    assert isinstance(desk.to("spell").to("gem").options[0], Draw)


def everyone_passes(desk: Desk) -> Desk:
    first = desk.view["start"]
    return desk.passes(*((first + n) % 3 for n in range(3)))


@pytest.mark.rule("M-GEM-13", "M-CMP-9", "M-GEM-12")
def test_the_start_player_moves_to_a_neighbour_with_a_gem_over_wall_and_pyramids() -> None:
    table = gather([[], [], []], "b1", b1=["red"], a1=["red"], a2=[], b2=["red"], c1=["red"])
    desk = everyone_passes(gem_desk(start=1, **table))
    assert (desk.view["turn"], desk.view["start"]) == (1, 1)
    assert desk.listed(Move, "area") == ["a1", "b2", "c1"]
    assert desk.code(Move(1, "b1")) == "same_area"
    assert desk.code(Move(1, "a2")) == "empty_area"
    assert desk.code(Move(1, "d6")) == "not_neighbouring"
    assert desk.code(Move(1, "nowhere")) == "unknown_area"
    assert desk.code(Move(0, "a1")) == "not_your_turn"
    desk.do(Move(1, "a1"))
    assert (desk.view["party"], desk.view["exchanges_left"], desk.view["turn"]) == ("a1", 2, 1)


@pytest.mark.rule("M-GEM-14")
def test_without_a_neighbour_that_has_gems_any_area_with_one_will_do() -> None:
    desk = everyone_passes(gem_desk(**gather([[], [], []], "a1", a1=["red"], c5=["red"])))
    assert desk.listed(Move, "area") == ["c5", "d6"]


def test_a_single_way_is_taken_by_itself() -> None:
    desk = everyone_passes(gem_desk(**gather([[], [], []], "d6", d6=["red"], d5=["red"])))
    assert desk.view["party"] == "d5"


@pytest.mark.rule("M-GEM-15", "M-RND-1")
def test_there_is_a_move_after_the_last_exchange_and_then_the_energy_phase() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], a3=["red"], a4=["red"], b1=["red"])
    desk = gem_desk([{"sog-des-lichts": 2}, {"einfluss": 2}, {}], markers=[3], **table)
    for target, left in (("a2", 2), ("a3", 1)):
        everyone_passes(desk).do(Move(0, target))
        assert desk.view["exchanges_left"] == left
    everyone_passes(desk)
    assert (desk.view["exchanges_left"], desk.view["phase"]) == (1, "gem")
    desk.do(Move(0, "a4"))
    assert (desk.view["party"], desk.view["phase"], desk.view["exchanges_left"]) == ("a4", "energy", None)


@pytest.mark.rule("M-GEM-16")
def test_an_area_without_gems_is_left_without_an_exchange() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], b1=["red"])
    desk = lay_out([{"teleportation": 2}, {}, {}], deck=DECK, start=2, **table).to("metal")
    desk.do(Lift(0, "a1", "red"), Place(0, "b1"))
    assert ExchangeSkipped("a1") in desk.events
    assert (desk.view["start"], desk.view["turn"], desk.view["exchanges_left"]) == (2, 2, 3)
    assert desk.listed(Move, "area") == ["a2", "b1"]
    desk.do(Move(2, "b1"))
    assert desk.view["exchanges_left"] == 2


@pytest.mark.rule("M-GEM-16")
def test_by_another_ruling_that_move_uses_no_marker() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], b1=["red"])
    desk = lay_out([{"teleportation": 2}, {}, {}], deck=DECK, options={"M-GEM-16": "free"}, **table).to("metal")
    desk.do(Lift(0, "a1", "red"), Place(0, "b1"), Move(0, "b1"))
    assert desk.view["exchanges_left"] == 3


@pytest.mark.rule("M-GEM-17")
def test_with_no_gem_anywhere_else_the_party_stays() -> None:
    desk = everyone_passes(gem_desk(**gather([[], [], []], "d6")))
    assert PartyStayed(0) in desk.events
    assert (desk.view["party"], desk.view["exchanges_left"]) == ("d6", 2)


@pytest.mark.rule("M-R18")
def test_schwingen_des_phoenix_lets_the_mover_go_anywhere_with_a_gem() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], c5=["red"])
    desk = everyone_passes(gem_desk([{"schwingen-des-phoenix": 2}, {}, {}], **table))
    assert desk.listed(Move, "area") == ["a2", "c5", "d6"]
    assert desk.code(Move(0, "c1")) == "empty_area"
    other = everyone_passes(gem_desk([{}, {"schwingen-des-phoenix": 2}, {}], **table))
    assert other.view["party"] == "a2"


@pytest.mark.rule("M-R18")
def test_by_another_ruling_the_owner_of_the_wings_always_moves() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], c5=["red"])
    desk = gem_desk([{}, {"schwingen-des-phoenix": 2}, {}], options={"M-R18": "owner"}, **table)
    everyone_passes(desk)
    assert (desk.view["turn"], desk.listed(Move, "area")) == (1, ["a2", "c5", "d6"])


@pytest.mark.rule("M-R1")
def test_brennendes_verlangen_is_one_more_metal_for_all_in_every_exchange_of_the_phase() -> None:
    hands = [{"iron": 5, "gold": 1}, {"iron": 5, "gold": 1}, {"iron": 5}]
    table = gather([[], [], []], "a1", a1=["red"], a2=["red", "?"], b1=["?"])
    desk = gem_desk([{"brennendes-verlangen": 3}, {}, {}], metals=hands, **table).do(Name(0, "iron"))
    assert desk.bids == [1, 2, 3, 4, 5, 6]
    desk.do(Pass(0))
    assert desk.bids == [1, 2, 3, 4, 5, 6]
    desk.passes(1, 2).do(Move(0, "a2"))
    assert desk.bids == [1, 2, 3, 4, 5]
    assert desk.view["stacks"]["iron"] == 13
    desk.to("spell")
    assert desk.state.named is None


@pytest.mark.rule("M-R1")
def test_by_another_ruling_it_is_for_its_owner_alone() -> None:
    hands = [{"iron": 5, "gold": 1}, {"iron": 4, "gold": 3}, {"iron": 5}]
    table = gather([[], [], []], "a1", a1=["red"])
    desk = gem_desk([{"brennendes-verlangen": 3}, {}, {}], metals=hands, options={"M-R1": "owner"}, **table)
    desk.do(Name(0, "iron"), Bid(0, 1))
    assert desk.bids == [2, 3]


@pytest.mark.rule("M-R18")
def test_by_that_ruling_the_start_player_moves_while_nobody_has_the_wings() -> None:
    table = gather([[], [], []], "a1", a1=["red"], a2=["red"], b1=["red"])
    desk = everyone_passes(gem_desk([{}, {}, {}], options={"M-R18": "owner"}, **table))
    assert (desk.view["turn"], desk.listed(Move, "area")) == (0, ["a2", "b1"])
