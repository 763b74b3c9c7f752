"""The map of a board nobody has taught: the areas known so far, the ways walked between them, placed by themselves."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from companion.games.amulett.walk import spread
from rules.amulett.state import State

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
    """Areas without a way to the first would drift out of the picture: each hangs on the one before it."""
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
