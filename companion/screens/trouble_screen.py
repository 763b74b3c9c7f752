"""When something is wrong: never a black screen, always words, the next step and a way to play on."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Choice, Hints
from companion.screens import Answered, Outcome
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame


@dataclass(frozen=True, slots=True)
class TroubleModel:
    """What happened, what to do about it step by step, and the exact message for the person who repairs it."""

    title: str
    text: str
    steps: tuple[str, ...] = ()
    exact: str = ""
    choices: tuple[Choice, ...] = ()
    hints: Hints = field(default_factory=Hints)


class TroubleScreen(Listed[TroubleModel]):
    def chosen(self, index: int) -> Outcome | None:
        return Answered(self.model.choices[index].value)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints)
        if model.choices:
            across = min(len(model.choices), 2)  # the full path of a folder needs room
            rows = min(-(-len(model.choices) // across), 2)
            strip, body = body.cut_bottom(rows * (canvas.theme.space["touch"] + 2) + 8 * (rows - 1), 16)
            canvas.part("choices", strip, paint_choices, model.choices, self.focus, across)
        canvas.part("trouble", body, paint_trouble, model)


def paint_trouble(canvas: Canvas, region: Region, model: TroubleModel) -> None:
    canvas.frame(region, "bad", 3, 18, "panel")
    inner = region.inset(36, 24)
    sign, inner = inner.cut_left(110, 36)
    canvas.icon("warning", Region(sign.x, sign.y, sign.w, 110), "bad")
    head, inner = inner.cut_top(72, 4)
    canvas.text(head, model.title, "title", "text")
    words, inner = inner.cut_top(min(124, inner.h * 0.34), 10)
    canvas.text(words, model.text, "body", "text", lines=3, valign="top", size=32)
    if model.exact:
        foot, inner = inner.cut_bottom(56, 6)
        canvas.text(foot, model.exact, "small", "text_soft", lines=2)
    widest = max((canvas.width_of(step, "body") for step in model.steps), default=0)
    style = "body" if widest <= inner.w - 60 else "small"  # all steps in the same size
    for number, (row, step) in enumerate(zip(inner.stack(len(model.steps), 80, 8), model.steps, strict=True), 1):
        mark, line = row.cut_left(44, 16)
        side = min(44.0, row.h)
        disc = Region(mark.x, row.y + (row.h - side) / 2, side, side)
        canvas.fill(disc, "accent", side / 2)
        canvas.text(disc, str(number), "label", "accent_ink", align="centre")
        canvas.text(line, step, style, "text", lines=2)
