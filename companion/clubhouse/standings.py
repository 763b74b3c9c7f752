"""Who leads: results counted by the rules the host has chosen. Pure: no clock, no file, no network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, TypeAlias, get_args

from companion.club.messages import GameResult, ResultPlayer
from companion.clubhouse.ratings import histories
from rules.core.scoring import added

Count: TypeAlias = Literal["places", "points", "wins", "rating"]
COUNTS: tuple[Count, ...] = get_args(Count)
Unit: TypeAlias = Literal["games", "nights"]
UNITS: tuple[Unit, ...] = get_args(Unit)
NIGHT_ENDS_AT = 6  # o'clock: games after midnight still belong to the same night
BEHIND, BESIDE = 2, 1  # points for each opponent left behind, and for each who shares the place


@dataclass(frozen=True, slots=True)
class Rules:
    """How the host counts.

    ``slug``: only this game; empty: all games. ``best``: only each player's best so many games or nights (``of``); 0:
    all. ``places``: points for the first place, the second, …; empty: by opponents left behind. ``since``: when the
    season began. ``practice``: whether games with made-up values count.
    """

    count: Count = "places"
    slug: str = ""
    best: int = 0
    places: tuple[int, ...] = ()
    since: date | None = None
    practice: bool = False
    of: Unit = "games"


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """``games`` counts all games, even if only the best ones make up the total."""

    place: int
    name: str
    total: float
    games: int
    wins: int


def standings(
    results: Iterable[GameResult], rules: Rules, earlier: Iterable[GameResult] = (), zone: tzinfo | None = None
) -> tuple[ClubStanding, ...]:
    """The best first; players with equal totals and wins share a place. ``earlier``: what a rating also comes from."""
    scores: dict[str, list[tuple[date, float]]] = {}
    wins: dict[str, int] = {}
    counted = [one for one in results if counts(one, rules)]
    for result in counted:
        for player in result.players:
            if (score := game_score(result, player, rules)) is not None and result.ended is not None:
                scores.setdefault(player.name, []).append((night_of(result.ended, zone), score))
                wins[player.name] = wins.get(player.name, 0) + player.won
    if rules.count == "rating":
        rated = histories([*(one for one in earlier if counts(one, rules)), *counted], rules.slug)
        totals = {name: rated[name][-1].shown if name in rated else 0.0 for name in scores}
    else:
        totals = {name: _total(found, rules) for name, found in scores.items()}
    order = sorted(totals, key=lambda name: (-totals[name], -wins[name], name.casefold(), name))
    return tuple(
        ClubStanding(_place(name, totals, wins), name, totals[name], len(scores[name]), wins[name]) for name in order
    )


def counts(result: GameResult, rules: Rules) -> bool:
    """Whether these rules count a result, whatever its date."""
    if result.withdrawn or result.ended is None or (result.practice and not rules.practice):
        return False
    return not rules.slug or result.slug == rules.slug


def game_score(result: GameResult, player: ResultPlayer, rules: Rules) -> float | None:
    """What one game earns one player; None: this way of counting does not apply."""
    match rules.count:
        case "wins" | "rating":
            return int(player.won)
        case "points":
            return _fewer(result, player) if result.least else player.points
        case "places" if rules.places:
            return rules.places[player.place - 1] if player.place <= len(rules.places) else 0
        case _:
            others = [other.place for other in result.players if other is not player]
            return sum(BEHIND if place > player.place else BESIDE if place == player.place else 0 for place in others)


def _fewer(result: GameResult, player: ResultPlayer) -> float | None:
    """Where the fewest points win: how many fewer than whoever has the most, so that more is better as elsewhere."""
    if player.points is None:
        return None
    return added((max(other.points or 0 for other in result.players), -player.points))


def _total(scores: Iterable[tuple[date, float]], rules: Rules) -> float:
    """The best games, or the best nights, each with all its games."""
    found = [score for _, score in scores]
    if rules.of == "nights":
        nights: dict[date, list[float]] = {}
        for night, score in scores:
            nights.setdefault(night, []).append(score)
        found = [added(one) for one in nights.values()]
    return added(sorted(found, reverse=True)[: rules.best] if rules.best else found)


def _place(name: str, totals: Mapping[str, float], wins: Mapping[str, int]) -> int:
    mine = (totals[name], wins[name])
    return 1 + sum((totals[other], wins[other]) > mine for other in totals)


def night_of(moment: datetime, zone: tzinfo | None = None) -> date:
    """The evening a moment belongs to, in local time."""
    return (moment.astimezone(zone) - timedelta(hours=NIGHT_ENDS_AT)).date()


def of_night(results: Iterable[GameResult], night: date, zone: tzinfo | None = None) -> tuple[GameResult, ...]:
    return tuple(one for one in results if one.ended is not None and night_of(one.ended, zone) == night)


def before_night(results: Iterable[GameResult], night: date, zone: tzinfo | None = None) -> tuple[GameResult, ...]:
    return tuple(one for one in results if one.ended is not None and night_of(one.ended, zone) < night)


def of_season(results: Iterable[GameResult], rules: Rules, zone: tzinfo | None = None) -> tuple[GameResult, ...]:
    """Everything since the season began; without a start date, everything."""
    if rules.since is None:
        return tuple(results)
    return tuple(one for one in results if one.ended is not None and night_of(one.ended, zone) >= rules.since)
