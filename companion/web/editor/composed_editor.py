"""Composed facts (powers, incomes) in the browser: questions about the pile first, then about each of its cards.

Every request holds all answers so far. Nothing is written before the last one; then everything is, and it can be undone
like any pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.composing import Composing, composed_before, left_to_compose
from companion.teaching.dialogue import ranking
from companion.teaching.pile_telling import UndoStack
from companion.web.editor.facts_editor import FactsEditor, question, replay
from rules.core.words import words

MOST_ANSWERS = 400
MOST_NEAR = 6  # likeliest answers that get their own buttons


@dataclass(frozen=True, slots=True)
class ComposeWish:
    """``like``: a thing told before, used as a template; ``shown``: things laid on the mat as the next answer."""

    sort: str
    things: Sequence[str]
    like: str
    answers: Sequence[Any]
    shown: Sequence[str] = ()


class ComposedEditor:
    """Remembers the last answers while the server runs, because they are likely to come again."""

    def __init__(self, editor: FactsEditor, undo: dict[str, UndoStack]) -> None:
        self._editor = editor
        self._undo = undo
        self._habits: dict[str, dict[str, Any]] = {}

    def sort(self, room: Classroom, name: str) -> dict[str, Any]:
        """As ``PilesEditor.sort``, but with a single pile; ``like``: cards that can be the template."""
        say, left, sort = room.say, left_to_compose(room, name), words(f"teach.sort.{name}")
        return {
            "title": say.say(sort),
            "made": True,
            "asks": None,
            "left": say("teach.made.left", n=len(left), sort=sort),
            "is_done": not left,
            "piles": [{"words": say("teach.made.pick", sort=sort), "name": say.say(sort)}],
            "ways": [],
            "units": [{"unit": thing, "name": room.name(thing)} for thing in left],
            "like": [[thing, room.name(thing)] for thing in composed_before(room, name)],
        }

    def ask(self, slug: str, wish: ComposeWish) -> dict[str, Any]:
        """The next question, or the complete answer in words; writes nothing."""
        room, composing, told = self._talk(slug, wish)
        if composing.ask is None:
            return {"whole": [_line(room, fact, value) for fact, value in told.items()], "answers": composing.answers}
        return {
            **question(composing.ask, composing.subject, room),
            "who": composing.subject_name,
            "near": ranking(composing.ask)[:MOST_NEAR],
            "takes_cards": composing.takes(composing.pile[:1]),
            "answers": composing.answers,
        }

    def tell(self, slug: str, wish: ComposeWish) -> dict[str, Any]:
        with self._editor.lock:
            room, composing, told = self._talk(slug, wish)
            if composing.ask is not None:
                raise Trouble(words("teach.web.not_understood"))
            name = words(f"teach.sort.{wish.sort}")
            self._undo[slug].keep(room, room.tell_made(wish.sort, told, name))
            self._habits[slug] = room.habits
        return {"ok": True, "said": room.say("teach.piles.kept", pile=name, n=len(composing.pile))}

    def _talk(self, slug: str, wish: ComposeWish) -> tuple[Classroom, Composing, dict[str, Any]]:
        """Replays the answers; returns what is complete by then."""
        room = self._editor.room(slug, self._habits.get(slug))
        composing = Composing(room, wish.sort, _pile(room, wish), wish.like)
        told: dict[str, Any] = {}

        def keep(one: Any) -> bool:
            told.update(one)
            room.get_used_to(wish.sort, one)
            return True

        composing.go_on(keep)
        replay(composing, wish.answers, lambda: composing.go_on(keep))
        if wish.shown and composing.takes(composing.pile[:1]):
            composing.show(tuple(wish.shown))
            composing.go_on(keep)
        return room, composing, told


def _pile(room: Classroom, wish: ComposeWish) -> tuple[str, ...]:
    """In the order of the list, whatever order the page sends."""
    course = room.course
    known = wish.sort in course.made_sorts and set(wish.things) | set(wish.shown) <= set(course.things)
    has_form = not wish.like or (wish.like in course.things and course.like(wish.sort, wish.like) is not None)
    if not known or not has_form or not wish.things or len(wish.answers) > MOST_ANSWERS:
        raise Trouble(words("teach.web.not_understood"))
    left = left_to_compose(room, wish.sort)
    if told := [thing for thing in wish.things if thing not in left]:
        raise Trouble(words("teach.made.meanwhile", things=tuple(map(room.name, told))))
    return tuple(thing for thing in left if thing in wish.things)


def _line(room: Classroom, fact: str, value: Any) -> str:
    said = room.say.clauses(map(room.say.say, room.course.value_words(fact, value)))
    return room.say.pair(room.name(fact.split(".")[1]), said)
