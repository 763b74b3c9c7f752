"""The edition of a box: which cards it has, and how many of each. Facts of another one may not be true of yours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from companion.facts.box import GameBox
from rules.core.words import Words, words

MOST_NAMED = 3
LENGTH = 8  # hexadecimal digits: enough for two people to compare by ear


def edition_of(box: GameBox, document: Mapping[str, Any]) -> dict[str, int]:
    """How many cards of each name; ``document``: everything known of that box."""
    return dict(sorted(Counter(card.name_en for card in box.cards(document)).items()))


def fingerprint(edition: Mapping[str, int]) -> str:
    """The same for the same names and counts."""
    return sha256("\n".join(f"{count} {name}" for name, count in edition.items()).encode()).hexdigest()[:LENGTH]


def edition_words(box: GameBox, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> Words | None:
    """A warning where two boxes do not have the same cards, as far as anybody has told; None: they do."""
    own, other = edition_of(box, mine), edition_of(box, theirs)
    if own == other:
        return None
    names = [name for name in {**own, **other} if own.get(name, 0) != other.get(name, 0)]
    shown = ", ".join(f"{name} {own.get(name, 0)} – {other.get(name, 0)}" for name in names[:MOST_NAMED])
    more = ", …" if len(names) > MOST_NAMED else ""
    return words("facts.edition", cards=shown + more, mine=fingerprint(own), theirs=fingerprint(other))
