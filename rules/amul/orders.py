"""The order of Pick and of the immediate effects, with a reason for each seat (A-PICK-1, A-EFF-1, A-MIL-*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from rules.amul.prowess import prowess_of, prowess_order, unknown_prowess
from rules.amul.state import State
from rules.amul.ties import open_ties, placed, tie_fact
from rules.core.seats import Seat, clockwise
from rules.core.turns import Order
from rules.core.words import Words, words

OrderedPhase = Literal["pick", "effects"]


def prowess_counts(state: State) -> bool:
    """A-MIL-1: whether First Pick has been round the table once."""
    return state.round > state.players


def step_order(state: State, phase: OrderedPhase) -> Order:
    """The order of the step that begins now."""
    if phase == "effects" and state.rulings["A-MIL-8"] == "pick":
        return state.order
    if not prowess_counts(state):
        seats = clockwise(state.first_pick, state.players)
        return Order(seats, tuple(_after_first_pick(steps) for steps in range(state.players)))
    by_seat = placed(state.facts, state.areas, state.ties)
    ties_from = state.start if state.rulings["A-MIL-5"] == "start" else state.first_pick
    order = prowess_order(by_seat, state.first_pick, ties_from)
    why = (_as_far_as_known(state, seat, why) for seat, why in zip(order.seats, order.why, strict=True))
    return Order(order.seats, tuple(why))


def _after_first_pick(steps: int) -> Words:
    return words("amul.why.after_first_pick", n=steps) if steps else words("amul.why.first_pick")


def _as_far_as_known(state: State, seat: Seat, why: Words) -> Words:
    """Adds the kinds in this area whose prowess nobody has told."""
    unknown = unknown_prowess(state.facts, state.areas[seat])
    return words("amul.why.incomplete", why=why, kinds=unknown) if unknown else why


def facts_for_order(state: State) -> Iterator[str]:
    """Unknown facts that the next order needs: symbols first; then whose letter breaks a tie (A-MIL-4)."""
    is_settled = state.phase == "reveal" and state.rulings["A-MIL-8"] == "pick"
    if is_settled or not prowess_counts(state):
        return
    acting = _acting(state)
    for seat in _undecided(state, acting):
        yield from (f"cards.{kind}.traits.prowess" for kind in unknown_prowess(state.facts, state.areas[seat]))
    for pair in open_ties(state.facts, state.areas, acting, state.ties):
        yield tie_fact(state.facts, state.areas, pair)


def _acting(state: State) -> tuple[Seat, ...]:
    """Whom the next order is for: of the effects only their owners."""
    if state.phase == "reveal":
        return tuple(sorted({effect.seat for effect in state.effects}))
    return tuple(range(state.players))


def _undecided(state: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Those whose place among these seats depends on symbols that nobody has told."""
    pairs = [(seat, other) for seat in seats for other in seats if seat != other and _depends(state, seat, other)]
    return tuple(sorted({seat for pair in pairs for seat in pair}))


def _depends(state: State, seat: Seat, other: Seat) -> bool:
    """Whether unknown symbols of the first seat may change which of the two goes first: they can only add to it."""
    if not unknown_prowess(state.facts, state.areas[seat]):
        return False
    if unknown_prowess(state.facts, state.areas[other]):
        return True
    least, theirs = (prowess_of(state.facts, state.areas[one]).symbols for one in (seat, other))
    is_first = (seat - state.first_pick) % state.players < (other - state.first_pick) % state.players
    return not (least > theirs or (is_first and least == theirs == 0))
