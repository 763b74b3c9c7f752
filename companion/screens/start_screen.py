"""The first screen: what to do tonight."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Choice, Hints, Notice
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame


@dataclass(frozen=True, slots=True)
class StartModel:
    """The value of each choice is the name of the screen it opens."""

    title: str
    greeting: str
    choices: tuple[Choice, ...]
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()
    foot: str = ""


class StartScreen(Listed[StartModel]):
    def draw(self, canvas: Canvas) -> None:
        body = frame(canvas, None, self.model.hints, self.model.notices)
        left, right = body.columns((0.92, 1.4), 48)
        canvas.part("title", left, paint_title, self.model.title, self.model.greeting, self.model.foot)
        canvas.part("choices", right, paint_choices, self.model.choices, self.focus)


def paint_title(canvas: Canvas, region: Region, title: str, greeting: str, foot: str) -> None:
    """The name of the program, and eight seats round a table."""
    bottom, upper = region.cut_bottom(34)
    canvas.text(bottom, foot, "small", "text_soft", align="centre")
    emblem, words = upper.cut_top(upper.h * 0.62, 0)
    paint_round_table(canvas, emblem.square())
    name, line = words.cut_top(words.h * 0.5, 6)
    canvas.text(name, title, "title", "text", align="centre", lines=2, valign="bottom", size=60)
    canvas.text(line, greeting, "body", "text_soft", align="centre", lines=3, valign="top")


def paint_round_table(canvas: Canvas, region: Region) -> None:
    x, y = region.centre
    side = min(region.w, region.h)
    canvas.fill(region.middle(side * 0.56, side * 0.56), "panel_high", side * 0.28)
    canvas.fill(region.middle(side * 0.5, side * 0.5), "panel", side * 0.25)
    canvas.icon("cards", region.middle(side * 0.2, side * 0.2), "paper")
    for seat, (dx, dy) in enumerate(_around(8)):
        mark = canvas.theme.seat(seat)
        spot = Region(x + dx * side * 0.4 - side * 0.055, y + dy * side * 0.4 - side * 0.055, side * 0.11, side * 0.11)
        canvas.icon(mark.shape, spot, mark.colour)


def _around(count: int) -> list[tuple[float, float]]:
    """Places on a circle, clockwise from the top."""
    return [(sin(2 * pi * i / count), -cos(2 * pi * i / count)) for i in range(count)]
