"""Confetti over the winner: falls once, and stops. The same pieces every time, so that pictures can be compared."""

from __future__ import annotations

from math import sin

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region

CONFETTI_MS = 4_000
STILL_MS = 1_700  # the moment that a picture shows
PIECES = 70
FALL_MS = 2_200  # from the top to the bottom


def paint_confetti(canvas: Canvas, region: Region, now_ms: int, spared: Region | None = None) -> None:
    """``spared``: where no piece lies, because between words one that does not move looks like a stray stroke."""
    seats = canvas.theme.seats
    for piece in range(PIECES):
        # Spread without chance: the fractions of multiples of two irrational numbers.
        across, late, swing = (piece * 0.6180339887) % 1, (piece * 0.7548776662) % 1, (piece * 0.5698402910) % 1
        fallen = (now_ms - late * (CONFETTI_MS - FALL_MS)) / FALL_MS
        if not 0 <= fallen < 1:
            continue
        x = region.x + region.w * across + 26 * sin(6 * fallen + 6 * swing)
        side = 9 + 8 * swing
        turn = abs(sin(9 * fallen + 6 * late))
        spot = Region(x, region.y + (region.h - side) * fallen, side, max(2.0, side * turn))
        if spared is not None and spared.y <= spot.bottom and spared.x <= spot.right and spot.x <= spared.right:
            continue
        canvas.fill(spot, seats[piece % len(seats)].colour, 2)
