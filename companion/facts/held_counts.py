"""What was laid in piles and cannot be a fact yet: counts of single copies wait here for the others of their kind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.documents import parse_json
from companion.facts.box import GameBox
from companion.files import read_whole, write_whole
from companion.language.wording import Trouble

LARGEST = 60_000  # bytes; a full box has about 4,000
MOST = 500
LONGEST = 60

Held = dict[str, dict[str, Any]]  # by sort, then by card


def read_held_counts(box: GameBox) -> Held:
    """Nothing where there is no such file, or one that is not ours: then those piles are laid again."""
    path = box.laid_path()
    if not path.exists():
        return {}
    try:
        found = parse_json(read_whole(path, LARGEST))
    except (Trouble, ValueError):
        return {}
    return _checked(found)


def _checked(found: object) -> Held:
    if not isinstance(found, dict):
        return {}
    return {
        sort: {card: value for card, value in list(cards.items())[:MOST] if _fits(card, value)}
        for sort, cards in list(found.items())[:MOST]
        if len(sort) <= LONGEST and isinstance(cards, dict)
    }


def _fits(card: str, value: object) -> bool:
    return len(card) <= LONGEST and isinstance(value, int) and not isinstance(value, bool)


def keep_held_counts(box: GameBox, held: Mapping[str, Mapping[str, Any]]) -> None:
    kept = {sort: cards for sort, cards in held.items() if cards}
    path = box.laid_path()
    if kept:
        write_whole(path, json.dumps(kept, indent=1, sort_keys=True) + "\n")
    else:
        path.unlink(missing_ok=True)
