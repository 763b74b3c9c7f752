"""The last screen of Das Amulett: the winner's gems in the amulet."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.games.amulett.screens.table import gem_colour, paint_gems
from companion.screens.last_screen import LastModel, LastScreen

PLACES = 8  # of an amulet
TALL = 60  # a row with room for two lines of a name


@dataclass(frozen=True, slots=True)
class WinRow:
    seat: int
    name: str
    place: int
    gems: tuple[str, ...]
    won_in: tuple[int, ...] = ()  # the round of each gem, if known


@dataclass(frozen=True, slots=True, kw_only=True)
class WinModel(LastModel):
    """How full each player's amulet is, the winner's first."""

    rows: tuple[WinRow, ...]
    legend: str = ""


class WinScreen(LastScreen[WinModel]):
    def draw_between(self, canvas: Canvas, region: Region) -> None:
        """The amulet beside the others', or above them where that is higher."""
        rows = min(90 * len(self.model.rows), region.h * 0.62)
        if region.w > region.h * 2:
            left, right = region.cut_left(region.h * 1.1, 24)
        else:
            right, left = region.cut_bottom(rows, 16)
        canvas.part("amulet", left, paint_amulet, self.model.rows[0].gems)
        canvas.part("rows", right, paint_win_rows, self.model.rows, self.model.legend)


def paint_amulet(canvas: Canvas, region: Region, gems: tuple[str, ...]) -> None:
    """The gems in a ring on a golden disc."""
    area = region.square()
    canvas.fill(area.inset(area.w * 0.02), "accent", area.w / 2)
    canvas.fill(area.inset(area.w * 0.06), "panel", area.w / 2)
    x, y = area.centre
    side = area.w * (0.2 if len(gems) <= 8 else 0.15)
    for place, gem in enumerate(gems):
        angle = 2 * pi * place / max(1, len(gems))
        left, top = x + sin(angle) * area.w * 0.3 - side / 2, y - cos(angle) * area.w * 0.3 - side / 2
        canvas.icon(f"gem.{gem}", Region(left, top, side, side), gem_colour(canvas.theme, gem))
    canvas.icon("crown", area.middle(area.w * 0.2, area.w * 0.2), "accent")


def paint_win_rows(canvas: Canvas, region: Region, rows: tuple[WinRow, ...], legend: str) -> None:
    if legend:
        below, region = region.cut_bottom(26, 4)
        canvas.text(below, legend, "small", "text_soft", align="right")
    for spot, row in zip(region.stack(len(rows), 84, 6), rows, strict=True):
        canvas.fill(spot, "panel", 12)
        place, inner = spot.inset(16, 6).cut_left(34, 12)
        canvas.text(place, str(row.place), "digits", "accent" if row.place == 1 else "text_soft")
        is_tall = spot.h > TALL
        name, gems = inner.columns((1, 1.9 if is_tall else 1.3), 16)  # a name on two lines is narrow
        widgets.seat_name(canvas, name, row.seat, row.name, lines=2 if is_tall else 1, size=None if is_tall else 24)
        paint_won_gems(canvas, gems, row)


def paint_won_gems(canvas: Canvas, region: Region, row: WinRow) -> None:
    """The amulet as it filled up: after each gem its round."""
    if not row.won_in:
        paint_gems(canvas, region, row.gems, PLACES)
        return
    cells = region.columns([1] * max(PLACES, len(row.gems)), 6)
    for cell, gem, number in zip(cells, row.gems, row.won_in, strict=False):
        side = min(cell.h, cell.w * 0.58)
        icon, rest = cell.cut_left(side, 4)
        canvas.icon(f"gem.{gem}", icon.middle(side, side), gem_colour(canvas.theme, gem))
        canvas.text(rest, str(number), "small", "text_soft")
