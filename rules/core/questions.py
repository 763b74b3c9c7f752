"""A question about an unknown fact that a decision needs, and the commands that answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.seats import Seat
from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class Barred:
    """An answer that contradicts earlier ones: why, and the facts of which at least one must then be wrong."""

    answer: object
    words: Words
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ticks:
    """The same fact of several things, told on one page: those that are ticked, and what all others have.

    ``things``: by name, with the path of the fact. ``values``: of a thing that is ticked once, twice …; ``rest``: of
    one that is not. ``is_choice``: nothing is ticked, but each has one of the values, and there is no rest.
    ``words`` ask for all of them; ``sort``: for the texts of the values. ``tell`` makes the command from values by path
    and the paths for later. ``seats``: whose each thing is; ``likely``: the paths of those that are probably ticked,
    which come first.
    """

    sort: str
    words: Words
    things: tuple[tuple[Words, str], ...]
    values: tuple[Any, ...]
    rest: Any
    tell: Callable[[Mapping[str, Any], tuple[str, ...]], object]
    seats: tuple[tuple[Seat, ...], ...] = ()
    likely: frozenset[str] = frozenset()
    is_choice: bool = False

    def of_seat(self, seat: Seat) -> Ticks:
        """The same for what lies in front of one seat; for everything if nothing does."""
        own = [at for at, seats in enumerate(self.seats) if seat in seats]
        if not own:
            return self
        return replace(self, things=tuple(self.things[at] for at in own), seats=tuple(self.seats[at] for at in own))


@dataclass(frozen=True, slots=True)
class Question:
    """``fact`` is the path in the facts file; ``answers`` are ready commands, "later" among them.

    ``likely``: the value that the table suggests, if any. ``barred``: answers that earlier ones rule out. ``why``: what
    the game needs it for. ``left``: how many facts of this sort it needs now, this one included; ``ticks``: they can be
    told together.
    """

    fact: str
    words: Words
    answers: tuple[object, ...]
    likely: object = None
    barred: tuple[Barred, ...] = ()
    why: Words | None = None
    left: int = 1
    ticks: Ticks | None = None
