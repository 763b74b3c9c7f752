"""The spell phase: once round for each spell, in stones."""

from __future__ import annotations

from random import Random

import pytest

from rules.amulett import GAME
from rules.amulett.commands import Bid, Open, Pass
from rules.amulett.events import RoundBegan
from rules.amulett.spells import SPELLS
from rules.amulett.state import State
from tests.rules.amulett.desks import Desk, lay_out
from tests.rules.setups import amulett_setup

DECK = ["einfluss", "geschenk", "energiebogen", "teleportation"]


@pytest.mark.rule("M-SPL-1", "M-RND-1")
def test_as_many_spells_as_players_are_set_aside_and_opened_one_by_one() -> None:
    desk = lay_out(deck=DECK)
    view = desk.view
    assert (view["phase"], view["spell"], view["aside_count"], view["deck_count"]) == ("spell", "einfluss", 2, 30)
    desk.passes(0, 1, 2)
    assert (desk.view["spell"], desk.view["aside_count"], desk.view["deck_count"]) == ("geschenk", 1, 31)


def test_a_spell_nobody_has_told_is_told_when_it_comes_up() -> None:
    desk = lay_out([{"einfluss": 1}, {}, {}], deck=["geschenk"])
    desk.passes(0, 1, 2)
    assert desk.view["spell"] is None
    assert desk.view["turn"] == 0
    assert len(desk.listed(Open, "spell")) == 31
    assert desk.code(Open(0, "einfluss")) == "spell_elsewhere"
    assert desk.code(Open(0, "geschenk")) == "spell_elsewhere"
    assert desk.code(Open(0, "hokuspokus")) == "unknown_spell"
    assert desk.code(Bid(0, 1)) == "not_now"
    desk.do(Open(0, "teleportation"))
    assert desk.view["spell"] == "teleportation"


@pytest.mark.rule("M-SPL-2", "M-SPL-3")
def test_bidding_goes_once_round_from_the_start_player() -> None:
    desk = lay_out(start=1, deck=DECK)
    assert desk.view["turn"] == 1
    assert desk.bids == list(range(1, 11))
    assert desk.code(Bid(1, 0)) == "too_low"
    assert desk.code(Bid(1, -1)) == "too_low"
    assert desk.code(Bid(0, 2)) == "not_your_turn"
    desk.do(Bid(1, 2))
    assert (desk.view["high_bid"], desk.view["high_bidder"], desk.view["turn"]) == (2, 1, 2)
    assert desk.code(Bid(2, 2)) == "too_low"
    desk.do(Bid(2, 3))
    assert desk.view["passed"] == []
    assert desk.bids == [4, 5, 6, 7, 8, 9, 10]
    desk.do(Pass(0))
    assert desk.spells(2) == {"einfluss": 3}
    assert desk.code(Bid(1, 4)) == "not_your_turn"


@pytest.mark.rule("M-SPL-4")
def test_only_stones_in_the_supply_can_be_bid() -> None:
    desk = lay_out([{"einfluss": 8}, {"geschenk": 10}, {}], deck=DECK[2:])
    assert desk.bids == [1, 2]
    assert desk.code(Bid(0, 3)) == "too_few_stones"
    assert desk.code(Bid(0, 1_000_000)) == "too_few_stones"
    desk.do(Bid(0, 2))
    assert desk.options == (Pass(1),)
    assert desk.code(Bid(1, 3)) == "too_few_stones"


@pytest.mark.rule("M-SPL-5", "M-SPL-6", "M-NRG-5")
def test_the_winner_puts_the_bid_on_the_spell_gets_the_hat_and_bids_first() -> None:
    desk = lay_out(deck=DECK).do(Bid(0, 1), Bid(1, 4), Pass(2))
    view = desk.view
    assert desk.spells(1) == {"einfluss": 4}
    assert (view["players"][1]["supply"], view["start"], view["turn"], view["spell"]) == (6, 1, 1, "geschenk")
    assert (view["high_bid"], view["high_bidder"], view["passed"]) == (None, None, [])


@pytest.mark.rule("M-SPL-7")
def test_without_a_bid_the_card_goes_under_the_deck_and_the_hat_stays() -> None:
    desk = lay_out(start=2, deck=DECK).passes(2, 0, 1)
    assert desk.view["start"] == 2
    assert desk.state.deck.bottom == ("einfluss",)
    assert desk.view["aside_count"] == 1


@pytest.mark.rule("M-SPL-8")
def test_neither_macht_nor_ueberlegenheit_works_here() -> None:
    desk = lay_out([{"gewaltige-macht": 2}, {"ueberlegenheit": 2}, {}], deck=DECK).do(Bid(0, 3))
    assert desk.bids == [4, 5, 6, 7, 8]
    assert desk.code(Bid(1, 3)) == "too_low"


@pytest.mark.rule("M-SPL-9", "M-RND-1")
def test_after_the_last_spell_the_metal_phase_begins() -> None:
    desk = lay_out([{"teleportation": 1}, {}, {}], deck=[spell for spell in DECK if spell != "teleportation"])
    desk.passes(0, 1, 2, 0, 1, 2).do(Bid(0, 1), Pass(1), Pass(2))
    assert (desk.view["phase"], desk.view["spell"], desk.view["aside_count"]) == ("metal", None, 0)
    assert desk.view["turn"] == 0


@pytest.mark.rule("M-SPL-10")
def test_a_deck_too_short_on_a_laid_out_table_is_auctioned_as_it_is() -> None:
    spells = [dict.fromkeys(SPELLS[seat * 10 : seat * 10 + 10], 1) for seat in range(3)]
    desk = lay_out([*spells, {}], deck=list(SPELLS[30:]))
    assert (desk.view["aside_count"], desk.view["deck_count"], desk.view["spell"]) == (2, 0, "energiebogen")


@pytest.mark.slow
@pytest.mark.rule("M-SPL-10")
@pytest.mark.parametrize("seed", range(4))
def test_from_the_beginning_on_six_players_always_have_six_spells_to_open(seed: int) -> None:
    random = Random(seed)
    state = GAME.new(amulett_setup(6, random))
    assert isinstance(state, State)
    while not GAME.is_over(state):
        events = GAME.decide(state, random.choice(GAME.options(state)))
        assert isinstance(events, tuple)
        for event in events:
            state = GAME.evolve(state, event)
            assert not isinstance(event, RoundBegan) or event.aside == 6


@pytest.mark.slow
def test_cards_put_under_the_deck_come_up_again_in_order() -> None:
    """33 cards, 3 a round, all refused: in round 12 the first ones are back, and nobody is asked."""
    desk = lay_out(deck=list(SPELLS))
    while desk.view["round"] < 12:
        desk.do(_pass_or_first(desk))
    assert desk.view["spell"] == SPELLS[0]
    assert desk.state.unseen == frozenset()


def _pass_or_first(desk: Desk) -> object:
    return next((option for option in desk.options if isinstance(option, Pass)), desk.options[0])


@pytest.mark.rule("M-SPL-1")
def test_the_one_spell_nobody_told_comes_up_after_those_that_were() -> None:
    desk = lay_out(deck=list(SPELLS[:32]))
    for spell in SPELLS[:3]:
        assert desk.view["spell"] == spell
        desk.passes(0, 1, 2)
    last = lay_out([dict.fromkeys(SPELLS[n : n + 10], 1) for n in (0, 10, 20)], deck=list(SPELLS[30:32]))
    for spell in SPELLS[30:33]:
        assert last.view["spell"] == spell
        last.passes(0, 1, 2)
