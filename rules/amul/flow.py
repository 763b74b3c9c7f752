"""What happens automatically: dealing, turning up, the next step. Stops where somebody must act or tell a fact."""

from __future__ import annotations

from rules.amul import events as e
from rules.amul.evolving import evolve
from rules.amul.orders import step_order
from rules.amul.questions import open_fact
from rules.amul.state import State, unseen
from rules.amul.steps import current_effect, outstanding, takeable
from rules.core.seats import clockwise


def settle(state: State) -> tuple[State, tuple[e.Event, ...]]:
    """The state where somebody must act next, and the events that led there."""
    events: list[e.Event] = []
    while (event := next_event(state)) is not None:
        events.append(event)
        state = evolve(state, event)
    return state, tuple(events)


def next_event(state: State) -> e.Event | None:
    """The next automatic event; None: somebody must act or answer a question."""
    if open_fact(state) is not None:
        return None
    match state.phase:
        case "replenish":
            return _replenish(state)
        case "offer":
            return _offer(state)
        case "pick":
            return None if state.waiting and state.market else e.StepBegan("reveal")
        case "reveal":
            return _reveal(state)
        case "effects":
            return _effects(state)
        case "hands":
            return e.HandsOpened(state.shown) if len(state.done) == state.players else None
        case _:
            return None


def _replenish(state: State) -> e.Event | None:
    if not state.is_dealt:
        return e.Dealt(deal(state))
    if state.to_fill and state.deck and unseen(state):
        return None
    return e.StepBegan("offer")


def deal(state: State) -> tuple[int, ...]:
    """One card each (A-REP-1); if the deck is short, clockwise from the start player."""
    served = clockwise(state.start, state.players)[: state.deck]
    return tuple(int(seat in served) for seat in range(state.players))


def _offer(state: State) -> e.Event | None:
    if outstanding(state):
        return None
    offers = tuple(card for card in state.face_down if card is not None)
    if offers:
        return e.OffersOpened(state.facts.in_id_order(offers))
    return e.OrderSet("pick", step_order(state, "pick").seats)


def _reveal(state: State) -> e.Event | None:
    if outstanding(state):
        return None
    if any(state.face_down):
        return e.RevealsOpened(
            tuple(
                e.Opened(seat, card, state.facts.kind_of(card).stays is not False)
                for seat, card in enumerate(state.face_down)
                if card is not None
            )
        )
    return e.OrderSet("effects", step_order(state, "effects").seats) if state.effects else e.StepBegan("upkeep")


def _effects(state: State) -> e.Event | None:
    effect = current_effect(state)
    if effect is None:
        return e.StepBegan("upkeep")
    return None if takeable(state, effect) else e.NothingToTake(effect.seat, effect.card)
