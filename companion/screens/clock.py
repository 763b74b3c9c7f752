"""The clock ring of a bidder: how much time is left, glanceable without reading a number."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.boxes import Box
from companion.draw import Canvas

STEPS = 60  # the ring moves in as many steps, so that it is drawn no more often


@dataclass(frozen=True, slots=True)
class ClockModel:
    """``share`` of the time left in sixtieths; ``text`` in the middle."""

    sixtieths: int
    text: str
    urgent: bool = False


def clock_model(left_ms: int, whole_ms: int) -> ClockModel:
    left = max(0, min(left_ms, whole_ms))
    seconds = -(-left // 1000)
    return ClockModel(round(STEPS * left / max(1, whole_ms)), str(seconds), urgent=seconds <= 5)


def paint_clock(canvas: Canvas, box: Box, clock: ClockModel) -> None:
    area = box.square()
    _paint_ring(canvas, area, STEPS, "panel_high")
    colour = "bad" if clock.urgent else "accent"
    _paint_ring(canvas, area, clock.sixtieths, colour)
    canvas.text(area.inset(area.w * 0.2), clock.text, "number", colour, align="centre")


def _paint_ring(canvas: Canvas, area: Box, sixtieths: int, colour: str) -> None:
    """Clockwise from the top, with round joints."""
    if not sixtieths:
        return
    (x, y), radius, width = area.centre, area.w * 0.43, area.w * 0.1
    angles = [2 * pi * step / STEPS for step in range(sixtieths + 1)]
    points = [(x + radius * sin(a), y - radius * cos(a)) for a in angles]
    canvas.smooth_line(points, colour, width)
    for px, py in points:
        canvas.fill(Box(px - width / 2, py - width / 2, width, width), colour, width / 2)
