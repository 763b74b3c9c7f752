"""The log, newest last; undone entries stay, greyed out; OK goes back to a line."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, LogRow, Notice
from companion.screens import Choosing, Outcome, Undo, choice_key
from companion.screens.choices import more_below, visible_range
from companion.screens.frame import frame


@dataclass(frozen=True, slots=True)
class LogModel:
    """``back_here`` empty: the log can only be read."""

    header: Header
    rows: tuple[LogRow, ...]
    back_here: str
    empty: str = ""
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class LogScreen(Choosing):
    """The focus starts at the newest line."""

    def __init__(self, model: LogModel) -> None:
        super().__init__()
        self.model = model
        self.focus = max(0, len(model.rows) - 1)

    def show(self, model: LogModel) -> None:
        self.model = model
        self.focus = min(self.focus, max(0, len(model.rows) - 1))

    def count(self) -> int:
        return len(self.model.rows)

    def chosen(self, index: int) -> Outcome | None:
        row = self.model.rows[index]
        return None if row.undone or not self.model.back_here else Undo(to=row.seq)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        canvas.part("rows", body, paint_rows, model.rows, self.focus, model.back_here, model.empty)


def paint_rows(canvas: Canvas, region: Region, rows: tuple[LogRow, ...], focus: int, *words: str) -> None:
    back_here, empty = words
    if not rows:
        canvas.text(region, empty, "body", "text_soft", align="centre", lines=3)
        return
    touch = canvas.theme.space["touch"]
    shown = visible_range(len(rows), focus, int((region.h + 6) // (touch + 6)))
    region = more_below(canvas, region, shown, len(rows))
    for index, spot in zip(shown, region.stack(len(shown), touch + 4, 6), strict=True):
        _paint_row(canvas, spot, rows[index], back_here, focus=index == focus)
        canvas.target(choice_key(index), spot)


def _paint_row(canvas: Canvas, region: Region, row: LogRow, back_here: str, *, focus: bool) -> None:
    can_go_back = focus and bool(back_here) and not row.undone
    canvas.fill(region, "accent" if focus and not row.undone else "panel_high" if focus else "panel", 12)
    ink = "accent_ink" if focus and not row.undone else "text_soft" if row.undone else "text"
    inner = region.inset(16, 6)
    time, inner = inner.cut_left(96, 12)
    canvas.text(time, row.time, "small", ink)
    sign, inner = inner.cut_left(36, 14)
    if row.seat is not None:
        canvas.fill(Region(sign.x - 4, sign.centre[1] - 22, 44, 44), "ground", 22)
        widgets.seat_mark(canvas, sign.inset(4), row.seat)
    if can_go_back:
        label, inner = inner.cut_right(canvas.width_of(back_here, "label") + 70, 12)
        icon, words = label.cut_left(40, 12)
        canvas.icon("undo", icon, ink)
        canvas.text(words, back_here, "label", ink)
    if row.crosses and can_go_back:
        upper, lower = inner.rows((1, 1))
        canvas.text(upper, row.text, "body", ink, valign="bottom")
        canvas.text(lower, row.crosses, "small", ink, valign="top")
        return
    canvas.text(inner, row.text, "body", ink, lines=2)
    if row.undone:
        width = min(inner.w, canvas.width_of(row.text, "body"))
        canvas.line((inner.x, region.centre[1]), (inner.x + width, region.centre[1]), "text_soft", 2)
