"""Asks about several things in turn, each with the same possible values; earlier answers stay in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.language.i18n import Phrases
from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.screens.doors import APART, DOORS
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.tell_screen import Node
from companion.table.texts import value_label
from rules.core.questions import Ticks
from rules.core.words import Words

FEW = 9  # values: the first have buttons of their own, the others share one; more are found by their letters


@dataclass(frozen=True, slots=True)
class HasValue:
    """The answer for one thing."""

    fact: str
    value: Any


@dataclass(frozen=True, slots=True)
class _Told:
    named: Words
    value: Any
    entry: int  # in the journal


class ChoiceRun:
    """What was told so far, and the screen that asks for the next."""

    def __init__(self) -> None:
        self._sort = ""
        self._told: list[_Told] = []
        self._screen: DoorsScreen | None = None

    def screen(self, ticks: Ticks, header: Header, say: Phrases, more: Sequence[Node]) -> DoorsScreen:
        """``more``: what else can be said of a thing."""
        if ticks.sort != self._sort:
            self._sort, self._told = ticks.sort, []
        told_so_far = len(self._told)
        counter = say("page.answer.counter", n=told_so_far + 1, of=told_so_far + len(ticks.things))
        header = replace(header, place=counter)
        named, fact = ticks.things[0]
        now = NowLine(say.say(named), say.say(ticks.words))
        told = tuple(_told_tile(ticks.sort, one, say) for one in self._told)
        values = tuple(_tile(ticks.sort, value, HasValue(fact, value), say) for value in ticks.values)
        model = doors_model(say, header, now, _doors(values, more), so_far=(say("page.tell.told"), told), leaves=True)
        self._screen = self._screen or DoorsScreen(model)
        self._screen.show(self._with_way_back(model, say))
        return self._screen

    def _with_way_back(self, model: DoorsModel, say: Phrases) -> DoorsModel:
        back = say("screen.hint.undo") if self._told else model.hints.hold_back
        return replace(model, hints=replace(model.hints, hold_back=back))

    def add(self, ticks: Ticks, told: HasValue, entry: int) -> None:
        named = next(named for named, fact in ticks.things if fact == told.fact)
        self._told.append(_Told(named, told.value, entry))

    def take_back(self, entry: int) -> bool:
        """Whether the last entry of the journal was told here; it is to be undone."""
        if not self._told or self._told[-1].entry != entry:
            return False
        self._told.pop()
        return True

    def taken_back(self, entry: int) -> None:
        """``entry``: what undoing has written; what was told before is the last again, and can be taken back too."""
        if self._told:
            self._told[-1] = replace(self._told[-1], entry=entry)


def _tile(sort: str, value: Any, command: object, say: Phrases) -> Node:
    return Node(value_label(sort, value, say), command, colour=value if sort == "colour" else None)


def _told_tile(sort: str, told: _Told, say: Phrases) -> Node:
    """A colour is seen, anything else is said."""
    named = say.say(told.named)
    if sort == "colour":
        return Node(named, colour=told.value)
    return Node(f"{named}{APART}{value_label(sort, told.value, say)}")


def _doors(values: tuple[Node, ...], more: Sequence[Node]) -> tuple[Node, ...]:
    """No button moves from thing to thing."""
    if len(values) > FEW:
        return (*values, *more)
    near, far = values[: DOORS - 1], values[DOORS - 1 :]
    shared = (*(replace(node, likely=True) for node in far), *more)
    return (*(replace(node, likely=True) for node in near), Node("", children=shared, pinned=True))
