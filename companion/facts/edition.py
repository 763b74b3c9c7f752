"""The edition of a box: which cards it has, and how many of each. Another edition's facts may not hold for yours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from companion.facts.box import GameBox
from companion.language.folders import ENGLISH
from rules.core.words import Words, words

MOST_NAMED = 3
LENGTH = 8  # hexadecimal digits: short enough to read aloud and compare


def edition_of(box: GameBox, document: Mapping[str, Any]) -> dict[str, int]:
    """How many cards there are of each name; ``document``: everything known about that box."""
    named = box.names(document, ENGLISH).get("card", {})
    return dict(sorted(Counter(named.get(card.card, card.card) for card in box.cards(document)).items()))


def fingerprint(edition: Mapping[str, int]) -> str:
    """Equal for equal names and counts."""
    return sha256("\n".join(f"{count} {name}" for name, count in edition.items()).encode()).hexdigest()[:LENGTH]


def edition_words(box: GameBox, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> Words | None:
    """A warning if two boxes, by what their owners told, have different cards; None if they have the same."""
    documents = [box.laid_over(told) for told in (mine, theirs)]
    own, other = (edition_of(box, document) for document in documents)
    unsure = _unsure(box, documents[0], mine, theirs)
    names = [name for name in {**own, **other} if own.get(name, 0) != other.get(name, 0) and name not in unsure]
    if not names:
        return None
    shown = ", ".join(f"{name} {own.get(name, 0)} – {other.get(name, 0)}" for name in names[:MOST_NAMED])
    more = ", …" if len(names) > MOST_NAMED else ""
    return words("facts.edition", cards=shown + more, mine=fingerprint(own), theirs=fingerprint(other))


def _unsure(box: GameBox, document: Mapping[str, Any], *told: Mapping[str, Any]) -> set[str]:
    """Names of kinds whose number is a guess that not every owner has confirmed by counting."""
    entries = [
        {kind: entry for section in box.sections for kind, entry in one.get(section, {}).items()} for one in told
    ]
    guessed = {kind for kind in box.guessed() if any("copies" not in entry.get(kind, {}) for entry in entries)}
    named = box.names(document, ENGLISH).get("card", {})
    return {named.get(card.card, card.card) for card in box.cards(document) if card.card.partition("#")[0] in guessed}
