"""What everybody at the table knows, and what the shared screen may therefore offer.

The rule: the offer must not depend on anything hidden. So a face-down card counts as still in its owner's hand, and
besides openly picked cards everybody is offered the same kinds. A tile stands for a kind: copies are alike, so the
copy that can be meant is taken. Only a player who tells a kind whose copies are all accounted for learns that this is
so; the answer names neither card nor player. ``options`` is for the referee and knows more.
"""

from __future__ import annotations

from dataclasses import replace

from rules.amul import commands as c
from rules.amul.hands import may_join, untold_cards
from rules.amul.options import options
from rules.amul.questions import open_fact
from rules.amul.state import Hand, State, could_hold, kind_of
from rules.amul.steps import outstanding
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat

FACE_DOWN = (c.Offer, c.Reveal, c.Show)


def hidden_cards(state: State, seat: Seat) -> tuple[str, ...]:
    """What this seat has laid or shown that nobody else has seen yet."""
    down = state.face_down[seat] if state.face_down else None
    shown = state.shown[seat] if state.phase == "hands" else ()
    return shown if down is None else (down, *shown)


def taken_up(state: State, kept: tuple[tuple[str, ...], ...] = ()) -> State:
    """The state with hidden cards back in the hands, except those ``kept`` on the table, by seat."""
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
    """What the shared screen may offer, computed from what everybody knows."""
    if state.phase not in ("offer", "reveal", "hands") or open_fact(state) is not None:
        return options(state)
    known = taken_up(state)
    if state.phase == "hands":
        return _hands(state, known)
    command = c.Offer if state.phase == "offer" else c.Reveal
    return tuple(command(seat, card) for seat in outstanding(state) for card in _holdable(known, seat))


def _holdable(known: State, seat: Seat) -> tuple[str, ...]:
    """Openly picked cards first: of the copies of a kind, the one this seat certainly has is the likeliest."""
    return tuple(sorted(could_hold(known, seat), key=lambda card: card not in known.hands[seat].known))


def _hands(state: State, known: State) -> tuple[object, ...]:
    """That a seat must still show a card is only said when it says it is done."""
    found: list[object] = []
    for seat in (seat for seat in range(state.players) if seat not in state.done):
        if state.hands[seat].count:
            found += (c.Show(seat, card) for card in _holdable(known, seat) if may_join(state, card))
        found += (c.Found(seat, card) for card in untold_cards(known, seat))
        found.append(c.Done(seat))
    return tuple(found)


def seen_in_hand(state: State, seat: Seat) -> tuple[str, ...]:
    """Cards that everybody has seen this seat take and nobody has seen leave its hand, in id order."""
    return state.facts.in_id_order(taken_up(state).hands[seat].known)


def meant(state: State, command: object) -> object | Refused:
    """The command with a copy that this seat can have: the one named, else an openly picked one first."""
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
