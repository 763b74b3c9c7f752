"""What is in the box: crates of fruit with tags; recipes and coins without."""

from __future__ import annotations

from itertools import combinations

FRUITS = ("apple", "pear", "plum", "quince")
CRATES = tuple(f"{fruit}#{pounds}" for fruit in FRUITS for pounds in range(1, 6))
HANDS = tuple(combinations(FRUITS, 2))  # everybody has all four recipes, and keeps two of them
COINS = 12
DAYS = 4  # on each of them a crate for every player


def fruit_of(crate: str) -> str:
    return crate.partition("#")[0]


def pounds_in(crate: str) -> int:
    return int(crate.partition("#")[2])
