"""A sheet being filled in: everybody's numbers on the left, the number that is asked for on the right, doors below."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.number_entry import Part
from companion.screens import Goto, Input, Outcome, Touched
from companion.screens.doors import WIDTHS
from companion.screens.frame import frame
from companion.screens.number_pad import asked_size, paint_asked, paint_number, paint_number_door
from companion.screens.number_screen import NumberModel, NumberScreen
from companion.screens.tell_screen import Node

DOORS_HEIGHT = 132
GRID_SHARE = 0.56
HEAD_HEIGHT = 56  # names of rows in two lines
MOST_COLUMNS = 5  # rows of the sheet side by side
MOST_LINES = 8  # players below each other; of more, two halves stand side by side, with one row of the sheet


@dataclass(frozen=True, slots=True)
class GridLine:
    """A player: a text for each column, and the total. ``place`` empty: nobody knows yet."""

    seat: int
    name: str
    cells: tuple[str, ...]
    total: str
    place: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """``columns``: names of rows of the sheet; ``rows``: their ids. ``at``: seat and row that are asked for."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[GridLine, ...]
    total: str
    at: tuple[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetModel(NumberModel):
    """``yes``: the words for 0 and 1, where that is the question."""

    grid: Grid
    yes: tuple[str, str] | None = None


class SheetScreen(NumberScreen):
    """Answers like any question for a number; a touched cell is ``Goto("cell", (seat, row))``, and where cells are too
    small for a finger the whole grid leads to the list of numbers to correct."""

    model: SheetModel

    def handle(self, wish: Input) -> Outcome | None:
        if wish == Touched("grid"):
            return Goto("correct")
        if isinstance(wish, Touched) and wish.key.startswith("cell."):
            _, seat, row = wish.key.split(".", 2)
            return Goto("cell", (int(seat), row))
        return super().handle(wish)

    def _name(self, slot: Node | Part) -> str:
        if self.model.yes is not None and not isinstance(slot, Node) and len(slot) == 1:
            return self.model.yes[slot[0]]
        return super()._name(slot)

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, self.hints, model.notices)
        lower, upper = body.cut_bottom(DOORS_HEIGHT, gap)
        grid, asked = upper.cut_left(upper.w * GRID_SHARE, gap)
        canvas.part("grid", grid, paint_grid, model.grid)
        now, line = asked.cut_top(asked.h - 140, gap)
        canvas.part("now", now, paint_asked, model.now, model.card)
        canvas.largest("now", asked_size(canvas, now, model.now, model.card))
        shown = "" if model.yes is not None else self.shown
        canvas.part("line", line, paint_number, shown, self.said_below, model.words.open, bool(self.entry.text))
        names, slots = ({}, {}) if self.entry.text else (self.names, self.slots)  # while typing the buttons do not open
        for number, cell in enumerate(lower.columns(WIDTHS, 10)):
            icon = slot.icon if isinstance(slot := slots.get(number), Node) else ""
            canvas.part(f"door.{number}", cell, paint_number_door, number, names.get(number, ""), icon)


def paint_grid(canvas: Canvas, region: Region, grid: Grid) -> None:
    canvas.fill(region, "panel")
    canvas.target("grid", region)
    inner = region.inset(14, 10)
    if len(grid.lines) <= MOST_LINES:
        _paint_lines(canvas, inner, grid)
        return
    half = -(-len(grid.lines) // 2)
    for column, lines in zip(inner.columns((1, 1), 16), (grid.lines[:half], grid.lines[half:]), strict=True):
        _paint_lines(canvas, column, replace(grid, lines=lines))


def _paint_lines(canvas: Canvas, inner: Region, grid: Grid) -> None:
    head, rest = inner.cut_top(min(HEAD_HEIGHT, inner.h / (len(grid.lines) + 1)), 4)
    weights = _weights(grid)
    titles = ("", *grid.columns, grid.total)
    lines = 2 if head.h == HEAD_HEIGHT else 1
    for cell, title in zip(head.columns(weights, 6), titles, strict=True):
        canvas.text(cell, title, "small", "text_soft", align="centre", lines=lines)
    for spot, line in zip(rest.stack(len(grid.lines), 74, 4), grid.lines, strict=True):
        _paint_line(canvas, spot, grid, line, weights)


def _weights(grid: Grid) -> list[float]:
    return [2.6, *[1.2] * len(grid.columns), 1.4]


def _paint_line(canvas: Canvas, region: Region, grid: Grid, line: GridLine, weights: list[float]) -> None:
    seat, row = grid.at
    if line.seat == seat:
        canvas.fill(region, "panel_high", 10)
    name, *cells = region.inset(6, 2).columns(weights, 8)
    sign, name = name.cut_left(min(34, region.h * 0.7), 10)
    widgets.seat_mark(canvas, sign, line.seat)
    canvas.text(name, line.name, "whole", "text_soft" if line.gone else canvas.theme.seat(line.seat).colour)
    for spot, ident, text in zip(cells, grid.rows, line.cells, strict=False):
        if min(spot.w, spot.h) >= canvas.theme.space["touch"]:
            canvas.target(f"cell.{line.seat}.{ident}", spot)
        if (line.seat, ident) == (seat, row):
            canvas.frame(spot, "accent", 3, 8, "panel")
        canvas.text(spot, text, "strong", "text", align="centre")
    total = cells[-1]
    if line.place:
        place, total = total.cut_right(total.w * 0.36, 4)
        canvas.text(place, line.place, "small", "text_soft", align="left")
    canvas.text(total, line.total, "strong", "accent", align="right")
