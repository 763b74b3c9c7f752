"""Views: what the contract promises, and that no shared view depends on a hidden card."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.events import FACE_DOWN
from rules.amul.state import PHASES, State
from rules.amul.telling import tell_event
from tests.rules.amul.people import People
from tests.rules.amul.tables import new


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
            if isinstance(event, FACE_DOWN):
                hidden += 1
                assert "card" not in GAME.show_event(event)
                assert event.card not in repr(tell_event(event))
    assert hidden > 90


def test_turn_is_the_start_player_while_replenishing() -> None:
    assert GAME.view(new(4, start=2))["turn"] == 2
