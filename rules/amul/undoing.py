"""Which cards to carry back, and where, so that the real table follows an undo. What is hidden stays so.

Two tables that look alike to all get the same list: who has laid a card face down takes it up, whichever it is; who
offered a card that was turned up nobody says, so it goes back to the hand it came from.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.amul.public import hidden_cards, taken_up
from rules.amul.state import State, place_of
from rules.core.table import Move


def put_back(before: State, after: State) -> tuple[Move, ...]:
    """First what lies hidden, seat by seat; then cards whose known place differs, in id order."""
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
    """Every card whose place is known."""
    areas = tuple(card for area in state.areas for card in area)
    return (*state.palace, *state.bazaar, *areas, *state.origin)


def _place(state: State, card: str) -> str:
    """As people see it: a card face down in front of a seat lies there; what left the game is in the box."""
    for seat, shown in enumerate(state.shown):
        if card in shown:  # hands are shown on the mat at the end, and then lie before their owner
            return f"seat-{seat}" if seat in state.done else "mat"
    place = place_of(state, card)
    if place is None or place == "removed":
        return "box"
    if place.startswith("down-"):
        return "market" if state.phase == "offer" else place.replace("down", "seat")
    return place


def _target(before: State, after: State, card: str) -> str:
    """Where it lay before; a card nobody had seen goes back where it came from."""
    known = place_of(before, card)
    place = after.origin.get(card, "box") if known is None else _place(before, card)
    is_half_way = before.phase == "offer" and any(before.face_down)
    # Some had offered, some not: that one card stays and another goes would tell who offered which.
    return "down" if is_half_way and (place == "hand" or (known or "").startswith("down-")) else place
