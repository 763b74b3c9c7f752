"""How doors are drawn, with what was told so far and what fits the typed letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.screens import choice_key
from companion.screens.doors import BUTTONS, DOORS, Door
from companion.screens.tell_screen import Node

NOTE = 56  # a few words at the foot of a door
HEAD = 66  # the button's icon and the door's name, on up to two lines
LOWEST_ROW = 21.0
TALLEST_ROW = 76.0
TALLEST_FOUND = 110.0
LEAST_TYPE, LEAST_NAME = 17.0, 20.0
LINE = 1.22  # height of a line relative to its type
APART = 0.4  # likewise, between one name on two lines and the next
SIGN = 40  # the mark beside a name, at most
SHORT, ACROSS = 2, 4  # letters of what stands side by side, and how many
LAST_TOLD = 5  # how many of the told things are shown


@dataclass(frozen=True, slots=True)
class DoorLook:
    """The same for all doors of a page: the size of their names, and of the rows below.

    ``few``: of doors with so few things behind them that these stand in for a name, where others have more.
    """

    name: float
    row: float
    type: float
    few: DoorLook | None = None


def look_of(canvas: Canvas, cell: Region, doors: Sequence[Door], names: Sequence[str]) -> DoorLook:
    """As large as the fullest door and the longest name allow. ``cell``: the narrowest door."""
    head, body = _parts(cell)
    name = next(
        (size for size in range(30, round(LEAST_NAME), -1) if _all_fit(canvas, names, size, head.w)), LEAST_NAME
    )
    lists = [rows for door in doors if (rows := _rows(door)) and not _are_signs(rows)]
    row = max(LOWEST_ROW, min(TALLEST_ROW, body.h / max((len(door) for door in lists), default=1)))
    room = body.w - (min(row, SIGN) + 10 if any(map(_has_mark, chain(*lists))) else 0)
    labels = [node.label for node in chain(*lists)]
    sizes = range(int(min(30.0, row / LINE)), round(LEAST_TYPE), -1)
    found = next((size for size in sizes if _all_fit(canvas, labels, size, room, _lines(row, size))), LEAST_TYPE)
    few = [rows for rows in lists if len(rows) <= DOORS]
    return DoorLook(name, row, found, _look_of_few(canvas, body, few, name, found) if len(few) < len(lists) else None)


def _look_of_few(canvas: Canvas, body: Region, lists: Sequence[Door], name: float, least: float) -> DoorLook:
    """As large as all of them fit on one line; else on two, for which a few things have room."""
    row = min(TALLEST_ROW, body.h / DOORS)
    room = body.w - (min(row, SIGN) + 10 if any(map(_has_mark, chain(*lists))) else 0)
    labels = [node.label for node in chain(*lists)]
    sizes = (size for size in range(30, round(least), -1) if size * LINE <= row)
    found = next((size for size in sizes if _all_fit(canvas, labels, size, room, lines=1)), least)
    return DoorLook(name, row, found)


def _lines(row: float, size: float) -> int:
    return 2 if row >= (2 * LINE + APART) * size else 1


def _parts(cell: Region) -> tuple[Region, Region]:
    """Where the name stands, and what is below it."""
    head, body = cell.inset(14, 8).cut_top(HEAD, 4)
    return head.cut_left(40, 10)[1], body


def _all_fit(canvas: Canvas, texts: Iterable[str], size: float, room: float, lines: int = 2) -> bool:
    def width(text: str) -> float:
        return canvas.width_of(text, "name") * size / 30

    wrapped = 0.85 if lines > 1 else 1.0  # of each line, on average
    return all(
        max(map(width, text.split(" ")), default=0) <= room and width(text) <= room * lines * wrapped for text in texts
    )


def paint_door(canvas: Canvas, region: Region, number: int, door: Door, name: str, look: DoorLook) -> None:  # noqa: PLR0917 - the painter of a part is given its values in order
    """A door with its button's icon and its name; below it a picture of a single thing, or the names behind it."""
    if not door:
        canvas.frame(region, "line", 2, 16, "panel")
        return
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "panel_high")
    canvas.target(choice_key(number), region)
    head, body = _parts(region)
    sign = Region(head.x - 50, head.y, 40, head.h)
    canvas.icon(BUTTONS[number].value, sign.middle(40, 40), "accent")
    canvas.text(head, name, "name", "text" if len(door) == 1 else "accent", size=look.name, lines=2)
    if not (rows := _rows(door)):
        if door[0].note:
            foot, body = body.cut_bottom(NOTE, 4)
            canvas.text(foot, door[0].note, "small", "text_soft", align="centre", lines=2)
        side = min(body.w, body.h, 130)
        _paint_mark(canvas, body.middle(side, side), door[0])
        return
    if _are_signs(rows):
        _paint_signs(canvas, body, rows)
        return
    look = look.few if len(rows) <= DOORS and look.few is not None else look
    marked, mixed = any(map(_has_mark, rows)), not all(node.likely or node.pinned for node in rows)
    shown = _shown(rows, int((body.h + 1) // look.row))
    for spot, node in zip(body.stack(len(shown), look.row), shown, strict=True):
        _paint_name(canvas, spot, node, look, marked=marked, mixed=mixed)


def _are_signs(rows: Door) -> bool:
    """Letters or other short things, and more of them than stand below each other; how to leave may be among them."""
    signs = [node for node in rows if not node.pinned]
    return len(signs) > DOORS and all(len(node.label) <= SHORT and not _has_mark(node) for node in signs)


def _paint_signs(canvas: Canvas, region: Region, rows: Door) -> None:
    """Side by side, as large as the others; what is no sign stands below them."""
    ends = [node for node in rows if node.pinned]
    foot, region = region.cut_bottom(SIGN * len(ends), 6) if ends else (region, region)
    signs = [node for node in rows if not node.pinned]
    for spot, node in zip(region.grid(len(signs), ACROSS, 4), signs, strict=True):
        canvas.text(spot, node.label, "name", "text", size=26)
    for spot, node in zip(foot.stack(len(ends), SIGN), ends, strict=True):
        canvas.text(spot, node.label, "name", "text_soft", size=22)


def _rows(door: Door) -> Door:
    """What is named below: everything behind a door, or all that a single thing stands for."""
    if len(door) == 1 and not door[0].label:
        return door[0].children
    return door if len(door) > 1 else tuple(Node(name) for node in door for name in node.listed)


def _shown(door: Door, room: int) -> Door:
    """All names, or as many as there is room for, how many more there are, and the pinned ones."""
    if len(door) <= room:
        return door
    pinned = tuple(node for node in door if node.pinned)
    first = tuple(node for node in door if not node.pinned)[: max(0, room - 1 - len(pinned))]
    return (*first, Node(f"+ {len(door) - len(first) - len(pinned)}", pinned=True), *pinned)


def _paint_name(canvas: Canvas, region: Region, node: Node, look: DoorLook, *, marked: bool, mixed: bool) -> None:
    if marked:
        side = min(region.h, SIGN)
        sign, region = region.cut_left(side, 10)
        _paint_mark(canvas, sign.middle(side * 0.86, side * 0.86), node)
    colour = "accent" if node.likely and mixed else "text_soft" if node.pinned else "text"
    canvas.text(region.inset(0, -2), node.label, "name", colour, size=look.type, lines=_lines(look.row, look.type))


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
    rows = region.stack(-(-len(nodes) // 2), TALLEST_FOUND, 10)
    cells = (cell for row in rows for cell in row.columns((1, 1), 10))
    for index, (cell, node) in enumerate(zip(cells, nodes, strict=False)):
        focused = index == focus
        canvas.fill(cell, "accent" if focused else "panel_high")
        sign, rest = cell.inset(14, 8).cut_left(44, 14)
        ink = "accent_ink" if focused else "text_soft" if node.why else "text"
        if node.why:
            canvas.icon("no", sign.middle(34, 34), ink)
            rest, reason = rest.rows((1.1, 1))
            canvas.text(reason, node.why, "small", ink, valign="top", lines=2)
        else:
            _paint_mark(canvas, sign.middle(40, 40), node)
        canvas.text(rest, node.label, "strong", ink, lines=2)
        canvas.target(choice_key(index), cell)
