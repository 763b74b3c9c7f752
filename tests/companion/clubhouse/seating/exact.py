"""The fewest rematches there can be, for up to 16 people or so: the best of all seatings.

Who is still without a table decides how well the rest can be seated, whatever tables were filled before. So each such
set of people is searched once: some ten thousand sets where there are millions of seatings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from companion.clubhouse.seating.pairs import Pairs


def fewest_rematches(people: Sequence[str], sizes: Sequence[int], met: Pairs) -> int:
    @cache
    def among(table: tuple[str, ...]) -> int:
        return met.among(table)

    @cache
    def fewest(left: tuple[str, ...], tables: tuple[int, ...]) -> int:
        """Whoever is first sits at one of the tables; each size is tried once."""
        if not left:
            return 0
        first, *others = left
        least = len(people) ** 3 * 99
        for number, size in enumerate(tables):
            if size in tables[:number]:
                continue
            rest = tables[:number] + tables[number + 1 :]
            for company in combinations(others, size - 1):
                cost = among((first, *company))
                if cost < least:
                    least = min(least, cost + fewest(tuple(one for one in others if one not in company), rest))
        return least

    return fewest(tuple(people), tuple(sorted(sizes)))
