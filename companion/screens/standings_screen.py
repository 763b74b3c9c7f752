"""The last screen of a game without points: who has won, and of everybody how far they came."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.screens.winner_screen import LastModel, LastScreen


@dataclass(frozen=True, slots=True)
class StandingRow:
    seat: int
    name: str
    place: int
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
        canvas.text(place, str(row.place), "digits", "accent" if row.place == 1 else "text_soft")
        name, line = inner.columns((1, 1.3), 16)
        widgets.seat_name(canvas, name, row.seat, row.name)
        canvas.text(line, row.line, "body", "text", lines=2)
