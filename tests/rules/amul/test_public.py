"""What the screen that all see may offer, and what is meant by it."""

from __future__ import annotations

from rules.amul import commands as c
from rules.amul.options import options
from rules.amul.public import meant, offered
from rules.amul.state import Hand, State
from rules.core.refusals import Refused
from tests.rules.amul.tables import begin, do, new, seen


def offering(*known: str) -> State:
    """Seat 0 has these cards, picked in the open."""
    return begin(new(3), "offer", hands=(Hand(6, known), Hand(6), Hand(6)), origin=seen(*known))


def of_seat(state: State, seat: int) -> set[str]:
    return {command.card for command in offered(state) if isinstance(command, c.OneCard) and command.seat == seat}


def test_what_another_has_laid_is_offered_all_the_same_and_the_arbiter_knows_better() -> None:
    one, other = do(offering(), c.Offer(0, "arab-general")), do(offering(), c.Offer(0, "mughal-warlord"))
    assert offered(one) == offered(other)
    assert options(one) != options(other)
    assert {"arab-general", "mughal-warlord"} <= of_seat(one, 1)


def test_a_card_picked_in_the_open_stays_its_owners_also_when_it_may_lie_face_down() -> None:
    laid = do(offering("arab-general"), c.Offer(0, "arab-general"))
    assert "arab-general" not in of_seat(laid, 1)
    assert offered(laid) == offered(do(offering("arab-general"), c.Offer(0, "mughal-warlord")))


def test_of_copies_that_are_alike_the_one_that_can_be_meant_is_taken() -> None:
    state = do(offering(), c.Offer(0, "gold#1"))
    assert meant(state, c.Offer(1, "gold#1")) == c.Offer(1, "gold#2")
    assert meant(state, c.Offer(1, "gold#5")) == c.Offer(1, "gold#5")
    assert meant(do(offering("gold#4"), c.Offer(1, "gold#1")), c.Offer(0, "gold#1")) == c.Offer(0, "gold#4")


def test_of_copies_that_are_alike_the_one_picked_in_the_open_is_offered_first() -> None:
    golds = [command.card for command in offered(offering("gold#4")) if command.seat == 0 and "gold" in command.card]
    assert golds[0] == "gold#4"
    assert meant(offering("gold#4"), c.Offer(0, "gold#1")) == c.Offer(0, "gold#1")


def test_a_kind_that_is_accounted_for_is_refused_without_a_name() -> None:
    refusal = meant(do(offering(), c.Offer(0, "mughal-warlord")), c.Offer(1, "mughal-warlord"))
    assert refusal == Refused("all_told")


def test_at_the_end_nobody_sees_which_cards_were_shown() -> None:
    state = begin(new(3), "hands", hands=(Hand(5, ("silk#1",)), Hand(5), Hand(5)), origin=seen("silk#1"), round=9)
    one, other = do(state, c.Show(0, "silk#1")), do(state, c.Show(0, "gold#1"))
    assert offered(one) == offered(other)
    assert c.Done(0) in offered(other)
    assert c.Done(0) not in options(other)
