"""How far a measured share can be trusted: an interval that a repetition with other seeds should fall into. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Interval = tuple[float, float]

_DRAWS = 2000
_Z = 1.96


def interval(right: Sequence[int], of: Sequence[int]) -> Interval:
    """95 % of the share, of so many right in each picture.

    Tags of one picture share its light and blur, so pictures are drawn again and not tags. Where all pictures are alike
    that gives no width; then that of as many independent tags counts (Wilson).
    """
    if not sum(of):
        return 0.0, 1.0
    chosen = np.random.default_rng(0).integers(0, len(of), (_DRAWS, len(of)))
    hits, tags = np.array(right)[chosen].sum(1), np.array(of)[chosen].sum(1)
    low, high = np.percentile(hits[tags > 0] / tags[tags > 0], (2.5, 97.5))
    least, most = _wilson(sum(right), sum(of))
    return min(float(low), least), max(float(high), most)


def _wilson(right: int, of: int) -> Interval:
    share, squared = right / of, _Z**2 / of
    middle = (share + squared / 2) / (1 + squared)
    reach = _Z * float(np.sqrt(share * (1 - share) / of + squared / (4 * of))) / (1 + squared)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def with_interval(share: float, between: Interval) -> str:
    """In per cent, never 100 where one is missing."""
    shown = "100" if share == 1 else f"{min(99.9, 100 * share):.1f}"
    return f"{shown} ({100 * between[0]:.0f}–{100 * between[1]:.0f})"
