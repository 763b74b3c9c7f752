"""Arab and Mongol majority: 8, 4, 2 for the first three ranks; a tie gets the points of the lowest shared rank."""

from __future__ import annotations

from collections.abc import Sequence

from rules.amul.unknowns import untold_words
from rules.core.scoring import ScoreLine
from rules.core.words import words

MAJORITIES = ("arab", "mongol")
POINTS = (8, 4, 2)


def ranks(counts: Sequence[int], seat: int) -> tuple[int, int]:
    """The first and last rank a player holds, from 1; they differ in a tie."""
    own = counts[seat]
    better = sum(count > own for count in counts)
    return better + 1, better + sum(count == own for count in counts)


def majority_points(counts: Sequence[int], seat: int) -> int:
    """A-SCO-3 to A-SCO-5."""
    last = ranks(counts, seat)[1]
    return POINTS[last - 1] if counts[seat] and last <= len(POINTS) else 0


def majority_line(
    trait: str, counts: Sequence[int], seat: int, unknown: Sequence[Sequence[str]] | None = None
) -> ScoreLine:
    """``unknown``: by seat, the kinds whose symbols are unknown; a player who certainly has none gets no points."""
    count = counts[seat]
    if unknown and (unknown[seat] or (count and any(unknown))):
        untold = untold_words(sorted({kind for mine in unknown for kind in mine}))
        because = words("amul.majority.unknown", n=count, trait=trait, untold=untold)
        return ScoreLine(trait, None, majority_points(counts, seat), because, unknown=True)
    if not count:
        return ScoreLine(trait, None, 0, words("amul.majority.none", trait=trait))
    first, last = ranks(counts, seat)
    points = majority_points(counts, seat)
    key = "amul.majority.alone" if first == last else "amul.majority.tied"
    because = words(key, n=count, trait=trait, best=first, rank=last, points=points, many=last - first + 1)
    return ScoreLine(trait, None, points, because)
