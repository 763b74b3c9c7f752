"""The last screen of a game as a poster: who won, how, and what next; the same as a picture to keep.

The plain version for a game without points is here too.
"""

from __future__ import annotations

import io
from abc import abstractmethod
from dataclasses import dataclass, field
from math import ceil
from typing import TypeVar

import pygame

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Badge, Choice, Hints, Notice
from companion.screens import Input, Outcome
from companion.screens.choices import Listed, paint_choices
from companion.screens.confetti import CONFETTI_MS, STILL_MS, paint_confetti
from companion.screens.frame import frame
from companion.screens.qr_screen import READABLE_MODULE, module_px, paint_qr

PICTURE = (1080, 1350)  # of a poster to pass on, as phones show it
CODE = 150  # the side of the small code
WRAPPED, LEADING = 1.15, 1.3  # what wrapping by words takes of a line, and the height of a line in letters
WIDE = 700  # from this width on texts take few lines
SIZES = (1.0, 0.75, 0.5, 0.25, 0.0)  # of texts, between the least and the full size of their style
ROW_NAME = 0.34  # of the width: the name of a row that has no sign


@dataclass(frozen=True, slots=True)
class Medal:
    """The best in one row of the pad."""

    icon: str
    colour: str | None
    row: str
    seat: int
    name: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastModel:
    """``seats``: the winners', ``names``: their names, ``figure``: their points; without winners, while the count is
    open, only ``headline``.

    ``title``: game and day, on a picture; ``remarks``: records, rivalries and what was worth telling; ``code``: where a
    phone gets the picture.
    """

    headline: str
    detail: str
    seats: tuple[int, ...]
    names: str = ""
    figure: str = ""
    title: str = ""
    medals: tuple[Medal, ...] = ()
    choices: tuple[Choice, ...] = ()
    badges: tuple[Badge, ...] = ()
    remarks: tuple[str, ...] = ()
    code: str = ""
    code_text: str = ""
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


L = TypeVar("L", bound=LastModel)


class LastScreen(Listed[L]):
    """The winner large, beside it how it went, below what to do next; subclasses draw how it went."""

    def __init__(self, model: L, *, motion: bool = False) -> None:
        super().__init__(model)
        self.motion = motion
        self.began_ms: int | None = None
        self.now_ms = 0

    def update(self, now_ms: int) -> None:
        self.began_ms = now_ms if self.began_ms is None else self.began_ms
        self.now_ms = now_ms

    @property
    def lasted_ms(self) -> int:
        """Since it was first shown."""
        return self.now_ms - (self.began_ms or 0)

    def handle(self, wish: Input) -> Outcome | None:
        self.motion = False  # a press ends whatever moves
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints, model.notices)
        if model.choices:
            strip, body = body.cut_bottom(canvas.theme.space["touch"] + 2, 12)
            canvas.part("choices", strip, paint_choices, model.choices, self.focus, len(model.choices))
        self.draw_poster(canvas, body, code=model.code)
        if self.motion and model.seats and self.lasted_ms < CONFETTI_MS:
            canvas.overlay(body, paint_confetti, self.lasted_ms)

    def draw_poster(self, canvas: Canvas, region: Region, *, code: str = "") -> None:
        """Side by side on a wide region, one above the other on a tall one."""
        model = self.model
        if region.h > region.w:
            head, body = region.cut_top(region.h * 0.36, 20)
        else:
            head, body = region.cut_left(region.w * 0.38, 20)
        canvas.part("winner", head, paint_winner, model, code)
        if model.medals:
            across = min(len(model.medals), 3 if region.h < region.w else 2)
            rows = -(-len(model.medals) // across)
            foot, body = body.cut_bottom(rows * min(70.0, body.h * 0.42 / rows), 12)
            canvas.part("medals", foot, paint_medals, model.medals, across)
        self.draw_between(canvas, body)

    def picture(self, size: tuple[int, int] = PICTURE) -> bytes:
        """The poster without buttons, as PNG."""
        pygame.font.init()
        self.is_picture = True
        canvas = Canvas(pygame.Surface(size))
        canvas.seat(self.marks)
        canvas.forget()
        canvas.begin()
        top, body = canvas.region.inset(44, 36).cut_top(54, 16)
        if self.model.seats:
            canvas.part("confetti", canvas.region, paint_confetti, STILL_MS, body)
        canvas.part("title", top, paint_title, self.model.title)
        self.draw_poster(canvas, body)
        canvas.end()
        out = io.BytesIO()
        pygame.image.save(canvas.surface, out, "poster.png")
        return out.getvalue()

    marks: tuple[int, ...] = ()  # the players' own, by seat, for a picture
    is_picture = False  # to be passed on: nothing on it can be pressed or scanned

    @abstractmethod
    def draw_between(self, canvas: Canvas, region: Region) -> None:
        """Draws what this game shows about its end."""


def paint_title(canvas: Canvas, region: Region, title: str) -> None:
    canvas.text(region, title, "heading", "text_soft")


def paint_winner(canvas: Canvas, region: Region, model: LastModel, code: str) -> None:
    """Name and points as large as they go, then why, then what else was worth telling."""
    canvas.fill(region, "panel")
    inner = region.inset(24, 14)
    if code and module_px(code, round(CODE * canvas.scale)) >= READABLE_MODULE:
        foot, inner = inner.cut_bottom(CODE + 4, 8)
        spot, beside = foot.cut_left(CODE, 16)
        paint_qr(canvas, spot, code, "")
        canvas.text(beside, model.code_text, "small", "text_soft", lines=4)
    inner = _paint_badges(canvas, inner, model.badges)
    texts = tuple(filter(None, (model.detail, *model.remarks)))
    large, small = inner.rows((1.2, 1) if len(texts) > 2 and region.w < WIDE else (2, 1), 8)
    _paint_names(canvas, large, model)
    styles = ["body" if model.detail and not place else "small" for place in range(len(texts))]
    heights = _heights(canvas, small, tuple(zip(texts, styles, strict=True)))
    spots = small.rows(heights, 4) if heights else ()
    most = {"body": 40.0, "small": 30.0} if region.w >= WIDE else {}
    remarks = [(spot, text) for spot, text, style in zip(spots, texts, styles, strict=False) if style == "small"]
    if remarks:  # one as large as the other
        most["small"] = canvas.common_size(remarks, "small", lines=3, size=most.get("small"))
    for spot, text, style in zip(spots, texts, styles, strict=False):
        canvas.text(spot, text, style, "text" if style == "body" else "text_soft", lines=3, size=most.get(style))


def _heights(canvas: Canvas, region: Region, texts: tuple[tuple[str, str], ...]) -> list[float]:
    """How high each text stands, all as large as they fit together; at the least size, as many of the first as fit."""
    for share in SIZES:
        heights = [_height(canvas, region, text, style, share) for text, style in texts]
        if sum(heights) + 4 * len(heights) <= region.h:
            return heights
    while len(heights) > 1 and sum(heights) + 4 * len(heights) > region.h:
        heights.pop()
    return heights


def _height(canvas: Canvas, region: Region, text: str, style: str, share: float) -> float:
    step = canvas.theme.type[style]
    size = step.least + (step.size - step.least) * share
    width = canvas.width_of(text, style) / canvas.zoom * size / step.size
    return ceil(width * WRAPPED / region.w) * size * LEADING


def _paint_badges(canvas: Canvas, region: Region, badges: tuple[Badge, ...]) -> Region:
    """At the bottom, as many in a line as fit; returns what is left."""
    line = Region(region.x, region.y, 0, region.h)
    for badge in badges:
        width = min(region.w, widgets.badge_width(canvas, badge))
        if width > line.w:
            line, region = region.cut_bottom(36, 6)
        spot, line = line.cut_left(width, 8)
        widgets.badge(canvas, spot, badge)
    return region


def _paint_names(canvas: Canvas, region: Region, model: LastModel) -> None:
    """The name, and below it crown, marks and points."""
    seats = model.seats
    colour = canvas.theme.seat(seats[0]).colour if len(seats) == 1 else canvas.theme.colours["text"]
    upper, lower = region.rows((1, 1.1), 4) if seats else (region, region)
    canvas.text(upper, model.names or model.headline, "title", colour, lines=2, size=170)
    if not seats:
        return
    crown, rest = lower.cut_left(min(lower.h * 0.8, 120), 14)
    canvas.icon("crown", crown, "accent")
    for seat in seats:
        sign, rest = rest.cut_left(min(lower.h * 0.5, 64, rest.w / 4), 10)
        widgets.seat_mark(canvas, sign, seat)
    canvas.text(rest, model.figure, "huge", "accent", size=240, align="right")


def paint_medals(canvas: Canvas, region: Region, medals: tuple[Medal, ...], across: int) -> None:
    """Who was best in each row."""
    for spot, medal in zip(region.grid(len(medals), across, 8), medals, strict=True):
        canvas.fill(spot, "panel", 10)
        band = canvas.theme.card(medal.colour) if medal.colour else None
        inner = spot.inset(6, 3)
        sign, rest = inner.cut_left(min(spot.h - 6, 40) if medal.icon else inner.w * ROW_NAME, 6)
        if medal.icon:
            sign = sign.square()
            canvas.fill(sign, band.band if band else "panel_high", 8)
            canvas.icon(medal.icon, sign.inset(5), band.ink if band else "text")
        else:
            canvas.text(sign, medal.row, "small", "text_soft", lines=2, size=20)
        figure, rest = rest.cut_right(canvas.width_of(medal.figure, "label") + 4, 2)
        canvas.text(figure, medal.figure, "label", "text", align="right")
        mark, rest = rest.cut_left(18, 4)
        widgets.seat_mark(canvas, mark, medal.seat)
        canvas.text(rest, medal.name, "whole", canvas.theme.seat(medal.seat).colour, lines=2, size=22)


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
