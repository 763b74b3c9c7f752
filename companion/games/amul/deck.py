"""Which cards of Āmul are in a deck: that depends on the number of players, and on how much Tea is shuffled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.teaching.deckcheck import Deck
from rules.amul.cards import TEA, TEA_TRADER
from rules.amul.facts import parse_facts
from rules.core.game import Setup


def deck_of(setup: Setup) -> Deck:
    return deck_for(setup.facts, len(setup.players), int(setup.options.get("tea", 0)))


def deck_for(document: Mapping[str, Any], players: int, tea: int = 0) -> Deck:
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
