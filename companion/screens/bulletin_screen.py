"""What has just happened automatically, seat by seat: who gets or pays what, and why. Shown until confirmed."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice
from companion.screens import Finished, Input, Outcome, Still, Touched
from companion.screens.frame import frame
from companion.screens.intents import Intent

ROW = 128
LOW = 100  # in a lower row the reason goes beside, not below
READ = "read"


@dataclass(frozen=True, slots=True)
class BulletinRow:
    """``figure`` is shown large at the end; ``is_loss``: the text is about something lost or unknown."""

    seat: int
    name: str
    text: str
    why: str = ""
    figure: str = ""
    is_loss: bool = False


@dataclass(frozen=True, slots=True)
class BulletinModel:
    header: Header
    rows: tuple[BulletinRow, ...]
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class BulletinScreen(Still):
    """OK or a touch confirms it."""

    def __init__(self, model: BulletinModel) -> None:
        self.model = model

    def handle(self, wish: Input) -> Outcome | None:
        if wish is Intent.OK or wish == Touched(READ):
            return Finished()
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        canvas.target(READ, body)
        canvas.largest("header", canvas.theme.type["heading"].size / max(1.0, canvas.zoom))
        canvas.part("rows", body, paint_bulletin, model.rows)


def paint_bulletin(canvas: Canvas, region: Region, rows: tuple[BulletinRow, ...]) -> None:
    for spot, row in zip(region.stack(len(rows), ROW, 5), rows, strict=True):
        canvas.fill(spot, "panel", 12)
        inner = spot.inset(18, 2)
        name, inner = inner.cut_left(min(236, region.w * 0.2), 14)
        widgets.seat_name(canvas, name, row.seat, row.name, lines=2)
        if row.figure:
            number, inner = inner.cut_right(84, 10)
            canvas.text(number, row.figure, "number", "text", align="right", size=44)
        colour = "warn" if row.is_loss else "text"
        if spot.h < LOW:
            left, right = inner.columns((1, 1.35), 12)
            canvas.text(left, row.text, "label", colour, lines=2)
            canvas.text(right, row.why, "small", "text_soft", lines=3)
            continue
        upper, lower = inner.rows((1.1, 1.15), 2)
        canvas.text(upper, row.text, "strong", colour, valign="bottom", lines=2)
        canvas.text(lower, row.why, "small", "text_soft", valign="top", lines=2)
