"""What can be known of a game of Āmul: hands as counts with the openly picked cards, the deck as a count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.amul.cards import TEA
from rules.amul.facts import Facts
from rules.amul.ties import Tie
from rules.core.seats import Seat
from rules.core.turns import Order
from rules.core.words import Words

Phase: TypeAlias = Literal["replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands", "over"]

PHASES: tuple[Phase, ...] = ("replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands", "over")
ROUNDS = 9
HAND = 5  # between rounds
FILL = {3: 1, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}  # A-REP-2


@dataclass(frozen=True, slots=True)
class Hand:
    """``count`` cards, of which ``known`` were picked openly and not shown since."""

    count: int
    known: tuple[str, ...] = ()

    @property
    def hidden(self) -> int:
        return self.count - len(self.known)

    def plus(self, card: str) -> Hand:
        return Hand(self.count + 1, (*self.known, card))

    def minus(self, card: str) -> Hand:
        return Hand(self.count - 1, without(self.known, card))


@dataclass(frozen=True, slots=True)
class Effect:
    """An immediate effect that is still to be resolved, of the card that ``seat`` revealed."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    start: Seat
    tea: int
    rulings: Mapping[str, str]
    facts: Facts
    pool: tuple[str, ...]  # market cards that may be in this game, in id order
    spare: tuple[str, ...]  # palace and bazaar cards that may be in use
    deck: int
    palace: tuple[str, ...]
    bazaar: tuple[str, ...]
    hands: tuple[Hand, ...]
    areas: tuple[tuple[str, ...], ...]
    first_pick: Seat
    order: Order  # of the last step that had one
    round: int = 1
    phase: Phase = "replenish"
    is_dealt: bool = False
    to_fill: int = 0
    market: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    face_down: tuple[str | None, ...] = ()  # by seat: offers, or cards to reveal; empty once they are turned up
    waiting: tuple[Seat, ...] = ()  # who has still to act in a step with an order
    left: tuple[tuple[Seat, str], ...] = ()  # revealed this round by whom, and gone at once
    effects: tuple[Effect, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    done: frozenset[Seat] = frozenset()
    origin: Mapping[str, str] = field(default_factory=dict)  # where each market card that was ever seen came from
    put_off: frozenset[str] = frozenset()
    points: Mapping[str, int] = field(default_factory=dict)  # told by hand, by card
    ties: tuple[Tie, ...] = ()  # whose letter is the better one, as told
    notes: tuple[Words, ...] = ()
    lost: int = 0  # market cards that have left the game in rounds that nobody followed
    untold: tuple[tuple[int, ...], ...] = ()  # by seat: rounds of which nobody has told what stayed

    @property
    def players(self) -> int:
        return len(self.names)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """All but that one."""
    return tuple(other for other in cards if other != card)


def kind_of(card: str) -> str:
    return card.partition("#")[0]


def unseen(state: State) -> tuple[str, ...]:
    """Market cards that may be in the deck or a hand: in use as far as known, and never seen. In id order."""
    seen = state.origin
    if state.tea and tea_is_out(state):
        return tuple(card for card in state.pool if card not in seen and kind_of(card) != TEA)
    return tuple(card for card in state.pool if card not in seen)


def tea_is_out(state: State) -> bool:
    """Whether all the tea in this game has been seen; its other copies are in the box."""
    return sum(kind_of(card) == TEA for card in state.origin) >= state.tea


def could_hold(state: State, seat: Seat) -> tuple[str, ...]:
    """Every card this hand could hold, in id order; a fully known hand holds exactly those."""
    hand = state.hands[seat]
    if hand.hidden <= 0:
        return state.facts.in_id_order(hand.known)
    own = set(hand.known)
    unknown = set(unseen(state))
    return tuple(card for card in state.pool if card in own or card in unknown)


def place_of(state: State, card: str) -> str | None:
    """Where a card is known to be: market, palace, bazaar, removed, seat-0 …, hand-0 …; None: unknown."""
    for place in ("market", "palace", "bazaar", "removed"):
        if card in getattr(state, place):
            return place
    for seat, area in enumerate(state.areas):
        if card in area:
            return f"seat-{seat}"
        if card in state.hands[seat].known or (state.shown and card in state.shown[seat]):
            return f"hand-{seat}"
        if state.face_down and state.face_down[seat] == card:
            return f"down-{seat}"
    return None
