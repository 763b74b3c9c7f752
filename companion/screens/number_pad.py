"""How a number is asked for on the screen: the question, the number so far, a pad to touch, and the four doors."""

from __future__ import annotations

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import CardModel, NowLine
from companion.number_entry import MINUS
from companion.screens import choice_key

KEY_GAP = 8
ASKED, CARD = 54, 0.72  # the size of what is asked; the width of a card beside it, by its height
DELETE, ENTER, OPEN = "\b", "enter", "open"
SPECIAL = {DELETE: "delete", ENTER: "tick"}


def paint_asked(canvas: Canvas, region: Region, now: NowLine, card: CardModel | None) -> None:
    """What is asked, of whom, about what."""
    canvas.fill(region, "panel")
    colour = canvas.theme.colours["accent"] if now.seat is None else canvas.theme.seat(now.seat).colour
    canvas.fill(Region(region.x, region.y, 8, region.h), colour, 4)
    inner = region.inset(24, 12)
    if card is not None:
        widgets.card(canvas, inner.cut_left(inner.h * CARD)[0], card)
    text, why = _asked_spots(region, now, card)
    if now.seat is not None:
        side = min(52.0, text.h)
        widgets.seat_mark(canvas, Region(text.x - 68, text.y + (text.h - side) / 2, side, side), now.seat)
    if now.clock:
        clock = inner.cut_right(110)[0]
        canvas.text(clock, now.clock, "digits", "text", align="right")
    canvas.text(text, now.text, "now", "text" if now.seat is None else colour, lines=3, size=ASKED)
    canvas.text(why, now.why, "body", "text_soft", lines=3, valign="top")


def asked_size(canvas: Canvas, region: Region, now: NowLine, card: CardModel | None) -> float:
    """The size of its words."""
    spot = _asked_spots(region, now, card)[0]
    return canvas.common_size([(spot, now.text)], "now", lines=3, size=ASKED)


def _asked_spots(region: Region, now: NowLine, card: CardModel | None) -> tuple[Region, Region]:
    """What is asked, and why."""
    inner = region.inset(24, 12)
    if card is not None:
        inner = inner.cut_left(inner.h * CARD, 20)[1]
    if now.seat is not None:
        inner = inner.cut_left(52, 16)[1]
    if now.clock:
        inner = inner.cut_right(110, 12)[1]
    text, why = inner.rows((1.8, 1) if now.why else (1, 0.001), 4)
    return text, why


def paint_number(  # noqa: PLR0917 - the painter of a part is given its values in order
    canvas: Canvas, region: Region, shown: str, below: tuple[str, bool], open_label: str, typed: bool
) -> None:
    """The number as far as it is told, and beside it the way to leave it open."""
    if open_label:
        spot, region = region.cut_right(region.w * 0.34, 10)
        canvas.target(f"key.{OPEN}", spot)
        canvas.fill(spot, "panel_high")
        canvas.text(spot.inset(12, 8), open_label, "strong", "text", lines=3, align="centre")
    canvas.fill(region, "paper")
    said, is_warning = below
    inner = region.inset(20, 8)
    if said:
        foot, inner = inner.cut_bottom(44)
        canvas.text(foot, said, "label", "ink" if is_warning else "ink_soft", align="centre", size=27)
    canvas.text(inner, shown, "number", "ink" if typed else "ink_soft", align="centre", size=76 if typed else 62)


def paint_pad(canvas: Canvas, region: Region, signs: tuple[str, ...]) -> None:
    """Digits as on a phone; beside them what else there is to type."""
    digits, beside = region.columns((3, 1.15), KEY_GAP)
    for row, keys in zip(digits.rows((1, 1, 1, 1), KEY_GAP), ("123", "456", "789", "0"), strict=True):
        for cell, key in zip(row.columns([1] * len(keys), KEY_GAP), keys, strict=True):
            _paint_key(canvas, cell, key)
    for cell, key in zip(beside.rows([1] * len(signs), KEY_GAP), signs, strict=True):
        _paint_key(canvas, cell, key)


def _paint_key(canvas: Canvas, region: Region, key: str) -> None:
    canvas.target(f"key.{key}", region)
    main = key == ENTER
    canvas.fill(region, "accent" if main else "panel_high", 12)
    if key in SPECIAL:
        canvas.icon(SPECIAL[key], region.middle(46, 46), "accent_ink" if main else "text")
    else:
        canvas.text(region, key.replace("-", MINUS), "number", "text", align="centre", size=46)


def paint_number_door(canvas: Canvas, region: Region, number: int, name: str, icon: str) -> None:
    """What is behind a button, as large as it goes."""
    if not name:
        canvas.frame(region, "line", 2, 16, "panel")
        return
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "panel_high")
    canvas.target(choice_key(number), region)
    inner = region.inset(14, 8)
    if icon:
        sign, inner = inner.cut_top(inner.h * 0.4, 4)
        canvas.icon(icon, sign.middle(44, 44), "text")
    is_number = not icon and name[-1:].isdecimal()
    canvas.text(
        inner,
        name,
        "number" if is_number else "strong",
        "text",
        align="centre",
        lines=1 + (not is_number),
        size=60 if is_number else 34,
    )
