"""Motion that explains: a card flies to its new owner, and a moment is shown large over the table. Both are brief."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import CardModel, Moment, TableModel

CARD_MS = 1200
MOMENT_MS = 2600
CARD_WIDTH = 0.8  # of the middle of the table

FLIGHT_MS = 650
TAKEN_SIZE = 0.45  # size of the card when it arrives


@dataclass(frozen=True, slots=True)
class Motion:
    """Something moving to ``seat`` since ``began_ms``."""

    seat: int
    began_ms: int

    def share(self, now_ms: int) -> float:
        """The progress from 0 to 1: fast at first, slow at the end."""
        gone = min(1.0, max(0.0, (now_ms - self.began_ms) / FLIGHT_MS))
        return 1 - (1 - gone) ** 3

    def is_over(self, now_ms: int) -> bool:
        return now_ms - self.began_ms >= FLIGHT_MS


@dataclass(frozen=True, slots=True)
class Flight(Motion):
    """From the place of a card among ``before`` to the row of ``seat``."""

    card: CardModel
    before: TableModel


def taken(before: TableModel, after: TableModel, now_ms: int) -> Flight | None:
    """The flight that explains the change: exactly one card has gone during a player's turn."""
    left = {card.ident for card in after.cards}
    gone = [card for card in before.cards if card.ident not in left]
    if len(gone) != 1 or before.now.seat is None or len(after.cards) != len(before.cards) - 1:
        return None
    return Flight(before.now.seat, now_ms, gone[0], before)


def between(start: Region, end: Region, share: float) -> Region:
    """The region of the card on its way, shrinking."""
    size = 1 - (1 - TAKEN_SIZE) * share
    (x1, y1), (x2, y2) = start.centre, end.centre
    x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    return Region(x - start.w * size / 2, y - start.h * size / 2, start.w * size, start.h * size)


def lasts_ms(moment: object) -> int:
    return MOMENT_MS if isinstance(moment, Moment) else CARD_MS


def card_place(stage: Region) -> Region:
    """Wide enough to read the name from across the room."""
    return stage.middle(stage.w * CARD_WIDTH, stage.h)


def draw_moment(canvas: Canvas, stage: Region, moment: object, paint_card: Callable[..., None] = widgets.card) -> None:
    """``paint_card``: draws a card of this game, if it has its own."""
    if isinstance(moment, Moment):
        canvas.overlay(stage, paint_moment, moment)
    else:
        canvas.overlay(card_place(stage), paint_large_card, moment, paint_card)


def paint_large_card(canvas: Canvas, region: Region, card: object, paint_card: Callable[..., None]) -> None:
    canvas.frame(region, "accent", 4, 18, "shadow")
    paint_card(canvas, region.inset(10), card)


def paint_moment(canvas: Canvas, region: Region, moment: Moment) -> None:
    """In the colour of the player it is about, with the number as large as possible."""
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
    huge = canvas.theme.type["huge"]
    narrowest = canvas.width_of(moment.text, "huge") * huge.least / (huge.size * canvas.zoom)
    canvas.text(head, moment.text, "huge" if narrowest <= head.w else "heading", "ground")
    canvas.text(words, moment.detail, "heading", "ground", lines=3, valign="top")
