"""What nobody has told is asked, once, and can wait; without a board the places are learned by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.amul.commands import Upkeep
from rules.amulett import GAME
from rules.amulett.commands import Bid, Correct, Later, Move, Pass, Tell, TellAll
from rules.core.questions import Question
from rules.core.words import words
from tests.rules.amulett.desks import Desk, facts, lay_out
from tests.rules.setups import amulett_facts

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss"]


def without(*keys: tuple[str, str]) -> dict[str, Any]:
    known = facts()
    for spell, key in keys:
        del known["spells"][spell][key]
    return known


def asked(desk: Desk) -> Question:
    question = GAME.question(desk.state)
    assert question is not None
    assert desk.options == question.answers
    return question


def passed_over(desk: Desk) -> Desk:
    return desk.passes(0, 1, 2, 0, 1, 2, 0, 1, 2)


def test_an_unknown_income_is_asked_before_it_is_given_and_just_once() -> None:
    desk = passed_over(lay_out([{"einfluss": 5}, {}, {}], told=without(("einfluss", "income")), deck=DECK))
    question = asked(desk)
    assert (question.fact, question.words.key) == ("spells.einfluss.income", "amulett.question.income")
    assert question.answers[0] == Tell(0, "spells.einfluss.income", [])
    assert question.answers[-1] == Later(0, "spells.einfluss.income")
    assert Tell(0, "spells.einfluss.income", ["gold", "any"]) in question.answers
    assert desk.code(Pass(0)) == "answer_first"
    assert desk.code(Tell(1, "spells.einfluss.income", [])) == "not_your_turn"
    assert desk.code(Tell(0, "spells.einfluss.cost", 1)) == "not_asked"
    assert desk.code(Tell(0, "spells.einfluss.income", "gold")) == "bad_answer"
    assert desk.code(Tell(0, "spells.einfluss.income", ["tin"])) == "bad_answer"
    desk.do(Tell(0, "spells.einfluss.income", ["gold", "gold"]))
    assert desk.metals(0)["gold"] == 3
    stale = Tell(0, "spells.einfluss.income", ["gold"])
    assert desk.code(stale) == "not_asked"
    while not (desk.view["round"] == 2 and desk.view["phase"] == "gem"):
        desk.to("gem" if desk.view["phase"] != "gem" else "spell")
    assert desk.metals(0)["gold"] == 5


def test_an_unknown_cost_is_asked_in_the_energy_phase() -> None:
    desk = lay_out([{"einfluss": 5, "geschenk": 5}, {}, {}], told=without(("geschenk", "cost")), deck=DECK)
    while GAME.question(desk.state) is None:
        desk.do(_step(desk))
    assert asked(desk).answers == (
        Tell(0, "spells.geschenk.cost", 1), Tell(0, "spells.geschenk.cost", 2), Later(0, "spells.geschenk.cost"),
    )  # fmt: skip
    assert desk.view["turn"] == 0
    assert desk.code(Tell(0, "spells.geschenk.cost", True)) == "bad_answer"
    desk.do(Tell(0, "spells.geschenk.cost", 2))
    assert desk.spells(0) == {"einfluss": 4, "geschenk": 3}


def _step(desk: Desk) -> Any:
    return next((option for option in desk.options if isinstance(option, Pass)), desk.options[0])


def test_later_goes_on_with_what_every_spell_costs_at_least() -> None:
    desk = lay_out([{"geschenk": 5}, {}, {}], told=without(("geschenk", "cost")), deck=DECK)
    while GAME.question(desk.state) is None:
        desk.do(_step(desk))
    desk.do(Later(0, "spells.geschenk.cost"))
    assert desk.spells(0) == {"geschenk": 4}
    desk.to("gem").to("spell")
    assert desk.spells(0) == {"geschenk": 3}
    desk.do(Correct(0, "spells.geschenk.cost", 2))
    assert desk.code(Correct(0, "spells.geschenk.cost", 2)) == "same_as_before"
    assert desk.code(Correct(0, "spells.geschenk.cost", 5)) == "bad_answer"
    desk.to("gem").to("spell")
    assert desk.spells(0) == {"geschenk": 1}


def test_a_correction_is_no_option_but_always_possible() -> None:
    desk = lay_out([{"geschenk": 5}, {}, {}], deck=DECK).do(Correct(2, "spells.einkommen-6.name", "Ehern"))
    assert desk.state.facts.spells["einkommen-6"].name == "Ehern"
    assert not any(isinstance(option, Correct) for option in desk.options)


def board_free(**known: Any) -> dict[str, Any]:
    return {**facts(), "areas": known}


def test_without_a_board_the_party_begins_in_the_pyramid_city_and_asks_for_the_wall() -> None:
    desk = passed_over(lay_out(told=board_free(), deck=DECK))
    assert (desk.view["party"], desk.view["board"]) == ("pyramid-city", {})
    assert asked(desk).fact == "areas.pyramid-city.wall"
    desk.do(Tell(0, "areas.pyramid-city.wall", "none"))
    assert desk.view["board"] == {"pyramid-city": ["?", "?", "?"]}
    assert desk.state.unplaced == 49
    assert desk.bids == [1, 2, 3, 4]


def test_without_a_board_places_are_named_and_remembered_and_no_way_is_judged() -> None:
    desk = passed_over(lay_out(told=board_free(), deck=DECK)).do(Later(0, "areas.pyramid-city.wall"))
    desk.passes(0, 1, 2)
    assert desk.options == (Move(0, "area-1"),)
    desk.do(Move(0, "Oase"))
    for left, key, value in ((3, "terrain", "water"), (2, "pyramid", False), (1, "wall", "north")):
        question = asked(desk)
        assert (question.fact, question.left) == (f"areas.Oase.{key}", left)
        assert question.why == words(f"amulett.asked_for.{key}", seat=0)
        desk.do(Tell(0, question.fact, value))
    assert desk.view["board"]["Oase"] == ["?", "?"]
    assert desk.bids == [1]
    desk.passes(0, 1, 2)
    assert desk.listed(Move, "area") == ["pyramid-city", "area-1"]
    assert desk.code(Move(0, "Oase")) == "same_area"
    assert desk.code(Move(0, "a.b")) == "unknown_area"
    assert desk.code(Move(0, "")) == "unknown_area"
    desk.do(Move(0, "pyramid-city"))
    assert GAME.question(desk.state) is None
    assert GAME.facts(desk.state)["areas"]["Oase"] == {
        "terrain": "water",
        "pyramid": False,
        "wall": "north",
        "origin": {"terrain": "game", "pyramid": "game", "wall": "game"},
    }


@pytest.mark.rule("M-GEM-13")
def test_without_a_board_no_new_place_is_named_once_every_gem_has_its_own() -> None:
    gems = {"pyramid-city": ["?"] * 20, "Oase": ["?"] * 16, "See": ["?"] * 16}
    desk = passed_over(lay_out(told=board_free(), deck=DECK, gems=gems)).do(Later(0, "areas.pyramid-city.wall"))
    desk.passes(0, 1, 2)
    assert desk.listed(Move, "area") == ["Oase", "See"]
    assert desk.code(Move(0, "Wald")) == "unknown_area"


@pytest.mark.rule("M-CMP-7")
def test_without_a_board_there_is_no_twenty_fifth_place() -> None:
    gems = {"pyramid-city": ["?"], **{f"place-{n}": ["?"] for n in range(1, 24)}}
    desk = passed_over(lay_out(told=board_free(), deck=DECK, gems=gems)).do(Later(0, "areas.pyramid-city.wall"))
    desk.passes(0, 1, 2)
    assert len(desk.listed(Move, "area")) == 23
    assert desk.code(Move(0, "Wald")) == "unknown_area"


def test_a_place_is_named_only_when_the_party_moves_on() -> None:
    desk = passed_over(lay_out(told=board_free(), deck=DECK)).do(Later(0, "areas.pyramid-city.wall"))
    assert desk.code(Move(0, "Oase")) == "not_now"  # bidding is going on
    assert desk.code(Upkeep(0)) == "not_of_this_game"


def test_terrain_put_off_is_not_judged() -> None:
    desk = passed_over(lay_out(told=board_free(), deck=DECK, party="Irgendwo"))
    for key in ("terrain", "pyramid", "wall"):
        desk.do(Later(0, f"areas.Irgendwo.{key}"))
    desk.do(Tell(0, "gems.Irgendwo", 3))
    assert desk.view["board"] == {"Irgendwo": ["?", "?", "?"]}
    assert desk.bids == [1, 2, 3, 4]
    desk.do(Bid(0, 4)).passes(1, 2)
    assert desk.view["turn"] == 0


def test_areas_learned_before_are_offered_by_name() -> None:
    known = {"Oase": {"terrain": "water", "pyramid": False, "wall": "none"}}
    desk = passed_over(lay_out(told=board_free(**known), deck=DECK)).do(Tell(0, "areas.pyramid-city.wall", "south"))
    desk.passes(0, 1, 2)
    assert desk.listed(Move, "area") == ["Oase", "area-1"]
    desk.do(Move(0, "Oase"))
    assert desk.view["board"]["Oase"] == ["?", "?"]


@pytest.mark.slow
@pytest.mark.parametrize("facts_name", ["rulebook"])
def test_a_whole_game_can_be_learned_at_the_table(facts_name: str) -> None:
    from random import Random

    desk = lay_out(told=dict(amulett_facts(facts_name)), markers=[])
    random, facts_asked = Random(5), []
    while not GAME.is_over(desk.state):
        command = random.choice(desk.options)
        if (question := GAME.question(desk.state)) is not None:
            again = question.fact in facts_asked
            assert not again or (desk.state.stage in ("lay", "settle") and question.fact in desk.state.put_off)
            facts_asked.append(question.fact)
        desk.do(command)
    assert len(set(facts_asked)) > 20


def to_costs(told: Mapping[str, Any]) -> Desk:
    desk = lay_out(
        [{"einfluss": 5, "geschenk": 5}, {"ueberlegenheit": 4}, {"gewaltige-macht": 3}], told=told, deck=DECK
    )
    while GAME.question(desk.state) is None:
        desk.do(_step(desk))
    return desk


COSTS = tuple(f"spells.{spell}.cost" for spell in ("einfluss", "geschenk", "ueberlegenheit"))


@pytest.mark.rule("M-NRG-1")
def test_the_costs_of_all_spells_on_the_table_are_ticked_on_one_page() -> None:
    desk = to_costs(without(*((fact.split(".")[1], "cost") for fact in COSTS)))
    question = asked(desk)
    ticks = question.ticks
    assert ticks is not None
    assert tuple(fact for _, fact in ticks.things) == COSTS, "what is known is not asked"
    assert (ticks.values, ticks.rest, ticks.seats, question.left) == ((2,), 1, ((0,), (0,), (1,)), 3)
    desk.do(ticks.tell({COSTS[0]: 1, COSTS[1]: 2, COSTS[2]: 2}, ()))
    assert (desk.spells(0), desk.spells(1), desk.spells(2)) == (
        {"einfluss": 4, "geschenk": 3}, {"ueberlegenheit": 2}, {"gewaltige-macht": 2},
    )  # fmt: skip


def test_ticks_that_are_not_asked_for_or_wrong_tell_nothing() -> None:
    desk = to_costs(without(*((fact.split(".")[1], "cost") for fact in COSTS)))
    assert desk.code(TellAll(1, {COSTS[0]: 2})) == "not_your_turn"
    assert desk.code(TellAll(0, {})) == "not_asked"
    assert desk.code(TellAll(0, {COSTS[0]: 2, "spells.gewaltige-macht.cost": 1})) == "not_asked"
    assert desk.code(TellAll(0, {COSTS[0]: 2, COSTS[1]: 3})) == "bad_answer"
    desk.do(TellAll(0, {COSTS[0]: 2}, COSTS[1:]))
    assert (desk.spells(0), desk.spells(1)) == ({"einfluss": 3, "geschenk": 4}, {"ueberlegenheit": 3})
    assert desk.state.put_off == set(COSTS[1:])


def test_one_unknown_cost_is_a_question_of_its_own() -> None:
    desk = to_costs(without(("geschenk", "cost")))
    assert asked(desk).ticks is None
