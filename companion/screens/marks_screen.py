"""Choosing a player's colour and shape: every mark as a tile, with the name of the player who has it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints
from companion.screens import Answered, Choosing, Outcome, choice_key
from companion.screens.frame import frame

ACROSS = 4


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """``mark`` is its number in the theme; ``detail``: who has it now."""

    mark: int
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class MarksModel:
    header: Header
    choices: tuple[MarkChoice, ...]
    now: int
    hints: Hints = field(default_factory=Hints)


class MarksScreen(Choosing):
    """Answers ``Answered(mark)``; the focus starts on the current one."""

    def __init__(self, model: MarksModel) -> None:
        super().__init__()
        self.model = model
        self.focus = model.now

    def count(self) -> int:
        return len(self.model.choices)

    def chosen(self, index: int) -> Outcome | None:
        return Answered(self.model.choices[index].mark)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints)
        for index, (spot, choice) in enumerate(zip(body.grid(self.count(), ACROSS, 12), model.choices, strict=True)):
            canvas.part(f"mark.{index}", spot, paint_mark, choice, index, index == self.focus)


def paint_mark(canvas: Canvas, region: Region, choice: MarkChoice, index: int, focus: bool) -> None:
    mark = canvas.all_seats[choice.mark]  # of the theme, not of the players at the table
    if focus:
        canvas.frame(region, "accent", 6, None, "panel_high")
    else:
        canvas.fill(region, "panel")
    sign, words = region.inset(16, 14).rows((1.5, 1), 6)
    canvas.icon(mark.shape, sign, mark.colour)
    upper, lower = words.rows((1, 1))
    canvas.text(upper, choice.label, "name", mark.colour, align="centre")
    canvas.text(lower, choice.detail, "small", "text_soft", align="centre")
    canvas.target(choice_key(index), region)
