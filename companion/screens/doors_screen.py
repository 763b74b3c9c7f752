"""Choosing one of many things in few presses: each of the four buttons is a door with a quarter of them behind it.

A press spreads what is behind a door over all four: three presses choose one of 64 things. With a keyboard people
type letters instead; then the focus moves over what fits, and Enter takes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice, NowLine
from companion.screens import Chosen, Goto, Input, Leave, Outcome, Still, Touched, choice_index, choice_key
from companion.screens.doors import DOORS, Door, door_names, doors, places
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed
from companion.screens.tell_screen import Node, sort_key

BUTTONS = (Intent.PREVIOUS, Intent.NEXT, Intent.OK, Intent.BACK)
WIDTHS = (1, 1, 1.25, 1.25)  # as in the hint line, so that each door is above its button
MOST_FOUND = 8  # tiles that fit the typed letters
LONGEST_TEXT = 24
LONG_NAME = 11  # letters on a door
LOW_ROW = 22.5
LETTER = 0.84  # area of a letter relative to the square of its height, including losses at line ends
LAST_TOLD = 5  # how many of the told things are shown


@dataclass(frozen=True, slots=True)
class DoorsModel:
    """``nodes``: the ``likely`` ones come first, the ``pinned`` ones last, the others in alphabetical order.

    ``so_far``: what was told in this step. ``up``: what holding back does behind a door; ``nothing``: the text if no
    name has the typed letters; ``more``: the text on a door without names.
    """

    header: Header
    now: NowLine
    nodes: tuple[Node, ...]
    so_far: tuple[Node, ...] = ()
    so_far_title: str = ""
    hints: Hints = field(default_factory=Hints)
    up: str = ""
    nothing: str = ""
    more: str = ""
    notices: tuple[Notice, ...] = ()


class DoorsScreen(Still):
    """Answers ``Chosen(command)``; a node whose command is an outcome itself gives that."""

    writing = True

    def __init__(self, model: DoorsModel) -> None:
        self.model = model
        self._way: tuple[
            tuple[str, tuple[Node, ...]], ...
        ] = ()  # what was behind each door opened so far, and the thing it belongs to, if one
        self._built: tuple[tuple[Node, ...], tuple[Door, ...]] | None = None
        self.text = ""
        self.focus = 0

    def show(self, model: DoorsModel) -> None:
        if model.nodes != self.model.nodes:
            self._begin()
        self.model = model

    def _begin(self) -> None:
        self._way, self.text, self.focus = (), "", 0

    @property
    def page(self) -> tuple[Node, ...]:
        """Everything that can be chosen from here."""
        return self._way[-1][1] if self._way else self.model.nodes

    @property
    def doors(self) -> dict[int, Door]:
        """What is behind each button, by number."""
        page = self.page
        if self._built is None or self._built[0] is not page:
            self._built = (page, doors(page))
        found = self._built[1]
        return dict(zip(self._places(found), found, strict=True))

    def _places(self, found: tuple[Door, ...]) -> tuple[int, ...]:
        """The way out, if alone behind a door, is on the back button."""
        at = places(len(found))
        last = found[-1] if found else ()
        if len(last) == 1 and last[0].pinned and len(found) < DOORS:
            return (*places(len(found) - 1), DOORS - 1)
        return at

    @property
    def names(self) -> dict[int, str]:
        """The text of each button."""
        found = self.doors
        return dict(zip(found, door_names(tuple(found.values()), self.model.more), strict=True))

    @property
    def found(self) -> tuple[Node, ...]:
        """What fits the typed letters: names that begin with them, then names with such a word."""
        wanted = sort_key(self.text.strip())
        keys = [(sort_key(node.label), node) for node in self.page]
        first = [node for key, node in keys if key.startswith(wanted)]
        later = [node for key, node in keys if not key.startswith(wanted) and re.search(rf"\b{re.escape(wanted)}", key)]
        return (*first, *later)

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Typed("\b") if not self.text:
                self._up()
                return None
            case Typed(text):
                self._typed(text)
                return None
            case Touched(key) if (index := choice_index(key)) is not None:
                return self._touched(index)
            case Intent.UNDO if self._way or self.text:
                self._up()
                return None
        if self.text:
            return self._in_list(wish)
        if wish in BUTTONS:
            return self._opened(BUTTONS.index(wish))
        return super().handle(wish)

    def _typed(self, text: str) -> None:
        if text == "\b":
            self.text = self.text[:-1]
        else:
            kept = "".join(letter for letter in text if letter.isprintable())
            self.text = (self.text + kept).lstrip()[:LONGEST_TEXT]
        self.focus = 0

    def _in_list(self, wish: Input) -> Outcome | None:
        """With letters typed, the focus moves over what fits."""
        found = self.found[:MOST_FOUND]
        match wish:
            case Intent.PREVIOUS | Intent.NEXT if found:
                self.focus = (self.focus + (1 if wish is Intent.NEXT else -1)) % len(found)
            case Intent.OK if found:
                return self._taken(found[min(self.focus, len(found) - 1)])
            case Intent.BACK:
                self.text = ""
            case Intent.MENU:
                return super().handle(wish)
        return None

    def _touched(self, index: int) -> Outcome | None:
        if not self.text:
            return self._opened(index)
        found = self.found[:MOST_FOUND]
        return self._taken(found[index]) if index < len(found) else None

    def _opened(self, number: int) -> Outcome | None:
        door = self.doors.get(number)
        if door is None:
            return None
        if len(door) == 1:
            return self._taken(door[0])
        self._way = (*self._way, ("", door))
        return None

    def _taken(self, node: Node) -> Outcome | None:
        self.text, self.focus = "", 0
        if node.children:
            self._way = (*self._way, (node.label, node.children))
            return None
        self._begin()
        return node.command if isinstance(node.command, Goto | Leave) else Chosen(node.command)

    def _up(self) -> None:
        """One press back."""
        if self.text:
            self.text, self.focus = "", 0
            return
        self._way = self._way[:-1]

    # What is to be seen.

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, self._hints(), model.notices)
        now, body = body.cut_top(98, gap)
        canvas.part("now", now, widgets.now_line, self._now())
        if model.so_far or self.text:
            strip, body = body.cut_top(40, gap)
            canvas.part("so far", strip, paint_so_far, model.so_far_title, model.so_far, self.text)
        if self.text:
            canvas.part("found", body, paint_found, self.found[:MOST_FOUND], self.focus, model.nothing)
            return
        doors, names = self.doors, self.names
        for number, cell in enumerate(body.columns(WIDTHS, 10)):
            canvas.part(f"door.{number}", cell, paint_door, number, doors.get(number, ()), names.get(number, ""))

    def _now(self) -> NowLine:
        """Behind a named door the line says what is chosen now, and below it what for."""
        now, way = self.model.now, [label for label, _ in self._way if label]
        return replace(now, text=" › ".join(way), why=now.text) if way else now

    def _hints(self) -> Hints:
        """Each button says what is behind its door."""
        hints = self.model.hints
        if self.text:
            return hints
        names = {BUTTONS[number].value: name for number, name in self.names.items()}
        blank = dict.fromkeys((button.value for button in BUTTONS), "")
        return replace(hints, **blank | names, hold_back=self.model.up if self._way else hints.hold_back)


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
        canvas.text(rest, node.label, "strong", "accent_ink" if focused else "text", lines=2)
        canvas.target(choice_key(index), cell)
