"""Compares the final reading with the log: what one seat has laid on the mat, and what the log expects there.

Copies of a kind with the same letter are alike: a card told by hand may be in the log under another copy's number.
That is not a difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.amul import commands as c
from rules.amul.doubts import leave
from rules.amul.state import State, place_of
from rules.core.seats import Seat
from rules.core.table import Doubt, Resolution
from rules.core.words import Words, words

ELSEWHERE = ("removed", "palace", "bazaar")


def stand_ins(state: State, seat: Seat, lying: Collection[str]) -> dict[str, str]:
    """Cards laid by a seat that are not in its area, each with an equal card of the area that was not laid itself."""
    absent = [card for card in state.areas[seat] if card not in lying]
    own = {*state.areas[seat], *state.shown[seat]}
    found: dict[str, str] = {}
    for card in sorted(lying):
        if card in own or card not in state.facts.cards or place_of(state, card) is not None:
            continue
        twin = next((other for other in absent if _alike(state, card, other)), None)
        if twin is not None:
            absent.remove(twin)
            found[card] = twin
    return found


def _alike(state: State, one: str, other: str) -> bool:
    first, second = state.facts.cards[one], state.facts.cards[other]
    return (first.kind, first.source, first.letter) == (second.kind, second.source, second.letter)


def read_of(state: State, seat: Seat, lying: Collection[str]) -> frozenset[str]:
    """The cards of this seat's area that have been read, by their numbers in the log."""
    twins = stand_ins(state, seat, lying).values()
    return frozenset(card for card in state.areas[seat] if card in lying or card in twins)


def differences(state: State, seat: Seat, lying: Collection[str]) -> tuple[Doubt, ...]:
    """Cards in front of this seat that do not belong there, then those that do and were not read."""
    return (*_strange(state, seat, lying), *_missing(state, seat, lying))


def _strange(state: State, seat: Seat, lying: Collection[str]) -> Iterator[Doubt]:
    here = Resolution(words("amul.answer.lies_before", seat=seat))
    for card in sorted(lying):
        asked, otherwise = _elsewhere(state, seat, card)
        if asked is not None:
            table = Resolution(here.words, (c.Found(seat, card),))
            yield Doubt(asked, (card,), (table, Resolution(otherwise)))


def _elsewhere(state: State, seat: Seat, card: str) -> tuple[Words | None, Words]:
    """What to ask about a card that the log has in another open place, and where that is."""
    place = place_of(state, card) or ""
    sort, _, number = place.partition("-")
    if sort == "seat" and int(number) != seat:
        other = words("amul.who", seat=int(number))
        asked = words("amul.differs.seat", card=card, seat=seat, other=other)
        return asked, words("amul.answer.log_has", seat=int(number))
    asked_place = words(f"amul.differs.{place}", card=card, seat=seat) if place in ELSEWHERE else None
    return asked_place, words("amul.answer.log_has_not", seat=seat)


def _missing(state: State, seat: Seat, lying: Collection[str]) -> Iterator[Doubt]:
    read = read_of(state, seat, lying)
    for card in state.areas[seat]:
        if card not in read:
            there = Resolution(words("amul.answer.is_there"))
            gone = Resolution(words("amul.answer.is_not_there"), (c.Missing(seat, card),))
            yield Doubt(words("amul.differs.missing", card=card, seat=seat), (card,), (there, gone))


# Two doubts that cannot wait until everything is read.


def from_hand(seat: Seat, card: str) -> Doubt:
    """The area has an equal card that was not laid: only the player can say which of the two this is."""
    hand = Resolution(words("amul.answer.of_hand"), (c.Show(seat, card),))
    area = Resolution(words("amul.answer.of_area"))
    return Doubt(words("amul.doubt.same_kind", card=card, seat=seat), (card,), (area, hand))


def no_icon(seat: Seat, card: str) -> Doubt:
    """It cannot join from the hand, so it leaves the game, unless it was in the area all along."""
    mine = Resolution(words("amul.answer.lies_before", seat=seat), (c.Found(seat, card),))
    return Doubt(words("amul.doubt.no_hand_icon", card=card), (card,), (leave(), mine))
