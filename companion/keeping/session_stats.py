"""What the journal of a game tells afterwards: the time played, whose time it was, and the points after each round.

A long silence is a break. Time that was taken back is nobody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.keeping.session import Session
from rules.core.commands import HasValue
from rules.core.errors import InvalidValue
from rules.core.game import known_table
from rules.core.journal import Entry
from rules.core.pad.events import CaughtUp
from rules.core.scoring import Score, added, is_unknown, totals_of

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


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """``totals`` by seat; ``unknown``: seats whose points counted only as far as known."""

    round: int
    totals: tuple[float, ...]
    unknown: frozenset[int]


def round_ends(session: Session) -> tuple[tuple[int, Any], ...]:
    """Each round by its number, and the state it was left in, with what was told of the box only later.

    Not those that a scribe told: what else happened in them is unknown.
    """
    last, before = dict[int, int](), 0
    for step in session.steps:
        if any(isinstance(event, CaughtUp) for event in step.events):
            known = known_table(session.game, session.state_after(before))
            last = {number: seq for number, seq in last.items() if known is None or number < known.round}
        last[session.game.view(session.state_after(step.seq))["round"]] = before = step.seq
    told = [(step.seq, event) for step in session.steps for event in step.events if isinstance(event, HasValue)]
    return tuple((number, _as_known_now(session, seq, told)) for number, seq in last.items())


def _as_known_now(session: Session, seq: int, told: Sequence[tuple[int, Any]]) -> Any:
    """In a first night most of the cards are looked at when all is over. What was told of a thing that was not there
    yet, such as an area found later, changes nothing."""
    state = session.state_after(seq)
    for event in (event for at, event in told if at > seq):
        with suppress(InvalidValue):
            state = session.game.evolve(state, event)
    return state


def points_by_round(session: Session, score: Score) -> tuple[RoundPoints, ...]:
    """Nothing for a game without points, of one round, whose end nobody followed, or while nobody's points are known.

    ``score``: of the end, which may have been left so. Its players may have ``rounds``, what each round brought them.
    """
    if score["kind"] != "points" or session.pad.way != "follow":
        return ()
    if all("rounds" in player for player in score["players"]):
        return _as_scored(score)
    ends = round_ends(session)
    final = max((number for number, _ in ends), default=0)
    found = [_points(number, session.game.score(state)) for number, state in ends if number != final]
    last = _points(final, score)
    return (*found, last) if found and len(last.unknown) < len(last.totals) else ()


def _as_scored(score: Score) -> tuple[RoundPoints, ...]:
    """Of a game whose score says what each round brought: a number may have been corrected long after its round."""
    gained = [player["rounds"] for player in score["players"]]
    found = []
    for number in range(1, max(map(len, gained)) + 1):
        totals = tuple(added(points or 0 for points in mine[:number]) for mine in gained)
        unknown = frozenset(seat for seat, mine in enumerate(gained) if None in mine[:number])
        found.append(RoundPoints(number, totals, unknown))
    return tuple(found) if len(found) > 1 else ()


def _points(number: int, score: Score) -> RoundPoints:
    unknown = (seat for seat, player in enumerate(score["players"]) if is_unknown(player))
    return RoundPoints(number, totals_of(score), frozenset(unknown))
