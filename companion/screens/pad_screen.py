"""The score pad, filled row by row; then each player's column opens its workings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice
from companion.screens import Choosing, Finished, Goto, Input, Outcome, choice_key
from companion.screens.frame import frame
from companion.screens.intents import Intent
from rules.core.scoring import added, figure

LABEL_WIDTH = 236
WIDE_LABEL = (5, 310)  # up to so many players leave room for this
CROWNED_WIDTH = 100  # a narrower total has no room for a crown beside it; its brass says the same
HEAD_HEIGHT = 84
SMALLEST = 0.85  # how far a name shrinks before it takes two lines
NAME_LINE = 25  # height of a line in the name of a row
MOST_ROWS = 16  # that can be read together; of more, parts are shown one after the other
COLUMN_ROWS = 7  # height of a column relative to its head


@dataclass(frozen=True, slots=True)
class PadRow:
    """``icon`` and ``colour`` mark the row, if it has them; ``told``: seats whose number includes points given by hand;
    ``unknown``: seats whose number is only partly known."""

    key: str
    name: str
    icon: str
    colour: str | None
    points: tuple[float, ...]
    told: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PadModel:
    """``winners``: nobody while something is unknown. ``mark``: before decimals."""

    header: Header
    names: tuple[str, ...]
    rows: tuple[PadRow, ...]
    total_name: str
    totals: tuple[float, ...]
    winners: tuple[int, ...]
    filling: Hints = field(default_factory=Hints)
    filled: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()
    mark: str = "."

    @property
    def parts(self) -> tuple[range, ...]:
        """The rows that are shown together, in parts of about the same size."""
        count = max(1, -(-len(self.rows) // MOST_ROWS))
        ends = [len(self.rows) * part // count for part in range(count + 1)]
        return tuple(range(*pair) for pair in pairwise(ends))


class PadScreen(Choosing):
    """OK fills the next row; when the pad is full, the focus moves over players and OK opens their workings. A long pad
    has one more thing to choose: the part of its rows that is shown."""

    def __init__(self, model: PadModel, *, full: bool = False) -> None:
        super().__init__()
        self.model = model
        self.shown = len(model.rows) + 1 if full else 0
        self._part = 0

    def show(self, model: PadModel) -> None:
        self.model = model

    @property
    def is_full(self) -> bool:
        return self.shown > len(self.model.rows)

    @property
    def hints(self) -> Hints:
        return self.model.filled if self.is_full else self.model.filling

    def count(self) -> int:
        return len(self.model.names) + 1 + self._is_long if self.is_full else 0

    @property
    def _is_long(self) -> bool:
        return len(self.model.parts) > 1

    @property
    def rows(self) -> range:
        """Which are shown: while the pad is filled those around the last one."""
        parts = self.model.parts
        if self.is_full:
            return parts[self._part % len(parts)]
        return next(part for part in parts if self.shown <= part.stop)

    def chosen(self, index: int) -> Outcome | None:
        if index > len(self.model.names):
            self._part += 1
            return None
        return Finished() if index == len(self.model.names) else Goto("workings", index)

    def handle(self, wish: Input) -> Outcome | None:
        if not self.is_full and wish in (Intent.OK, Intent.NEXT, Intent.PREVIOUS):
            self._fill(-1 if wish is Intent.PREVIOUS else 1)
            return None
        return super().handle(wish)

    def _fill(self, rows: int) -> None:
        self.shown = max(0, self.shown + rows)
        if self.is_full:
            self.focus = len(self.model.names)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, self.hints, model.notices)
        rows = [model.rows[number] for number in self.rows]
        head, *strips, foot = _strips(body, len(rows), is_long=_are_long(canvas, body, model.names))
        focus = self.focus if self.is_full else None
        canvas.part(
            "names", head, paint_names, model.names, focus, _part_name(self.rows, model) if self._is_long else ""
        )
        size = canvas.common_size(
            [(_label(strip, row)[1], row.name) for strip, row in zip(strips, rows, strict=True)],
            "label",
            lines=_lines(strips[0]),
        )
        for number, strip, row in zip(self.rows, strips, rows, strict=True):
            mark = model.mark if number < self.shown else None
            canvas.part(f"row.{number}", strip, paint_pad_row, row, (size, mark))
        totals = _totals(model, len(model.rows) if self.is_full else self.shown)
        winners = model.winners if self.is_full else ()
        canvas.part("totals", foot, paint_totals, model.total_name, totals, (focus, winners))


def _totals(model: PadModel, shown: int) -> tuple[str, ...]:
    """The sums of the rows that are filled."""
    rows = model.rows[:shown]
    return tuple(
        figure(
            added(row.points[seat] for row in rows), unknown=any(seat in row.unknown for row in rows), mark=model.mark
        )
        for seat in range(len(model.names))
    )


def _are_long(canvas: Canvas, region: Region, names: Sequence[str]) -> bool:
    """Whether a name needs more than one line above its column."""
    width = _columns(region, len(names))[1][0].w
    return any(canvas.width_of(name, "label") * SMALLEST > width for name in names)


def _strips(body: Region, rows: int, *, is_long: bool) -> tuple[Region, ...]:
    """The head, each row and the foot; where there are few rows, the head does not grow with them."""
    head = HEAD_HEIGHT if is_long else min(HEAD_HEIGHT, body.h * 1.5 / (rows + 2.85))
    top, rest = body.cut_top(head, 4)
    return top, *rest.rows([*[1] * rows, 1.35], 4)


def _lines(strip: Region) -> int:
    """How many lines the name of a row may have."""
    return max(1, min(3, int(strip.h // NAME_LINE)))


def _part_name(rows: range, model: PadModel) -> str:
    return f"{rows.start + 1} – {rows.stop} / {len(model.rows)}"


def _columns(region: Region, count: int) -> tuple[Region, tuple[Region, ...]]:
    few, wide = WIDE_LABEL
    label, rest = region.cut_left(wide if count <= few else LABEL_WIDTH, 8)
    return label, rest.columns([1] * count, 4)


def _label(strip: Region, row: PadRow) -> tuple[Region | None, Region]:
    """The places of a row's icon, if it has one, and of its name; thin rows spare their rims."""
    inner = _columns(strip, len(row.points))[0].inset(10, min(5, strip.h / 16))
    return inner.cut_left(30, 10) if row.icon else (None, inner)


def paint_names(canvas: Canvas, region: Region, names: tuple[str, ...], focus: int | None, part: str) -> None:
    """``part``: which rows are shown, if not all are."""
    label, columns = _columns(region, len(names))
    if part:
        _paint_part(canvas, label, part, focus == len(names) + 1)
    if focus is not None:
        # Whole columns can be touched; the last one, the labels, means go on.
        for index, column in enumerate((*columns, label)):
            canvas.target(choice_key(index), Region(column.x, region.y, column.w, region.h * COLUMN_ROWS))
        if part:
            canvas.target(choice_key(len(names) + 1), label)
    is_long = _are_long(canvas, region, names)
    for seat, (column, name) in enumerate(zip(columns, names, strict=True)):
        mark = canvas.theme.seat(seat)
        if focus == seat:
            canvas.frame(column, "accent", 4, 10, "panel_high")
        else:
            canvas.fill(column, "panel", 10)
        if column.w > 180:
            sign, words = column.inset(8, 5).cut_left(32, 10)
        else:
            sign, words = column.inset(4, 2).rows((1, 3.6)) if is_long else column.inset(6, 6).rows((1, 1.1))
        canvas.icon(mark.shape, sign, mark.colour)
        if column.w > 180:
            canvas.text(words, name, "whole", mark.colour, lines=2)
        else:
            canvas.text(
                words,
                name,
                "whole",
                mark.colour,
                align="centre",
                lines=3 if is_long else 2 if words.h > 2 * NAME_LINE else 1,
                size=23,
            )


def _paint_part(canvas: Canvas, region: Region, part: str, is_chosen: bool) -> None:
    if is_chosen:
        canvas.frame(region, "accent", 4, 10, "panel_high")
    sign, words = region.inset(10, 5).cut_left(30, 10)
    canvas.icon("list", sign, "text_soft")
    canvas.text(words, part, "label", "text")


def paint_pad_row(canvas: Canvas, region: Region, row: PadRow, written: tuple[float, str | None]) -> None:
    """``written``: the size of the name, and the mark before decimals of a row that is filled."""
    size, mark = written
    label, columns = _columns(region, len(row.points))
    if row.colour is None:
        canvas.fill(label, "panel_high", 8)
        ink: str | tuple[int, int, int] = "text"
    else:
        band = canvas.theme.card(row.colour)
        canvas.fill(label, band.band, 8)
        ink = band.ink
    sign, words = _label(region, row)
    if sign is not None:
        canvas.icon(row.icon, sign, ink)
    canvas.text(words, row.name, "label", ink, size=size, lines=_lines(region))
    for seat, (cell, points) in enumerate(zip(columns, row.points, strict=True)):
        canvas.fill(cell, "panel" if mark is None else "paper", 6)
        if mark is not None:
            shown, ink = figure(points, unknown=seat in row.unknown, mark=mark), "ink" if points else "ink_soft"
            canvas.text(cell, shown, "digits", ink, align="centre")
            if seat in row.told:
                canvas.icon("hand", Region(cell.right - 26, cell.y + 4, 20, 20), "ink_soft")


def paint_totals(
    canvas: Canvas, region: Region, name: str, totals: tuple[str, ...], marked: tuple[int | None, tuple[int, ...]]
) -> None:
    """The totals; the winners' are brass with a crown."""
    focus, winners = marked
    label, columns = _columns(region, len(totals))
    going_on = focus == len(totals)
    canvas.fill(label, "accent" if going_on else "panel_high", 8)
    sign, words = label.inset(10, 6).cut_left(32, 10)
    canvas.icon("next" if going_on else "pad", sign, "accent_ink" if going_on else "text")
    canvas.text(words, name, "strong", "accent_ink" if going_on else "text")
    for seat, (cell, total) in enumerate(zip(columns, totals, strict=True)):
        canvas.fill(cell, "accent" if seat in winners else "paper_shade", 6)
        has_crown = seat in winners and cell.w > CROWNED_WIDTH
        crown, number = cell.inset(8, 0).cut_left(min(36, cell.w * 0.26), 2)
        if has_crown:
            canvas.icon("crown", crown, "accent_ink")
        ink = "accent_ink" if seat in winners else "ink"
        canvas.text(number if has_crown else cell, total, "number", ink, align="centre", size=42)
