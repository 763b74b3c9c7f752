"""Which cards shown under the camera belong to a game for so many players, which are missing, which are too many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.amul.cards import TEA, TEA_TRADER
from rules.amul.facts import parse_facts
from rules.amulett.spells import SPELLS


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that belong, may belong (nobody has told), and do not; of Tea any ``tea`` cards will do."""

    used: tuple[str, ...]
    unsure: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    tea: int = 0
    tea_cards: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """How the cards shown so far compare with the deck."""

    right: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    unsure: tuple[str, ...]
    tea_missing: int = 0

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.extra or self.tea_missing)


def amul_deck(document: Mapping[str, Any], players: int, tea: int = 0) -> Deck:
    facts = parse_facts(document)
    sorts: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for card in facts.cards.values():
        if card.kind in (TEA, TEA_TRADER):
            sorts[card.kind == TEA_TRADER and tea > 0].append(card.id)
        else:
            sorts[card.is_used_by(players)].append(card.id)
    is_tea = frozenset(card.id for card in facts.cards.values() if card.kind == TEA)
    unused = tuple(card for card in sorts[False] if not (tea and card in is_tea))
    return Deck(tuple(sorts[True]), tuple(sorts[None]), unused, tea, is_tea)


def amulett_deck() -> Deck:
    """Every spell is in every game."""
    return Deck(tuple(SPELLS))


def compare(deck: Deck, shown: Iterable[str]) -> Shown:
    seen = frozenset(shown)
    tea = sorted(seen & deck.tea_cards) if deck.tea else []
    return Shown(
        right=(*(card for card in deck.used if card in seen), *tea[: deck.tea]),
        missing=tuple(card for card in deck.used if card not in seen),
        extra=(*(card for card in deck.unused if card in seen), *tea[deck.tea :]),
        unsure=tuple(card for card in deck.unsure if card in seen),
        tea_missing=max(0, deck.tea - len(tea)),
    )
