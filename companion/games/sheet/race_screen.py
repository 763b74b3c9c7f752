"""How the points stand after a round: everybody's total round by round as a picture, and what this one brought."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.screens.bulletin_screen import READ, BulletinModel, BulletinRow, BulletinScreen
from companion.screens.frame import frame
from companion.screens.winner_screen import HEAD, ROW_GAP, ROW_HEIGHT, Bar, RoundColumn, paint_rounds

MOST_ROUNDS = 7  # the last ones, as many as can be read beside the names
TOTALS = 230


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceModel(BulletinModel):
    """``bars`` and ``columns`` in the order of the rows; the columns stand in the order of the rounds."""

    bars: tuple[Bar, ...]
    columns: tuple[RoundColumn, ...]


class RaceScreen(BulletinScreen):
    """Confirmed like every bulletin."""

    model: RaceModel

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        canvas.target(READ, body)
        totals, chart = body.cut_right(TOTALS, 12)
        canvas.part("chart", chart, paint_rounds, model.bars, model.columns, len(model.columns))
        canvas.part("totals", totals, paint_totals, model.rows)


def paint_totals(canvas: Canvas, region: Region, rows: tuple[BulletinRow, ...]) -> None:
    """In line with the chart: what the round brought, then the total."""
    _, region = region.cut_top(*HEAD)
    for spot, row in zip(region.stack(len(rows), ROW_HEIGHT, ROW_GAP), rows, strict=True):
        canvas.fill(spot, "panel", 8)
        total, gained = spot.inset(12, 2).cut_right(96, 8)
        canvas.text(total, row.figure, "number", "text", align="right", size=40)
        canvas.text(gained, row.text, "small", "text_soft", lines=2)
