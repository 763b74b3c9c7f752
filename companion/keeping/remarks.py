"""What is remarkable about a night, measured by the nights before it: a record, a best, who keeps beating whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.keeping.history import Filter, PastNight, records, rivalries, standings
from rules.core.words import Words, words

MOST = 2  # remarks at once
ENOUGH = 3  # meetings that make a rivalry


def remarks(night: PastNight, others: Sequence[PastNight]) -> tuple[Words, ...]:
    """The most telling first; nothing about a night that sets no records itself."""
    if not night.counts():
        return ()
    before = [other for other in Filter(game=night.row.game).counted(others) if other.row.id < night.row.id]
    return tuple(_all(night, before))[:MOST] if before else ()


def _all(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    yield from _points(night, before)
    mine = {record.sort: record for record in records([night])}
    theirs = {record.sort: record for record in records(before)}
    if "closest" in mine and len(before) >= ENOUGH and mine["closest"].value < theirs["closest"].value:
        yield words("nights.remark.closest", n=mine["closest"].value)
    yield from _rivals(night, before)


def _points(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    """More than anybody had before, or more than oneself ever had."""
    best = {standing.name: standing.best for standing in standings(before)}
    most = max((points for points in best.values() if points is not None), default=None)
    if most is None:
        return
    for player, total in sorted(zip(night.placed, night.totals, strict=False), key=lambda pair: pair[0]["place"]):
        own = best.get(player["name"])
        if total > most:
            yield words("nights.remark.most", name=player["name"], n=total)
            return
        if own is not None and total > own:
            yield words("nights.remark.best", name=player["name"])


def _rivals(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    """How the winner stands with the others, where they have met often enough."""
    for rivalry in rivalries([night, *before]):
        for name in night.winners:
            seen = rivalry.of(name)
            if seen.one == name and seen.nights >= ENOUGH and seen.ahead > seen.behind:
                yield words("nights.remark.rivals", one=seen.one, other=seen.other, n=seen.ahead, lost=seen.behind)
                return
