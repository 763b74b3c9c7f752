"""Rectangles in layout units, and the ways a screen divides them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

DESIGN_SIZE = (1280, 720)  # of the layout in units


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle, given by its top left corner and size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, across: float, down: float | None = None) -> Region:
        down = across if down is None else down
        return Region(self.x + across, self.y + down, max(0.0, self.w - 2 * across), max(0.0, self.h - 2 * down))

    def moved(self, dx: float, dy: float) -> Region:
        return Region(self.x + dx, self.y + dy, self.w, self.h)

    def cut_top(self, height: float, gap: float = 0) -> tuple[Region, Region]:
        """The upper part and the rest."""
        rest = max(0.0, self.h - height - gap)
        return Region(self.x, self.y, self.w, min(height, self.h)), Region(self.x, self.y + height + gap, self.w, rest)

    def cut_bottom(self, height: float, gap: float = 0) -> tuple[Region, Region]:
        """The lower part and the rest."""
        rest = max(0.0, self.h - height - gap)
        return Region(self.x, self.bottom - height, self.w, height), Region(self.x, self.y, self.w, rest)

    def cut_left(self, width: float, gap: float = 0) -> tuple[Region, Region]:
        """The left part and the rest."""
        rest = max(0.0, self.w - width - gap)
        return Region(self.x, self.y, min(width, self.w), self.h), Region(self.x + width + gap, self.y, rest, self.h)

    def cut_right(self, width: float, gap: float = 0) -> tuple[Region, Region]:
        """The right part and the rest."""
        rest = max(0.0, self.w - width - gap)
        return Region(self.right - width, self.y, width, self.h), Region(self.x, self.y, rest, self.h)

    def columns(self, weights: Sequence[float], gap: float = 0) -> tuple[Region, ...]:
        """Side by side, with widths in proportion to the weights."""
        unit = (self.w - gap * (len(weights) - 1)) / sum(weights)
        regiones, x = [], self.x
        for weight in weights:
            regiones.append(Region(x, self.y, unit * weight, self.h))
            x += unit * weight + gap
        return tuple(regiones)

    def rows(self, weights: Sequence[float], gap: float = 0) -> tuple[Region, ...]:
        """One below the other."""
        unit = (self.h - gap * (len(weights) - 1)) / sum(weights)
        regiones, y = [], self.y
        for weight in weights:
            regiones.append(Region(self.x, y, self.w, unit * weight))
            y += unit * weight + gap
        return tuple(regiones)

    def stack(self, count: int, tallest: float, gap: float = 0) -> tuple[Region, ...]:
        """``count`` equal rows from the top, none taller than ``tallest``."""
        if count < 1:
            return ()
        height = min(tallest, (self.h - gap * (count - 1)) / count)
        return tuple(Region(self.x, self.y + index * (height + gap), self.w, height) for index in range(count))

    def grid(self, count: int, across: int, gap: float = 0) -> tuple[Region, ...]:
        """``count`` equal cells in rows of ``across``; the last row may be short."""
        down = max(1, -(-count // across))
        width, height = (self.w - gap * (across - 1)) / across, (self.h - gap * (down - 1)) / down
        return tuple(
            Region(self.x + (i % across) * (width + gap), self.y + (i // across) * (height + gap), width, height)
            for i in range(count)
        )

    def middle(self, width: float, height: float) -> Region:
        """A box of that size in the middle of this one."""
        return Region(self.x + (self.w - width) / 2, self.y + (self.h - height) / 2, width, height)

    def square(self) -> Region:
        """The largest square in the middle."""
        side = min(self.w, self.h)
        return self.middle(side, side)

    def has(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom
