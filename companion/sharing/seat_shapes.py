"""The players' marks on paper: the shapes and colours of the screen, dark enough to print."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from companion.drawing.theme import load_theme, mix

Point = tuple[float, float]
DARK = 0.4  # how much of black a colour of the screen gets on white paper
BLACK = (0, 0, 0)


def _round(radius: float, start: float = 0.0, end: float = 2 * pi, middle: Point = (0.5, 0.5)) -> tuple[Point, ...]:
    steps = [start + (end - start) * step / 24 for step in range(25)]
    return tuple((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in steps)


def _corners(count: int, radii: Sequence[float] = (0.5,), turn: float = pi / 2) -> tuple[Point, ...]:
    """A regular figure; with two radii a star."""
    every = count * len(radii)
    return tuple(
        (
            0.5 + radii[at % len(radii)] * cos(turn + 2 * pi * at / every),
            0.5 + radii[at % len(radii)] * sin(turn + 2 * pi * at / every),
        )
        for at in range(every)
    )


# Outlines from 0 to 1, upwards.
OUTLINES: dict[str, tuple[Point, ...]] = {
    "circle": _round(0.45),
    "triangle": ((0.5, 0.95), (0.98, 0.1), (0.02, 0.1)),
    "square": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    "diamond": _corners(4),
    "hexagon": _corners(6, turn=0),
    "star": _corners(5, (0.5, 0.21)),
    "cross": (
        (0.35, 0), (0.65, 0), (0.65, 0.35), (1, 0.35), (1, 0.65), (0.65, 0.65),
        (0.65, 1), (0.35, 1), (0.35, 0.65), (0, 0.65), (0, 0.35), (0.35, 0.35),
    ),
    "drop": (*_round(0.33, -pi, 0, (0.5, 0.35)), (0.5, 1.0)),
    "heart": (*_round(0.24, 0, pi, (0.74, 0.68)), *_round(0.24, 0, pi, (0.26, 0.68)), (0.5, 0.08)),
    "moon": (*_round(0.47, pi / 2, 3 * pi / 2), *reversed(_round(0.5, 2 * pi / 3, 4 * pi / 3, (0.78, 0.5)))),
    "ring": (*_round(0.46), *reversed(_round(0.22))),
    "hourglass": ((0.1, 0.02), (0.9, 0.02), (0.58, 0.5), (0.9, 0.98), (0.1, 0.98), (0.42, 0.5)),
}  # fmt: skip


def seat_colour(mark: int) -> str:
    seats = load_theme().seats
    red, green, blue = mix(seats[mark % len(seats)].colour, BLACK, DARK)
    return f"#{red:02x}{green:02x}{blue:02x}"


def row_colour(row: str) -> str | None:
    """The colour of the cards of a row, if it is called like one."""
    found = load_theme().cards.get(row)
    return None if found is None else "#{:02x}{:02x}{:02x}".format(*found.band)


def seat_shape(mark: int, left: float, bottom: float, side: float) -> Any:
    """The mark as a shape for a drawing of reportlab, in points."""
    from reportlab.graphics.shapes import Polygon  # noqa: PLC0415 (as in ``pdf``)
    from reportlab.lib.colors import HexColor  # noqa: PLC0415

    seats = load_theme().seats
    outline = OUTLINES[seats[mark % len(seats)].shape]
    points = [value for x, y in outline for value in (left + x * side, bottom + y * side)]
    return Polygon(points, fillColor=HexColor(seat_colour(mark)), strokeColor=None)
