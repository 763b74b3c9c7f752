"""Choices as rows or tiles: as many as fit with targets large enough to touch; the rest scrolls with the focus."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Choice
from companion.screens import Answered, Choosing, Goto, Outcome, choice_key


class WithChoices(Protocol):
    """A model with choices."""

    @property
    def choices(self) -> tuple[Choice, ...]: ...


M = TypeVar("M", bound=WithChoices)


class Listed(Choosing, Generic[M]):
    """A screen with choices: a string as value opens the screen of that name, any other value is the answer."""

    def __init__(self, model: M) -> None:
        super().__init__()
        self.model = model

    def show(self, model: M) -> None:
        self.model = model
        self.focus = min(self.focus, max(0, len(model.choices) - 1))

    def count(self) -> int:
        return len(self.model.choices)

    def chosen(self, index: int) -> Outcome | None:
        value = self.model.choices[index].value
        return Goto(value) if isinstance(value, str) else Answered(value)


ARROW = 38


def more_beside(canvas: Canvas, region: Region, count: int, shown: range) -> Region:
    """Draws arrows at the ends of a row that has more, and how many more; returns the region that is left."""
    if shown.start > 0:
        left, region = region.cut_left(ARROW, 6)
        _more(canvas, left, "previous", shown.start)
    if shown.stop < count:
        right, region = region.cut_right(ARROW, 6)
        _more(canvas, right, "next", count - shown.stop)
    return region


def _more(canvas: Canvas, region: Region, icon: str, hidden: int) -> None:
    upper, lower = region.middle(ARROW, 62).rows((1, 1))
    canvas.icon(icon, upper.middle(28, 28), "accent")
    canvas.text(lower, f"+{hidden}", "label", "accent", align="centre", size=20)


def more_below(canvas: Canvas, region: Region, shown: range, count: int, across: int = 1) -> Region:
    """Draws a bar beside rows that do not all fit, with how many choices are above and below; returns the rest.

    ``shown``: the rows; ``count``: of all choices, ``across`` in a row.
    """
    rows = -(-count // across)
    if len(shown) >= rows:
        return region
    bar, region = region.cut_right(ARROW, 8)
    above, below = shown.start * across, max(0, count - shown.stop * across)
    top, rest = bar.cut_top(26, 2)
    bottom, middle = rest.cut_bottom(26, 2)
    for spot, hidden in ((top, above), (bottom, below)):
        canvas.text(spot, f"+{hidden}" if hidden else "", "label", "accent", align="centre", size=20)
    line = middle.middle(8, middle.h)
    canvas.fill(line, "panel", 4)
    height = max(24.0, line.h * len(shown) / rows)
    place = shown.start / max(1, rows - len(shown))
    canvas.fill(Region(line.x, line.y + (line.h - height) * place, line.w, height), "accent", 4)
    return region


def visible_range(count: int, focus: int, room: int) -> range:
    """Which ``room`` of ``count`` things are shown, with the focus near the middle."""
    room = max(1, room)
    first = max(0, min(focus - room // 2, count - room))
    return range(first, min(count, first + room))


def paint_choices(  # noqa: PLR0917 - the painter of a part is given its values in order
    canvas: Canvas, region: Region, choices: tuple[Choice, ...], focus: int, across: int = 1, first: int = 0
) -> None:
    """Rows, or tiles in ``across`` columns; a bar on the right says how many more there are. ``first``: the index of
    the first among all choices of the screen."""
    touch, gap = canvas.theme.space["touch"], 8
    rows_of_choices = -(-len(choices) // across)
    room = max(1, int((region.h + gap) // (touch + gap)))
    shown = visible_range(rows_of_choices, max(0, min(focus, len(choices) - 1)) // across, room)
    region = more_below(canvas, region, shown, len(choices), across)
    tallest = touch * (1.5 if across > 1 else 1.15)
    for row, spot in zip(shown, region.stack(len(shown), tallest, gap), strict=True):
        for column, cell in enumerate(spot.columns([1] * across, gap)):
            index = row * across + column
            if index < len(choices):
                paint_choice(canvas, cell, choices[index], focus=index == focus)
                canvas.target(choice_key(first + index), cell)


def paint_choice(canvas: Canvas, region: Region, choice: Choice, *, focus: bool) -> None:
    if not choice.detail:
        widgets.button(canvas, region, choice.label, choice.icon, focus=focus)
        return
    ink, soft = ("accent_ink", "accent_ink") if focus else ("text", "text_soft")
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "accent" if focus else "panel_high")
    inner = region.inset(18, 8)
    if choice.icon:
        sign, inner = inner.cut_left(min(inner.h, 48), 16)
        canvas.icon(choice.icon, sign.inset(2), ink)
    above, below = _lines(canvas, choice.label, "strong", inner.w), _lines(canvas, choice.detail, "small", inner.w)
    upper, lower = inner.rows((1.15 * above, below))
    canvas.text(upper, choice.label, "strong" if above == 1 else "label", ink, valign="bottom", lines=above, size=28)
    canvas.text(lower, choice.detail, "small", soft, valign="top", lines=2)


def _lines(canvas: Canvas, text: str, style: str, width: float) -> int:
    """One, or two where a text is too long even when it is written about as small as may be."""
    step = canvas.theme.type[style]
    return 1 + (canvas.width_of(text, style) * step.least / step.size > 0.92 * width * max(1.0, canvas.zoom))
