"""The frame of every screen: header, notices if any, and the hint line; returns the space in between."""

from __future__ import annotations

import math

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Badge, Header, Hints, Notice, NowLine, PhaseStep

MOST_HINT_ZOOM = 1.1
NOTICE_HEIGHT = 58
NOW_HEIGHT = 98.0
TWO_LINES = 76
HELD = {"next": "rules", "ok": "menu", "back": "undo"}  # what a touch does where only holding is said


def frame(canvas: Canvas, header: Header | None, hints: Hints, notices: tuple[Notice, ...] = ()) -> Region:
    """Draws the frame and returns the region that is left for the screen itself."""
    space = canvas.theme.space
    margin, gap = space["margin"], space["gap"]
    inner = canvas.region.inset(margin, 14)
    rest = inner
    if header is not None:
        top, rest = inner.cut_top(space["header"] - 14, gap)
        canvas.part("header", top, paint_header, header)
    bottom, rest = rest.cut_bottom(space["hints"], gap)
    canvas.part("hints", bottom, paint_hints, hints)
    return _draw_notices(canvas, rest, notices)


def _draw_notices(canvas: Canvas, rest: Region, notices: tuple[Notice, ...]) -> Region:
    """What a host has announced stands beside the newest notice, and on screens that have none."""
    said = Notice(canvas.announced, "warn", "sound")
    bars = {"announced": (said,) if said.text else (), "notice": tuple(one for one in notices if one.text != said.text)}
    shown = {name: found for name, found in bars.items() if found}
    if not shown:
        return rest
    gap, wide = canvas.theme.space["gap"], rest.w / len(shown) - 140
    is_long = any(canvas.width_of(found[-1].text, "body") > wide for found in shown.values())
    bar, rest = rest.cut_bottom(TWO_LINES if is_long else NOTICE_HEIGHT, gap)
    for (name, found), spot in zip(shown.items(), bar.columns([1] * len(shown), gap), strict=True):
        canvas.part(name, spot, widgets.notice_bar, found)
    return rest


def now_height(canvas: Canvas, usual: float = NOW_HEIGHT) -> float:
    """Of the line that says what now; higher with large text."""
    return usual * min(1.55, math.pow(max(1.0, canvas.zoom), 0.8))


def draw_now(canvas: Canvas, region: Region, now: NowLine) -> None:
    """What now, in the largest words of the screen."""
    canvas.part("now", region, widgets.now_line, now)
    canvas.largest("now", widgets.now_size(canvas, region, now))


def paint_header(canvas: Canvas, region: Region, model: Header) -> None:
    """Game and round on the left, the phases in the middle, standing remarks on the right."""
    left, rest = region.cut_left(250 if model.steps else region.w - 340, 16)
    title, place = left.rows((0.8, 1.2)) if model.place else (region if not model.badges else left, left)
    if model.rules:
        canvas.target("rules", left)
        book, title = title.cut_left(34, 8)
        canvas.icon("book", book, "accent")
    if model.place:
        canvas.text(title, model.title, "small", "text_soft")
        canvas.text(place, model.place, "heading", "text")
    else:
        canvas.text(title, model.title, "title", "text")
    if model.badges:
        wanted = max(widgets.badge_width(canvas, one) for one in model.badges)
        right, rest = rest.cut_right(max(248, min(wanted, rest.w - 110 * len(model.steps))), 16)
        _badges(canvas, right, model.badges)
    if model.steps:
        _phase_track(canvas, rest, model.steps)


def _badges(canvas: Canvas, region: Region, badges: tuple[Badge, ...]) -> None:
    """Up to two have words; of more, only the last, which says most, and the others are icons."""
    if len(badges) <= 2:
        for spot, one in zip(_badge_spots(region, len(badges)), badges, strict=True):
            widgets.badge(canvas, spot.cut_right(min(spot.w, widgets.badge_width(canvas, one)))[0], one)
        return
    upper, lower = _badge_spots(region, 2)
    for spot, one in zip(upper.columns([1] * (len(badges) - 1), 6), badges, strict=False):
        colour = widgets.LEVEL_COLOURS[one.level]
        canvas.frame(spot, colour, 2, spot.h / 2, "panel")
        canvas.icon(one.icon, spot.inset(4), colour)
    widgets.badge(canvas, lower, badges[-1])


def _badge_spots(region: Region, count: int) -> tuple[Region, ...]:
    return region.middle(region.w, min(region.h, 42 * count)).stack(count, 40, 2)


def _phase_track(canvas: Canvas, region: Region, steps: tuple[PhaseStep, ...]) -> None:
    weights = [3.3 if step.state == "now" else 1 for step in steps]
    for spot, step in zip(region.inset(0, 6).columns(weights, 8), steps, strict=True):
        _phase_step(canvas, spot, step)


def _phase_step(canvas: Canvas, region: Region, step: PhaseStep) -> None:
    if step.state == "now":
        canvas.fill(region, "accent")
        sign, rest = region.inset(14, 10).cut_left(region.h - 24, 10)
        canvas.icon(step.icon, sign, "accent_ink")
        canvas.text(rest, step.name, "name", "accent_ink")
        return
    colour = {"past": "line", "next": "text", "later": "text_soft"}[step.state]
    canvas.fill(region, "panel_high" if step.state == "next" else "panel")
    canvas.icon("tick" if step.state == "past" else step.icon, region.inset(10, 14), colour)


def paint_hints(canvas: Canvas, region: Region, hints: Hints) -> None:
    """What each of the four buttons does now; the same places can be touched."""
    texts = (hints.previous, hints.next, hints.ok, hints.back)
    holds = ("", hints.hold_next, hints.hold_ok, hints.hold_back)
    names = ("previous", "next", "ok", "back")
    weights = (1, 1, 1.25, 1.25)
    for spot, name, text, hold in zip(region.columns(weights, 10), names, texts, holds, strict=True):
        _hint(canvas, spot, name, text, hold)


def _hint(canvas: Canvas, region: Region, name: str, text: str, hold: str) -> None:
    if not (text or hold):
        return
    canvas.fill(region, "panel", 12)
    canvas.target(f"intent.{name if text else HELD[name]}", region)
    sign, rest = region.inset(14, 8).cut_left(38, 12)
    canvas.icon(name, sign, "accent" if text else "line")
    calm = min(
        1.0, MOST_HINT_ZOOM / canvas.zoom
    )  # people soon know the hints by heart, so they grow less than other text
    if text and hold:
        upper, lower = rest.rows((1.1, 1))
        canvas.text(upper, text, "label", "text", size=24 * calm)
        canvas.text(lower, hold, "small", "text_soft", size=20 * calm)
    else:
        canvas.text(rest, text or hold, "label", "text" if text else "text_soft", lines=2, size=24 * calm)
