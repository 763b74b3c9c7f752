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
    """Who must still lay a card face down; a hand that can hold nothing is not waited for."""
    return tuple(seat for seat, card in enumerate(state.face_down) if card is None and _can_lay(state, seat))


def _can_lay(state: State, seat: Seat) -> bool:
    hand = state.hands[seat]
    return bool(hand.known) or (hand.count > 0 and bool(unseen(state)))


def current_effect(state: State) -> Effect | None:
    """The effect whose owner must act now."""
    if state.phase != "effects" or not state.waiting:
        return None
    return next(effect for effect in state.effects if effect.seat == state.waiting[0])


def effect_places(state: State, effect: Effect) -> tuple[Place, ...]:
    """Where this effect may take from (A-EFF-3); anywhere, if that was put off."""
    told = state.facts.kinds[kind_of(effect.card)].effect
    return tuple(place for place in EVERYWHERE if told is None or place in told)


def takeable(state: State, effect: Effect) -> tuple[str, ...]:
    return tuple(card for place in effect_places(state, effect) for card in getattr(state, place))


def whose_turn(state: State) -> Seat | None:
    """Whose turn it is; None if everybody acts at once, a fact must be told first, or nothing is left to do."""
    if state.phase in ("replenish", "upkeep"):
        return state.start
    return state.waiting[0] if state.phase in ("pick", "effects") and state.waiting else None


def is_laying_out(state: State) -> bool:
    """Whether no card has been filled yet; later, cards are laid out only to correct an omission."""
    return state.phase == "replenish" and state.round == 1 and not state.market


def place_size(players: int, tea: int, place: Place) -> int:
    """How many cards the palace or bazaar begins with (A-DECK-4, A-TEA-2)."""
    return expected_cards(place, players) + (place == "bazaar" and tea > 0)


def room_left(state: State, place: Place) -> int:
    """How many cards of the palace or bazaar are still unknown; taken cards count as known."""
    return place_size(state.players, state.tea, place) - len(_known(state, place))


def layable(state: State) -> tuple[str, ...]:
    """Palace and bazaar cards that may still turn out to be in use (A-DECK-4)."""
    return tuple(card for card in state.spare if room_left(state, lay_place(card)) > 0 and fits_beside(state, card))


def fits_beside(state: State, card: str) -> bool:
    """Whether the sums of the palace can still work out with this card."""
    return lay_place(card) != "palace" or can_lie(state.facts, state.players, _known(state, "palace"), card)


def surely_open(state: State) -> tuple[str, ...]:
    """Untold palace cards that must be in use, because the sums work out in no other way."""
    open_cards = [card for card in layable(state) if lay_place(card) == "palace"]
    known = _known(state, "palace")
    return tuple(card for card in open_cards if must_lie(state.facts, state.players, known, card))


def _known(state: State, place: Place) -> frozenset[str]:
    """Cards of the palace or bazaar that are certainly in use, wherever they are now."""
    return frozenset(card.id for card in state.facts.of_source(place) if place_of(state, card.id) is not None)


def order_due(state: State) -> bool:
    """Whether everything is turned up and the order of the next step is due."""
    if any(state.face_down) or outstanding(state):
        return False
    return state.phase == "offer" or (state.phase == "reveal" and bool(state.effects))
