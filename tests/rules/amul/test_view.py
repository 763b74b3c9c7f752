"""Views: what the contract promises, and that no shared view depends on a hidden card."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.commands import Decline, Done, Fill, Offer, Pick, Reveal, Take
from rules.amul.events import Offered, Revealed, Shown
from rules.amul.state import PHASES, Hand, State
from rules.core.words import words
from tests.rules.amul.people import People
from tests.rules.amul.tables import begin, do, new


def states(players: int, seed: int) -> list[State]:
    people = People(players, Random(seed))
    return [state for state, _, _ in people.play()]


@pytest.mark.parametrize("players", range(3, 9))
def test_a_view_has_what_the_contract_names(players: int) -> None:
    for state in states(players, seed=players):
        view = GAME.view(state)
        assert 1 <= view["round"] <= 9
        assert view["phase"] in PHASES
        assert sorted(view["order"]) == list(range(players))
        assert len(view["why"]) == players
        assert all(words.key for words in view["why"])
        assert view["turn"] is None or view["turn"] in range(players)
        assert (view["turn"] is None) == (view["phase"] in ("offer", "reveal", "hands", "over"))
        counts = [player["hand_count"] for player in view["players"]]
        if view["phase"] not in ("hands", "over"):
            assert set(counts) <= {5, 6}
        for player in view["players"]:
            assert (player["letter"] is None) == (player["prowess"] == 0)
        json.dumps(view, default=lambda words: words.key)


def hidden_cards(state: State) -> set[str]:
    """What lies face down or is held."""
    held = {card for hand in state.hands for card in hand.known}
    return held | {card for card in state.face_down if card} | {card for cards in state.shown for card in cards}


def swapped(state: State, renamed: dict[str, str]) -> State:
    """The same table with other hidden cards."""

    def name(card: Any) -> Any:
        return renamed.get(card, card)

    return replace(
        state,
        hands=tuple(replace(hand, known=tuple(map(name, hand.known))) for hand in state.hands),
        face_down=tuple(map(name, state.face_down)),
        shown=tuple(tuple(map(name, cards)) for cards in state.shown),
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5, 8])
def test_swapping_hidden_cards_leaves_the_shared_view_unchanged(players: int) -> None:
    random = Random(players)
    compared = 0
    for state in states(players, seed=players):
        hidden = sorted(hidden_cards(state))
        mixed = random.sample(hidden, len(hidden))
        other = swapped(state, dict(zip(hidden, mixed, strict=True)))
        assert GAME.view(other) == GAME.view(state)
        assert not hidden_names(GAME.view(state), hidden)
        compared += other != state
    assert compared > 50


def hidden_names(view: dict[str, Any], hidden: list[str]) -> set[str]:
    """Hidden cards that a view names; an effect's or a question's kind is no card."""
    text = json.dumps(view, default=repr)
    return {card for card in hidden if f'"{card}"' in text}


def test_the_view_of_one_seat_adds_what_that_player_may_know() -> None:
    for state in states(4, seed=7):
        for seat in range(4):
            own = GAME.view(state, seat)["own"]
            assert own["known"] == list(state.facts.in_id_order(state.hands[seat].known))
            others = {card for number, hand in enumerate(state.hands) if number != seat for card in hand.known}
            assert not others & set(json.loads(json.dumps(own["known"])))


def test_events_shown_and_told_to_all_name_no_card_that_lies_face_down() -> None:
    hidden = 0
    for _, _, events in People(5, Random(1)).play():
        for event in events:
            if isinstance(event, Offered | Revealed | Shown):
                hidden += 1
                assert "card" not in GAME.show_event(event)
                assert event.card not in repr(GAME.tell(event))
    assert hidden > 90


def test_turn_is_the_start_player_while_replenishing() -> None:
    assert GAME.view(new(4, start=2))["turn"] == 2


@pytest.mark.rule("A-EFF-1")
def test_a_view_lists_the_effects_still_to_come_in_their_order_with_their_places() -> None:
    cards = ("contract#1", "camel#1", "arab-merchant#1")
    state = begin(new(3), "reveal", hands=(Hand(6),) * 3, first_pick=2)
    assert GAME.view(state)["effects"] == []
    state = do(state, *(Reveal(seat, card) for seat, card in enumerate(cards)))
    bazaar = {"seat": 0, "card": "contract#1", "places": ["bazaar"]}
    assert GAME.view(state)["effects"] == [{"seat": 2, "card": "arab-merchant#1", "places": ["palace"]}, bazaar]
    state = do(state, Decline(2))
    assert GAME.view(state)["effects"] == [bazaar]
    assert GAME.view(do(state, Take(0, "trader-2")))["effects"] == []


def test_ticks_come_in_seat_order_regardless_of_who_was_first() -> None:
    state = begin(new(3), "hands", round=9, hands=(Hand(5),) * 3)
    state = do(state, Done(2), Done(0))
    assert (GAME.view(state)["done"], GAME.view(state)["waiting"]) == ([0, 2], [1])


def test_who_has_offered_and_who_has_revealed_are_ticked_apart() -> None:
    hands = (Hand(6),) * 3
    offered = do(begin(new(3), "offer", hands=hands), Offer(2, "gold#1"))
    assert (GAME.view(offered)["offered"], GAME.view(offered)["revealed"]) == ([2], [])
    revealed = do(begin(new(3), "reveal", hands=hands), Reveal(1, "gold#1"))
    assert (GAME.view(revealed)["offered"], GAME.view(revealed)["revealed"]) == ([], [1])
    assert (GAME.view(revealed)["waiting"], GAME.view(offered)["waiting"]) == ([0, 2], [])


def to_do(state: State) -> list[bool]:
    return [GAME.view(state, seat)["own"]["to_do"] for seat in range(3)]


def test_each_seat_is_told_whether_it_has_something_to_do() -> None:
    state = new(3, start=1)
    assert to_do(state) == [False, True, False]
    state = do(state, Fill(1, "camel#1"), Offer(2, "gold#1"))
    assert to_do(state) == [True, True, False]
    state = do(state, Offer(0, "gold#2"), Offer(1, "gold#3"))
    assert to_do(state) == [False, True, False]
    state = do(
        state, *(Pick(seat, f"gold#{number}") for seat, number in ((1, 3), (2, 2), (0, 1))), Reveal(1, "camel#2")
    )
    assert to_do(state) == [True, False, True]
    assert to_do(do(begin(state, "hands", round=9, hands=(Hand(5),) * 3), Done(0))) == [False, True, True]


@pytest.mark.rule("A-REV-3")
def test_only_the_own_view_says_that_the_card_laid_down_will_leave_and_only_while_revealing() -> None:
    state = do(begin(new(3), "reveal", hands=(Hand(6),) * 3), Reveal(0, "gold#1"), Reveal(1, "camel#1"))
    notes = [GAME.view(state, seat)["own"]["notes"] for seat in range(3)]
    assert notes == [[words("amul.note.will_leave", card="gold#1")], [], []]
    offered = do(begin(new(3), "offer", hands=(Hand(6),) * 3), Offer(0, "gold#1"))
    assert GAME.view(offered, 0)["own"]["notes"] == []
