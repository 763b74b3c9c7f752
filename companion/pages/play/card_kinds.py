"""Cards to be told by their kind: copies are alike, and what nobody should have stands apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.contract import TableGame
from companion.keeping.scorings import Scoring
from companion.language.i18n import Phrases
from companion.models import kind_of
from companion.screens.tell_screen import Node
from rules.core.game import Setup


def kind_nodes(
    game: TableGame,
    cards: Iterable[str],
    scoring: Scoring,
    say: Phrases,
    document: Mapping[str, Any],
    *,
    rare: frozenset[str],
) -> tuple[Node, ...]:
    """A tile for each kind of which a card is left; the rare ones behind one of their own."""
    taken, kinds = {card for area in scoring.areas for card in area}, dict[str, Node]()
    for card in cards:
        if card not in taken and kind_of(card) not in kinds:
            colour = game.screens.card(card, say, document).colour
            kinds[kind_of(card)] = Node(say.name("card", card), card, colour=colour)
    apart = tuple(node for kind, node in kinds.items() if kind in rare)
    return (
        *(node for kind, node in kinds.items() if kind not in rare),
        *((Node(say("page.score.rare"), children=apart, icon="cards", pinned=True),) if apart else ()),
    )


def not_in_use(game: TableGame, names: tuple[str, ...], document: Mapping[str, Any]) -> frozenset[str]:
    """Kinds that nobody should have with so many players; they can be told all the same."""
    if game.deck is None:
        return frozenset()
    deck = game.deck(Setup(game.slug, names, facts=document))
    return frozenset(map(kind_of, deck.unused)) - frozenset(map(kind_of, (*deck.used, *deck.unsure)))
