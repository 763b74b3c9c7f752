"""Arab and Mongol majority: 8, 4, 2 for the first three ranks; who ties gets the points of the lowest shared rank."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.scoring import ScoreLine
from rules.core.words import Words, words

MAJORITIES = ("arab", "mongol")
POINTS = (8, 4, 2)


def ranks(counts: Sequence[int], seat: int) -> tuple[int, int]:
    """First and last rank a player holds, from 1: more than one when tied."""
    own = counts[seat]
    better = sum(count > own for count in counts)
    return better + 1, better + sum(count == own for count in counts)


def majority_points(counts: Sequence[int], seat: int) -> int:
    """A-SCO-3 to A-SCO-5."""
    last = ranks(counts, seat)[1]
    return POINTS[last - 1] if counts[seat] and last <= len(POINTS) else 0


def majority_line(trait: str, counts: Sequence[int], seat: int) -> ScoreLine:
    return ScoreLine(trait, None, majority_points(counts, seat), _because(trait, counts, seat))


def _because(trait: str, counts: Sequence[int], seat: int) -> Words:
    if not counts[seat]:
        return words("amul.majority.none", trait=trait)
    first, last = ranks(counts, seat)
    key = "alone" if first == last else "tied"
    points = majority_points(counts, seat)
    return words(
        f"amul.majority.{key}", n=counts[seat], trait=trait, best=first, rank=last, points=points, many=last - first + 1
    )
