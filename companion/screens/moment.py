"""Moments all shall see: large over the middle of the table, for a second or two; the first press ends them."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Moment

CARD_MS = 1200
MOMENT_MS = 2600
CARD_WIDTH = 0.8  # of the middle of the table


def lasts_ms(moment: object) -> int:
    return MOMENT_MS if isinstance(moment, Moment) else CARD_MS


def card_place(stage: Region) -> Region:
    """So wide that its name can be read from the other side of the room."""
    return stage.middle(stage.w * CARD_WIDTH, stage.h)


def draw_moment(canvas: Canvas, stage: Region, moment: object, paint_card: Callable[..., None] = widgets.card) -> None:
    """``paint_card``: draws a card of this game, where it has cards of its own."""
    if isinstance(moment, Moment):
        canvas.overlay(stage, paint_moment, moment)
    else:
        canvas.overlay(card_place(stage), paint_large_card, moment, paint_card)


def paint_large_card(canvas: Canvas, region: Region, card: object, paint_card: Callable[..., None]) -> None:
    canvas.frame(region, "accent", 4, 18, "shadow")
    paint_card(canvas, region.inset(10), card)


def paint_moment(canvas: Canvas, region: Region, moment: Moment) -> None:
    """On the colour of whoever it is about, with the number as large as it can be."""
    ground = canvas.theme.colours["accent"] if moment.seat is None else canvas.theme.seat(moment.seat).colour
    canvas.fill(region, "shadow", 18)
    canvas.fill(region.inset(4), ground, 16)
    inner = region.inset(36, 20)
    if moment.figure:
        number, inner = inner.cut_right(min(inner.w * 0.36, inner.h * 1.1), 20)
        canvas.text(number, moment.figure, "huge", "ground", align="centre", size=number.h * 0.9)
    head, words = inner.rows((1.2, 1), 8)
    if moment.seat is not None:
        sign, head = head.cut_left(min(head.h * 0.8, 96), 20)
        canvas.icon(canvas.theme.seat(moment.seat).shape, sign, "ground")
    canvas.text(head, moment.text, "huge", "ground")
    canvas.text(words, moment.detail, "heading", "ground", lines=3, valign="top")
