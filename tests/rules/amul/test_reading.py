"""What the table as seen becomes: commands where a step explains it, a question where none does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.amul import GAME
from rules.amul import commands as c
from rules.amul.state import Hand, State
from rules.core.table import Doubt, Reading, TableCards
from tests.rules.amul.people import People
from tests.rules.amul.tables import begin, check_words, do, facts, holding, new, seen, without_fact


def look(state: State, focus: int | None = None, **zones: Any) -> Reading:
    """The table with these zones in view; ``seat_1`` is the zone seat-1."""
    named = {name.replace("_", "-"): frozenset(cards) for name, cards in zones.items()}
    reading = GAME.read(state, TableCards(named, focus))
    for doubt in reading.doubts:
        check_words(doubt.words, *(answer.words for answer in doubt.answers))
    return reading


def only_doubt(reading: Reading) -> Doubt:
    assert reading.commands == ()
    assert len(reading.doubts) == 1, reading.doubts
    return reading.doubts[0]


def asked(reading: Reading) -> tuple[str, list[Any]]:
    """The key of the one doubt, and what its answers do."""
    doubt = only_doubt(reading)
    return doubt.words.key, ["undo" if answer.undo else answer.commands for answer in doubt.answers]


@pytest.mark.parametrize("players", [3, 6])
def test_a_table_that_looks_as_it_should_asks_for_nothing(players: int) -> None:
    for state, _, _ in People(players, Random(players)).play():
        zones = {"market": state.market, "palace": state.palace, "bazaar": state.bazaar, "mat": ()}
        areas = {f"seat_{seat}": area for seat, area in enumerate(state.areas)}
        if state.phase != "upkeep" or state.market:
            assert look(state, **zones, **areas) == Reading()
        assert look(state) == Reading()


def test_cards_filled_into_the_market_are_read() -> None:
    state = new(5)
    assert look(state, market=("camel#1", "gold#2")).commands == (c.Fill(0, "camel#1"), c.Fill(0, "gold#2"))
    state = do(state, c.Fill(0, "camel#1"))
    assert look(state, market=("camel#1", "gold#2")).commands == (c.Fill(0, "gold#2"),)


def test_more_cards_than_are_to_be_filled_are_asked_about_unless_everybody_has_offered_too() -> None:
    state = new(3)
    key, answers = asked(look(state, market=("camel#1", "gold#2")))
    assert (key, answers) == ("amul.doubt.too_many", [()])
    together = ("camel#1", "gold#1", "gold#2", "silk#1")
    reading = look(state, market=together)
    assert reading.commands == (c.Fill(0, "camel#1"),)
    after = do(state, *reading.commands)
    assert look(after, market=together).commands == (c.TurnUp(("gold#1", "gold#2", "silk#1")),)


def test_palace_and_bazaar_cards_nobody_knew_to_be_in_use_are_read() -> None:
    state = new(3, box=facts("rulebook"))
    reading = look(state, palace=("silver#p1", "spice#p1", "tent", "yurt"))
    assert reading == Reading((c.Lay(0, "tent"), c.Lay(0, "yurt")))


@pytest.mark.parametrize(
    ("card", "key"),
    [
        ("unicorn", "amul.doubt.unknown"),
        ("tea#1", "amul.doubt.without_tea"),
        ("tea-trader", "amul.doubt.without_tea"),
        ("arab-caravan", "amul.doubt.not_in_use"),
        ("dervish", "amul.doubt.elsewhere"),
    ],
)
def test_a_card_that_cannot_be_there_is_named_and_the_others_are_read(card: str, key: str) -> None:
    box = facts(arab_caravan={"min_players": [5]})
    reading = look(new(4, box=box), market=("camel#1", card))
    assert reading.commands == (c.Fill(0, "camel#1"),)
    assert [(doubt.words.key, doubt.cards) for doubt in reading.doubts] == [(key, (card,))]


def offering() -> State:
    hands = (Hand(6), holding(6, "gold#1", "gold#2"), Hand(6))
    return begin(new(3), "offer", market=("camel#1",), hands=hands, origin=seen("camel#1", "gold#1", "gold#2"))


def test_offers_are_read_when_all_are_turned_up() -> None:
    state = offering()
    assert look(state, market=("camel#1", "silk#1", "silk#2")) == Reading()
    reading = look(state, market=("camel#1", "silk#1", "silk#2", "gold#1"))
    assert reading == Reading((c.TurnUp(("gold#1", "silk#1", "silk#2")),))


def test_an_offer_told_before_is_not_read_again() -> None:
    state = do(offering(), c.Offer(0, "silk#1"))
    reading = look(state, market=("camel#1", "silk#1", "silk#2", "gold#1"))
    assert reading == Reading((c.TurnUp(("gold#1", "silk#2")),))


def test_offers_that_cannot_be_are_asked_about_with_the_reason() -> None:
    doubt = only_doubt(look(offering(), market=("camel#1", "silk#1", "gold#2", "gold#1")))
    assert doubt.words.key == "amul.doubt.offers"
    assert doubt.words.values["why"].key == "refusal.two_of_one_hand"  # type: ignore[union-attr]
    key, _ = asked(look(offering(), market=("camel#1", "silk#1", "silk#2", "silk#3", "silk#4")))
    assert key == "amul.doubt.too_many"


def picking() -> State:
    state = begin(new(3, start=1), "offer", market=("camel#1",), hands=(Hand(6),) * 3, origin=seen("camel#1"))
    return do(state, c.TurnUp(("gold#1", "gold#2", "gold#3")))


def test_a_card_gone_from_the_market_goes_to_the_player_whose_turn_it_is() -> None:
    reading = look(picking(), market=("camel#1", "gold#1", "gold#2"))
    assert reading == Reading((c.Pick(1, "gold#3"),))


def test_a_card_taken_out_of_turn_is_asked_about() -> None:
    reading = look(picking(), market=("camel#1", "gold#1", "gold#2"), seat_0=("gold#3",))
    doubt = only_doubt(reading)
    assert doubt.words.key == "amul.doubt.out_of_turn"
    assert [answer.commands for answer in doubt.answers] == [(c.Pick(1, "gold#3"),), ()]


def test_two_cards_gone_at_once_are_read_in_turn_when_it_is_clear_who_took_which() -> None:
    state = picking()
    key, answers = asked(look(state, market=("camel#1", "gold#1")))
    assert (key, answers) == ("amul.doubt.which", [(c.Pick(1, "gold#2"),), (c.Pick(1, "gold#3"),), ()])
    clear = look(state, market=("camel#1", "gold#1"), seat_2=("gold#2",), seat_1=("gold#3",))
    assert clear == Reading((c.Pick(1, "gold#3"), c.Pick(2, "gold#2")))
    # Once told which one the first player took, the second follows by itself.
    told = do(state, c.Pick(1, "gold#2"))
    assert look(told, market=("camel#1", "gold#1")).commands == (c.Pick(2, "gold#3"),)


def test_a_picked_card_put_back_offers_to_take_the_pick_back() -> None:
    state = do(picking(), c.Pick(1, "gold#2"))
    key, answers = asked(look(state, market=("camel#1", "gold#1", "gold#2", "gold#3")))
    assert (key, answers) == ("amul.doubt.put_back", ["undo", ()])


def test_a_picked_card_may_lie_before_its_owner() -> None:
    state = do(picking(), c.Pick(1, "gold#2"))
    assert look(state, market=("camel#1", "gold#1", "gold#3"), seat_1=("gold#2",)) == Reading()


def revealing(**options: Any) -> State:
    hands = (holding(6, "gold#1"), holding(6, "gold#2"), Hand(6))
    return begin(
        new(3, **options), "reveal", hands=hands, market=("camel#6",), origin=seen("gold#1", "gold#2", "camel#6")
    )


def test_a_card_on_the_mat_is_revealed_by_the_seat_that_was_asked() -> None:
    state = revealing()
    assert look(state, focus=2, mat=("camel#1",)) == Reading((c.Reveal(2, "camel#1"),))
    assert look(state, focus=1, mat=("gold#2",)).commands == (c.Reveal(1, "gold#2"),)
    # It may still lie there while the next one is asked.
    after = do(state, c.Reveal(2, "camel#1"))
    assert look(after, focus=0, mat=("camel#1",)) == Reading()


def test_a_card_in_a_seat_s_zone_is_revealed_by_that_seat() -> None:
    state = revealing()
    reading = look(state, seat_0=("camel#1",), seat_2=("camel#2",))
    assert reading == Reading((c.Reveal(0, "camel#1"), c.Reveal(2, "camel#2")))


def test_two_cards_on_the_mat_are_asked_about() -> None:
    key, answers = asked(look(revealing(), focus=2, mat=("camel#1", "camel#2")))
    assert (key, answers) == ("amul.doubt.which", [(c.Reveal(2, "camel#1"),), (c.Reveal(2, "camel#2"),), ()])


def test_a_card_known_to_be_with_another_is_asked_about() -> None:
    key, answers = asked(look(revealing(), focus=2, mat=("gold#1",)))
    assert (key, answers) == ("amul.doubt.whose", [(c.Reveal(0, "gold#1"),), ()])
    key, _ = asked(look(revealing(), focus=2, mat=("camel#6",)))
    assert key == "amul.doubt.elsewhere"


def test_a_card_on_the_mat_when_nobody_was_asked_is_somebody_s() -> None:
    key, answers = asked(look(revealing(), mat=("camel#1",)))
    assert (key, answers) == ("amul.doubt.whose", [(c.Reveal(seat, "camel#1"),) for seat in range(3)] + [()])


def effects(*cards: str) -> State:
    state = begin(
        new(3), "reveal", hands=(Hand(6),) * 3, market=("camel#5", "gold#5"), origin=seen("camel#5", "gold#5")
    )
    return do(state, *(c.Reveal(seat, card) for seat, card in enumerate(cards)))


def test_a_card_gone_from_the_place_of_the_effect_is_taken() -> None:
    state = effects("contract#1", "scavenger#1", "camel#1")
    assert look(state, bazaar=("trader-1", "trader-3")) == Reading((c.Take(0, "trader-2"),))
    key, answers = asked(look(state, bazaar=("trader-1",)))
    assert (key, answers) == ("amul.doubt.which", [(c.Take(0, "trader-2"),), (c.Take(0, "trader-3"),), ()])
    state = do(state, c.Take(0, "trader-2"))
    assert look(state, market=("camel#5",)) == Reading((c.Take(1, "gold#5"),))


def test_a_card_taken_from_a_wrong_place_or_by_another_is_asked_about() -> None:
    state = effects("contract#1", "camel#2", "camel#1")
    palace = [card for card in state.palace if card != "dervish"]
    key, answers = asked(look(state, palace=palace, bazaar=state.bazaar))
    assert (key, answers) == ("amul.doubt.not_from_there", [()])
    key, answers = asked(look(state, bazaar=("trader-1", "trader-2"), seat_1=("trader-3", "camel#2")))
    assert (key, answers) == ("amul.doubt.out_of_turn", [(c.Take(0, "trader-3"),), ()])


def test_a_taken_card_put_back_offers_to_take_it_back() -> None:
    state = do(effects("contract#1", "scavenger#1", "camel#1"), c.Take(0, "trader-2"))
    key, answers = asked(look(state, bazaar=("trader-1", "trader-2", "trader-3")))
    assert (key, answers) == ("amul.doubt.put_back", ["undo", ()])


def test_a_market_cleared_is_upkeep_and_so_are_the_cards_of_the_next_round() -> None:
    state = begin(new(3, start=2), "upkeep", market=("gold#1",), origin=seen("gold#1"))
    assert look(state, market=("gold#1",)) == Reading()
    assert look(state, palace=state.palace) == Reading()
    assert look(state, market=()).commands == (c.Upkeep(2),)
    empty = begin(new(3, start=2), "upkeep", market=(), hands=(Hand(5),) * 3)
    assert look(empty, market=()) == Reading()
    assert look(empty, market=("camel#1",)).commands == (c.Upkeep(2),)
    assert look(do(empty, c.Upkeep(2)), market=("camel#1",)).commands == (c.Fill(2, "camel#1"),)


def test_hand_cards_on_the_mat_are_shown_and_those_without_icon_named() -> None:
    hands = (holding(5, "gold#1"), Hand(5), Hand(5))
    state = begin(new(3), "hands", round=9, hands=hands, areas=(("camel#1",), (), ()), origin=seen("camel#1", "gold#1"))
    reading = look(state, focus=0, mat=("camel#1", "gold#1", "gold#4", "camel#3"))
    assert reading.commands == (c.Show(0, "gold#1"), c.Show(0, "gold#4"))
    assert [(doubt.words.key, doubt.cards) for doubt in reading.doubts] == [("amul.doubt.no_hand_icon", ("camel#3",))]
    key, _ = asked(look(state, focus=1, mat=("gold#1",)))
    assert key == "amul.doubt.elsewhere"


def test_nothing_is_read_while_a_question_is_open_or_after_the_end() -> None:
    state = begin(new(3, box=without_fact("camel", "position")), "reveal", hands=(Hand(6),) * 3)
    state = do(state, c.Reveal(0, "camel#1"), c.Reveal(1, "silk#1"), c.Reveal(2, "silk#2"))
    assert GAME.question(state) is not None
    assert look(state, market=("gold#1",), mat=("gold#2",), focus=0) == Reading()


def test_a_card_at_a_time_when_nothing_is_laid_is_asked_about() -> None:
    key, _ = asked(look(picking(), market=("camel#1", "gold#1", "gold#2", "gold#3", "silk#1")))
    assert key == "amul.doubt.not_now"


def test_zones_of_no_meaning_are_ignored() -> None:
    assert look(picking(), somewhere=("gold#5",), seat_x=("gold#5",), seat_9=("gold#5",)) == Reading()


def test_what_is_left_in_the_market_at_the_end_is_nobodys_business() -> None:
    for state, _, _ in People(3, Random(3)).play():
        if state.phase == "hands":
            assert state.removed
            assert look(state, market=state.removed[-1:]) == Reading()
            return
    raise AssertionError("the game did not come to its end")
