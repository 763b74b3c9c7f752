"""How often two people have sat at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations


class Pairs:
    def __init__(self, groups: Iterable[Sequence[str]]) -> None:
        self._times: Counter[tuple[str, str]] = Counter()
        for group in groups:
            self._times.update(_pair(one, other) for one, other in combinations(group, 2))

    def times(self, one: str, other: str) -> int:
        return self._times[_pair(one, other)]

    def pairs(self, group: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Those of a table who have met before."""
        return (pair for pair in combinations(group, 2) if self._times[_pair(*pair)])

    def among(self, group: Sequence[str]) -> int:
        return sum(self._times[_pair(*pair)] for pair in combinations(group, 2))

    def with_all(self, one: str, group: Sequence[str]) -> int:
        return sum(self.times(one, other) for other in group)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
