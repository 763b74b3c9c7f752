"""What there is to learn about a box, thing by thing: every game has a course, made of short lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.teaching.dialogue import Script
from rules.core.words import Words

Told: TypeAlias = Mapping[str, Any]  # facts by their path in the facts file


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to tell about a card or spell: colour, symbols, power.

    ``value``: as known now, in words; ``origin``: where that comes from.
    """

    sort: str
    is_known: bool
    script: Callable[[], Script[Told]]
    value: tuple[Words, ...] = ()
    origin: Words | None = None


class Course(Protocol):
    """``things`` by slug; ``habits`` are the last answers by sort, so that the likeliest answer comes first."""

    slug: str
    habits: dict[str, Any]

    @property
    def document(self) -> Mapping[str, Any]:
        """Everything known, the rulebook's facts with the owner's over them."""
        ...

    @property
    def things(self) -> tuple[str, ...]: ...

    def lessons(self, thing: str) -> tuple[Lesson, ...]: ...

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        """The lessons there is something to tell in, by their sort."""
        ...

    def thing_of(self, card: str) -> str | None:
        """Which thing a card under the camera is."""
        ...

    def name(self, thing: str) -> Words: ...


def open_lessons(course: Course, thing: str) -> tuple[Lesson, ...]:
    return tuple(lesson for lesson in course.lessons(thing) if not lesson.is_known)


def taught(course: Course) -> int:
    """How many things there is nothing left to tell about."""
    return sum(not course.open_sorts(thing) for thing in course.things)
