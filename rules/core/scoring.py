"""Points as lines: each says where it belongs, which card earned it, how much, and because of what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """``card`` is None for points no single card earned (a majority); ``told`` marks points given by hand."""

    row: str
    card: str | None
    points: int
    because: Words
    told: bool = False


def total(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def places(ranks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """1 + the number of better ones, each; equal ranks share a place. Greater is better."""
    listed = tuple(ranks)
    return tuple(1 + sum(other > mine for other in listed) for mine in listed)
