"""Past nights: which of them, records, rivalries, how often each has played. Made-up and unfinished ones set none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, zip_longest
from typing import Any

from companion import CompanionError
from companion.keeping.game_row import GameRow
from companion.keeping.kept_games import KeptGames
from companion.keeping.session import Session, look_back
from companion.keeping.session_stats import played_ms
from rules.core.scoring import PlayerScore, Score, totals_of, with_kind

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class PastNight:
    """One game of the list and how long it was played; 0: nobody knows."""

    row: GameRow
    played_ms: int = 0

    @property
    def day(self) -> str:
        """When it began, by the clock on the wall: ``2026-11-15``."""
        return datetime.fromisoformat(self.row.started).astimezone().date().isoformat()

    @property
    def year(self) -> int:
        return int(self.day[:4])

    @property
    def practice(self) -> bool:
        return bool(self.row.setup.facts.get("practice", False))

    @property
    def is_finished(self) -> bool:
        return self.row.result is not None

    @property
    def is_followed(self) -> bool:
        """Whether its steps were written down; a table that was only scored has none, and nobody knows who began."""
        return self.row.entries > 0

    @property
    def minutes(self) -> int:
        return round(self.played_ms / MINUTE)

    @property
    def score(self) -> Score:
        """As it was kept, whatever release wrote it."""
        return with_kind(self.row.result or {})

    @property
    def placed(self) -> tuple[PlayerScore, ...]:
        """The players as the result lists them, in seat order."""
        return () if self.row.result is None else tuple(self.row.result["players"])

    @property
    def ranked(self) -> tuple[PlayerScore, ...]:
        """The players by their places, the best first."""
        return tuple(sorted(self.placed, key=lambda player: player["place"]))

    @property
    def has_points(self) -> bool:
        return self.row.result is not None and self.row.result["kind"] == "points"

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points, by seat; none of a race."""
        return () if self.row.result is None else totals_of(self.row.result)

    @property
    def is_left(self) -> bool:
        """Whether something was unknown when it was scored, and the players left it so."""
        return self.row.result is not None and bool(self.row.result.get("left"))

    @property
    def winners(self) -> tuple[str, ...]:
        return () if self.row.result is None else tuple(self.row.result["winners"])

    def counts(self, *, practice: bool = False) -> bool:
        """Whether it can set a record: played to the end, fully scored, and not by made-up values unless so wanted."""
        is_whole = self.row.result is not None and bool(self.row.result.get("complete"))
        return is_whole and (practice or not self.practice)


def past_nights(store: KeptGames) -> tuple[PastNight, ...]:
    """Every game of the store, the newest first."""
    played = {ident: played_ms(times) for ident, times in store.all_times()}
    return tuple(PastNight(row, played.get(row.id, 0)) for row in store.games())


def past_night(store: KeptGames, game_id: int) -> PastNight:
    """One of them; raises ``CompanionError`` where there is none of that number."""
    return PastNight(store.game(game_id), played_ms(store.times(game_id)))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which nights are wanted; None: whatever it is. ``practice``: nights by practice values count too."""

    game: str | None = None
    player: str | None = None
    players: int | None = None
    year: int | None = None
    practice: bool = False

    def takes(self, night: PastNight) -> bool:
        setup = night.row.setup
        return (
            self.game in (None, night.row.game)
            and (self.player is None or self.player in setup.players)
            and self.players in (None, len(setup.players))
            and self.year in (None, night.year)
        )

    def listed(self, nights: Iterable[PastNight]) -> tuple[PastNight, ...]:
        return tuple(night for night in nights if self.takes(night))

    def counted(self, nights: Iterable[PastNight]) -> tuple[PastNight, ...]:
        """Those of the wanted ones that can set a record."""
        return tuple(night for night in nights if self.takes(night) and night.counts(practice=self.practice))


@dataclass(frozen=True, slots=True)
class Record:
    """The best of its sort (``most_points``, ``closest`` ...), whose it is, and in which night."""

    sort: str
    value: int
    names: tuple[str, ...]
    night: int | None = None


def records(nights: Sequence[PastNight]) -> tuple[Record, ...]:
    """Of nights that count. Ties go to who was first; a sort nobody can have a record in is left out."""
    oldest_first = sorted(nights, key=lambda night: night.row.id)
    points = [
        (total, (player["name"],), night.row.id)
        for night in oldest_first
        for player, total in zip(night.placed, night.totals, strict=False)
    ]
    margins = [
        (margin, night.winners, night.row.id) for night in oldest_first if (margin := _margin(night)) is not None
    ]
    lengths = [(night.minutes, night.winners, night.row.id) for night in oldest_first if night.minutes]
    best = {
        "most_points": max(points, key=lambda found: found[0], default=None),
        "closest": min(margins, key=lambda found: found[0], default=None),
        "clearest": max(margins, key=lambda found: found[0], default=None),
        "longest": max(lengths, key=lambda found: found[0], default=None),
        "shortest": min(lengths, key=lambda found: found[0], default=None),
    }
    found = [Record(sort, *one) for sort, one in best.items() if one is not None]
    return (*found, *_most_wins(oldest_first))


def _margin(night: PastNight) -> int | None:
    """Points between the first and the second; None where there are no points."""
    totals = sorted(night.totals, reverse=True)
    return totals[0] - totals[1] if len(totals) > 1 else None


def _most_wins(nights: Sequence[PastNight]) -> tuple[Record, ...]:
    table = standings(nights)
    most = max((standing.wins for standing in table), default=0)
    names = tuple(standing.name for standing in table if standing.wins == most)
    return (Record("most_wins", most, names),) if most else ()


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player over all nights that count: how many, how many won, points on average where there are points."""

    name: str
    nights: int
    wins: int
    points: int | None
    best: int | None


def standings(nights: Iterable[PastNight]) -> tuple[PlayerRecord, ...]:
    """Everybody who has played, whoever played most first."""
    played: dict[str, list[tuple[bool, int | None]]] = {}
    for night in nights:
        for player, total in zip_longest(night.placed, night.totals):
            played.setdefault(player["name"], []).append((player["name"] in night.winners, total))
    table = [_standing(name, games) for name, games in played.items()]
    return tuple(sorted(table, key=lambda standing: (-standing.nights, -standing.wins, standing.name)))


def _standing(name: str, games: list[tuple[bool, int | None]]) -> PlayerRecord:
    totals = [total for _, total in games if total is not None]
    mean = round(sum(totals) / len(totals)) if totals else None
    return PlayerRecord(name, len(games), sum(won for won, _ in games), mean, max(totals, default=None))


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


def summary(night: PastNight) -> dict[str, Any]:
    """One game in plain values."""
    row = night.row
    return {
        "id": row.id,
        "game": row.game,
        "started": row.started,
        "ended": row.ended,
        "minutes": night.minutes or None,
        "players": list(row.setup.players),
        "winners": list(night.winners),
        "entries": row.entries,
        "practice": night.practice,
        "complete": row.result is not None and bool(row.result.get("complete")),
        "left": night.is_left,
    }


def played_again(store: KeptGames, night: PastNight) -> Session | None:
    """A night from its journal; None when it was only scored, or its rules or its journal are no longer understood."""
    try:
        session = look_back(store, night.row.id)
    except CompanionError:
        return None
    is_whole = not night.is_finished or session.game.is_over(session.state)
    return session if is_whole and night.is_followed else None
