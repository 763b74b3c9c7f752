"""Whether writing can be read from where people sit: how high capitals are on a given screen, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from companion.drawing.regions import DESIGN_SIZE
from companion.drawing.theme import Theme

MM_PER_INCH = 25.4
CAPITAL = 0.72  # of the size of a letter, in all our fonts
NEEDED_MM = 2.9  # what a capital needs at two metres
# Read from across the table, the most important first. What only the holder of the box reads may be smaller: lists of
# what can be told, hints, what stands on cards.
ACROSS = ("now", "name", "body", "small")


def mm_per_px(size: tuple[int, int], inches: float) -> float:
    """``inches``: the diagonal."""
    return inches * MM_PER_INCH / hypot(*size)


def cap_mm(px: float, size: tuple[int, int], inches: float) -> float:
    return px * CAPITAL * mm_per_px(size, inches)


def needed_zoom(theme: Theme, size: tuple[int, int], inches: float) -> float:
    """How large text must be for the body to be read at two metres; 1 is as designed."""
    scale = min(size[0] / DESIGN_SIZE[0], size[1] / DESIGN_SIZE[1])
    return NEEDED_MM / cap_mm(theme.type["body"].size * scale, size, inches)


def too_small(theme: Theme, size: tuple[int, int], inches: float, zoom: float) -> Iterator[tuple[str, float]]:
    """The styles that cannot be read at two metres, and how high their capitals are."""
    scale = min(size[0] / DESIGN_SIZE[0], size[1] / DESIGN_SIZE[1])
    for style in ACROSS:
        high = cap_mm(theme.type[style].size * scale * zoom, size, inches)
        if high < NEEDED_MM:
            yield style, high
