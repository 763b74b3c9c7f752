"""What all at the table can know, whoever has laid what face down; and what the screen that all see makes of it.

The rule: what is offered there is the same whatever is hidden. So a card that lies face down counts as still in its
owner's hand, and everybody is offered the same kinds of cards beside those picked in the open. A tile stands for a
kind: copies are alike, so the copy that can be meant is taken. Only who tells a kind of which every copy is accounted
for finds out that it is; the answer names neither card nor player. ``options`` is the arbiter's and knows more.
"""

from __future__ import annotations

from dataclasses import replace

from rules.amul import commands as c
from rules.amul.hands import may_join
from rules.amul.options import options
from rules.amul.questions import open_fact
from rules.amul.state import Hand, State, could_hold, kind_of
from rules.amul.steps import outstanding
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat

FACE_DOWN = (c.Offer, c.Reveal, c.Show)


def hidden_cards(state: State, seat: Seat) -> tuple[str, ...]:
    """What this seat has laid or shown and nobody else has seen yet."""
    down = state.face_down[seat] if state.face_down else None
    shown = state.shown[seat] if state.phase == "hands" else ()
    return shown if down is None else (down, *shown)


def taken_up(state: State, kept: tuple[tuple[str, ...], ...] = ()) -> State:
    """As if the hidden cards were in their hands again, but for those that are ``kept`` lying, by seat."""
    kept = kept or ((),) * state.players
    lifted = [
        tuple(card for card in hidden_cards(state, seat) if card not in kept[seat]) for seat in range(state.players)
    ]
    gone = {card for cards in lifted for card in cards}
    fresh = {card for card in gone if state.origin.get(card, "").startswith("hand-")}  # nobody had seen it before
    hands = (_with(hand, cards, fresh) for hand, cards in zip(state.hands, lifted, strict=True))
    return replace(
        state,
        hands=tuple(hands),
        face_down=tuple(None if card in gone else card for card in state.face_down),
        shown=tuple(tuple(card for card in cards if card not in gone) for cards in state.shown),
        origin={card: place for card, place in state.origin.items() if card not in fresh},
    )


def _with(hand: Hand, cards: tuple[str, ...], fresh: set[str]) -> Hand:
    return Hand(hand.count + len(cards), (*hand.known, *(card for card in cards if card not in fresh)))


def offered(state: State) -> tuple[object, ...]:
    """What may be offered to everybody's eyes: worked out from what all know."""
    if state.phase not in ("offer", "reveal", "hands") or open_fact(state) is not None:
        return options(state)
    known = taken_up(state)
    if state.phase == "hands":
        return _hands(state, known)
    command = c.Offer if state.phase == "offer" else c.Reveal
    return tuple(command(seat, card) for seat in outstanding(state) for card in _holdable(known, seat))


def _holdable(known: State, seat: Seat) -> tuple[str, ...]:
    """Those picked in the open first: of a kind's copies, the one this seat surely has is the likeliest to be told."""
    return tuple(sorted(could_hold(known, seat), key=lambda card: card not in known.hands[seat].known))


def _hands(state: State, known: State) -> tuple[object, ...]:
    """Whether a seat has still to show a card is said when it is done, not before."""
    found: list[object] = []
    for seat in (seat for seat in range(state.players) if seat not in state.done):
        if state.hands[seat].count:
            found += (c.Show(seat, card) for card in _holdable(known, seat) if may_join(state, card))
        found.append(c.Done(seat))
    return tuple(found)


def seen_in_hand(state: State, seat: Seat) -> tuple[str, ...]:
    """Cards that all have seen this seat take up and nobody has seen leave its hand, in id order."""
    return state.facts.in_id_order(taken_up(state).hands[seat].known)


def meant(state: State, command: object) -> object | Refused:
    """Of copies that are alike the one this seat can have: the one named, or else one picked in the open first."""
    if not isinstance(command, FACE_DOWN) or state.phase not in ("offer", "reveal", "hands"):
        return command
    alike = [card for card in could_hold(state, command.seat) if kind_of(card) == kind_of(command.card)]
    if not alike:
        return refused("all_told")
    known = state.hands[command.seat].known
    letters = {card: state.facts.cards[card].letter for card in (command.card, *alike) if card in state.facts.cards}
    wanted = letters.get(command.card)
    best = min(alike, key=lambda card: (card != command.card, letters[card] != wanted, card not in known))
    return replace(command, card=best)
