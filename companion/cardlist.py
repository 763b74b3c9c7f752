"""Every card of a box with its tag: what labels are printed from, and tags are read with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.shelves import find_shelf
from companion.tagging import TaggedCard


def labels(slug: str, facts: str = "own", home: Path | None = None) -> tuple[TaggedCard, ...]:
    """All cards of the owner's box that can carry a tag, in id order: as the rulebooks and the owner tell."""
    shelf = find_shelf(slug, home)
    return tuple(card for card in shelf.cards(shelf.document(facts, Path())) if card.tag is not None)


def card_tags(slug: str, document: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The card behind each tag text of a box; without facts of a game in progress, those of the owner's box."""
    shelf = find_shelf(slug)
    facts = shelf.document("own", Path()) if document is None else document
    return {card.tag: card.card for card in shelf.cards(facts) if card.tag is not None}
