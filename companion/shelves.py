"""What the companion knows of each game beside its rules: the facts of its box, the names of its things, its tags."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.facts.amul import card_names, load_facts, rulebook
from companion.facts.amulett import AmulettShelf
from companion.i18n import Phrases
from companion.tagging import TaggedCard, tag_text
from companion.wording import Trouble
from rules.amul.facts import parse_facts
from rules.core.values import shown
from rules.core.words import words

Names = Mapping[str, Mapping[str, str]]


class Shelf(Protocol):
    """One game's box. ``document`` is its facts as plain values, the rulebook's with the named layer over them."""

    @property
    def slug(self) -> str: ...

    def document(self, facts: str | None, folder: Path) -> Mapping[str, Any]: ...

    def names(self, document: Mapping[str, Any], language: str) -> Names: ...

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:
        """Every card that can carry a tag, as they lie in the box."""
        ...


@dataclass(frozen=True, slots=True)
class AmulShelf:
    home: Path | None = None
    slug: str = "amul"

    def document(self, facts: str | None, folder: Path) -> Mapping[str, Any]:
        return (load_facts(facts, folder, self.home) if facts else rulebook().facts).document

    def names(self, document: Mapping[str, Any], language: str) -> Names:
        return card_names(parse_facts(document), language)

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:
        facts = parse_facts(document)
        english, german = (card_names(facts, language)["card"] for language in ("en", "de"))
        return tuple(
            TaggedCard(
                card.id,
                tag_text(self.slug, card.kind, "palace" if card.source == "palace" else "market", card.number),
                english[card.id],
                german[card.id],
                card.number,
                card.min_players,
            )
            for card in facts.cards.values()
        )


BOXES: tuple[Callable[[Path | None], Shelf], ...] = (AmulShelf, AmulettShelf)
SHELVES = tuple(box(None) for box in BOXES)


def find_shelf(slug: str, home: Path | None = None) -> Shelf:
    """The box of a game; ``home`` is the data folder with the owner's facts, None: where the settings say."""
    for box in BOXES:
        shelf = box(home)
        if shelf.slug == slug:
            return shelf
    raise Trouble(words("facts.trouble.which_game", games=", ".join(shelf.slug for shelf in SHELVES), got=shown(slug)))


def phrases_for(
    slug: str, language: str, document: Mapping[str, Any], players: Sequence[str] = (), edition: str | None = None
) -> Phrases:
    """Sentences with the names of this game's things, as printed in that edition, and of tonight's players."""
    return Phrases(language, find_shelf(slug).names(document, edition or language), players)
