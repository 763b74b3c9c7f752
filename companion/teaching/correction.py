"""Another answer to a question of this game: everything that followed from it is played again, before it counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.keeping.session import Session
from rules.core.game import advance
from rules.core.journal import Step
from rules.core.refusals import Refused
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What the game would be with another answer: steps after entry ``to``, the state, what no longer fits."""

    to: int
    steps: tuple[Step, ...]
    state: Any
    dropped: tuple[Any, ...]

    @property
    def is_whole(self) -> bool:
        return not self.dropped


def told_facts(session: Session) -> dict[str, Any]:
    """Every fact told in this game and its last answer."""
    return {
        step.command.fact: step.command.value
        for step in session.steps
        if getattr(step.command, "fact", None) is not None and getattr(step.command, "value", None) is not None
    }


def rehearse(session: Session, fact: str, value: Any) -> Rehearsal | Refused | None:
    """Plays the game again from where ``fact`` was told; None when it was not told in this game."""
    steps = session.steps
    at = next((n for n, step in enumerate(steps) if getattr(step.command, "fact", None) == fact and _tells(step)), None)
    if at is None:
        return None
    to = steps[at - 1].seq if at else 0
    state = session.state_after(to)
    told = replace(steps[at], command=replace(steps[at].command, value=value))
    kept: list[Step] = []
    for number, step in enumerate((told, *steps[at + 1 :])):
        events = session.game.decide(state, step.command)
        if not isinstance(events, Refused):
            state = advance(session.game, state, events)
            kept.append(replace(step, events=events))
        elif number == 0:
            return events
        elif not _is_answer(step):  # an answer nobody asks for any more is no loss
            rest = steps[at + number :]
            return Rehearsal(to, tuple(kept), state, tuple(item.command for item in rest if not _is_answer(item)))
        if number and getattr(step.command, "fact", None) == fact and kept and kept[-1].command == step.command:
            # Told again later on: the new answer is what counts from the beginning.
            state = _without_last(session, kept, to)
    return Rehearsal(to, tuple(kept), state, ())


def _without_last(session: Session, kept: list[Step], to: int) -> Any:
    kept.pop()
    state = session.state_after(to)
    for step in kept:
        state = advance(session.game, state, step.events)
    return state


def _tells(step: Step) -> bool:
    return getattr(step.command, "value", None) is not None


def _is_answer(step: Step) -> bool:
    return getattr(step.command, "fact", None) is not None


def changes(session: Session, rehearsal: Rehearsal) -> tuple[Words, ...]:
    """What is different, a line for each: the order, whose turn it is, points, and steps that no longer fit."""
    game = session.game
    before, after = game.view(session.state), game.view(rehearsal.state)
    lines = [
        *_seats_changed(before, after),
        *_points_changed(game.score(session.state), game.score(rehearsal.state)),
    ]
    if rehearsal.dropped:
        step = words("teach.correct.step", round=after["round"])
        lines.append(words("teach.correct.dropped", n=len(rehearsal.dropped), step=step))
    return tuple(lines) or (words("teach.correct.same"),)


def _seats_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Words]:
    is_same_step = all(before.get(key) == after.get(key) for key in ("round", "phase"))
    if is_same_step and before.get("order") != after.get("order"):
        values = (tuple(view.get("order") or ()) for view in (after, before))
        yield words("teach.correct.order", after=_named(next(values)), before=_named(next(values)))
    elif is_same_step and before.get("turn") != after.get("turn"):
        turns = [(view["turn"],) if view.get("turn") is not None else () for view in (after, before)]
        yield words("teach.correct.next", after=_named(turns[0]), before=_named(turns[1]))


def _named(seats: tuple[int, ...]) -> Words:
    return words("teach.seats", seats=seats) if seats else words("teach.hole")


def _points_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Words]:
    for old, new in zip(before["players"], after["players"], strict=True):
        if old.get("total") != new.get("total"):
            yield words("teach.correct.total", name=new["name"], after=new["total"], before=old["total"])
