"""The last screen of a game with points: a race round by round, or where they come from and the game as a code."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.screens import Outcome
from companion.screens.last_screen import LastModel, LastScreen
from companion.screens.qr_screen import READABLE_MODULE, module_px, paint_qr
from companion.screens.race_chart import ROUND_MS, Race, paint_race
from rules.core.scoring import figure

TALL = 60  # a row with room for a large name
SHARE_OF_NAMES = 0.4
MOST_BESIDE_CODE = 5  # players: beside more, names and bars need the room, and the code is behind a button
NAMES = (215, 370)  # the least and the greatest width of names with their marks
ON_ONE_LINE = 290  # the least width of long ones without room for two lines
ROUNDS = "rounds"  # the choice that switches between points by round and points by row


@dataclass(frozen=True, slots=True)
class Bar:
    """One player's total in parts: icon, card colour (or none) and points; parts below zero are left out."""

    seat: int
    name: str
    place: int | None
    total: float
    parts: tuple[tuple[str, str | None, float], ...]
    unknown: bool = False  # only partly known


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerModel(LastModel):
    """``qr`` is the text of the code; ``race``: the points by round, if known; ``mark``: before decimals."""

    bars: tuple[Bar, ...]
    race: Race | None = None
    qr: str = ""
    qr_text: str = ""
    mark: str = "."


class WinnerScreen(LastScreen[WinnerModel]):
    """The race round by round; a choice switches to points by row and back."""

    def __init__(self, model: WinnerModel, *, motion: bool = False) -> None:
        super().__init__(model, motion=motion)
        self.by_round = model.race is not None

    @property
    def columns(self) -> int:
        """How many rounds are shown so far."""
        whole = 0 if self.model.race is None else len(self.model.race.rounds)
        grows = self.motion and not self.is_picture
        return min(whole, 1 + self.lasted_ms // ROUND_MS) if grows else whole

    def chosen(self, index: int) -> Outcome | None:
        if self.model.choices[index].value == ROUNDS:
            self.by_round = not self.by_round
            return None
        return super().chosen(index)

    def draw_between(self, canvas: Canvas, region: Region) -> None:
        model = self.model
        if self.by_round and model.race is not None:
            canvas.part("chart", region, paint_race, model.race, self.columns)
            return
        side = min(region.h - 44, region.w * 0.34)
        has_room = len(model.bars) <= MOST_BESIDE_CODE and not self.is_picture
        if model.qr and has_room and module_px(model.qr, round(side * canvas.scale)) >= READABLE_MODULE:
            right, region = region.cut_right(side, 20)
            canvas.part("qr", right, paint_qr, model.qr, model.qr_text)
        canvas.part("chart", region, paint_chart, model.bars, model.mark)


def paint_chart(canvas: Canvas, region: Region, bars: tuple[Bar, ...], mark: str) -> None:
    """A bar for each player, best first, built from the rows of the pad."""
    most = max([sum(points for _, _, points in bar.parts) for bar in bars] + [bar.total for bar in bars] + [1])
    for spot, bar in zip(region.stack(len(bars), 92, 6), bars, strict=True):
        least = NAMES[0] if spot.h > TALL else ON_ONE_LINE
        name, rest = spot.cut_left(max(least, min(NAMES[1], region.w * SHARE_OF_NAMES)), 12)
        place, name = name.cut_left(34, 8)
        canvas.text(
            place,
            "" if bar.place is None else str(bar.place),
            "digits",
            "accent" if bar.place == 1 else "text_soft",
            align="right",
        )
        is_tall = spot.h > TALL
        widgets.seat_name(canvas, name, bar.seat, bar.name, lines=2 if is_tall else 1, size=None if is_tall else 24)
        total, rest = rest.cut_right(72, 8)
        shown = figure(bar.total, unknown=bar.unknown, mark=mark)
        canvas.text(total, shown, "number", "text", align="right", size=38)
        _paint_parts(canvas, rest.inset(0, min(8, spot.h * 0.12)), bar, rest.w / most)


def _paint_parts(canvas: Canvas, region: Region, bar: Bar, unit: float) -> None:
    canvas.fill(region, "panel", 8)
    x = region.x
    for icon, colour, points in bar.parts:
        segment = Region(x, region.y, points * unit, region.h)
        band = canvas.theme.card(colour) if colour else None
        canvas.fill(segment.inset(1, 0), band.band if band else "text_soft", 6)
        side = min(segment.h - 8, 30)
        if icon and segment.w > side + 4:
            canvas.icon(icon, segment.middle(side, side), band.ink if band else canvas.theme.colours["ground"])
        x = segment.right
