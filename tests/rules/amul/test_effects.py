"""Immediate effects: who has one, where it takes from, what may be declined."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.cards import EFFECTS
from rules.amul.commands import Decline, Later, Reveal, Take, Tell
from rules.amul.state import Hand, State
from tests.rules.amul.tables import begin, do, new, refused, seen, without_fact


def revealed(*cards: str, market: tuple[str, ...] = ("camel#5", "gold#5"), **options: Any) -> State:
    """Three players have revealed these cards in round 1."""
    changes = {key: options.pop(key) for key in ("palace", "bazaar") if key in options}
    hands = (Hand(6), Hand(6), Hand(6))
    state = begin(new(3, **options), "reveal", hands=hands, market=market, origin=seen(*market), **changes)
    return do(state, *(Reveal(seat, card) for seat, card in enumerate(cards)))


@pytest.mark.rule("A-EFF-1")
def test_effects_of_the_cards_of_this_round_come_clockwise_from_first_pick() -> None:
    state = revealed("contract#1", "camel#1", "arab-merchant#1")
    assert (state.phase, GAME.view(state)["turn"]) == ("effects", 0)
    assert refused(state, Take(2, "dervish")) == "not_your_turn"
    state = do(state, Take(0, "trader-1"))
    assert GAME.view(state)["turn"] == 2
    state = do(state, Take(2, "dervish"))
    assert (state.phase, state.areas) == (
        "upkeep",
        (("contract#1", "trader-1"), ("camel#1",), ("arab-merchant#1", "dervish")),
    )


@pytest.mark.rule("A-EFF-2")
def test_just_five_kinds_have_an_effect() -> None:
    assert EFFECTS == ("arab-merchant", "mongol-merchant", "contract", "scavenger", "mughal-warlord")
    assert revealed("camel#1", "silk#1", "arab-guard#1").phase == "upkeep"
    for card in ("arab-merchant#1", "mongol-merchant#1", "contract#1", "scavenger#1"):
        assert revealed(card, "silk#1", "camel#1").phase == "effects", card


def test_a_card_that_leaves_the_game_at_once_has_no_effect() -> None:
    state = revealed("mughal-warlord", "camel#1", "silk#1")
    assert (state.phase, state.removed) == ("upkeep", ("mughal-warlord",))


@pytest.mark.rule("A-EFF-3")
def test_an_effect_takes_one_card_from_its_place_and_may_be_declined() -> None:
    state = revealed("scavenger#1", "contract#1", "arab-merchant#1")
    assert GAME.options(state) == (Take(0, "camel#5"), Take(0, "gold#5"), Decline(0))
    assert refused(state, Take(0, "dervish")) == "not_there"
    assert refused(state, Take(0, "trader-1")) == "not_there"
    state = do(state, Take(0, "gold#5"))
    assert (state.areas[0], state.market) == (("scavenger#1", "gold#5"), ("camel#5",))
    assert GAME.options(state) == (*(Take(1, f"trader-{n}") for n in (1, 2, 3)), Decline(1))
    state = do(state, Decline(1))
    assert GAME.options(state) == (*(Take(2, card) for card in state.palace), Decline(2))


@pytest.mark.rule("A-EFF-3")
def test_nothing_to_take_is_no_effect() -> None:
    state = revealed("contract#1", "scavenger#1", "camel#1", bazaar=())
    assert (state.phase, GAME.view(state)["turn"]) == ("effects", 1)
    assert revealed("contract#1", "camel#1", "silk#1", bazaar=()).phase == "upkeep"


@pytest.mark.rule("A-EFF-3")
def test_by_option_an_effect_must_be_used_while_there_is_something_to_take() -> None:
    state = revealed("contract#1", "camel#1", "silk#1", A_EFF_3="must")
    assert refused(state, Decline(0)) == "must_take"
    assert Decline(0) not in GAME.options(state)
    assert do(state, Take(0, "trader-2")).areas[0] == ("contract#1", "trader-2")


@pytest.mark.rule("A-EFF-4")
def test_palace_and_bazaar_cards_are_had_by_effects_alone_and_never_refilled() -> None:
    state = do(revealed("contract#1", "camel#1", "silk#1"), Take(0, "trader-2"))
    assert state.bazaar == ("trader-1", "trader-3")
    while state.round == 1:
        state = do(state, GAME.options(state)[0])
    assert state.bazaar == ("trader-1", "trader-3")


def test_a_card_gained_has_no_effect_of_its_own_and_stays_even_with_a_hand_icon() -> None:
    state = do(revealed("scavenger#1", "camel#1", "silk#1", market=("contract#2", "gold#5")), Take(0, "contract#2"))
    assert state.phase == "upkeep"
    state = do(revealed("scavenger#1", "camel#1", "silk#1"), Take(0, "gold#5"))
    assert (state.areas[0], state.removed) == (("scavenger#1", "gold#5"), ())


def test_a_place_nobody_has_told_is_asked_for_when_the_effect_comes_up() -> None:
    state = revealed("contract#1", "camel#1", "silk#1", box=without_fact("contract", "effect"))
    question = GAME.question(state)
    assert question is not None
    assert (question.fact, GAME.view(state)["turn"]) == ("cards.contract.effect", 0)
    assert refused(state, Take(0, "trader-1")) == "answer_first"
    told = do(state, Tell(question.fact, "palace"))
    assert GAME.options(told) == (*(Take(0, card) for card in told.palace), Decline(0))


def test_a_place_put_off_lets_the_table_decide_and_is_named_as_missing() -> None:
    state = revealed("contract#1", "camel#1", "silk#1", A_EFF_3="must", box=without_fact("contract", "effect"))
    state = do(state, Later("cards.contract.effect"))
    everything = (*state.palace, *state.bazaar, *state.market)
    assert GAME.options(state) == (*(Take(0, card) for card in everything), Decline(0))
    assert GAME.view(state)["missing"] == ["cards.contract.effect"]
    assert do(state, Take(0, "trader-3")).areas[0] == ("contract#1", "trader-3")


@pytest.mark.rule("A-EFF-3")
def test_where_an_effect_takes_from_is_not_asked_while_there_is_nothing_to_take() -> None:
    box = without_fact("contract", "effect")
    nothing = revealed("contract#1", "camel#1", "silk#1", market=(), palace=(), bazaar=(), box=box)
    assert (GAME.question(nothing), nothing.phase) == (None, "upkeep")
    question = GAME.question(revealed("contract#1", "camel#1", "silk#1", box=box))
    assert question is not None
    assert question.fact == "cards.contract.effect"


@pytest.mark.rule("A-REV-2")
def test_a_position_is_asked_for_although_an_empty_hand_could_lay_nothing() -> None:
    state = begin(new(3, box=without_fact("camel", "position")), "reveal", hands=(Hand(6), Hand(0), Hand(6)))
    question = GAME.question(do(state, Reveal(2, "silk#1"), Reveal(0, "camel#1")))
    assert question is not None
    assert question.fact == "cards.camel.position"
