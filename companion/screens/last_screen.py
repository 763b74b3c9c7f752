"""The last screen of a game: who won and what next; and the plain version for a game without points."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TypeVar

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Badge, Choice, Hints, Notice
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame


@dataclass(frozen=True, slots=True, kw_only=True)
class LastModel:
    """``seats``: the winners', none while the count is open; ``remarks``: records and rivalries."""

    headline: str
    detail: str
    seats: tuple[int, ...]
    choices: tuple[Choice, ...] = ()
    badges: tuple[Badge, ...] = ()
    remarks: tuple[str, ...] = ()
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


L = TypeVar("L", bound=LastModel)


class LastScreen(Listed[L]):
    """The winner above, what to do next below; subclasses fill the space between."""

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints, model.notices)
        head, body = body.cut_top(136, 12)
        canvas.part("winner", head, paint_headline, model.headline, model.detail, model.seats)
        if model.choices:
            strip, body = body.cut_bottom(canvas.theme.space["touch"] + 2, 12)
            canvas.part("choices", strip, paint_choices, model.choices, self.focus, len(model.choices))
        body = self.draw_aside(canvas, body)
        if model.badges or model.remarks:
            foot, body = body.cut_bottom(54, 8)
            canvas.part("remarks", foot, paint_remarks, model.badges, model.remarks)
        self.draw_between(canvas, body)

    def draw_aside(self, canvas: Canvas, region: Region) -> Region:  # noqa: ARG002
        """Draws something at the side, if there is room; returns the region that is left."""
        return region

    @abstractmethod
    def draw_between(self, canvas: Canvas, region: Region) -> None:
        """Draws what this game shows about its end."""


def paint_headline(canvas: Canvas, region: Region, headline: str, detail: str, seats: tuple[int, ...]) -> None:
    canvas.fill(region, "panel")
    crown, inner = region.inset(28, 14).cut_left(110, 24)
    canvas.icon("crown" if seats else "question", crown, "accent")
    for seat in seats:
        sign, inner = inner.cut_left(64, 16)
        widgets.seat_mark(canvas, sign, seat)
    colour = canvas.theme.seat(seats[0]).colour if len(seats) == 1 else canvas.theme.colours["text"]
    if detail:
        upper, lower = inner.rows((1.7, 1))
        canvas.text(upper, headline, "title", colour)
        canvas.text(lower, detail, "body", "text_soft", lines=2)
    else:
        canvas.text(inner, headline, "title", colour, lines=2)


def paint_remarks(canvas: Canvas, region: Region, badges: tuple[Badge, ...], remarks: tuple[str, ...]) -> None:
    rest = region
    for badge in badges:
        spot, rest = rest.cut_left(widgets.badge_width(canvas, badge), 10)
        widgets.badge(canvas, spot.middle(spot.w, 40), badge)
    canvas.text(rest.inset(6, 0), " · ".join(remarks), "small", "text_soft", lines=2)


@dataclass(frozen=True, slots=True)
class StandingRow:
    seat: int
    name: str
    place: int | None  # None: the count is open
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsModel(LastModel):
    """The best first."""

    rows: tuple[StandingRow, ...]


class StandingsScreen(LastScreen[StandingsModel]):
    def draw_between(self, canvas: Canvas, region: Region) -> None:
        canvas.part("rows", region, paint_standings, self.model.rows)


def paint_standings(canvas: Canvas, region: Region, rows: tuple[StandingRow, ...]) -> None:
    for spot, row in zip(region.stack(len(rows), 84, 6), rows, strict=True):
        canvas.fill(spot, "panel", 12)
        place, inner = spot.inset(16, 6).cut_left(34, 12)
        canvas.text(place, str(row.place or ""), "digits", "accent" if row.place == 1 else "text_soft")
        name, line = inner.columns((1, 1.3), 16)
        widgets.seat_name(canvas, name, row.seat, row.name)
        canvas.text(line, row.line, "body", "text", lines=2)
