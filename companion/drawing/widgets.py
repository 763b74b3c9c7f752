"""The pieces that screens are made of: cards, seat marks, buttons, notices, badges and the line that says what now."""

from __future__ import annotations

from companion.drawing.canvas import Canvas, Colour
from companion.drawing.regions import Region
from companion.drawing.theme import mix
from companion.models import Badge, CardModel, Notice, NowLine

MOST_WHY = 28  # the height of one line that says why, at any text size
LEAST_WHY = 20  # below this height it could not be read
TWO_LINES = 66  # of what to do, in the smallest letters
LEAST_SHARE = 0.86  # of the size of a word that is never broken
LOW_LINE = 104  # a line that says what now with room for just one line under the clock
LEVEL_COLOURS = {"info": "text_soft", "warn": "warn", "bad": "bad", "good": "good"}


# -- cards


def card(canvas: Canvas, region: Region, model: CardModel, *, focus: bool = False, dim: bool = False) -> None:
    """A paper card: a band with the icon of its colour, the name, and its known symbols."""
    theme = canvas.theme
    band = theme.card(model.colour)
    if focus:
        canvas.fill(region, "accent", 16)
    body = region.inset(5)
    pale = dim or model.state == "seen"
    paper = mix(theme.colours["paper"], theme.colours["ground"], 0.42) if pale else theme.colours["paper"]
    canvas.fill(body.moved(0, 3), "shadow", 12)
    canvas.fill(body, paper, 12)
    if model.plain:
        _plain_card(canvas, body, model, paper)
        return
    height = max(26.0, min(body.h * 0.27, 64))
    top, rest = body.cut_top(height)
    canvas.fill(top, band.band, 12)
    canvas.fill(Region(top.x, top.bottom - 12, top.w, 12), band.band, 0)
    _card_band(canvas, top.inset(8, 4), model)
    foot_height = min(34.0, rest.h * 0.3) if (model.position or model.note) and rest.h > 76 else 2
    foot, middle = rest.cut_bottom(foot_height)
    if middle.h > middle.w * 0.95:
        emblem, middle = middle.cut_top(middle.h * 0.52)
        tint = mix(paper, band.band, 0.55 if pale else 0.8)
        if model.colour is None:  # identical cards would be hard to tell apart
            canvas.text(emblem.inset(4, 2), initials(model.name), "card", tint, align="centre", size=emblem.h * 0.8)
        else:
            canvas.icon(f"colour.{model.colour}", emblem.inset(middle.w * 0.18, 10), tint)
    # Lower-case letters of the upright face are easier to read from a distance.
    style, size = ("card", body.w * 0.165) if body.w > 170 and middle.h > 74 else ("card_small", 26)
    canvas.text(middle.inset(4, 2), model.name, style, "ink", align="centre", lines=3, size=size)
    if foot.h > 12:
        _card_foot(canvas, foot.inset(8, 3), model)
    _card_doubt(canvas, body, model)


def initials(name: str) -> str:
    """``Arab Guard`` is AG: at most two letters, and no number."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalpha() and word != "no."]
    return "".join(word[0].upper() for word in words[:2])


def _plain_card(canvas: Canvas, body: Region, model: CardModel, paper: Colour) -> None:
    """Only a name, in a thin frame."""
    canvas.frame(body.inset(6), "ink_soft", 2, 8, paper)
    canvas.text(body.inset(14, 8), model.name, "card", "ink", align="centre", lines=3, size=min(40.0, body.w * 0.2))
    _card_doubt(canvas, body, model)


def _card_doubt(canvas: Canvas, body: Region, model: CardModel) -> None:
    if model.state == "wrong":
        side = min(40.0, body.h * 0.3)
        canvas.icon("question", Region(body.x + 6, body.bottom - side - 6, side, side), (176, 52, 40))


def _card_band(canvas: Canvas, region: Region, model: CardModel) -> None:
    """The sign of the colour on the left; symbols, letter and place on the right."""
    band = canvas.theme.card(model.colour)
    signs = [name for name, count in model.traits for _ in range(count)]
    letters = [model.letter] if model.letter else []
    side = min(region.h, region.w / (len(signs) + len(letters) + bool(model.place) + 1.4))
    corner = Region(region.x, region.y, region.h * (1 if model.colour else 1.5), region.h)
    if model.colour is None:
        canvas.text(corner, initials(model.name), "card_small", band.ink, size=region.h * 0.8)
    else:
        canvas.icon(f"colour.{model.colour}", corner, band.ink)
    spot = Region(region.right - side, region.y + (region.h - side) / 2, side, side)
    for sign in ([model.place] if model.place else []) + letters + list(reversed(signs)):
        if len(sign) == 1:
            canvas.text(
                Region(spot.x, region.y - 4, side, region.h + 8),
                sign,
                "card_small",
                band.ink,
                align="centre",
                size=side,
            )
        else:
            canvas.icon(sign, spot.inset(side * 0.05), band.ink)
        spot = spot.moved(-side, 0)


def _card_foot(canvas: Canvas, region: Region, model: CardModel) -> None:
    if model.position and region.w >= region.h:
        sign, rest = region.cut_right(region.h * 1.1, 4)
        canvas.icon(model.position, sign, "ink_soft")
        region = rest
    canvas.text(region, model.note, "small", "ink_soft", size=20)


# -- people

PEOPLE_WIDTH = 404


def people_width(canvas: Canvas) -> float:
    """The width of the players' column: larger text takes room from the middle, or names could not grow."""
    return PEOPLE_WIDTH * (1 + 0.3 * max(0.0, canvas.zoom - 1))


def seat_mark(canvas: Canvas, region: Region, seat: int) -> None:
    mark = canvas.theme.seat(seat)
    canvas.icon(mark.shape, region, mark.colour)


def seat_name(
    canvas: Canvas,
    region: Region,
    seat: int,
    name: str,
    style: str = "whole",
    *,
    lines: int = 1,
    size: float | None = None,
) -> None:
    """Shape and name side by side in the seat's colour."""
    sign, rest = region.cut_left(min(region.h * 0.72, 44), 12)
    seat_mark(canvas, sign, seat)
    canvas.text(rest, name, style, canvas.theme.seat(seat).colour, lines=lines, size=size)


# -- buttons, notices, badges


def button(
    canvas: Canvas, region: Region, label: str, icon: str = "", *, focus: bool = False, style: str = "strong"
) -> None:
    """A large button; the one with the focus is brass."""
    ink = "accent_ink" if focus else "text"
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "accent" if focus else "panel_high")
    inner = region.inset(min(20, region.w * 0.06), 8)
    if icon:
        sign, inner = inner.cut_left(min(inner.h, 44), 14) if region.w > 230 else inner.cut_left(32, 8)
        canvas.icon(icon, sign, ink)
    canvas.text(inner, label, style, ink, lines=2, align="left" if icon or region.w > 400 else "centre")


def notice_bar(canvas: Canvas, region: Region, notices: tuple[Notice, ...]) -> None:
    """The newest notice in full; how many more there are, at the end."""
    if not notices:
        return
    notice = notices[-1]
    colour = LEVEL_COLOURS[notice.level]
    canvas.frame(region, colour, 2, 12, "panel")
    inner = region.inset(14, 6)
    sign, inner = inner.cut_left(min(inner.h, 34), 12)
    canvas.icon(notice.icon, sign, colour)
    if len(notices) > 1:
        more, inner = inner.cut_right(60, 8)
        canvas.text(more, f"+{len(notices) - 1}", "label", "text_soft", align="right")
    canvas.text(inner, notice.text, "body", "text", lines=2, size=25)


def badge_width(canvas: Canvas, model: Badge) -> float:
    """The width that its icon and words need."""
    return canvas.width_of(model.text, "label") * 0.92 + 66


def badge(canvas: Canvas, region: Region, model: Badge) -> None:
    colour = LEVEL_COLOURS[model.level]
    canvas.frame(region, colour, 2, region.h / 2, "panel")
    inner = region.inset(14, 4)
    sign, inner = inner.cut_left(min(inner.h, 26), 8)
    canvas.icon(model.icon, sign, colour)
    canvas.text(inner, model.text, "label", colour, size=21)


# -- what now


def now_line(canvas: Canvas, region: Region, model: NowLine) -> None:
    """The largest words of the screen: whose turn it is and what to do; then why, and what next."""
    canvas.fill(region, "panel")
    colour = canvas.theme.colours["accent"] if model.seat is None else canvas.theme.seat(model.seat).colour
    canvas.fill(Region(region.x, region.y, 10, region.h), colour, 4)
    sign, text, why, right = _now_parts(canvas, region, model)
    if model.seat is not None:
        seat_mark(canvas, sign, model.seat)
    canvas.text(text, model.text, "now", "text" if model.seat is None else colour, lines=2)
    below = min(canvas.theme.type["small"].size, 0.85 * now_size(canvas, region, model))
    canvas.text(why, model.why, "small", "text_soft", lines=2, size=below)
    upper, lower = right.rows((1, 1)) if model.clock and model.then else (right, right)
    canvas.text(upper, model.clock, "digits", "text", align="right")
    canvas.text(lower, model.then, "small", "text_soft", align="right", lines=2, size=below)


def _now_parts(canvas: Canvas, region: Region, model: NowLine) -> tuple[Region, Region, Region, Region]:
    """The mark, what to do, why, and at the right clock and what is next."""
    inner = region.inset(22, 6)
    sign, inner = inner.cut_left(min(inner.h - 8, 84) if model.seat is not None else 0, 16)
    share = 0.6 if region.h > LOW_LINE or not model.clock else 1.05  # of two lines, or of one
    widths = [canvas.width_of(model.then, "small") * share]
    widths += [canvas.width_of(word, "small") * LEAST_SHARE for word in model.then.split()]
    wanted = max(widths) + 4 if model.then else 0
    right, inner = inner.cut_right(max(110, min(wanted, 250)) if model.clock or model.then else 0, 12)
    if not model.why:
        return sign, inner, Region(inner.x, inner.bottom, 0, 0), right
    if _is_too_long(canvas, model.text, inner.w):  # what to do is never cut: why is left out first
        room = inner.h - TWO_LINES
        why, text = inner.cut_bottom(room if room >= LEAST_WHY else 0, 0)
        return sign, text, why, right
    is_long = canvas.width_of(model.why, "small") / max(1.0, canvas.zoom) > inner.w  # it need not grow with the rest
    text, why = inner.rows((1, 1.08) if is_long else (2.1 if inner.h > 76 else 1.5, 1), 2)
    if not is_long and why.h > MOST_WHY:
        why, text = inner.cut_bottom(MOST_WHY, 2)
    return sign, text, why, right


def _is_too_long(canvas: Canvas, text: str, width: float) -> bool:
    """Whether what to do needs two lines even in the smallest letters."""
    step = canvas.theme.type["now"]
    return canvas.width_of(text, "now") * step.least / step.size / max(1.0, canvas.zoom) > 0.95 * width


def now_size(canvas: Canvas, region: Region, model: NowLine) -> float:
    """The size of its words, in units for ``Canvas.text``."""
    return canvas.common_size([(_now_parts(canvas, region, model)[1], model.text)], "now", lines=2)
