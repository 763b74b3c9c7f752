"""The fewest rematches there can be: every seating is tried, but for those that are already too many."""

from __future__ import annotations

from collections.abc import Sequence

from companion.clubhouse.seating.pairs import Pairs


class Fewest:
    def __init__(self, people: Sequence[str], sizes: Sequence[int], met: Pairs, known: int) -> None:
        """``known``: a number of rematches that can be reached."""
        self._times = {(one, other): met.times(one, other) for one in people for other in people}
        self.found = known
        self._tables(list(people), list(sizes), 0)

    def _tables(self, left: list[str], sizes: list[int], cost: int) -> None:
        if not left:
            self.found = min(self.found, cost)
            return
        for size in sorted(set(sizes)):
            others = list(sizes)
            others.remove(size)
            self._fill([left[0]], left[1:], size, others, cost)

    def _fill(self, group: list[str], left: list[str], size: int, sizes: list[int], cost: int) -> None:
        """The first who is left sits here; the others of the table come in order, so that no table is tried twice."""
        if cost >= self.found:
            return
        if len(group) == size:
            self._tables(left, sizes, cost)
            return
        for number, one in enumerate(left):
            if one > group[-1] or len(group) == 1:
                more = sum(self._times[one, other] for other in group)
                self._fill([*group, one], left[:number] + left[number + 1 :], size, sizes, cost + more)
