"""The colour and shape of each person, over the nights: remembered with the names, and forgotten with them.

A mark is a number, in the order of the theme. Whoever sat down first keeps theirs when two have the same one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

MARKS = "marks"  # the setting that holds them, as pairs of a name and a number
MOST = 8  # marks that can be told apart; more people than that would share them


def read_marks(kept: str) -> dict[str, int]:
    """Whatever is wrong with it, people get other marks, and that is all."""
    try:
        pairs = json.loads(kept or "[]")
        return {str(name): int(mark) for name, mark in pairs if 0 <= int(mark) < MOST}
    except (ValueError, TypeError, RecursionError):
        return {}


def write_marks(marks: Mapping[str, int]) -> str:
    return json.dumps([*marks.items()], ensure_ascii=False)


def marks_of(names: Sequence[str], kept: Mapping[str, int]) -> tuple[int, ...]:
    """The mark of each seat: the one that person had before, else the seat's own, else the first that is free."""
    found: dict[int, int] = {}
    for seat, name in enumerate(names):
        if name in kept and kept[name] not in found.values():
            found[seat] = kept[name]
    for seat in range(len(names)):
        if seat not in found:
            own = seat % MOST
            found[seat] = next((mark for mark in (own, *range(MOST)) if mark not in found.values()), own)
    return tuple(found[seat] for seat in range(len(names)))


def with_newcomers(kept: Mapping[str, int], names: Sequence[str]) -> dict[str, int]:
    """What is remembered once these people have played; nobody's mark changes by that."""
    return {**dict(zip(names, marks_of(names, kept), strict=True)), **kept}


def with_choice(kept: Mapping[str, int], names: Sequence[str], name: str, mark: int) -> dict[str, int]:
    """Somebody has chosen a mark; whoever of those at the table had it takes theirs in exchange."""
    now = dict(zip(names, marks_of(names, kept), strict=True))
    other = next((one for one, theirs in now.items() if theirs == mark and one != name), None)
    swapped = {} if other is None or name not in now else {other: now[name]}
    return {**kept, **swapped, name: mark}
