"""The clock ring of a bidder: how much time is left, glanceable without reading a number."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.drawing.boxes import Box
from companion.drawing.canvas import Canvas

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
    canvas.fill(box, "panel")
    area = box.inset(8).square()
    _paint_ring(canvas, area, STEPS, "panel_high")
    colour = "bad" if clock.urgent else "accent"
    _paint_ring(canvas, area, clock.sixtieths, colour)
    canvas.text(area.inset(area.w * 0.2), clock.text, "number", colour, align="centre")


def _paint_ring(canvas: Canvas, area: Box, sixtieths: int, colour: str) -> None:
    """A part of a ring, clockwise from the top."""
    if not sixtieths:
        return
    angles = [2 * pi * step / STEPS for step in range(sixtieths + 1)]
    (x, y), outer, inner = area.centre, area.w * 0.48, area.w * 0.38
    edge = [(x + outer * sin(a), y - outer * cos(a)) for a in angles]
    back = [(x + inner * sin(a), y - inner * cos(a)) for a in reversed(angles)]
    canvas.polygon([*edge, *back], colour)
