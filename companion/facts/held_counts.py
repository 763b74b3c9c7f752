"""Values told for single copies that are not facts yet: they are held here until all copies of their kind have one."""

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
    """Empty if there is no file or it cannot be read: then those piles are simply laid again."""
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
