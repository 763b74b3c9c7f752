"""Composes an answer (a power, an income) for a whole pile: first what its cards share, then what differs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.teaching.classroom import Classroom
from companion.teaching.course import Told
from companion.teaching.dialogue import Ask, Dialogue, Script

DONE = "done"


class Composing:
    """One talk about the pile, then one about each of its things. ``like``: a thing told before that gives the form."""

    def __init__(self, room: Classroom, sort: str, pile: tuple[str, ...], like: str = "") -> None:
        self.pile = pile
        self._room = room
        self._sort = sort
        course = room.course
        if like:
            room.get_used_to(sort, course.told_of(sort, like))  # that card's answers are now the likeliest
            template = course.like(sort, like)
            shared: Dialogue[Any] = Dialogue(lambda: _nothing_asked(template))
        else:
            shared = Dialogue(lambda: course.shared_script(sort, pile))
        self._steps: list[tuple[str, Dialogue[Any]]] = [("", shared)]

    @property
    def thing(self) -> str:
        """The thing being asked about; empty: the pile."""
        return self._steps[-1][0]

    @property
    def subject(self) -> str:
        """The thing that is asked about, also where it is the whole pile; empty: a pile of several."""
        return self.thing or (self.pile[0] if len(self.pile) == 1 else "")

    @property
    def subject_name(self) -> str:
        room = self._room
        return room.name(self.subject) if self.subject else room.say("teach.made.of_pile", n=len(self.pile), thing="")

    @property
    def ask(self) -> Ask | None:
        return self._steps[-1][1].ask

    @property
    def answers(self) -> list[Any]:
        """All answers so far, in order."""
        return [value for _, dialogue in self._steps for value in dialogue.answers]

    @property
    def is_under_way(self) -> bool:
        return len(self._steps) > 1 or bool(self._steps[0][1].answers)

    def answer(self, value: object) -> None:
        self._steps[-1][1].answer(value)

    def takes(self, things: tuple[str, ...]) -> bool:
        """Whether things laid on the mat can be the answer."""
        return self.ask is not None and self._room.course.shown_answers(self.ask, things) is not None

    def show(self, things: tuple[str, ...]) -> None:
        """Answers with things laid on the mat, each as often as it lies there."""
        dialogue = self._steps[-1][1]
        assert dialogue.ask is not None
        for value in self._room.course.shown_answers(dialogue.ask, things) or ():
            dialogue.answer(value)
        for thing in things:
            if dialogue.ask is not None and dialogue.ask.by_letters:
                dialogue.answer(thing)
        if dialogue.ask is not None and dialogue.ask.by_letters:
            dialogue.answer(DONE)

    def go_on(self, tell: Callable[[Told], bool]) -> bool:
        """Moves to the next question, if need be of the next thing; whether nothing is left to ask.

        ``tell`` is called with each complete answer; if it returns False, the last question is asked again.
        """
        shared = self._steps[0][1]
        while self._steps[-1][1].is_done:
            thing, dialogue = self._steps[-1]
            if thing and not tell(dialogue.result or {}):
                dialogue.back()
                return False
            done = {name for name, _ in self._steps}
            following = next((name for name in self.pile if name not in done), None)
            if following is None:
                return True
            script = partial(self._room.course.fill_script, self._sort, following, shared.result)
            self._steps.append((following, Dialogue(script)))
        return False

    def back(self) -> bool:
        """One question back, if need be to the thing before; what was told there is told again."""
        while True:
            if self._steps[-1][1].back():
                return True
            if len(self._steps) == 1:
                return False
            self._steps.pop()


def _nothing_asked(result: Any) -> Script[Any]:
    yield from ()
    return result


def left_to_compose(room: Classroom, sort: str) -> tuple[str, ...]:
    """Things of which this is still to be told, by their names."""
    return tuple(thing for thing in room.order if sort in room.course.open_sorts(thing))


def composed_before(room: Classroom, sort: str) -> tuple[str, ...]:
    """Things of which it was told, so that their form can be taken."""
    return tuple(thing for thing in room.order if room.course.like(sort, thing) is not None)
