"""The end reading: one player after the other shows cards on the mat, a tick for each card, nothing secret shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.boxes import Box
from companion.drawing.canvas import Canvas
from companion.screens import Choosing, Chosen, Goto, Outcome
from companion.screens.frame import frame
from companion.screens.table import packed, paint_actions
from companion.views.model import Action, CardModel, Header, Hints, Notice, NowLine


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """How far one player is: cards read, and whether that is all."""

    seat: int
    name: str
    count: int
    done: bool = False
    now: bool = False


@dataclass(frozen=True, slots=True)
class ReadingModel:
    """``cards`` of the player on the mat when they are public; ``ticks`` when only their number may be known."""

    header: Header
    now: NowLine
    rows: tuple[ReadingRow, ...]
    cards: tuple[CardModel, ...] = ()
    ticks: int = 0
    actions: tuple[Action, ...] = ()
    differences: tuple[str, ...] = ()
    empty: str = ""
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class ReadingScreen(Choosing):
    def __init__(self, model: ReadingModel) -> None:
        super().__init__()
        self.model = model

    def show(self, model: ReadingModel) -> None:
        if len(model.actions) != len(self.model.actions):
            self.focus = 0
        self.model = model

    def count(self) -> int:
        return len(self.model.actions)

    def chosen(self, index: int) -> Outcome | None:
        action = self.model.actions[index]
        return Goto(action.goto) if action.goto else Chosen(action.command)

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, model.hints, model.notices)
        now, body = body.cut_top(98, gap)
        canvas.part("now", now, widgets.now_line, model.now)
        right, body = body.cut_right(380, 20)
        canvas.part("rows", right, paint_reading_rows, model.rows)
        if model.actions:
            strip, body = body.cut_bottom(canvas.theme.space["touch"], gap)
            canvas.part("actions", strip, paint_actions, tuple(enumerate(model.actions)), self.focus)
        if model.differences:
            below, body = body.cut_bottom(min(130, 44 * len(model.differences) + 14), gap)
            canvas.part("differences", below, paint_differences, model.differences)
        canvas.part("mat", body, paint_mat, model.cards, model.ticks, model.empty)


def paint_reading_rows(canvas: Canvas, box: Box, rows: tuple[ReadingRow, ...]) -> None:
    for spot, row in zip(box.stack(len(rows), 84, 6), rows, strict=True):
        if row.now:
            canvas.frame(spot, "accent", 3, 12, "panel_high")
        else:
            canvas.fill(spot, "panel", 12)
        tick, inner = spot.inset(12, 6).cut_right(40, 10)
        if row.done:
            canvas.icon("tick", tick.inset(2), "good")
        number, inner = inner.cut_right(54, 8)
        canvas.text(number, str(row.count) if row.count or row.now else "", "digits", "text", align="right")
        widgets.seat_name(canvas, inner, row.seat, row.name)


def paint_mat(canvas: Canvas, box: Box, cards: tuple[CardModel, ...], ticks: int, empty: str) -> None:
    """The mat: cards where they may be seen, backs with a tick where not."""
    canvas.frame(box, "line", 2, 18, "panel")
    inner = box.inset(18)
    if not cards and not ticks:
        canvas.text(inner.inset(30, 0), empty, "body", "text_soft", align="centre", lines=4)
        return
    if cards:
        for spot, model in zip(packed(len(cards), inner), cards, strict=True):
            widgets.card(canvas, spot, model)
        return
    for spot in inner.grid(ticks, min(ticks, 6), 12):
        back = spot.middle(min(spot.w, spot.h * 0.7), min(spot.h, spot.w * 1.45))
        canvas.frame(back, "line", 3, 12, "panel_high")
        canvas.icon("tick", back.middle(back.w * 0.5, back.w * 0.5), "good")


def paint_differences(canvas: Canvas, box: Box, lines: tuple[str, ...]) -> None:
    """Where the table as read and the game as followed do not agree."""
    canvas.frame(box, "warn", 2, 12, "panel")
    for spot, line in zip(box.inset(16, 7).stack(min(len(lines), 3), 44), lines, strict=False):
        sign, rest = spot.cut_left(28, 12)
        canvas.icon("question", sign.inset(2), "warn")
        canvas.text(rest, line, "small", "text", lines=2)
