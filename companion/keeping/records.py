"""Records, standings and rivalries over the nights that count, and what is remarkable about one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile, zip_longest

from companion.keeping.history import Filter, PastNight
from rules.core.scoring import added
from rules.core.words import Words, words

MOST_REMARKS = 2  # at once
MEETINGS = 3  # that make a rivalry, and nights that make a closest one worth a word
CLOSE = 2  # nights between two who are rivals: more would only humble one of them
STREAK = 3  # wins one after the other that are worth a word


@dataclass(frozen=True, slots=True)
class Record:
    """The best of its sort (``most_points``, ``closest`` ...), whose it is, and in which night."""

    sort: str
    value: float
    names: tuple[str, ...]
    night: int | None = None


def records(nights: Sequence[PastNight]) -> tuple[Record, ...]:
    """Of nights that count. Ties go to who was first; a sort nobody can have a record in is left out.

    Where the fewest points win, the fewest are a record.
    """
    oldest_first = sorted(nights, key=lambda night: night.row.id)
    most, fewest = (
        [
            (total, (player["name"],), night.row.id)
            for night in oldest_first
            if night.is_least is is_least
            for player, total in zip(night.placed, night.totals, strict=False)
        ]
        for is_least in (False, True)
    )
    margins = [
        (margin, night.winners, night.row.id) for night in oldest_first if (margin := _margin(night)) is not None
    ]
    lengths = [(night.minutes, night.winners, night.row.id) for night in oldest_first if night.minutes]
    best = {
        "most_points": max(most, key=lambda found: found[0], default=None),
        "fewest_points": min(fewest, key=lambda found: found[0], default=None),
        "closest": min(margins, key=lambda found: found[0], default=None),
        "clearest": max(margins, key=lambda found: found[0], default=None),
        "longest": max(lengths, key=lambda found: found[0], default=None),
        "shortest": min(lengths, key=lambda found: found[0], default=None),
    }
    found = [Record(sort, *one) for sort, one in best.items() if one is not None]
    return (*found, *_most_wins(oldest_first))


def _margin(night: PastNight) -> float | None:
    """Points between the first and the second; None where there are no points."""
    totals = sorted(night.totals, reverse=not night.is_least)
    return abs(added((totals[0], -totals[1]))) if len(totals) > 1 else None


def _most_wins(nights: Sequence[PastNight]) -> tuple[Record, ...]:
    table = standings(nights)
    most = max((standing.wins for standing in table), default=0)
    names = tuple(standing.name for standing in table if standing.wins == most)
    return (Record("most_wins", most, names),) if most else ()


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player over all nights that count: how many, how many won, points on average where there are points.

    ``best``: the most points, or the fewest of somebody who only played games in which those win.
    """

    name: str
    nights: int
    wins: int
    points: int | None
    best: float | None


def standings(nights: Iterable[PastNight]) -> tuple[PlayerRecord, ...]:
    """Everybody who has played, whoever played most first."""
    played: dict[str, list[tuple[PastNight, float | None]]] = {}
    for night in nights:
        for player, total in zip_longest(night.placed, night.totals):
            played.setdefault(player["name"], []).append((night, total))
    table = [_standing(name, games) for name, games in played.items()]
    return tuple(sorted(table, key=lambda standing: (-standing.nights, -standing.wins, standing.name)))


def _standing(name: str, games: list[tuple[PastNight, float | None]]) -> PlayerRecord:
    totals = [total for _, total in games if total is not None]
    mean = round(sum(totals) / len(totals)) if totals else None
    most = [total for night, total in games if total is not None and not night.is_least]
    best = max(most) if most else min(totals, default=None)
    return PlayerRecord(name, len(games), sum(name in night.winners for night, _ in games), mean, best)


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How often ``one`` was placed before ``other`` in the nights both played, how often behind, how often beside."""

    one: str
    other: str
    ahead: int
    behind: int
    beside: int

    @property
    def nights(self) -> int:
        return self.ahead + self.behind + self.beside

    @property
    def is_close(self) -> bool:
        """Whether they have met often enough, and neither is far behind."""
        return self.nights >= MEETINGS and abs(self.ahead - self.behind) <= CLOSE

    def of(self, name: str) -> Rivalry:
        """The same seen by ``name``."""
        return self if name == self.one else Rivalry(self.other, self.one, self.behind, self.ahead, self.beside)


def rivalries(nights: Iterable[PastNight]) -> tuple[Rivalry, ...]:
    """Of every two who have played together, those who met most often first; who is ahead more often stands first."""
    met: dict[tuple[str, str], list[int]] = {}
    for night in nights:
        for one, other in combinations(sorted(night.placed, key=lambda player: player["name"]), 2):
            met.setdefault((one["name"], other["name"]), []).append(other["place"] - one["place"])
    found = [_rivalry(*names, gaps) for names, gaps in met.items()]
    return tuple(sorted(found, key=lambda rivalry: (-rivalry.nights, -rivalry.ahead, rivalry.one, rivalry.other)))


def _rivalry(one: str, other: str, gaps: list[int]) -> Rivalry:
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    rivalry = Rivalry(one, other, ahead, behind, len(gaps) - ahead - behind)
    return rivalry.of(other) if behind > ahead else rivalry


def wins_in_a_row(name: str, nights: Iterable[PastNight]) -> int:
    """How many of the latest nights this player was in were won, one after the other."""
    played = sorted((night for night in nights if name in night.row.setup.players), key=lambda night: -night.row.id)
    return sum(1 for _ in takewhile(lambda night: name in night.winners, played))


def before_play(names: Sequence[str], slug: str, nights: Iterable[PastNight]) -> tuple[Words, ...]:
    """What is worth knowing before these people play: the closest rivalry, and who has won most often in a row."""
    counted = Filter(game=slug).counted(nights)
    pairs = [pair for pair in rivalries(counted) if pair.is_close and {pair.one, pair.other} <= set(names)]
    said = [_rivals_words(min(pairs, key=lambda pair: (pair.ahead - pair.behind, -pair.nights)))] if pairs else []
    rows = {name: wins_in_a_row(name, counted) for name in names}
    best = max(names, key=lambda name: rows[name], default="")
    if best and rows[best] >= STREAK:
        said.append(words("nights.before.streak", name=best, n=rows[best]))
    return tuple(said)


def _rivals_words(pair: Rivalry) -> Words:
    key = "nights.before.leads" if pair.ahead > pair.behind else "nights.before.even"
    return words(key, one=pair.one, other=pair.other, n=pair.ahead, lost=pair.behind)


# What is remarkable about a night, measured by the nights before it.


def remarks(night: PastNight, others: Sequence[PastNight]) -> tuple[Words, ...]:
    """The most telling first; nothing about a night that sets no records itself."""
    if not night.counts():
        return ()
    before = [other for other in Filter(game=night.row.game).counted(others) if other.row.id < night.row.id]
    return tuple(_remarks(night, before))[:MOST_REMARKS] if before else ()


def _remarks(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    yield from _best_points(night, before)
    mine = {record.sort: record for record in records([night])}
    theirs = {record.sort: record for record in records(before)}
    if "closest" in mine and len(before) >= MEETINGS and mine["closest"].value < theirs["closest"].value:
        yield words("nights.remark.closest", n=mine["closest"].value)
    yield from _rivals_met(night, before)
    for name in night.winners:
        if (won := wins_in_a_row(name, [night, *before])) >= STREAK:
            yield words("nights.remark.streak", name=name, n=won)


def _best_points(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    """Better than anybody was before, or than oneself ever was."""
    best = {standing.name: standing.best for standing in standings(before)}
    known = [points for points in best.values() if points is not None]
    if not known:
        return
    record = (min if night.is_least else max)(known)
    for player, total in sorted(zip(night.placed, night.totals, strict=False), key=lambda pair: pair[0]["place"]):
        own = best.get(player["name"])
        if _is_better(night, total, record):
            yield words(f"nights.remark.{'fewest' if night.is_least else 'most'}", name=player["name"], n=total)
            return
        if own is not None and _is_better(night, total, own):
            yield words(f"nights.remark.best{'_fewest' if night.is_least else ''}", name=player["name"])


def _is_better(night: PastNight, points: float, others: float) -> bool:
    return points < others if night.is_least else points > others


def _rivals_met(night: PastNight, before: Sequence[PastNight]) -> Iterator[Words]:
    """How the winner stands with the others, where they have met often enough."""
    for rivalry in rivalries([night, *before]):
        for name in night.winners:
            seen = rivalry.of(name)
            if seen.one == name and seen.is_close and seen.ahead > seen.behind:
                yield words("nights.remark.rivals", one=seen.one, other=seen.other, n=seen.ahead, lost=seen.behind)
                return
