"""Whether writing can be read from where people sit: how high capitals are on a given screen, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from companion.drawing.canvas import DESIGN_SIZE
from companion.drawing.theme import Theme

MM_PER_INCH = 25.4
CAPITAL = 0.72  # of the size of a letter, in all our fonts
MM_PER_METRE = 1.45  # what a capital needs: 2.9 mm at two metres
DISTANCE_M = 2.0
# Read by the one who holds the box, or known by heart: these may be smaller.
HELD = ("card_small", "card", "rule")
ACROSS = ("now", "name", "body", "small")  # read from across the table, the most important first


def mm_per_px(size: tuple[int, int], inches: float) -> float:
    """``inches``: the diagonal."""
    return inches * MM_PER_INCH / hypot(*size)


def cap_mm(px: float, size: tuple[int, int], inches: float) -> float:
    return px * CAPITAL * mm_per_px(size, inches)


def needed_mm(distance_m: float = DISTANCE_M) -> float:
    return MM_PER_METRE * distance_m


def too_small(
    theme: Theme, size: tuple[int, int], inches: float, zoom: float, distance_m: float = DISTANCE_M
) -> Iterator[tuple[str, float]]:
    """The styles that cannot be read from there, and how high their capitals are."""
    scale = min(size[0] / DESIGN_SIZE[0], size[1] / DESIGN_SIZE[1])
    for style in ACROSS:
        high = cap_mm(theme.type[style].size * scale * zoom, size, inches)
        if high < needed_mm(distance_m):
            yield style, high
