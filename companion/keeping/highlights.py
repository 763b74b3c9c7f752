"""What was worth telling about a finished game with points: who was best in a row, the closest call, the race.

Nothing here is about an open count, and nobody is named for having done worst.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.keeping.session_stats import RoundPoints
from rules.core.scoring import PointsPlayer, PointsScore, added, rows_of
from rules.core.words import Words, words

FEWEST_PLACES = 2  # that somebody must lose in one round to be worth a word


@dataclass(frozen=True, slots=True)
class Champion:
    """Who has the most points in a row, alone."""

    row: str
    seat: int
    points: float


def champions(score: PointsScore) -> tuple[Champion, ...]:
    """In the order of the pad; none where several share it, where nobody scored, or where the fewest points win."""
    players: Sequence[PointsPlayer] = score["players"]
    if not score["complete"] or score.get("least") or len(rows_of(score)) < 2:
        return ()
    found = []
    for row in rows_of(score):
        points = [player["scores"].get(row, 0) for player in players]
        if (most := max(points)) > 0 and points.count(most) == 1:
            found.append(Champion(row, points.index(most), most))
    return tuple(found)


def highlights(score: PointsScore, rounds: Sequence[RoundPoints]) -> tuple[Words, ...]:
    """The most telling first."""
    if not score["complete"]:
        return ()
    least = bool(score.get("least"))
    known = [points for points in rounds if not points.unknown]
    return (*_closest(score), *_overtaking(known, least=least), *_falling(known, least=least))


def _closest(score: PointsScore) -> Iterator[Words]:
    """The two neighbours with the fewest points between them."""
    ranked = sorted(enumerate(score["players"]), key=lambda one: (one[1]["place"], one[0]))
    gaps = [
        (abs(added((one["total"], -other["total"]))), seat, behind)
        for (seat, one), (behind, other) in pairwise(ranked)
        if one["place"] != other["place"]
    ]
    if gaps:
        gap, seat, behind = min(gaps)
        yield words(f"nights.highlight.{'closest' if gap else 'level'}", n=gap, seat=seat, first=behind)


def _overtaking(rounds: Sequence[RoundPoints], *, least: bool) -> Iterator[Words]:
    """The last round that brought another leader, and whom it cost the lead."""
    leaders = [(points.round, _leader(points, least=least)) for points in rounds]
    alone = [(number, leader) for number, leader in leaders if leader is not None]
    for (_, before), (number, leader) in reversed(list(pairwise(alone))):
        if before != leader:
            yield words("nights.highlight.overtakes", round=number, seat=leader, first=before)
            return


def _leader(points: RoundPoints, *, least: bool) -> int | None:
    best = (min if least else max)(points.totals)
    return points.totals.index(best) if points.totals.count(best) == 1 else None


def _falling(rounds: Sequence[RoundPoints], *, least: bool) -> Iterator[Words]:
    """Who lost most places in a round, and what the others made meanwhile."""
    falls = []
    for before, after in pairwise(rounds):
        gained = [added((now, -then)) for now, then in zip(after.totals, before.totals, strict=True)]
        for seat in range(len(after.totals)):
            one, other = _place(before, seat, least=least), _place(after, seat, least=least)
            falls.append((other - one, -after.round, seat, one, other, gained))
    lost, number, seat, one, other, gained = max(falls, default=(0, 0, 0, 0, 0, []))
    if lost >= FEWEST_PLACES:
        others = [points for place, points in enumerate(gained) if place != seat]
        best = (min if least else max)(others)
        yield words("nights.highlight.falls", round=-number, seat=seat, one=one, other=other, n=gained[seat], best=best)


def _place(points: RoundPoints, seat: int, *, least: bool) -> int:
    mine = points.totals[seat]
    return 1 + sum(total < mine if least else total > mine for total in points.totals)
