"""Changing an earlier answer in a game: everything after it is replayed, and shown before it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.keeping.session import Session
from rules.core.commands import HasTold, forgotten_of, is_about_facts, told_by
from rules.core.game import Setup
from rules.core.journal import Position, Step, decide, follow
from rules.core.refusals import Refused
from rules.core.scoring import Score, totals_of
from rules.core.seats import Seat
from rules.core.view import View
from rules.core.words import Words, words

ScoreAt: TypeAlias = Callable[[Setup, Position[Any]], Score]  # of a game, wherever it stands


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The game with another answer: the steps after entry ``to``, the position they lead to, and what was dropped."""

    to: int
    steps: tuple[Step, ...]
    position: Position[Any]
    dropped: tuple[Any, ...]

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def is_whole(self) -> bool:
        return not self.dropped


def told_facts(session: Session) -> dict[str, Any]:
    """Every fact told in this game, with its last answer."""
    told: dict[str, Any] = {}
    for step in session.steps:
        told |= told_by(step.command)
        if gone := forgotten_of(step.command):
            told.pop(gone, None)
    return told


def rehearse(session: Session, fact: str, value: Any) -> Rehearsal | Refused | None:
    """Replays the game from where ``fact`` was told; None if it was not told in this game."""
    steps = session.steps
    at = next((n for n, step in enumerate(steps) if fact in told_by(step.command)), None)
    if at is None:
        return None
    to = steps[at - 1].seq if at else 0
    position = session.position_after(to)
    told = replace(steps[at], command=_with_value(steps[at].command, fact, value))
    kept: list[Step] = []
    for number, step in enumerate((told, *steps[at + 1 :])):
        events = decide(session.game, position, step.command)
        if not isinstance(events, Refused):
            position = follow(session.game, position, events)
            kept.append(replace(step, events=events))
        elif number == 0:
            return events
        elif not _is_answer(step):  # an answer to a question that no longer comes up is no loss
            rest = steps[at + number :]
            return Rehearsal(to, tuple(kept), position, tuple(item.command for item in rest if not _is_answer(item)))
        if number and tuple(told_by(step.command)) == (fact,) and kept and kept[-1].command == step.command:
            # The same fact told again later: the new answer counts from the start.
            position = _without_last(session, kept, to)
    return Rehearsal(to, tuple(kept), position, ())


def _without_last(session: Session, kept: list[Step], to: int) -> Position[Any]:
    kept.pop()
    position = session.position_after(to)
    for step in kept:
        position = follow(session.game, position, step.events)
    return position


def _with_value(command: Any, fact: str, value: Any) -> Any:
    """The same command with another answer."""
    if isinstance(command, HasTold):
        return replace(command, told={**command.told, fact: value})  # type: ignore[type-var]
    return replace(command, value=value)


def _is_answer(step: Step) -> bool:
    return is_about_facts(step.command) and forgotten_of(step.command) is None


def changes(session: Session, rehearsal: Rehearsal, score: ScoreAt) -> tuple[Words, ...]:
    """What is different, a line for each: the order, whose turn it is, points, and steps that no longer fit."""
    game, setup = session.game, session.setup
    before, after = game.view(session.state), game.view(rehearsal.state)
    lines = [
        *(_seats_changed(before, after) if session.pad.way == "follow" else ()),
        *_points_changed(score(setup, session.position), score(setup, rehearsal.position)),
    ]
    if rehearsal.dropped:
        step = words("teach.correct.step", round=after["round"])
        lines.append(words("teach.correct.dropped", n=len(rehearsal.dropped), step=step))
    return tuple(lines) or (words("teach.correct.same"),)


def _seats_changed(before: View, after: View) -> Iterator[Words]:
    if (before["round"], before["phase"]) != (after["round"], after["phase"]):
        return
    if before.get("order") != after.get("order"):
        old, new = before.get("order", []), after.get("order", [])
        yield words("teach.correct.order", after=_named(*new), before=_named(*old))
    elif before["turn"] != after["turn"]:
        yield words("teach.correct.next", after=_named(after["turn"]), before=_named(before["turn"]))


def _named(*seats: Seat | None) -> Words:
    named = tuple(seat for seat in seats if seat is not None)
    return words("teach.seats", seats=named) if named else words("teach.hole")


def _points_changed(before: Score, after: Score) -> Iterator[Words]:
    for player, old, new in zip(after["players"], totals_of(before), totals_of(after), strict=False):
        if old != new:
            yield words("teach.correct.total", name=player["name"], after=new, before=old)
