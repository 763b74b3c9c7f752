"""The clock ring of a bidder: the time left at a glance, without reading a number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import pygame

from companion.drawing.canvas import Canvas
from companion.drawing.pen import Pen
from companion.drawing.regions import Region
from companion.drawing.theme import Rgb

STEPS = 60  # steps of the ring, to limit how often it is drawn
OUTER, INNER = 0.49, 0.385  # of its width


@dataclass(frozen=True, slots=True)
class ClockModel:
    """The time left in sixtieths, and ``text`` in the middle."""

    sixtieths: int
    text: str
    urgent: bool = False


def clock_model(left_ms: int, whole_ms: int) -> ClockModel:
    left = max(0, min(left_ms, whole_ms))
    seconds = -(-left // 1000)
    return ClockModel(round(STEPS * left / max(1, whole_ms)), str(seconds), urgent=seconds <= 5)


def paint_clock(canvas: Canvas, region: Region, clock: ClockModel) -> None:
    """The last seconds are one large number on a bright ground."""
    if clock.urgent:
        canvas.fill(region, "bad")
        canvas.text(region.inset(4), clock.text, "huge", "ground", align="centre", size=region.h * 0.8)
        return
    canvas.fill(region, "panel")
    area = region.inset(8).square()
    _paint_ring(canvas, area, STEPS, "panel_high")
    _paint_ring(canvas, area, clock.sixtieths, "accent")
    canvas.text(area.inset(area.w * 0.14), clock.text, "number", "accent", align="centre", size=area.w * 0.4)


def _paint_ring(canvas: Canvas, area: Region, sixtieths: int, colour: str) -> None:
    if sixtieths:
        canvas.picture(area, _part(canvas.length(area.w), sixtieths, canvas.colour(colour)))


@lru_cache(maxsize=8)
def _ring(px: int, colour: Rgb) -> pygame.Surface:
    """The whole ring, with soft edges."""
    pen = Pen(px, colour)
    pen.disc(0.5, 0.5, OUTER)
    pen.disc(0.5, 0.5, INNER, erase=True)
    return pen.picture()


def _part(px: int, sixtieths: int, colour: Rgb) -> pygame.Surface:
    """A part of the ring, clockwise from the top: the time used is cut out as a slice."""
    picture = _ring(px, colour).copy()
    past = [2 * pi * step / STEPS for step in range(sixtieths, STEPS + 1)]
    slice_ = [(px * (0.5 + sin(angle)), px * (0.5 - cos(angle))) for angle in past]
    if sixtieths < STEPS:
        pygame.draw.polygon(picture, (*colour, 0), [(px / 2, px / 2), *slice_])
    return picture
