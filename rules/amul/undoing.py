"""Which cards to put back, and where, so that the real table follows an undo. Hidden cards stay hidden.

Two tables that look alike to everybody get the same list: a player takes up a face-down card, whichever it is. Who
offered a turned-up card is not said, so it goes back to "the hand it came from".
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.amul.public import hidden_cards, taken_up
from rules.amul.state import State, place_of
from rules.core.table import Move


def put_back(before: State, after: State) -> tuple[Move, ...]:
    """First hidden cards, seat by seat; then cards whose known place differs, in id order."""
    kept = tuple(_still_hidden(before, after, seat) for seat in range(after.players))
    return (*_taken_up(after, kept), *_carried(before, taken_up(after, kept), kept))


def _still_hidden(before: State, after: State, seat: int) -> tuple[str, ...]:
    now = hidden_cards(after, seat)
    return tuple(card for card in hidden_cards(before, seat) if card in now)


def _taken_up(after: State, kept: tuple[tuple[str, ...], ...]) -> Iterator[Move]:
    for seat in range(after.players):
        for card in hidden_cards(after, seat):
            if card not in kept[seat]:
                yield Move(card, _place(after, card), f"hand-{seat}", hidden=True)


def _carried(before: State, after: State, kept: tuple[tuple[str, ...], ...]) -> Iterator[Move]:
    hidden = {card for cards in kept for card in cards}
    for card in after.facts.in_id_order({*_lying(before), *_lying(after)} - hidden):
        origin, target = _place(after, card), _target(before, after, card)
        if origin != target:
            yield Move(card, origin, target)


def _lying(state: State) -> tuple[str, ...]:
    """Every card with a known place."""
    areas = tuple(card for area in state.areas for card in area)
    return (*state.palace, *state.bazaar, *areas, *state.origin)


def _place(state: State, card: str) -> str:
    """The place as people see it: a face-down card is in front of its seat; removed cards are in the box."""
    for seat, shown in enumerate(state.shown):
        if card in shown:  # at the end hands are shown on the mat, and are then in front of their owner
            return f"seat-{seat}" if seat in state.done else "mat"
    place = place_of(state, card)
    if place is None or place == "removed":
        return "box"
    if place.startswith("down-"):
        return "market" if state.phase == "offer" else place.replace("down", "seat")
    return place


def _target(before: State, after: State, card: str) -> str:
    """Where it was before; a card that nobody had seen goes back where it came from."""
    known = place_of(before, card)
    place = after.origin.get(card, "box") if known is None else _place(before, card)
    is_half_way = before.phase == "offer" and any(before.face_down)
    # If some had offered and some had not, moving only one of the cards would reveal who offered which.
    return "down" if is_half_way and (place == "hand" or (known or "").startswith("down-")) else place
