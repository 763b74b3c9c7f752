"""Who is still to act in a step, and with what."""

from __future__ import annotations

from rules.amul.deck import expected_cards
from rules.amul.events import Place
from rules.amul.palace import can_lie, must_lie
from rules.amul.start import lay_place
from rules.amul.state import Effect, State, kind_of, place_of, unseen
from rules.core.seats import Seat

EVERYWHERE: tuple[Place, ...] = ("palace", "bazaar", "market")


def outstanding(state: State) -> tuple[Seat, ...]:
    """Who has still to lay a card face down; a hand that can hold nothing is not waited for."""
    return tuple(seat for seat, card in enumerate(state.face_down) if card is None and _can_lay(state, seat))


def _can_lay(state: State, seat: Seat) -> bool:
    hand = state.hands[seat]
    return bool(hand.known) or (hand.count > 0 and bool(unseen(state)))


def current_effect(state: State) -> Effect | None:
    """The effect whose owner is to act."""
    if state.phase != "effects" or not state.waiting:
        return None
    return next(effect for effect in state.effects if effect.seat == state.waiting[0])


def effect_places(state: State, effect: Effect) -> tuple[Place, ...]:
    """Where this effect may take from (A-EFF-3); put off: nobody can say, so anywhere."""
    told = state.facts.kinds[kind_of(effect.card)].effect
    return tuple(place for place in EVERYWHERE if told is None or place in told)


def takeable(state: State, effect: Effect) -> tuple[str, ...]:
    return tuple(card for place in effect_places(state, effect) for card in getattr(state, place))


def whose_turn(state: State) -> Seat | None:
    """None when all act at once, when a fact must be told first, or when nothing is left to do."""
    if state.phase in ("replenish", "upkeep"):
        return state.start
    return state.waiting[0] if state.phase in ("pick", "effects") and state.waiting else None


def is_laying_out(state: State) -> bool:
    """Before the first card of the game is filled; later a card is laid out only to correct what was forgotten."""
    return state.phase == "replenish" and state.round == 1 and not state.market


def place_size(players: int, tea: int, place: Place) -> int:
    """How many cards the palace or bazaar begins with (A-DECK-4, A-TEA-2)."""
    return expected_cards(place, players) + (place == "bazaar" and tea > 0)


def room_left(state: State, place: Place) -> int:
    """How many cards of the palace or bazaar nobody has told of yet; one that was taken lay there too."""
    return place_size(state.players, state.tea, place) - len(_known(state, place))


def layable(state: State) -> tuple[str, ...]:
    """Palace and bazaar cards that may yet be found to be in use (A-DECK-4)."""
    return tuple(card for card in state.spare if room_left(state, lay_place(card)) > 0 and fits_beside(state, card))


def fits_beside(state: State, card: str) -> bool:
    """Whether the sums of the palace can still come out with this card."""
    return lay_place(card) != "palace" or can_lie(state.facts, state.players, _known(state, "palace"), card)


def surely_open(state: State) -> tuple[str, ...]:
    """Palace cards nobody has told of that must be in use, because the sums come out in no other way."""
    open_cards = [card for card in layable(state) if lay_place(card) == "palace"]
    known = _known(state, "palace")
    return tuple(card for card in open_cards if must_lie(state.facts, state.players, known, card))


def _known(state: State, place: Place) -> frozenset[str]:
    """Cards of the palace or bazaar that are in use for certain, wherever they are now."""
    return frozenset(card.id for card in state.facts.of_source(place) if place_of(state, card.id) is not None)


def order_due(state: State) -> bool:
    """All is turned up and the order of the next step is to be worked out."""
    if any(state.face_down) or outstanding(state):
        return False
    return state.phase == "offer" or (state.phase == "reveal" and bool(state.effects))
