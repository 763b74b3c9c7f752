"""What options list: every copy that could be there, never one known to be elsewhere; and what a question lists."""

from __future__ import annotations

import pytest

from rules.amul import GAME
from rules.amul.commands import Fill, Later, Offer, Pick, Reveal, Tell, TurnUp
from rules.amul.state import Hand, State
from tests.rules.amul.tables import begin, do, facts, holding, new, refused, seen, without_fact


def offered(state: State, seat: int) -> list[str]:
    return [option.card for option in GAME.options(state) if isinstance(option, Offer) and option.seat == seat]


def test_every_unseen_copy_in_use_could_be_filled() -> None:
    state = new(3)
    assert [option.card for option in GAME.options(state)] == list(state.pool)  # type: ignore[attr-defined]


def test_a_copy_known_to_be_elsewhere_is_never_listed() -> None:
    state = begin(
        new(3),
        "offer",
        market=("camel#1",),
        areas=(("camel#2",), (), ()),
        removed=("camel#3",),
        hands=(Hand(6), holding(6, "camel#4"), Hand(6)),
        origin=seen("camel#1", "camel#2", "camel#3", "camel#4"),
    )
    state = do(state, Offer(2, "camel#5"))
    assert [card for card in offered(state, 0) if card.startswith("camel#")] == ["camel#6"]
    assert [card for card in offered(state, 1) if card.startswith("camel#")] == ["camel#4", "camel#6"]
    assert offered(state, 2) == []


def test_a_hand_known_whole_offers_only_that() -> None:
    known = ("gold#2", "gold#1", "camel#1")
    state = begin(new(3), "offer", hands=(holding(3, *known), Hand(6), Hand(6)), origin=seen(*known))
    assert offered(state, 0) == ["camel#1", "gold#1", "gold#2"]


def test_a_picked_card_stays_with_its_picker_until_it_is_shown() -> None:
    state = begin(new(3), "offer", market=("camel#1",), hands=(Hand(6),) * 3, origin=seen("camel#1"))
    state = do(state, TurnUp(("gold#1", "gold#2", "gold#3")), Pick(0, "gold#1"), Pick(1, "gold#2"), Pick(2, "gold#3"))
    cards = [option.card for option in GAME.options(state) if isinstance(option, Reveal) and option.seat == 1]
    assert "gold#2" in cards
    assert not {"gold#1", "gold#3", "camel#1"} & set(cards)


@pytest.mark.rule("A-TEA-2")
def test_any_tea_copy_may_show_up_but_only_as_many_as_were_shuffled_in() -> None:
    state = do(new(5, tea=2), Fill(0, "tea#7"))
    assert [option.card for option in GAME.options(state) if "tea" in repr(option)] == [  # type: ignore[attr-defined]
        f"tea#{number}" for number in (1, 2, 3, 4, 5, 6, 8)
    ]
    state = do(state, Fill(0, "tea#1"))
    assert "tea" not in repr(GAME.options(state))
    assert refused(state, Fill(0, "tea#2")) == "too_much_tea"
    state = do(state, Fill(0, "camel#1"))
    cards = ("gold#1", "gold#2", "gold#3", "gold#4", "tea#3")
    assert refused(state, TurnUp(cards)) == "too_much_tea"


@pytest.mark.rule("A-TEA-3")
@pytest.mark.parametrize("tea", [0, 3])
def test_after_round_nine_as_many_cards_are_left_as_tea_was_added(tea: int) -> None:
    state = new(3, box=facts("practice"), tea=tea)
    while state.phase != "over":
        state = do(state, GAME.options(state)[-1])
    assert state.deck == tea


def test_copies_of_unknown_player_count_are_listed_too() -> None:
    cards = [option.card for option in GAME.options(new(3, box=facts("rulebook"))) if isinstance(option, Fill)]
    assert "gem#9" in cards
    assert "contract#4" not in cards  # this one is proven: four players or more


def test_a_position_nobody_has_told_is_asked_for_when_the_card_is_turned_up() -> None:
    state = begin(new(3, box=without_fact("camel", "position")), "reveal", hands=(Hand(6),) * 3)
    state = do(state, Reveal(0, "camel#1"), Reveal(1, "silk#1"))
    assert GAME.question(state) is None
    state = do(state, Reveal(2, "camel#2"))
    question = GAME.question(state)
    assert question is not None
    fact = "cards.camel.position"
    assert question.fact == fact
    assert question.answers == (Tell(fact, "hand"), Tell(fact, "area"), Tell(fact, "both"), Later(fact))
    assert do(state, Tell(fact, "hand")).removed == ("camel#1", "camel#2")
    assert do(state, Tell(fact, "area")).areas == (("camel#1",), ("silk#1",), ("camel#2",))
    later = do(state, Later(fact))
    assert (later.areas[0], later.phase, GAME.view(later)["missing"]) == (("camel#1",), "upkeep", [fact])
    assert GAME.score(later)["complete"] is False
    assert fact in GAME.score(later)["missing"]


def test_a_fact_once_put_off_or_told_is_not_asked_for_again() -> None:
    for answer in (Later("cards.camel.position"), Tell("cards.camel.position", "area")):
        state = begin(new(3, box=without_fact("camel", "position")), "reveal", hands=(Hand(6),) * 3)
        state = do(state, Reveal(0, "camel#1"), Reveal(1, "silk#1"), Reveal(2, "silk#2"), answer)
        state = begin(state, "reveal", hands=(Hand(6),) * 3)
        state = do(state, Reveal(0, "camel#2"), Reveal(1, "silk#3"), Reveal(2, "silk#4"))
        assert (GAME.question(state), state.phase) == (None, "upkeep")


def test_only_what_was_asked_can_be_put_off_and_only_what_fits_can_be_told() -> None:
    state = new(3)
    assert refused(state, Later("cards.camel.position")) == "not_asked"
    assert refused(state, Tell("cards.camel.position", "table")) == "bad_fact"
    assert refused(state, Tell("cards.camel.copies", 3)) == "bad_fact"
    assert refused(state, Tell("cards.unicorn.position", "hand")) == "bad_fact"
    assert refused(state, Tell("camel", "hand")) == "bad_fact"
    assert refused(state, Tell("cards.camel.traits.prowess", -1)) == "bad_fact"
    corrected = do(state, Tell("cards.camel.position", "hand"))
    assert corrected.facts.kinds["camel"].position == "hand"
