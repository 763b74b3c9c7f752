"""One player's points: the rows of the pad on the left, and on the right the cards of one row with their reasons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints
from companion.screens import Choosing, Goto, Outcome, choice_key
from companion.screens.choices import more_below, visible_range
from companion.screens.frame import frame
from rules.core.scoring import figure


@dataclass(frozen=True, slots=True)
class WorkingLine:
    card: str
    points: float
    because: str
    told: bool = False
    unknown: bool = False  # only partly known
    origin: str = ""  # where the power is known from


@dataclass(frozen=True, slots=True)
class WorkingGroup:
    """One row of the pad for one player."""

    key: str
    name: str
    icon: str
    colour: str | None
    points: float
    lines: tuple[WorkingLine, ...]

    def figure(self, mark: str) -> str:
        return figure(self.points, unknown=any(line.unknown for line in self.lines), mark=mark)


@dataclass(frozen=True, slots=True)
class WorkingsModel:
    """``mark``: before decimals."""

    header: Header
    seat: int
    name: str
    total: float
    groups: tuple[WorkingGroup, ...]
    nothing: str = ""
    hints: Hints = field(default_factory=Hints)
    mark: str = "."


class WorkingsScreen(Choosing):
    """Rows on the left; on the right the lines of the row with the focus."""

    def __init__(self, model: WorkingsModel, row: str | None = None) -> None:
        super().__init__()
        self.model = model
        keys = [group.key for group in model.groups]
        doubtful = (n for n, group in enumerate(model.groups) if any(one.unknown and one.card for one in group.lines))
        self.focus = keys.index(row) if row in keys else next(doubtful, 0)

    def count(self) -> int:
        return len(self.model.groups)

    def chosen(self, index: int) -> Outcome | None:
        """Gives points by hand, for a card of unknown power."""
        return Goto("points", (self.model.seat, self.model.groups[index].key))

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        has_cards = any(line.card for line in model.groups[self.focus].lines)
        body = frame(canvas, None, model.hints if has_cards else replace(model.hints, ok=""))
        head, body = body.cut_top(72, 12)
        unknown = any(line.unknown for group in model.groups for line in group.lines)
        total = figure(model.total, unknown=unknown, mark=model.mark)
        canvas.part("name", head, paint_workings_head, model.seat, model.name, total)
        left, right = body.cut_left(330, 18)
        canvas.part("groups", left, paint_groups, model.groups, self.focus, model.mark)
        canvas.part("lines", right, paint_lines, model.groups[self.focus], model.nothing, model.mark)


def paint_workings_head(canvas: Canvas, region: Region, seat: int, name: str, total: str) -> None:
    canvas.fill(region, "panel")
    number, inner = region.inset(22, 8).cut_right(140, 12)
    canvas.text(number, total, "number", "text", align="right", size=50)
    widgets.seat_name(canvas, inner, seat, name, "heading")


def paint_groups(canvas: Canvas, region: Region, groups: tuple[WorkingGroup, ...], focus: int, mark: str) -> None:
    touch = canvas.theme.space["touch"]
    shown = visible_range(len(groups), focus, int((region.h + 4) // (touch + 4)))
    region = more_below(canvas, region, shown, len(groups))
    for index, spot in zip(shown, region.stack(len(shown), touch + 8, 4), strict=True):
        group = groups[index]
        band = canvas.theme.card(group.colour) if group.colour else None
        if index == focus:
            canvas.fill(spot, "accent", 10)
        inner = spot.inset(4)
        canvas.fill(inner, band.band if band else "panel_high", 8)
        ink = band.ink if band else canvas.theme.colours["text"]
        sign, words = inner.inset(12, 4).cut_left(32, 12)
        number, words = words.cut_right(60, 8)
        canvas.icon(group.icon, sign, ink)
        canvas.text(words, group.name, "label", ink, lines=2)
        canvas.text(number, group.figure(mark), "digits", ink, align="right")
        canvas.target(choice_key(index), spot)


def paint_lines(canvas: Canvas, region: Region, group: WorkingGroup, nothing: str, mark: str) -> None:
    canvas.fill(region, "paper")
    inner = region.inset(22, 14)
    if not group.lines:
        canvas.text(inner, nothing, "body", "ink_soft", align="centre")
        return
    for spot, line in zip(inner.stack(len(group.lines), 92, 6), group.lines, strict=True):
        number, words = spot.cut_right(90, 14)
        sign = "+" if line.points > 0 else ""
        points = f"{sign}{figure(line.points, unknown=line.unknown, mark=mark)}"
        canvas.text(number, points, "digits", "ink", align="right", size=36)
        if line.told:
            hand, words = words.cut_left(30, 10)
            canvas.icon("hand", hand, "ink_soft")
        if not line.card:
            canvas.text(words, line.because, "body", "ink", lines=3)
        elif spot.h >= 62:
            upper, lower = words.rows((1.1, 1))
            name, origin = upper.columns((1, 1), 12) if line.origin else (upper, None)
            canvas.text(name, line.card, "strong", "ink", valign="bottom")
            if origin is not None:
                canvas.text(origin, line.origin, "small", "ink_soft", valign="bottom", align="right")
            canvas.text(lower, line.because, "small", "ink_soft", valign="top", lines=2)
        else:
            name, reason = words.columns((1, 1.7), 12)
            canvas.text(name, line.card, "label", "ink", lines=2)
            because = f"{line.because} · {line.origin}" if line.origin else line.because
            canvas.text(reason, because, "small", "ink_soft", lines=2)
