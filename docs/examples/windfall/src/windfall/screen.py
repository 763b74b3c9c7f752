"""The stall: the crate that is for sale, the best bid beside it, everybody at the side, what can be done below."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.models import Action, Header, Hints, Moment, Notice, NowLine, PlayerRow
from companion.screens.acting import Moving
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.motion import Flight, draw_moment
from companion.screens.table_screen import draw_players, paint_actions


@dataclass(frozen=True, slots=True)
class Lot:
    """A crate for sale; ``bid`` stands large beside it, with a line about whose it is."""

    name: str
    icon: str
    pounds: int
    bid: int
    line: str


@dataclass(frozen=True, slots=True)
class StallModel:
    header: Header
    now: NowLine
    players: tuple[PlayerRow, ...]
    actions: tuple[Action, ...]
    notices: tuple[Notice, ...]
    hints: Hints
    lot: Lot | None = None
    empty: str = ""
    moment: Moment | None = None


class StallScreen(Moving[StallModel, Flight]):
    """Focus, presses, touch and large moments are the program's; this only says where things are drawn."""

    def flight(self, before: StallModel, after: StallModel, now_ms: int) -> Flight | None:
        """Nothing flies here."""

    def card_read(self, before: StallModel, after: StallModel) -> None:
        """The stall itself shows the crate large."""

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, model.hints, model.notices)
        now, body = body.cut_top(now_height(canvas), gap)
        people, body = body.cut_right(widgets.people_width(canvas), gap)
        strip, stall = body.cut_bottom(canvas.theme.space["touch"], gap)
        draw_now(canvas, now, model.now)
        draw_players(canvas, people, model.players)
        if model.actions:
            canvas.part("actions", strip, paint_actions, tuple(enumerate(model.actions)), self.focus)
        canvas.part("stall", stall, paint_stall, model.lot, model.empty)
        if self.moment is not None:
            draw_moment(canvas, stall, self.moment)


def paint_stall(canvas: Canvas, region: Region, lot: Lot | None, empty: str) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(30, 24)
    if lot is None:
        canvas.text(inner, empty, "body", "text_soft", align="centre", lines=4)
        return
    number, inner = inner.cut_right(inner.w * 0.34, 20)
    figure, line = number.rows((2, 1), 6)
    canvas.text(figure, str(lot.bid), "huge", "accent", align="centre", size=figure.h * 0.9)
    canvas.text(line, lot.line, "label", "text", align="centre", valign="top", lines=3)
    name, crate = inner.cut_top(64, 10)
    canvas.text(name, lot.name, "heading", "text")
    canvas.frame(crate, "line", 4, 14, "panel_high")
    side = min(crate.h - 24, (crate.w - 24) / 5)
    for place in range(lot.pounds):
        spot = Region(crate.x + 12 + place * side, crate.y, side, crate.h).middle(side * 0.86, side * 0.86)
        canvas.icon(lot.icon, spot, icon_colour(lot.icon) or "text")
