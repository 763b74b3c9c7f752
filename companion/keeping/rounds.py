"""How an end came about: where everybody stood at the end of each round, from what was entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.keeping.session import Session
from rules.core.commands import Telling
from rules.core.game import advance
from rules.core.scoring import Score, is_unknown, totals_of


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """``totals`` by seat; ``unknown``: seats whose points counted only as far as known."""

    round: int
    totals: tuple[int, ...]
    unknown: frozenset[int]


def round_ends(session: Session) -> tuple[tuple[int, Any], ...]:
    """Each round by its number, and the state it was left in, with what was told of the box only later."""
    last = dict[int, int]()
    for step in session.steps:
        last[session.game.view(session.state_after(step.seq))["round"]] = step.seq
    return tuple((number, _as_known_now(session, seq)) for number, seq in last.items())


def _as_known_now(session: Session, seq: int) -> Any:
    """In a first night most of the cards are looked at when all is over."""
    later = (event for step in session.steps if step.seq > seq for event in step.events if isinstance(event, Telling))
    return advance(session.game, session.state_after(seq), tuple(later))


def points_by_round(session: Session, score: Score) -> tuple[RoundPoints, ...]:
    """Nothing for a game without points, of one round, or whose end nobody followed.

    ``score``: of the end, which may have been left so.
    """
    if score["kind"] != "points" or session.pad.way != "follow":
        return ()
    ends = round_ends(session)
    final = max((number for number, _ in ends), default=0)
    found = [_points(number, session.game.score(state)) for number, state in ends if number != final]
    return (*found, _points(final, score)) if found else ()


def _points(number: int, score: Score) -> RoundPoints:
    unknown = (seat for seat, player in enumerate(score["players"]) if is_unknown(player))
    return RoundPoints(number, totals_of(score), frozenset(unknown))
