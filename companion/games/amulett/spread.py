"""Places for the areas of a board of which only the ways are known: neighbours near, all others apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import cos, hypot, sin

ROUNDS = 120


def spread(links: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[float, float]]:
    """A point from 0 to 1 across and down for each area; always the same for the same board."""
    names = list(links)
    # A sunflower spiral: nobody begins on top of another, and the first lies in the middle.
    points = [(cos(2.4 * n) * n**0.5, sin(2.4 * n) * n**0.5) for n in range(len(names))]
    pairs = {(a, b) for a, b in combinations(range(len(names)), 2) if names[b] in links[names[a]]}
    for number in range(ROUNDS):
        points = _moved(points, pairs, 1 - number / ROUNDS)
    return dict(zip(names, _scaled(points), strict=True))


def _moved(points: list[tuple[float, float]], pairs: set[tuple[int, int]], heat: float) -> list[tuple[float, float]]:
    """Springs along the ways, pushes between all, by at most ``heat``."""
    push = [[0.0, 0.0] for _ in points]
    for a, b in combinations(range(len(points)), 2):
        dx, dy = points[b][0] - points[a][0], points[b][1] - points[a][1]
        far = max(hypot(dx, dy), 0.01)
        force = (far - 1.5 if (a, b) in pairs else 0.0) - 1.5 / far**2
        for one, sign in ((a, 1), (b, -1)):
            push[one][0] += sign * force * dx / far
            push[one][1] += sign * force * dy / far
    moved = []
    for (x, y), (dx, dy) in zip(points, push, strict=True):
        share = min(1.0, heat * 0.5 / max(hypot(dx, dy), 0.01))
        moved.append((x + dx * share, y + dy * share))
    return moved


def _scaled(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    scaled = []
    for axis in (0, 1):
        values = [point[axis] for point in points]
        low, high = min(values), max(values)
        scaled.append([0.5 if high - low < 0.01 else (value - low) / (high - low) for value in values])
    return list(zip(*scaled, strict=True))
