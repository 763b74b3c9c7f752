"""Which cards go back where when a step is taken back."""

from __future__ import annotations

from random import Random

import pytest

from rules.amul import GAME
from rules.amul import commands as c
from rules.amul.state import Hand, State
from rules.core.game import advance
from rules.core.table import Move
from tests.rules.amul.people import People
from tests.rules.amul.tables import begin, do, new, seen


def back(state: State, *commands: c.Command) -> tuple[Move, ...]:
    return GAME.put_back(state, do(state, *commands))


def test_a_filled_card_goes_back_on_the_deck() -> None:
    assert back(new(4), c.Fill(0, "camel#1")) == (Move("camel#1", "market", "deck"),)


def test_an_offer_goes_back_into_its_hand_and_offers_read_together_into_the_hands() -> None:
    state = begin(new(3), "offer", hands=(Hand(6),) * 3)
    assert back(state, c.Offer(2, "camel#1")) == (Move("camel#1", "market", "hand-2", hidden=True),)
    assert back(state, c.TurnUp(("camel#1", "gold#1", "silk#1"))) == tuple(
        Move(card, "market", "hand") for card in ("camel#1", "gold#1", "silk#1")
    )


def test_who_offered_what_is_told_by_no_list_of_cards_to_put_back() -> None:
    state = begin(new(3), "offer", hands=(Hand(6),) * 3)
    half = do(state, c.Offer(0, "camel#1"), c.Offer(2, "gold#1"))
    all_cards = ("camel#1", "gold#1", "silk#1")
    assert back(half, c.Offer(1, "silk#1")) == tuple(Move(card, "market", "down") for card in all_cards)
    after = do(half, c.Offer(1, "silk#1"), c.Pick(0, "silk#1"))
    assert {(move.card, move.target) for move in GAME.put_back(state, after)} == {(card, "hand") for card in all_cards}


def test_a_card_laid_face_down_is_taken_up_whichever_it_is() -> None:
    known = Hand(6, ("camel#1",))
    for phase, origin, command in (("offer", "market", c.Offer), ("reveal", "seat-0", c.Reveal)):
        state = begin(new(3), phase, hands=(known, Hand(6), Hand(6)), origin=seen("camel#1"))
        for card in ("camel#1", "gold#1"):
            assert back(state, command(0, card)) == (Move(card, origin, "hand-0", hidden=True),)


def test_a_hand_card_shown_at_the_end_and_taken_back_is_not_named() -> None:
    state = begin(new(3), "hands", hands=(Hand(5),) * 3, round=9)
    assert back(state, c.Show(1, "silk#1")) == (Move("silk#1", "mat", "hand-1", hidden=True),)
    shown = do(state, c.Show(1, "silk#1"))
    assert back(shown, c.Done(1)) == ()


def test_a_picked_card_goes_back_into_the_market() -> None:
    state = begin(new(3), "offer", market=("camel#1",), hands=(Hand(6),) * 3, origin=seen("camel#1"))
    state = do(state, c.TurnUp(("gold#1", "gold#2", "gold#3")))
    assert back(state, c.Pick(0, "gold#2")) == (Move("gold#2", "hand-0", "market"),)


def test_revealed_cards_go_back_into_the_hands_also_from_the_box() -> None:
    state = begin(new(3), "reveal", hands=(Hand(6),) * 3)
    state = do(state, c.Reveal(0, "camel#1"), c.Reveal(1, "gold#1"))
    assert back(state, c.Reveal(2, "camel#2")) == (
        Move("camel#2", "seat-2", "hand-2"),
        Move("gold#1", "box", "seat-1"),
    )


def test_taken_and_cleared_cards_go_back_where_they_lay() -> None:
    state = begin(new(3), "reveal", hands=(Hand(6),) * 3, market=("gold#5",), origin=seen("gold#5"))
    state = do(state, c.Reveal(0, "contract#1"), c.Reveal(1, "camel#1"), c.Reveal(2, "camel#2"))
    assert back(state, c.Take(0, "trader-2")) == (Move("trader-2", "seat-0", "bazaar"),)
    state = do(state, c.Decline(0))
    assert back(state, c.Upkeep(0)) == (Move("gold#5", "box", "market"),)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 7])
def test_going_back_any_way_moves_each_card_once_and_to_where_it_was(players: int) -> None:
    random = Random(players)
    steps = list(People(players, random).play())
    for _ in range(60):
        first, second = sorted(random.sample(range(len(steps)), 2))
        before, after = steps[first][0], steps[second][0]
        moves = GAME.put_back(before, after)
        assert len({(move.card, move.hidden) for move in moves}) == len(moves)
        for move in (move for move in moves if not move.hidden):
            for place in ("market", "palace", "bazaar"):
                assert (move.target == place) == (move.card in getattr(before, place)) or before.phase == "offer"
        last = advance(GAME, after, steps[second][2])
        assert GAME.put_back(after, after) == ()
        assert GAME.put_back(last, last) == ()
