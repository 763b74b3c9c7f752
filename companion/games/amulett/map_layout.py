"""Where areas go on the map: those of a taught board, or those known so far with the roads walked between them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, sin
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from rules.amulett.state import State

ROUNDS = 120
Points: TypeAlias = npt.NDArray[np.float64]
Places = dict[str, tuple[float, float]]
Roads = tuple[tuple[str, str], ...]


def learnt_places(state: State, new: str | None = None) -> tuple[Places, Roads]:
    """A point from 0 to 1 across and down for each area, and the roads; ``new``: one that may be entered now."""
    areas = tuple(state.facts.areas)
    roads = tuple(way for way in state.ways if all(area in areas for area in way))
    if new is not None and new not in areas:
        areas, roads = (*areas, new), (*roads, (state.party, new))
    return dict(_placed(areas, roads)), roads


@lru_cache(maxsize=8)
def _placed(areas: tuple[str, ...], roads: Roads) -> Places:
    links: dict[str, list[str]] = {area: [] for area in areas}
    for one, other in (*roads, *_held_together(areas, roads)):
        links[one].append(other)
        links[other].append(one)
    return spread({area: tuple(near) for area, near in links.items()})


def _held_together(areas: tuple[str, ...], roads: Roads) -> Roads:
    """Areas without a road to the first would drift away, so each is tied to the one before it."""
    reached = _reached(areas[0], roads)
    held: list[tuple[str, str]] = []
    for before, area in pairwise(areas):
        if area not in reached:
            held.append((before, area))
            reached |= _reached(area, roads)
    return tuple(held)


def _reached(first: str, roads: Roads) -> set[str]:
    reached, edge = {first}, [first]
    while edge:
        at = edge.pop()
        fresh = {other for road in roads if at in road for other in road} - reached
        reached |= fresh
        edge += fresh
    return reached


def spread(links: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[float, float]]:
    """A point from 0 to 1 across and down for each area; the same board always gives the same map."""
    names = list(links)
    # A sunflower spiral: no area starts on top of another, and the first is in the middle.
    points = np.array([(cos(2.4 * n) * n**0.5, sin(2.4 * n) * n**0.5) for n in range(len(names))])
    ways = np.array([[other in links[name] for other in names] for name in names])
    for number in range(ROUNDS):
        points = _moved(points, ways, 1 - number / ROUNDS)
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, _scaled(points), strict=True)}


def _moved(points: Points, ways: npt.NDArray[np.bool_], heat: float) -> Points:
    """Springs along the roads, repulsion between all areas; moves by at most ``heat``."""
    apart = points[None, :, :] - points[:, None, :]
    far = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 0.01)
    force = np.where(ways, far - 1.5, 0.0) - 1.5 / far**2
    push = ((force / far)[..., None] * apart).sum(axis=1)
    length = np.maximum(np.hypot(push[:, 0], push[:, 1]), 0.01)
    moved: Points = points + push * np.minimum(1.0, heat * 0.5 / length)[:, None]
    return moved


def _scaled(points: Points) -> Points:
    """Scaled to the full width and height; centred if all are in a line."""
    low, wide = points.min(axis=0), np.ptp(points, axis=0)
    return np.where(wide < 0.01, 0.5, (points - low) / np.maximum(wide, 0.01))
