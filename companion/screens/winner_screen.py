"""The last screen of a game with points: a chart of them, round by round, and the game as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.theme import Rgb, mix
from companion.screens import Input, Outcome
from companion.screens.last_screen import LastModel, LastScreen
from companion.screens.qr_screen import READABLE_MODULE, module_px, paint_qr
from rules.core.scoring import figure

TALL = 60  # a row with room for a large name
ROUNDS = "rounds"  # the choice that switches between points by round and points by row
HEAD = (30, 2)  # above the rows of a chart of rounds: the line with their numbers, and the gap below it
ROW_HEIGHT, ROW_GAP = 92, 4
ROUND_MS = 420  # time from one round to the next


@dataclass(frozen=True, slots=True)
class Bar:
    """One player's total in parts: icon, card colour (or none) and points; parts below zero are left out."""

    seat: int
    name: str
    place: int | None  # None: the count is open
    total: float
    parts: tuple[tuple[str, str | None, float], ...]
    unknown: bool = False  # only partly known


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """All points at the end of a round, in the order of the bars; None: unknown, so nothing is drawn."""

    label: str
    points: tuple[float | None, ...]
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerModel(LastModel):
    """``qr`` is the text of the code; ``rounds``: the points by round, if known; ``mark``: before decimals."""

    bars: tuple[Bar, ...]
    rounds: tuple[RoundColumn, ...] = ()
    qr: str = ""
    qr_text: str = ""
    mark: str = "."


class WinnerScreen(LastScreen[WinnerModel]):
    """The points round by round; a choice switches to points by row and back."""

    def __init__(self, model: WinnerModel, *, motion: bool = False) -> None:
        super().__init__(model)
        self.by_round = bool(model.rounds)
        self._motion = motion
        self._began_ms: int | None = None
        self._now_ms = 0

    def update(self, now_ms: int) -> None:
        self._began_ms = now_ms if self._began_ms is None else self._began_ms
        self._now_ms = now_ms

    @property
    def columns(self) -> int:
        """How many rounds are shown so far."""
        whole = len(self.model.rounds)
        return min(whole, 1 + (self._now_ms - (self._began_ms or 0)) // ROUND_MS) if self._motion else whole

    def handle(self, wish: Input) -> Outcome | None:
        self._motion = False  # a press ends the animation
        return super().handle(wish)

    def chosen(self, index: int) -> Outcome | None:
        if self.model.choices[index].value == ROUNDS:
            self.by_round = not self.by_round
            return None
        return super().chosen(index)

    def draw_aside(self, canvas: Canvas, region: Region) -> Region:
        model = self.model
        if self.by_round:
            return region
        side = min(region.h - 44, 380)
        if not model.qr or module_px(model.qr, round(side * canvas.scale)) < READABLE_MODULE:
            return region
        right, left = region.cut_right(side, 20)
        canvas.part("qr", right, paint_qr, model.qr, model.qr_text)
        return left

    def draw_between(self, canvas: Canvas, region: Region) -> None:
        if self.by_round:
            canvas.part("chart", region, paint_rounds, self.model.bars, self.model.rounds, self.columns)
        else:
            canvas.part("chart", region, paint_chart, self.model.bars, self.model.mark)


def paint_chart(canvas: Canvas, region: Region, bars: tuple[Bar, ...], mark: str) -> None:
    """A bar for each player, best first, built from the rows of the pad."""
    most = max([sum(points for _, _, points in bar.parts) for bar in bars] + [bar.total for bar in bars] + [1])
    for spot, bar in zip(region.stack(len(bars), 92, 6), bars, strict=True):
        name, rest = spot.cut_left(min(370, region.w * 0.34), 12)
        place, name = name.cut_left(34, 8)
        canvas.text(place, str(bar.place or ""), "digits", "accent" if bar.place == 1 else "text_soft", align="right")
        widgets.seat_name(
            canvas, name, bar.seat, bar.name, "name" if spot.h > TALL else "label", lines=2 if spot.h > TALL else 1
        )
        total, rest = rest.cut_right(72, 8)
        shown = figure(bar.total, unknown=bar.unknown, mark=mark)
        canvas.text(total, shown, "number", "text", align="right", size=38)
        _paint_parts(canvas, rest.inset(0, min(8, spot.h * 0.12)), bar, rest.w / most)


def paint_rounds(
    canvas: Canvas, region: Region, bars: tuple[Bar, ...], rounds: tuple[RoundColumn, ...], shown: int
) -> None:
    """A row per player and a column per round, higher with more points; unknown points are a question mark."""
    most = max([points or 0 for column in rounds for points in column.points] + [1])
    head, region = region.cut_top(*HEAD)
    widths = (min(300, region.w * 0.26), [1] * len(rounds))
    for spot, column in zip(head.cut_left(widths[0], 12)[1].columns(widths[1], 6), rounds[:shown], strict=False):
        canvas.text(spot, column.label, "small", "text_soft", align="centre", size=20)
    for place, (spot, bar) in enumerate(zip(region.stack(len(bars), ROW_HEIGHT, ROW_GAP), bars, strict=True)):
        name, rest = spot.cut_left(widths[0], 12)
        rank, name = name.cut_left(34, 8)
        canvas.text(rank, str(bar.place or ""), "digits", "accent" if bar.place == 1 else "text_soft", align="right")
        widgets.seat_name(canvas, name, bar.seat, bar.name, "name" if spot.h > TALL else "label")
        for cell, column in zip(rest.columns(widths[1], 6), rounds[:shown], strict=False):
            share = None if column.points[place] is None else max(0, column.points[place] or 0) / most
            _paint_round(canvas, cell, canvas.theme.seat(bar.seat).colour, share, column.figures[place])


def _paint_round(canvas: Canvas, region: Region, colour: Rgb, share: float | None, figure_: str) -> None:
    canvas.fill(region, "panel", 8)
    if share:
        height = region.h * share
        bar = Region(region.x, region.bottom - height, region.w, height)
        canvas.fill(bar, mix(colour, canvas.theme.colours["panel"], 0.5), min(8.0, height / 2))
    canvas.text(region.inset(3, 0), figure_, "digits", "text_soft" if share is None else "text", align="centre")


def _paint_parts(canvas: Canvas, region: Region, bar: Bar, unit: float) -> None:
    canvas.fill(region, "panel", 8)
    x = region.x
    for icon, colour, points in bar.parts:
        segment = Region(x, region.y, points * unit, region.h)
        band = canvas.theme.card(colour) if colour else None
        canvas.fill(segment.inset(1, 0), band.band if band else "text_soft", 6)
        side = min(segment.h - 8, 30)
        if segment.w > side + 4:
            canvas.icon(icon, segment.middle(side, side), band.ink if band else canvas.theme.colours["ground"])
        x = segment.right
