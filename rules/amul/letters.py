"""Pick-order letters: one for all cards of a kind, or one for each copy (A-MIL-4). Unknown is None, ``?`` in a file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rules.core.errors import expect
from rules.core.values import listed, wrong

Letters: TypeAlias = str | tuple[str | None, ...] | None

UNTOLD = "?"
MOST = 99
_COPY = re.compile(r"(p?)([1-9][0-9]?)")


def parse_letters(value: object, place: str, copies: int | None) -> Letters:
    """One letter for all copies, or a list with one for each; ``copies``: how many there are, if known."""
    if not isinstance(value, list | tuple):
        return _letter(value, place)
    if copies is not None and len(value) != copies:
        raise wrong(place, expect("letter_each", copies=copies), value)
    letters = listed(value, place, 0, MOST)
    return tuple(None if item == UNTOLD else _letter(item, f"{place}[{n}]") for n, item in enumerate(letters))


def each(letters: Letters, copies: int) -> tuple[str | None, ...] | None:
    """The letter of every copy; None if none is known."""
    return (letters,) * copies if isinstance(letters, str) else letters


def with_letter(entry: Mapping[str, Any], copy: str, value: str, copies: int, palace_copies: int) -> dict[str, Any]:
    """The entry of a kind with the letter of one copy (``2``, ``p1``) changed."""
    is_palace, number = parse_copy(copy)
    common = entry.get("letter")
    market = _spread(common, copies)
    palace = _spread(entry.get("palace", {}).get("letter", common if isinstance(common, str) else None), palace_copies)
    row = palace if is_palace else market
    if number > len(row):
        raise wrong("letter", expect("a_copy", copies=len(row)), copy)
    row[number - 1] = value
    told = {**entry, "letter": market}
    if any(letter != UNTOLD for letter in palace):
        told["palace"] = {**entry.get("palace", {}), "letter": palace}
    if not market:
        del told["letter"]
    return told


def parse_copy(copy: str) -> tuple[bool, int]:
    """Whether it is a palace copy, and its number."""
    found = _COPY.fullmatch(copy)
    if found is None:
        raise wrong("letter", expect("a_copy", copies=MOST), copy)
    return bool(found[1]), int(found[2])


def letter_on(entry: Mapping[str, Any], card: str) -> str | None:
    """The letter of one card, by its id, from the entry of its kind."""
    common = entry.get("letter")
    is_palace, number = parse_copy(card.partition("#")[2] or "1")
    row = entry.get("palace", {}).get("letter", common) if is_palace else common
    if isinstance(row, str) or row is None:
        return row
    letter = row[number - 1] if number <= len(row) and (not is_palace or row is not common) else UNTOLD
    return None if letter == UNTOLD else str(letter)


def joined(first: Any, second: Any) -> Any:
    """Merges two answers about the letters of a kind: the second wins where it knows one."""
    if not isinstance(second, list | tuple):
        return second
    before = _spread(first, len(second))
    if len(before) != len(second):
        return second
    return [old if letter == UNTOLD else letter for old, letter in zip(before, second, strict=True)]


def _spread(letters: str | Sequence[str] | None, copies: int) -> list[str]:
    if isinstance(letters, list | tuple):
        return list(letters)
    return [UNTOLD if letters is None else str(letters)] * copies


def _letter(value: object, place: str) -> str:
    if not isinstance(value, str) or re.fullmatch(r"[A-Za-z]", value) is None:
        raise wrong(place, expect("letter"), value)
    return value.upper()
