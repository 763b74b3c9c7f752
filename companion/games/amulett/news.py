"""The automatic phases, income and energy: the one that ended last, and what happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.keeping.session import Session
from rules.amulett import events as e
from rules.core.journal import Step


@dataclass(frozen=True, slots=True)
class PhasePassed:
    """A phase that is over: which one, at which entry it ended, and what happened in it."""

    phase: str
    seq: int
    events: tuple[e.Event, ...]


def last_passed(session: Session, after: int) -> PhasePassed | None:
    """The metal or energy phase that ended last, if that was after entry ``after``."""
    found: PhasePassed | None = None
    phase = ""
    gathered: list[e.Event] = []
    for step, event in _all_events(session.steps):
        match event:
            case e.PhaseBegan() | e.RoundBegan():
                if phase in ("metal", "energy"):
                    found = PhasePassed(phase, step.seq, tuple(gathered))
                phase = event.phase if isinstance(event, e.PhaseBegan) else "spell"
                gathered = []
            case _:
                gathered.append(event)
    return found if found is not None and found.seq > after else None


def _all_events(steps: Sequence[Step]) -> Iterator[tuple[Step, e.Event]]:
    return ((step, event) for step in steps for event in step.events)
