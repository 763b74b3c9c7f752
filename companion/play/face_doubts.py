"""Cards that are like several faces and not like enough: somebody is asked what they are, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass

from companion.inbox import UnsureCard
from companion.models import kind_of
from rules.core.table import Doubt, Resolution
from rules.core.words import words

PATIENCE_MS = 1500  # a card in passing is no question; a card left lying is


@dataclass(frozen=True, slots=True)
class NameCard:
    """What somebody says it is; no card: none of those that were named."""

    number: int
    card: str | None


class UnsureCards:
    def __init__(self) -> None:
        self._cards: tuple[UnsureCard, ...] = ()
        self._since: dict[int, int] = {}
        self._settled: frozenset[int] = frozenset()

    def see(self, cards: tuple[UnsureCard, ...], now_ms: int) -> None:
        self._cards = cards
        here = {card.number for card in cards}
        self._since = {number: self._since.get(number, now_ms) for number in here}
        self._settled &= here

    def doubt(self, now_ms: int) -> Doubt | None:
        for card in self._cards:
            if card.number not in self._settled and now_ms - self._since[card.number] >= PATIENCE_MS:
                return _asked(card)
        return None

    def settle(self, told: NameCard) -> None:
        self._settled |= {told.number}
        for card in self._cards:
            if card.number == told.number:
                card.tell(told.card)


def _asked(unsure: UnsureCard) -> Doubt:
    likely = tuple(
        Resolution(words("faces.is", card=card), (NameCard(unsure.number, card),))
        for card in dict.fromkeys(unsure.cards)
    )
    none = Resolution(words("faces.none"), (NameCard(unsure.number, None),))
    key = "faces.which" if len({kind_of(card) for card in unsure.cards}) > 1 else "faces.whether"
    return Doubt(words(key, zone=words(f"mat.zone.{unsure.zone}")), unsure.cards, (*likely, none))
