"""Which cards to carry back, and where, so that the real table follows an undo."""

from __future__ import annotations

from rules.amul.state import State, place_of
from rules.core.table import Move


def put_back(before: State, after: State) -> tuple[Move, ...]:
    """Cards whose known place differs, in id order."""
    cards, down = {*_lying(before), *_lying(after)}, after.face_down
    moves = (
        Move(card, _place(after, card), _origin(before, after, card), hidden=after.phase == "offer" and card in down)
        for card in after.facts.in_id_order(cards)
    )
    return tuple(move for move in moves if move.origin != move.target)


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


def _origin(before: State, after: State, card: str) -> str:
    """Where it lay before; a card nobody had seen goes back where it came from."""
    if place_of(before, card) is not None:
        return _place(before, card)
    return after.origin.get(card, "box")
