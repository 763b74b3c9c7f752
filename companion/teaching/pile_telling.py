"""Teaching by piles, shared by screen and browser: the facts that piles can tell, writing a pile, and undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.facts.own import entries_now
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom, PileTold
from companion.teaching.piles import Sorting, Way
from rules.core.words import Words, words

MOST_UNDONE = 20
MOST_NAMED = 20
LONGEST_NAME = 30


def sortings(room: Classroom) -> list[Sorting]:
    """Every fact that piles can tell, in the best order for telling."""
    held = room.held
    return [Sorting(sort, held.get(sort.name, {})) for sort in room.pile_sorts]


def sorting_of(room: Classroom, name: str) -> Sorting | None:
    return next((one for one in sortings(room) if one.sort.name == name), None)


def progress_of(sorting: Sorting) -> Words:
    return words("teach.progress", n=sorting.known, all=len(sorting.sort.units))


def tell_pile(room: Classroom, undo: UndoStack, sorting: Sorting, way: Way, keep: Iterable[str] = ()) -> Words:
    """Writes this pile and returns what to say; raises ``CompanionError`` if it is wrong or cannot be written."""
    sort, before = sorting.sort, sorting.values
    values = sorting.values_by(way, keep)
    more = sort.gone(values) if way == "gone" and sort.gone is not None else {}
    undo.keep(room, room.tell_pile(sort, values, sorting.name, sorting.at, more))
    count = sum(1 for unit, value in values.items() if before.get(unit) != value)
    return words("teach.piles.kept", pile=sorting.name, n=count)


def name_symbol(named: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Adds a name for something the course does not know; raises ``Trouble`` if it is not a word."""
    name = " ".join(word.split()).lower()
    if not name.replace(" ", "").isalpha() or len(name) > LONGEST_NAME:
        raise Trouble(words("teach.page.no_name", most=LONGEST_NAME))
    return named if name in named or len(named) >= MOST_NAMED else (*named, name)


@dataclass(frozen=True, slots=True)
class _Undoable:
    """A pile that was told, and its entries right after that."""

    pile: PileTold
    after: Mapping[str, Mapping[str, Any]]


class CannotUndo(Trouble):
    """There is no pile to undo, or somebody has changed its cards since."""


class UndoStack:
    """The piles told for one game, the last one first; none is undone after somebody has changed its cards."""

    def __init__(self) -> None:
        self._told: list[_Undoable] = []

    def keep(self, room: Classroom, told: PileTold) -> None:
        self._told.append(_Undoable(told, _entries(room, told)))
        del self._told[:-MOST_UNDONE]

    @property
    def last(self) -> Words | None:
        """The name of the pile that would be undone."""
        return self._told[-1].pile.pile if self._told else None

    def take_back(self, room: Classroom) -> PileTold:
        """Undoes the last pile; it stays on the stack if that cannot be written."""
        if not self._told:
            raise CannotUndo(words("teach.piles.no_back"))
        last = self._told[-1]
        if _entries(room, last.pile) != last.after:
            self._told.pop()
            raise CannotUndo(words("teach.piles.changed", pile=last.pile.pile))
        room.take_back(last.pile)
        self._told.pop()
        return last.pile


def _entries(room: Classroom, told: PileTold) -> dict[str, Mapping[str, Any]]:
    return entries_now(room.box, [f"{place}.now" for place in told.entries])
