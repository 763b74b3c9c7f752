"""How doors are drawn, with what was told so far and what fits the typed letters."""

from __future__ import annotations

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.screens import choice_key
from companion.screens.doors import BUTTONS, DOORS, Door
from companion.screens.tell_screen import Node

LONG_NAME = 11  # letters on a door
LOW_ROW = 22.5
LETTER = 0.84  # area of a letter relative to the square of its height, including losses at line ends
LAST_TOLD = 5  # how many of the told things are shown


def paint_door(canvas: Canvas, region: Region, number: int, door: Door, name: str) -> None:
    """A door with its button's icon; a single thing is large, else the names are listed."""
    if not door:
        canvas.frame(region, "line", 2, 16, "panel")
        return
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "panel_high")
    canvas.target(choice_key(number), region)
    head, body = region.inset(14, 10).cut_top(46, 6)
    sign, rest = head.cut_left(40, 12)
    canvas.icon(BUTTONS[number].value, sign, "accent")
    if len(door) == 1:
        _paint_alone(canvas, body, door[0])
        return
    style, size = ("heading", 36) if len(name) < LONG_NAME else ("label", 27)
    canvas.text(rest, name, style, "accent", size=size)
    rows, marked = body.stack(len(door), 76), any(map(_has_mark, door))
    if len(door) > DOORS and _is_crowded(canvas, rows[0], door, marked=marked):
        _paint_names(canvas, body, " · ".join(node.label for node in door))
        return
    for spot, node in zip(rows, door, strict=True):
        _paint_name(canvas, spot, node, marked=marked)


def _paint_names(canvas: Canvas, region: Region, names: str) -> None:
    """The names one after another, as large as there is room for."""
    size = max(17.5, min(24.0, (region.w * region.h / (len(names) * LETTER)) ** 0.5))
    canvas.text(region, names, "small", "text", lines=int(region.h // size), valign="top", size=size)


def _is_crowded(canvas: Canvas, row: Region, door: Door, *, marked: bool) -> bool:
    """Whether rows would be too low, or a name too long for one."""
    room = row.w - (min(row.h, 40) + 10 if marked else 0)
    return row.h < LOW_ROW or any(canvas.width_of(node.label, "name") * _type(row) / 30 > room for node in door)


def _type(row: Region) -> float:
    """The text size of a row."""
    return min(32.0, max(17.0, row.h * 0.76))


def _paint_alone(canvas: Canvas, region: Region, node: Node) -> None:
    if not _has_mark(node):
        canvas.text(region, node.label, "strong", "text", lines=4, align="centre", size=36)
        return
    upper, lower = region.rows((1, 1), 8)
    side = min(upper.w, upper.h, 120)
    _paint_mark(canvas, upper.middle(side, side), node)
    canvas.text(lower, node.label, "strong", "text", lines=3, align="centre", valign="top", size=36)


def _paint_name(canvas: Canvas, region: Region, node: Node, *, marked: bool) -> None:
    """The lower the row, the tighter the text."""
    if marked:
        side = min(region.h, 40)
        sign, region = region.cut_left(side, 10)
        _paint_mark(canvas, sign.middle(side * 0.86, side * 0.86), node)
    colour = "accent" if node.likely else "text_soft" if node.pinned else "text"
    canvas.text(region, node.label, "name", colour, size=_type(region), lines=2 if region.h > 54 else 1)


def _has_mark(node: Node) -> bool:
    return node.seat is not None or bool(node.icon) or node.colour is not None


def _paint_mark(canvas: Canvas, region: Region, node: Node) -> None:
    if node.seat is not None:
        widgets.seat_mark(canvas, region, node.seat)
    elif node.icon:
        canvas.icon(node.icon, region, icon_colour(node.icon) or "text_soft")
    elif node.colour is not None:
        band = canvas.theme.card(node.colour)
        canvas.fill(region, band.band, region.h * 0.2)
        canvas.icon(f"colour.{node.colour}", region.inset(region.h * 0.14), band.ink)


def paint_so_far(canvas: Canvas, region: Region, title: str, nodes: tuple[Node, ...], typed: str) -> None:
    """What was told last in this step, and what was typed."""
    if typed:
        right, region = region.cut_right(320, 16)
        canvas.frame(right, "accent", 2, 10, "panel")
        sign, rest = right.inset(10, 5).cut_left(28, 10)
        canvas.icon("tell", sign, "accent")
        canvas.text(rest, f"{typed}|", "label", "text", size=24)
    if not nodes:
        return
    head, region = region.cut_left(canvas.width_of(title, "small") + 6, 10)
    canvas.text(head, title, "small", "text_soft")
    last = nodes[-LAST_TOLD:]
    widths = [canvas.width_of(node.label, "label") + (54 if _has_mark(node) else 20) for node in last]
    region = region.cut_left(min(region.w, sum(widths) + 8 * (len(last) - 1)))[0]
    for spot, node in zip(region.columns(widths, 8), last, strict=True):
        canvas.fill(spot, "panel", 10)
        inner = spot.inset(10, 4)
        if _has_mark(node):
            sign, inner = inner.cut_left(26, 8)
            _paint_mark(canvas, sign.middle(26, 26), node)
        canvas.text(inner, node.label, "label", "text", size=22, lines=2)


def paint_found(canvas: Canvas, region: Region, nodes: tuple[Node, ...], focus: int, nothing: str) -> None:
    if not nodes:
        canvas.fill(region, "panel")
        canvas.text(region.inset(40, 20), nothing, "heading", "text_soft", align="centre", lines=2)
        return
    for index, (spot, node) in enumerate(zip(region.grid(len(nodes), 2, 10), nodes, strict=True)):
        cell = spot.cut_top(min(spot.h, 110))[0]
        focused = index == focus
        canvas.fill(cell, "accent" if focused else "panel_high")
        sign, rest = cell.inset(14, 8).cut_left(44, 14)
        _paint_mark(canvas, sign.middle(40, 40), node)
        ink = "accent_ink" if focused else "text_soft" if node.why else "text"
        if node.why:
            rest, reason = rest.rows((1.1, 1))
            canvas.text(reason, node.why, "small", ink, valign="top", lines=2)
        canvas.text(rest, node.label, "strong", ink, lines=2)
        canvas.target(choice_key(index), cell)
