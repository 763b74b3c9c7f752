"""Time played, from the times in the journal. A long silence is a break; time that was taken back is nobody's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from companion.keeping.session import Session
from rules.core.journal import Entry

BREAK_MS = 10 * 60_000  # nothing written down for that long: nobody was playing


def passed(one_ms: int, other_ms: int) -> int:
    """Time played between two entries: none when the box was switched off between them, or in a break."""
    gap = other_ms - one_ms
    return gap if 0 <= gap <= BREAK_MS else 0


def played_ms(times: Iterable[int]) -> int:
    """Of a game with entries at these times; 0 when none were kept."""
    return sum(passed(one, other) for one, other in pairwise(times))


def played_until(entries: tuple[Entry, ...]) -> list[int]:
    """Time played until each entry."""
    until = [0] if entries else []
    for one, other in pairwise(entries):
        until.append(until[-1] + passed(one.at_ms, other.at_ms))
    return until


@dataclass(frozen=True, slots=True)
class TimeShare:
    """Whose time it was, in milliseconds; the four add up to the time played."""

    seats: tuple[int, ...]
    together: int  # nobody's turn: all act at once, or upkeep
    taken_back: int  # steps that were undone, and the time until they were

    @property
    def whole(self) -> int:
        return sum(self.seats) + self.together + self.taken_back


def time_share(session: Session) -> TimeShare:
    """A step's time belongs to the seat whose turn it was before it; where no turns are followed, to all."""
    seats, together = [0] * len(session.setup.players), 0
    before = {entry.seq: passed(last.at_ms, entry.at_ms) for last, entry in pairwise(session.entries)}
    done = 0
    for step in session.steps:
        turn = _turn(session, done)
        spent, done = before.get(step.seq, 0), step.seq
        if turn is None:
            together += spent
        else:
            seats[turn] += spent
    return TimeShare(tuple(seats), together, sum(before.values()) - sum(seats) - together)


def _turn(session: Session, seq: int) -> int | None:
    position = session.position_after(seq)
    turn: int | None = session.game.view(position.state).get("turn") if position.pad.way == "follow" else None
    return turn
