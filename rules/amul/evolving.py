"""How each event changes the state. Nothing is checked here: events have happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.amul import events as e
from rules.amul.cards import EFFECTS
from rules.amul.fact_layers import with_fact
from rules.amul.orders import step_order
from rules.amul.start import lay_place
from rules.amul.state import FILL, ROUNDS, Effect, Hand, State, kind_of, without
from rules.amul.ties import TIES, told_tie
from rules.core.seats import Seat
from rules.core.turns import Order
from rules.core.words import words

T = TypeVar("T")

POINTS = "points."  # points told by hand: "points.yurt"


def evolve(state: State, event: e.Event) -> State:
    return _CHANGES[type(event)](state, event)


def _card_laid(state: State, event: e.CardLaid) -> State:
    place = lay_place(event.card)
    cards = state.facts.in_id_order((*getattr(state, place), event.card))
    changed: dict[str, Any] = {place: cards}
    return replace(state, spare=without(state.spare, event.card), **changed)


def _dealt(state: State, event: e.Dealt) -> State:
    hands = tuple(Hand(hand.count + n, hand.known) for hand, n in zip(state.hands, event.cards, strict=True))
    short = len(event.cards) - sum(event.cards)
    notes = (*state.notes, words("amul.note.deck_short", n=short, round=state.round)) if short else state.notes
    return replace(
        state,
        hands=hands,
        deck=state.deck - sum(event.cards),
        is_dealt=True,
        to_fill=FILL[state.players],
        notes=notes,
    )


def _filled(state: State, event: e.Filled) -> State:
    return replace(
        state,
        market=(*state.market, event.card),
        deck=state.deck - 1,
        to_fill=state.to_fill - 1,
        origin={**state.origin, event.card: "deck"},
    )


def _step_began(state: State, event: e.StepBegan) -> State:
    if event.phase == "upkeep":
        return replace(state, phase="upkeep", effects=(), waiting=(), face_down=())
    notes = state.notes
    if event.phase == "offer" and state.to_fill:
        notes = (*notes, words("amul.note.market_short", n=state.to_fill, round=state.round))
    return replace(state, phase=event.phase, to_fill=0, waiting=(), face_down=(None,) * state.players, notes=notes)


def _order_set(state: State, event: e.OrderSet) -> State:
    known = step_order(state, event.phase)
    why = dict(zip(known.seats, known.why, strict=True))
    waiting = event.seats
    if event.phase == "effects":
        owners = {effect.seat for effect in state.effects}
        waiting = tuple(seat for seat in event.seats if seat in owners)
    return replace(
        state, phase=event.phase, order=Order(event.seats, tuple(why[seat] for seat in event.seats)), waiting=waiting
    )


def _laid_down(state: State, event: e.Offered | e.Revealed) -> State:
    return replace(
        state,
        hands=_put(state.hands, event.seat, state.hands[event.seat].minus(event.card)),
        face_down=_put(state.face_down, event.seat, event.card),
        origin=_origin(state, event.card, event.seat),
    )


def _offers_opened(state: State, event: e.OffersOpened) -> State:
    """From here on nobody can know who offered a card that was not seen before, so the state forgets it too."""
    unowned = {card: "hand" for card in event.cards if state.origin.get(card, "").startswith("hand-")}
    return replace(state, market=(*state.market, *event.cards), face_down=(), origin={**state.origin, **unowned})


def _offers_read(state: State, event: e.OffersRead) -> State:
    """A card known to be in a hand shows who offered it; for the others it stays unknown."""
    owners = {card: seat for seat, hand in enumerate(state.hands) for card in hand.known}
    gone = set(event.cards)
    hands = tuple(
        Hand(hand.count - (seat in event.seats), tuple(card for card in hand.known if card not in gone))
        for seat, hand in enumerate(state.hands)
    )
    before = tuple(card for card in state.face_down if card is not None)
    told = {card: "hand" for card in before if state.origin.get(card, "").startswith("hand-")}
    origin = {card: f"hand-{owners[card]}" if card in owners else "hand" for card in event.cards}
    cards = state.facts.in_id_order((*before, *event.cards))
    return replace(
        state,
        hands=hands,
        market=(*state.market, *cards),
        face_down=(),
        origin={**origin, **state.origin, **told},
    )


def _picked(state: State, event: e.Picked) -> State:
    return replace(
        state,
        market=without(state.market, event.card),
        hands=_put(state.hands, event.seat, state.hands[event.seat].plus(event.card)),
        waiting=tuple(seat for seat in state.waiting if seat != event.seat),
    )


def _reveals_opened(state: State, event: e.RevealsOpened) -> State:
    areas = list(state.areas)
    for opened in event.cards:
        if opened.stays:
            areas[opened.seat] = (*areas[opened.seat], opened.card)
    effects = tuple(Effect(o.seat, o.card) for o in event.cards if o.stays and kind_of(o.card) in EFFECTS)
    left = tuple((opened.seat, opened.card) for opened in event.cards if not opened.stays)
    removed = (*state.removed, *(card for _, card in left))
    return replace(state, areas=tuple(areas), removed=removed, face_down=(), left=left, effects=effects)


def _taken(state: State, event: e.Taken) -> State:
    changed: dict[str, Any] = {event.place: without(getattr(state, event.place), event.card)}
    areas = _put(state.areas, event.seat, (*state.areas[event.seat], event.card))
    return replace(_resolved(state, event), areas=areas, **changed)


def _resolved(state: State, event: e.Taken | e.Declined | e.NothingToTake) -> State:
    return replace(
        state,
        effects=tuple(effect for effect in state.effects if effect.seat != event.seat),
        waiting=tuple(seat for seat in state.waiting if seat != event.seat),
    )


def _round_ended(state: State, event: e.RoundEnded) -> State:
    last = state.round == ROUNDS
    return replace(
        state,
        market=(),
        removed=(*state.removed, *event.removed),
        first_pick=event.first_pick,
        round=state.round if last else state.round + 1,
        phase="hands" if last else "replenish",
        is_dealt=False,
        left=(),
    )


def _shown(state: State, event: e.Shown) -> State:
    return replace(
        state,
        hands=_put(state.hands, event.seat, state.hands[event.seat].minus(event.card)),
        shown=_put(state.shown, event.seat, (*state.shown[event.seat], event.card)),
        origin=_origin(state, event.card, event.seat),
    )


def _hand_done(state: State, event: e.HandDone) -> State:
    return replace(
        state,
        hands=_put(state.hands, event.seat, Hand(0)),
        removed=(*state.removed, *event.removed),
        done=state.done | {event.seat},
    )


def _moved(state: State, event: e.Moved) -> State:
    """Removes the card from where the log had it, then puts it where it is."""
    state = replace(
        state,
        market=without(state.market, event.card),
        palace=without(state.palace, event.card),
        bazaar=without(state.bazaar, event.card),
        removed=without(state.removed, event.card),
        areas=tuple(without(area, event.card) for area in state.areas),
        shown=tuple(without(cards, event.card) for cards in state.shown),
        hands=tuple(hand.minus(event.card) if event.card in hand.known else hand for hand in state.hands),
    )
    if event.seat is None:
        return replace(state, removed=(*state.removed, event.card))
    areas = _put(state.areas, event.seat, (*state.areas[event.seat], event.card))
    return replace(state, areas=areas, origin=_origin(state, event.card, event.seat))


def _track_lost(state: State, event: e.TrackLost) -> State:
    hand = state.hands[event.seat]
    return replace(
        state,
        hands=_put(state.hands, event.seat, Hand(hand.count, without(hand.known, event.card))),
        origin={card: place for card, place in state.origin.items() if card != event.card},
    )


def _hands_opened(state: State, event: e.HandsOpened) -> State:
    areas = tuple((*area, *cards) for area, cards in zip(state.areas, event.cards, strict=True))
    return replace(state, areas=areas, shown=((),) * state.players, phase="over")


def _told(state: State, event: e.Told) -> State:
    if event.fact.startswith(POINTS):
        return replace(state, points={**state.points, event.fact.removeprefix(POINTS): event.value})
    if event.fact.startswith(TIES):
        return replace(state, ties=(*state.ties, told_tie(event.fact, event.value)))
    return replace(state, facts=with_fact(state.facts, event.fact, event.value))


def _put_off(state: State, event: e.PutOff) -> State:
    return replace(state, put_off=state.put_off | {event.fact})


def _origin(state: State, card: str, seat: Seat) -> Mapping[str, str]:
    return state.origin if card in state.origin else {**state.origin, card: f"hand-{seat}"}


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


_CHANGES: Mapping[type, Callable[[State, Any], State]] = {
    e.CardLaid: _card_laid,
    e.Dealt: _dealt,
    e.Filled: _filled,
    e.StepBegan: _step_began,
    e.OrderSet: _order_set,
    e.Offered: _laid_down,
    e.OffersOpened: _offers_opened,
    e.OffersRead: _offers_read,
    e.Picked: _picked,
    e.Revealed: _laid_down,
    e.RevealsOpened: _reveals_opened,
    e.Taken: _taken,
    e.Declined: _resolved,
    e.NothingToTake: _resolved,
    e.RoundEnded: _round_ended,
    e.Shown: _shown,
    e.HandDone: _hand_done,
    e.Moved: _moved,
    e.TrackLost: _track_lost,
    e.HandsOpened: _hands_opened,
    e.Told: _told,
    e.PutOff: _put_off,
}
