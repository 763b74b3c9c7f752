"""How a score came about: everybody's points at the end of each round, from what was entered."""

from __future__ import annotations

from dataclasses import dataclass

from companion.keeping.session import Session
from rules.core.scoring import Score, is_unknown, totals_of


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """``totals`` by seat; ``unknown``: seats whose points counted only as far as known."""

    round: int
    totals: tuple[int, ...]
    unknown: frozenset[int]


def points_by_round(session: Session, score: Score) -> tuple[RoundPoints, ...]:
    """Nothing for a game without points, or of one round. ``score``: of the end, which may have been left so."""
    if score["kind"] != "points":
        return ()
    game, last = session.game, dict[int, int]()
    for step in session.steps:
        last[game.view(session.state_after(step.seq))["round"]] = step.seq
    final = max(last, default=0)
    found = [_points(number, game.score(session.state_after(seq))) for number, seq in last.items() if number != final]
    return (*found, _points(final, score)) if found else ()


def _points(number: int, score: Score) -> RoundPoints:
    unknown = (seat for seat, player in enumerate(score["players"]) if is_unknown(player))
    return RoundPoints(number, totals_of(score), frozenset(unknown))
