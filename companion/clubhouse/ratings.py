"""What results say about how well people play: a mean and how sure it is, for each person, game after game.

Plackett and Luce's model for many players with ties, by Weng and Lin's method, from openskill.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
        return self.mean - SURE * self.deviation


def histories(results: Iterable[GameResult]) -> dict[str, tuple[Rating, ...]]:
    """How each person's rating went. ``results``: those that count, in the order in which they were played."""
    model = PlackettLuce()
    found: dict[str, list[Rating]] = {}
    for result in results:
        names = [player.name for player in result.players]
        if len(names) < 2 or len(set(names)) < len(names):
            continue
        last = [found[name][-1] if name in found else None for name in names]
        teams = [[model.rating() if one is None else model.rating(mu=one.mean, sigma=one.deviation)] for one in last]
        rated = model.rate(teams, ranks=[float(player.place) for player in result.players])
        for name, (after,) in zip(names, rated, strict=True):
            found.setdefault(name, []).append(Rating(result.game, after.mu, after.sigma))
    return {name: tuple(history) for name, history in found.items()}
