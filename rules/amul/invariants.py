"""What must hold after every event: each card is in one place, and no count is below what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.amul.state import State


def invariants(state: State) -> tuple[str, ...]:
    """Everything that does not add up, in words; empty if all is well."""
    return (*_places(state), *_hands(state), *_numbers(state))


def known_places(state: State) -> tuple[str, ...]:
    """Every card with a known place, once for each place it is in."""
    cards = [*state.market, *state.palace, *state.bazaar, *state.removed]
    for seat in range(state.players):
        cards += state.areas[seat] + state.hands[seat].known + (state.shown[seat] if state.shown else ())
    return (*cards, *(card for card in state.face_down if card is not None))


def cards_in_play(state: State) -> int | None:
    """The number of market cards, including the deck and hidden hands; None once hands are being shown."""
    if state.phase in ("hands", "over"):
        return None  # cards that need not be shown are put away uncounted
    pool = set(state.pool)
    unseen = sum(hand.hidden for hand in state.hands) + state.deck + state.lost
    return sum(card in pool for card in known_places(state)) + unseen


def _places(state: State) -> Iterator[str]:
    for card, count in Counter(known_places(state)).items():
        if count > 1:
            yield f"expected {card} in one place, got {count}"


def _hands(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        if hand.hidden < 0:
            yield f"expected at most {hand.count} known cards in a hand, got {len(hand.known)} (seat {seat})"


def _numbers(state: State) -> Iterator[str]:
    if state.deck < 0 or state.to_fill < 0:
        yield f"expected no number below zero, got a deck of {state.deck} and {state.to_fill} to fill"
