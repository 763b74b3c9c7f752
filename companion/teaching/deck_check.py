"""Compares the cards shown to the camera with the deck for this number of players: right, missing, extra."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeckToCheck:
    """Cards that belong, may belong (not told yet), and do not belong; any ``some`` of ``any_cards`` will do."""

    used: tuple[str, ...]
    unsure: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    some: int = 0
    any_cards: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DeckCompared:
    """How the cards shown so far compare with the deck."""

    right: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    unsure: tuple[str, ...]
    any_missing: int = 0

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.extra or self.any_missing)


def compare(deck: DeckToCheck, shown: Iterable[str]) -> DeckCompared:
    seen = frozenset(shown)
    found = sorted(seen & deck.any_cards) if deck.some else []
    return DeckCompared(
        right=(*(card for card in deck.used if card in seen), *found[: deck.some]),
        missing=tuple(card for card in deck.used if card not in seen),
        extra=(*(card for card in deck.unused if card in seen), *found[deck.some :]),
        unsure=tuple(card for card in deck.unsure if card in seen),
        any_missing=max(0, deck.some - len(found)),
    )
