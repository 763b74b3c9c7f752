"""A list to choose from, with text beside it: menu, pause, past nights, set-up, what the box still has to learn."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.widgets import LEVEL_COLOURS
from companion.models import Choice, Header, Hints, Level, Notice
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame


@dataclass(frozen=True, slots=True)
class Remark:
    """A line beside the list: a status icon, a text, and a number or word at the end."""

    text: str
    value: str = ""
    icon: str = ""
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class ListModel:
    """A string as value opens the screen of that name; any other value is the answer."""

    header: Header
    choices: tuple[Choice, ...]
    text: str = ""
    remarks: tuple[Remark, ...] = ()
    remarks_title: str = ""
    icon: str = ""
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class ListScreen(Listed[ListModel]):
    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        if not model.choices:
            canvas.part("aside", body, paint_aside, model.text, model.icon, (model.remarks_title, model.remarks))
            return
        if model.text or model.remarks:
            right, body = body.cut_right(body.w * 0.42, 28)
            canvas.part("aside", right, paint_aside, model.text, model.icon, (model.remarks_title, model.remarks))
        alone = not (model.text or model.remarks)
        canvas.part("choices", body, paint_choices, model.choices, self.focus, 2 if alone and self.count() > 5 else 1)


def paint_aside(canvas: Canvas, region: Region, text: str, icon: str, listed: tuple[str, tuple[Remark, ...]]) -> None:
    """Text, a large icon, or a list of remarks."""
    canvas.fill(region, "panel")
    inner = region.inset(28, 22)
    title, remarks = listed
    if icon:
        sign, inner = inner.cut_top(min(150, inner.h * 0.36), 16)
        canvas.icon(icon, sign, "accent")
    if text:
        words, inner = inner.cut_top(min(inner.h, 150 if remarks else inner.h), 10)
        canvas.text(
            words, text, "heading" if icon else "body", lines=5, valign="top", align="centre" if icon else "left"
        )
    if title:
        head, inner = inner.cut_top(40, 6)
        canvas.text(head, title, "label", "text_soft")
    for spot, remark in zip(inner.stack(len(remarks), 58, 4), remarks, strict=True):
        paint_remark(canvas, spot, remark)


def paint_remark(canvas: Canvas, region: Region, remark: Remark) -> None:
    inner = region
    if remark.icon:
        sign, inner = region.cut_left(30, 12)
        canvas.icon(remark.icon, sign, LEVEL_COLOURS[remark.level])
    if remark.value:
        width = min(canvas.width_of(remark.value, "label") + 8, inner.w * 0.5)
        value, inner = inner.cut_right(width, 10)
        canvas.text(value, remark.value, "label", "text", align="right", lines=2)
    canvas.text(inner, remark.text, "small", "text", lines=2)
