"""What results say about how well people play: a mean and how sure it is, for each person, game after game.

Plackett and Luce's model for many players with ties, by Weng and Lin's method, from openskill.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce

from companion.club.messages import GameResult

SURE = 3  # deviations below the mean: people are shown what they certainly are


@dataclass(frozen=True, slots=True)
class Rating:
    """``mean`` with its ``deviation``: how sure it is. ``game``: after which game."""

    game: str
    mean: float
    deviation: float

    @property
    def shown(self) -> float:
        """Grows with every game that tells something, so that a newcomer is not above all after one win."""
        return round(self.mean - SURE * self.deviation, 1)


class _Book:
    """Goes on from the results it has rated already: mostly one more comes. For several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model = PlackettLuce()
        self._rated: list[GameResult] = []
        self._found: dict[str, list[Rating]] = {}

    def after(self, results: list[GameResult]) -> dict[str, tuple[Rating, ...]]:
        with self._lock:
            if results[: len(self._rated)] != self._rated:
                self._rated, self._found = [], {}
            for result in results[len(self._rated) :]:
                self._rate(result)
            self._rated = results
            return {name: tuple(history) for name, history in self._found.items()}

    def _rate(self, result: GameResult) -> None:
        model, found = self._model, self._found
        names = [player.name for player in result.players]
        if len(names) < 2 or len(set(names)) < len(names):
            return
        last = [found[name][-1] if name in found else None for name in names]
        teams = [[model.rating() if one is None else model.rating(mu=one.mean, sigma=one.deviation)] for one in last]
        rated = model.rate(teams, ranks=[float(player.place) for player in result.players])
        for name, (after,) in zip(names, rated, strict=True):
            found.setdefault(name, []).append(Rating(result.game, after.mu, after.sigma))


def histories(results: Iterable[GameResult], slug: str = "") -> dict[str, tuple[Rating, ...]]:
    """How each person's rating went. ``results``: those that count, in any order; ``slug``: only of this game."""
    played = [one for one in results if one.ended is not None and slug in ("", one.slug)]
    return _book(slug).after(sorted(played, key=lambda one: (one.ended, one.game)))


@lru_cache(maxsize=32)
def _book(_slug: str) -> _Book:
    return _Book()
