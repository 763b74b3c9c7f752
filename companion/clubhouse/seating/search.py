"""Searches for the cheapest seating by swapping two people again and again.

Each step makes the best swap, even one that makes things worse, but nobody moves again right away (tabu search). It
ends when the cost is zero, or after a fixed number of swaps.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Costs: TypeAlias = NDArray[np.int64]  # of two people at one table
STARTS = 6  # small clubs are tried again from other seatings by chance
SMALL = 40
STEPS = 400
LEAST_STAY, MOST_STAY = 3, 9  # exchanges for which somebody who has changed stays
NEVER = np.iinfo(np.int64).max // 4


@dataclass(slots=True)
class Tables:
    """``at``: the table of each person, by number; ``fixed``: people who stay where they are."""

    at: list[int]
    count: int
    fixed: frozenset[int] = frozenset()

    def groups(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(self.count)]
        for person, table in enumerate(self.at):
            found[table].append(person)
        return found


def least_costly(start: Tables, costs: Costs, chance: random.Random) -> Tables:
    is_free = bool((costs >= 0).all())  # then nothing is better than no cost
    best, least = list(start.at), _cost(start.at, costs)
    for attempt in range(STARTS if len(start.at) <= SMALL else 1):
        if is_free and least == 0:
            break
        for at, cost in _walk(start if attempt == 0 else _shuffled(start, chance), costs, chance):
            if cost < least:
                best, least = at.tolist(), cost
            if is_free and least == 0:
                break
    return Tables(best, start.count, start.fixed)


def _shuffled(start: Tables, chance: random.Random) -> Tables:
    movable = [person for person in range(len(start.at)) if person not in start.fixed]
    places = [start.at[person] for person in movable]
    chance.shuffle(places)
    at = list(start.at)
    for person, place in zip(movable, places, strict=True):
        at[person] = place
    return Tables(at, start.count, start.fixed)


def _cost(at: list[int], costs: Costs) -> int:
    tables = np.array(at)
    return int(costs[tables[:, None] == tables].sum()) // 2


def _walk(start: Tables, costs: Costs, chance: random.Random) -> Iterator[tuple[NDArray[Any], int]]:
    """From one seating to the next, with what it costs."""
    at, cost = np.array(start.at), _cost(start.at, costs)
    people = np.arange(len(at))
    around = costs @ (at[:, None] == np.arange(start.count))  # what each person costs at each table
    stays = np.array([STEPS if person in start.fixed else 0 for person in people])
    for step in range(STEPS):
        own = around[people, at]
        there = around[:, at]
        change = there + there.T - own[:, None] - own - 2 * costs
        bound = stays > step
        change[(at[:, None] == at) | bound[:, None] | bound] = NEVER
        one, other = divmod(int(change.argmin()), len(at))
        if change[one, other] == NEVER:  # all who could change have just done so
            continue
        cost += int(change[one, other])
        moved = costs[other] - costs[one]
        around[:, at[one]] += moved
        around[:, at[other]] -= moved
        at[one], at[other] = at[other], at[one]
        stays[[one, other]] = step + chance.randint(LEAST_STAY, MOST_STAY)
        yield at, cost
