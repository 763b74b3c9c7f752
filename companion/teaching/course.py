"""What there is to learn about a box, thing by thing: each game's course is made of short lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.language.i18n import Phrases
from companion.teaching.dialogue import Ask, Script
from companion.teaching.piles import PileSort
from rules.core.questions import Ticks
from rules.core.view import View
from rules.core.words import Words, words

Told: TypeAlias = Mapping[str, Any]  # facts by their path in the facts file


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to tell about a card: colour, symbols, power.

    ``value``: what is known now, in words; ``origin``: where it comes from.
    """

    sort: str
    is_known: bool
    script: Callable[[], Script[Told]]
    value: tuple[Words, ...] = ()
    origin: Words | None = None


CourseMaker: TypeAlias = Callable[[Mapping[str, Any], dict[str, Any] | None], "Course"]


class Course(Protocol):
    """``things`` by slug; ``habits``: the last answer of each sort, so that the likeliest answer comes first."""

    slug: str
    habits: dict[str, Any]

    @property
    def document(self) -> Mapping[str, Any]:
        """Everything known: the rulebook's facts, overlaid with the owner's."""
        ...

    @property
    def things(self) -> tuple[str, ...]: ...

    def lessons(self, thing: str) -> tuple[Lesson, ...]: ...

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        """The sorts of the lessons in which something is left to tell."""
        ...

    def thing_of(self, card: str) -> str | None:
        """Which thing a card under the camera is."""
        ...

    def name(self, thing: str) -> Words: ...

    def script_for(self, fact: str) -> Callable[[], Script[Told]] | None:
        """The script that asks for one fact, by its path; None if there is none."""
        _, _, rest = fact.partition(".")
        name, _, key = rest.partition(".")
        lessons = self.lessons(name) if name in self.things else ()
        return next((lesson.script for lesson in lessons if lesson.sort == key), None)

    def ticks(self, facts: Sequence[str], *, few: bool = False) -> Ticks | None:  # noqa: ARG002
        """Those of these unknown facts that can be told together on one page, if any; ``few``: even a single one."""
        return None

    def beside_points(self, fact: str) -> bool:  # noqa: ARG002
        """Whether a score needs this unknown fact even where people tell the points of every card by hand."""
        return False

    def fact_words(self, fact: str) -> Words:
        """A fact by its path as a person would say it: which thing, what about it."""
        _, _, rest = fact.partition(".")
        name, _, key = rest.partition(".")
        return words("teach.fact", thing=self.name(name), what=words(f"teach.sort.{key}"))

    def renames(self, fact: str) -> bool:  # noqa: ARG002
        """Whether telling this fact changes which cards there are, or their names."""
        return True

    def value_words(self, fact: str, value: Any) -> tuple[Words, ...]:  # noqa: ARG002
        """A value as a person would say it."""
        if isinstance(value, bool):
            return (words("teach.yes" if value else "teach.no"),)
        return (words("teach.value", value=str(value)),)

    def instead_of(self, fact: str, view: View) -> tuple[str, ...]:  # noqa: ARG002
        """Facts that may be told in this game in place of a missing one."""
        return ()

    def habits_from(self, sort: str, told: Told) -> dict[str, Any]:
        """The habits that follow from an answer."""
        value = next(iter(told.values()), None)
        return {sort: value} if isinstance(value, str) else {}

    # By piles: many cards at a time.

    def pile_sorts(self, named: tuple[str, ...] = ()) -> tuple[PileSort, ...]:  # noqa: ARG002
        """The sorts of piles, in the best order for telling them.

        ``named``: names that people gave to what the program did not know, such as a new symbol.
        """
        return ()

    @property
    def made_sorts(self) -> tuple[str, ...]:
        """Sorts of lessons whose answer is composed, possibly for a whole pile at once."""
        return ()

    def shared_script(self, sort: str, things: tuple[str, ...]) -> Script[Any]:  # noqa: ARG002
        """Composes what a pile of things has in common, with gaps where they differ."""
        yield from ()

    def fill_script(self, sort: str, thing: str, shared: Any) -> Script[Told]:  # noqa: ARG002
        """Asks for what differs in one thing of a pile; asks nothing if nothing does."""
        lesson = next(lesson for lesson in self.lessons(thing) if lesson.sort == sort)
        return (yield from lesson.script())

    def one_script(self, sort: str, thing: str) -> Script[Told]:
        """The same of a single thing, in as few questions as it takes."""
        made = yield from self.shared_script(sort, (thing,))
        return (yield from self.fill_script(sort, thing, made))

    def like(self, sort: str, thing: str) -> Any:  # noqa: ARG002
        """Another thing's answer as a template with gaps: same as that card but …; None: it has none."""
        return None

    def told_of(self, sort: str, thing: str) -> Told:  # noqa: ARG002
        """What was told about a thing, as it was told."""
        return {}

    def shown_answers(self, ask: Ask, things: tuple[str, ...]) -> tuple[Any, ...] | None:  # noqa: ARG002
        """The answers that lead to naming things laid on the mat; None: such things are no answer here."""
        return () if ask.by_letters else None

    def so_far(self, made: Any, thing: str, say: Phrases) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        """The answers so far as sentences, and an example of what they would bring."""
        return (), ""

    @property
    def choose_words(self) -> Words:
        """``Choose a card``."""
        return words("teach.choose")

    def progress_words(self, known: int) -> Words:
        """``known`` of all its things are known."""
        return words("teach.progress", n=known, all=len(self.things))


def so_far_lines(course: Course, ask: Ask, thing: str, say: Phrases) -> tuple[str, ...]:
    """What the answers so far make: sentences, and an example if there is one."""
    sentences, example = course.so_far(ask.so_far, thing, say)
    return (*sentences, *([example] if example else []))


def open_lessons(course: Course, thing: str) -> tuple[Lesson, ...]:
    return tuple(lesson for lesson in course.lessons(thing) if not lesson.is_known)


def taught(course: Course) -> int:
    """How many things are fully taught."""
    return sum(not course.open_sorts(thing) for thing in course.things)
