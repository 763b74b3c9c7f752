"""Piles told on the page that can be taken back: the last one first, and only while nobody has told more of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.facts.own import entries_now
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom, PileTold
from rules.core.words import Words, words

MOST_BACK = 20


@dataclass(frozen=True, slots=True)
class _Back:
    """A pile that was told, and the entries as they were right after it."""

    pile: PileTold
    after: Mapping[str, Mapping[str, Any]]


class Backs:
    """One stack for each game."""

    def __init__(self) -> None:
        self._told: dict[str, list[_Back]] = {}

    def keep(self, room: Classroom, told: PileTold) -> None:
        stack = self._told.setdefault(room.slug, [])
        stack.append(_Back(told, _entries(room, told)))
        del stack[:-MOST_BACK]

    def last(self, slug: str) -> Words | None:
        """What the pile is called that would be taken back."""
        stack = self._told.get(slug)
        return stack[-1].pile.pile if stack else None

    def take(self, room: Classroom) -> PileTold:
        """As if the last pile had never been laid."""
        if not (stack := self._told.get(room.slug)):
            raise Trouble(words("teach.piles.no_back"))
        last = stack.pop()
        if _entries(room, last.pile) != last.after:
            raise Trouble(words("teach.piles.changed", pile=last.pile.pile))
        room.take_back(last.pile)
        return last.pile


def _entries(room: Classroom, told: PileTold) -> dict[str, Mapping[str, Any]]:
    return entries_now(room.box, [f"{place}.now" for place in told.entries])
