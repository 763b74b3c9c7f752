"""The final reading: players show their cards on the mat one by one, with a tick for each card and nothing secret."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Action, CardModel, Header, Hints, Notice, NowLine
from companion.screens.acting import Acting
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.table_screen import packed, paint_actions

LOW_CARD = 100
MOST_LINES = 3  # differences listed at once; the first is the one being asked


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One player's progress: cards read, and whether that is all."""

    seat: int
    name: str
    count: int
    done: bool = False
    now: bool = False
    of: int | None = None  # how many there should be, if known


@dataclass(frozen=True, slots=True)
class ReadingModel:
    """``cards``: the public cards on the mat; ``ticks``: how many others were read, which may not be named.

    While ``asking``, the actions are answers to the first of the ``differences``.
    """

    header: Header
    now: NowLine
    rows: tuple[ReadingRow, ...]
    cards: tuple[CardModel, ...] = ()
    ticks: int = 0
    actions: tuple[Action, ...] = ()
    differences: tuple[str, ...] = ()
    asking: bool = False
    empty: str = ""
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class ReadingScreen(Acting[ReadingModel]):
    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, model.hints, model.notices)
        now, body = body.cut_top(now_height(canvas), gap)
        draw_now(canvas, now, model.now)
        right, body = body.cut_right(380, 20)
        canvas.part("rows", right, paint_reading_rows, model.rows)
        if model.actions:
            strip, body = body.cut_bottom(canvas.theme.space["touch"], gap)
            canvas.part("actions", strip, paint_actions, tuple(enumerate(model.actions)), self.focus)
        if model.differences:
            below, body = body.cut_bottom(min(172, 62 * len(model.differences) + 14), gap)
            canvas.part("differences", below, paint_differences, model.differences, model.asking)
        canvas.part("mat", body, paint_mat, model.cards, model.ticks, model.empty)


def paint_reading_rows(canvas: Canvas, region: Region, rows: tuple[ReadingRow, ...]) -> None:
    for spot, row in zip(region.stack(len(rows), 84, 6), rows, strict=True):
        if row.now:
            canvas.frame(spot, "accent", 3, 12, "panel_high")
        else:
            canvas.fill(spot, "panel", 12)
        tick, inner = spot.inset(12, 6).cut_right(40, 10)
        if row.done:
            canvas.icon("tick", tick.inset(2), "good")
        number, inner = inner.cut_right(54 if row.of is None else 96, 8)
        count = str(row.count) if row.of is None else f"{row.count}/{row.of}"
        canvas.text(number, count if row.count or row.now else "", "digits", "text", align="right")
        widgets.seat_name(canvas, inner, row.seat, row.name, lines=2)


def paint_mat(canvas: Canvas, region: Region, cards: tuple[CardModel, ...], ticks: int, empty: str) -> None:
    """Public cards, with a tick for each that was read; a card back with a tick for each of the others."""
    canvas.frame(region, "line", 2, 18, "panel")
    inner = region.inset(18)
    if not cards and not ticks:
        canvas.text(inner.inset(30, 0), empty, "body", "text_soft", align="centre", lines=4)
        return
    spots = packed(len(cards) + ticks, inner)
    for spot, model in zip(spots, cards, strict=False):
        widgets.card(canvas, spot, model)
        if model.state == "settled":
            _paint_tick(canvas, spot)
    for spot in spots[len(cards) :]:
        back = spot.inset(5)
        canvas.frame(back, "line", 3, 12, "panel_high")
        side = min(back.w, back.h) * 0.5
        canvas.icon("tick", back.middle(side, side), "good")


def _paint_tick(canvas: Canvas, card: Region) -> None:
    """On a dark disc in the lower left corner, to be visible on paper; on a low card in its band."""
    side = min(34.0, card.h * 0.3, card.w * 0.3)
    top = card.bottom - side - 9 if card.h > LOW_CARD else card.y + 6
    disc = Region(card.x + 9 if card.h > LOW_CARD else card.right - side - 9, top, side, side)
    canvas.fill(disc, "ground", side / 2)
    canvas.icon("tick", disc.inset(side * 0.18), "good")


def paint_differences(canvas: Canvas, region: Region, lines: tuple[str, ...], asking: bool) -> None:
    """Where the table and the log differ; the difference being asked stands out."""
    canvas.frame(region, "warn", 2, 12, "panel")
    for place, (spot, line) in enumerate(
        zip(region.inset(16, 7).stack(min(len(lines), MOST_LINES), 58), lines, strict=False)
    ):
        sign, rest = spot.cut_left(28, 12)
        now = asking and place == 0
        canvas.icon("question", sign.inset(2), "accent" if now else "warn")
        canvas.text(rest, line, "label" if now else "small", "text" if now or not asking else "text_soft", lines=2)
