"""Questions about cards that no step explains, with ways to settle them."""

from __future__ import annotations

from rules.amul import commands as c
from rules.amul.cards import TEA, TEA_TRADER
from rules.amul.rounds import not_held, why_not_open
from rules.amul.state import Phase, State, kind_of, place_of
from rules.core.seats import Seat
from rules.core.table import Doubt, Resolution
from rules.core.words import Words, words

# A card that went there in one of these steps and is seen in the open again: the players take that step back.
_JUST_PICKED: tuple[Phase, ...] = ("pick", "reveal")
_JUST_TAKEN: tuple[Phase, ...] = ("effects", "upkeep")


def leave() -> Resolution:
    """Put the card where it belongs; the game stays as it is."""
    return Resolution(words("amul.answer.leave"))


def take_back() -> Resolution:
    return Resolution(words("amul.answer.undo"), undo=True)


def strange(state: State, zone: str, card: str) -> Doubt:
    """A card where nothing explains it."""
    if card not in state.facts.cards:
        return Doubt(words("amul.doubt.unknown", name=card[:40]), (card,), (leave(),))
    place = place_of(state, card)
    if place is not None and _is_put_back(state, zone, place):
        return Doubt(words("amul.doubt.put_back", card=card), (card,), (take_back(), leave()))
    if place is not None:
        return Doubt(words("amul.doubt.elsewhere", card=card), (card,), (leave(),))
    if zone in ("palace", "bazaar") and state.facts.cards[card].source == zone:
        return Doubt(words("amul.doubt.not_open", card=card, why=why_not_open(state, card)), (card,), (leave(),))
    if card not in state.pool and card not in state.spare:
        return Doubt(_why_unused(state, card), (card,), (leave(),))
    return Doubt(words("amul.doubt.not_now", card=card, phase=state.phase), (card,), (leave(),))


def _is_put_back(state: State, zone: str, place: str) -> bool:
    if zone == "market" and place.startswith("hand-"):
        return state.phase in _JUST_PICKED
    return zone in ("market", "palace", "bazaar") and place.startswith("seat-") and state.phase in _JUST_TAKEN


def _why_unused(state: State, card: str) -> Words:
    """A-TEA-1 or A-DECK-2."""
    if kind_of(card) in (TEA, TEA_TRADER):
        return words("amul.doubt.without_tea", card=card)
    return words("amul.doubt.not_in_use", card=card, n=state.players)


def too_many(cards: tuple[str, ...], needed: int) -> Doubt:
    return Doubt(words("amul.doubt.too_many", cards=cards, n=needed), cards, (leave(),))


def missed(cards: tuple[str, ...]) -> Doubt:
    """Read in the market and now gone: covered, or never meant to be there."""
    return Doubt(words("amul.doubt.missed", cards=cards, n=len(cards)), cards, (leave(), take_back()))


def which(cards: tuple[str, ...], seat: Seat, commands: tuple[c.OneCard, ...]) -> Doubt:
    """Several cards at once: which of them is this seat's?"""
    answers = (Resolution(words("amul.answer.card", card=one.card), (one,)) for one in commands)
    return Doubt(words("amul.doubt.which", cards=cards, seat=seat), cards, (*answers, leave()))


def whose(card: str, answers: tuple[Resolution, ...]) -> Doubt:
    return Doubt(words("amul.doubt.whose", card=card), (card,), (*answers, leave()))


def legal_answers(state: State, card: str, seats: tuple[Seat, ...]) -> tuple[Resolution, ...]:
    """One for each seat that may reveal this card."""
    if card not in state.facts.cards:
        return ()
    fitting = (seat for seat in seats if not_held(state, seat, card) is None)
    return tuple(Resolution(words("amul.answer.seat", seat=seat), (c.Reveal(seat, card),)) for seat in fitting)
