"""Where a fact of the box comes from, as one line of text: told (when, in which game), a file, or practice values.

An entry of a facts file keeps it beside its facts: ``origin = { letter = "told 2026-11-15 game 12" }``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypedDict

from rules.core.errors import expect
from rules.core.values import table, wrong
from rules.core.words import Words, words

GAME = "game"  # told in the game in progress
PRACTICE, RULEBOOK, HAND = "practice", "rulebook", "hand"
LONGEST_TITLE = 80
_TOLD = re.compile(r"told (?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?: game (?P<game>\d{1,9}))?")
_FILE = re.compile(rf"file (?P<title>\S.{{0,{LONGEST_TITLE - 1}}})")


def told(day: str, game: int | None = None) -> str:
    """``told("2026-11-15", 12)``: told on that day, in the game with that number on this box."""
    return f"told {day}" if game is None else f"told {day} game {game}"


def from_file(title: str) -> str:
    """From a facts file with this title."""
    return f"file {title.strip()[:LONGEST_TITLE]}"


def parse_origins(value: object, place: str, keys: Collection[str]) -> dict[str, str]:
    """The origins of an entry, by key; raises ``InvalidValue``."""
    if value == {}:
        return {}
    return {key: _origin(line, f"{place}.{key}") for key, line in table(value, place, keys).items()}


def _origin(value: object, place: str) -> str:
    is_line = isinstance(value, str) and value.isprintable()
    if is_line and (value == GAME or _TOLD.fullmatch(str(value)) or _FILE.fullmatch(str(value))):
        return str(value)
    raise wrong(place, expect("origin"), value)


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, str]:
    """The origins of two entries for one thing, the second over the first: a fact told again loses its old origin."""
    kept = {key: line for key, line in below.get("origin", {}).items() if key not in above}
    return {**kept, **above.get("origin", {})}


def of_entry(entry: Mapping[str, Any], key: str, *, practice: bool, title: str, proven: bool = False) -> str:
    """Where one fact comes from; without a line of its own: the whole file, or ``proven`` by the rulebooks."""
    line = entry.get("origin", {}).get(key)
    if line is not None:
        return str(line)
    return PRACTICE if practice else RULEBOOK if proven else from_file(title or "?")


def origin_words(origin: str) -> Words:
    """``told on 15 November 2026 in game 12``, as a clause."""
    if (found := _TOLD.fullmatch(origin)) is not None:
        day = {"year": found["year"], "month": found["month"], "day": str(int(found["day"]))}
        return Words("origin.told_in_game" if found["game"] else "origin.told", {**day, "game": found["game"]})
    if (found := _FILE.fullmatch(origin)) is not None:
        return words("origin.file", title=found["title"])
    return words(f"origin.{origin}")


_ORDER = (PRACTICE, HAND, GAME, "told", "file", RULEBOOK)


class Grounds(TypedDict):
    """What a score rests on: the facts of one origin. In a kept result ``words`` is text."""

    origin: str
    facts: list[str]
    words: Words | str


def grouped(origins: Iterable[tuple[str, str]]) -> list[Grounds]:
    """Facts grouped by origin for a score, the least certain first."""
    groups: dict[str, list[str]] = {}
    for fact, origin in origins:
        groups.setdefault(origin, []).append(fact)
    ordered = sorted(groups, key=lambda origin: (_ORDER.index(origin.partition(" ")[0]), origin))
    return [
        {
            "origin": origin,
            "facts": sorted(groups[origin]),
            "words": words("origin.facts", n=len(groups[origin]), whence=origin_words(origin)),
        }
        for origin in ordered
    ]
