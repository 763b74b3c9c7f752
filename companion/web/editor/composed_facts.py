"""Powers and incomes by piles on a page: the questions of the box, first of the pile, then of each of its cards.

Every request holds all answers so far, and nothing is written before the last one: then all of it, and it can be taken
back like any pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.composing import Making
from companion.teaching.dialogue import ranking
from companion.teaching.undo_stack import Backs
from companion.web.editor.facts import FactsEditor, as_option, question
from rules.core.words import words

MOST_ANSWERS = 400
MOST_NEAR = 6  # of the likeliest answers, on buttons of their own


@dataclass(frozen=True, slots=True)
class ComposeWish:
    """``like``: a thing told before that gives the form; ``shown``: things laid on the mat as the next answer."""

    sort: str
    things: Sequence[str]
    like: str
    answers: Sequence[Any]
    shown: Sequence[str] = ()


class ComposedEditor:
    """What was told is likely to be told again: that is kept as long as the page is open."""

    def __init__(self, editor: FactsEditor, backs: Backs) -> None:
        self._editor = editor
        self._backs = backs
        self._habits: dict[str, dict[str, Any]] = {}

    def sort(self, room: Classroom, name: str) -> dict[str, Any]:
        """As ``PilesEditor.sort``, with the one pile that somebody lays; ``like``: cards that may give the form."""
        course, say = room.course, room.say
        left = _left(room, name)
        sort = words(f"teach.sort.{name}")
        return {
            "title": say.say(sort),
            "made": True,
            "asks": None,
            "left": say("teach.made.left", n=len(left), sort=sort),
            "is_done": not left,
            "piles": [{"words": say("teach.made.pick", sort=sort), "name": say.say(sort)}],
            "ways": [],
            "units": [{"unit": thing, "name": room.name(thing)} for thing in left],
            "like": [[thing, room.name(thing)] for thing in room.order if course.like(name, thing) is not None],
        }

    def ask(self, slug: str, wish: ComposeWish) -> dict[str, Any]:
        """The next question, or everything in words as soon as it is whole; nothing is written."""
        room, making, told = self._talk(slug, wish)
        if making.ask is None:
            lines = [_line(room, fact, value) for fact, value in told.items()]
            return {"whole": lines, "answers": making.answers}
        pile = making.pile
        thing = making.thing or (pile[0] if len(pile) == 1 else "")
        return {
            **question(making.ask, thing, room),
            "who": room.name(thing) if thing else room.say("teach.made.of_pile", n=len(pile), thing=""),
            "near": ranking(making.ask)[:MOST_NEAR],
            "takes_cards": room.course.shown_answers(making.ask, pile[:1]) is not None,
            "answers": making.answers,
        }

    def tell(self, slug: str, wish: ComposeWish) -> dict[str, Any]:
        with self._editor.lock:
            room, making, told = self._talk(slug, wish)
            if making.ask is not None:
                raise Trouble(words("teach.web.not_understood"))
            name = words(f"teach.sort.{wish.sort}")
            self._backs.keep(room, room.tell_made(wish.sort, told, name))
            self._habits[slug] = room.habits
        return {"ok": True, "said": room.say("teach.piles.kept", pile=name, n=len(making.pile))}

    def _talk(self, slug: str, wish: ComposeWish) -> tuple[Classroom, Making, dict[str, Any]]:
        """The talk as far as the answers lead; one that is no answer ends it there."""
        room = self._editor.room(slug, self._habits.get(slug))
        pile = _pile(room, wish)
        told: dict[str, Any] = {}

        def keep(one: Any) -> bool:
            told.update(one)
            room.get_used_to(wish.sort, one)
            return True

        making = Making(room, wish.sort, pile, wish.like)
        making.go_on(keep)
        for number, answer in enumerate(wish.answers):
            if making.ask is None:
                break
            making.answer(as_option(making.ask, answer))
            if len(making.answers) <= number:
                break
            making.go_on(keep)
        if wish.shown and making.ask is not None and room.course.shown_answers(making.ask, pile[:1]) is not None:
            making.show(tuple(wish.shown))
            making.go_on(keep)
        return room, making, told


def _left(room: Classroom, sort: str) -> list[str]:
    if sort not in room.course.made_sorts:
        raise Trouble(words("teach.web.not_understood"))
    return [thing for thing in room.order if sort in room.course.open_sorts(thing)]


def _pile(room: Classroom, wish: ComposeWish) -> tuple[str, ...]:
    """In the order of the list, whatever the page sends."""
    left, course = _left(room, wish.sort), room.course
    if not set(wish.things) | set(wish.shown) <= set(course.things) or len(wish.answers) > MOST_ANSWERS:
        raise Trouble(words("teach.web.not_understood"))
    if told := [thing for thing in wish.things if thing not in left]:
        raise Trouble(words("teach.made.meanwhile", things=", ".join(map(room.name, told))))
    pile = tuple(thing for thing in left if thing in wish.things)
    has_form = not wish.like or (wish.like in course.things and course.like(wish.sort, wish.like) is not None)
    if not pile or not has_form:
        raise Trouble(words("teach.web.not_understood"))
    return pile


def _line(room: Classroom, fact: str, value: Any) -> str:
    said = "; ".join(map(room.say.say, room.course.value_words(fact, value)))
    return f"{room.name(fact.split('.')[1])}: {said}"
