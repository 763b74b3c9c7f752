"""Everybody's total after each round, as numbers and as a picture for a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.printing.paper import MM
from companion.sharing.seat_shapes import seat_colour, seat_shape
from rules.core.scoring import PointsPlayer, added, figure

HEIGHT, NAMES, LEFT = 80.0, 34.0, 12.0  # millimetres: of the picture, of the names beside it, of the numbers
DOT, MARK = 1.6, 6.5  # points: at every round, and the side of the mark at the end
FEWEST_ROUNDS = 2

Race = tuple[float | None, ...]


def race_of(player: PointsPlayer) -> Race:
    """The total after each round; from a round on whose points are unknown it is unknown too."""
    rounds = player.get("rounds", [])
    known = next((at for at, points in enumerate(rounds) if points is None), len(rounds))
    told = [points for points in rounds[:known] if points is not None]
    return (*(added(told[: at + 1]) for at in range(known)), *[None] * (len(rounds) - known))


def race_picture(runners: Sequence[tuple[str, int, Race]], width_mm: float, font: str, mark: str) -> Any:
    """A line for each player, given by name, mark and totals, with name and mark where it ends; those that would
    overlap are moved apart. ``mark``: before decimals."""
    from reportlab.graphics.shapes import Circle, Drawing, PolyLine, String  # noqa: PLC0415 (as in ``pdf``)
    from reportlab.lib.colors import HexColor  # noqa: PLC0415
    from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

    known = [total for _, _, race in runners for total in race if total is not None] or [0]
    low, high = min(0, *known), max(0, *known)
    across, up = (width_mm - NAMES - LEFT) * MM, (HEIGHT - 8) * MM
    count = max(len(race) for _, _, race in runners)

    def at(number: int, total: float) -> tuple[float, float]:
        return LEFT * MM + across * number / count, 4 * MM + up * (total - low) / ((high - low) or 1)

    drawing = Drawing(width_mm * MM, HEIGHT * MM)
    for total in dict.fromkeys((low, 0, high)):
        x, y = at(0, total)
        drawing.add(PolyLine([x, y, x + across, y], strokeColor=HexColor("#c9b79c"), strokeWidth=0.4))
        drawing.add(
            String(x - 3, y - 2.5, figure(total, unknown=False, mark=mark), fontName=font, fontSize=7, textAnchor="end")
        )
    ends = []
    for name, seat, race in runners:
        told = [(number, total) for number, total in enumerate(race, start=1) if total is not None]
        points = [at(number, total) for number, total in ((0, 0), *told)]
        colour = HexColor(seat_colour(seat))
        drawing.add(PolyLine([x for point in points for x in point], strokeColor=colour, strokeWidth=1.4))
        for x, y in points[1:]:
            drawing.add(Circle(x, y, DOT, fillColor=colour, strokeColor=None))
        ends.append((points[-1][1], name, seat))
    for y, name, seat in _apart(ends):
        x = (LEFT + 2) * MM + across
        drawing.add(seat_shape(seat, x, y - MARK / 2, MARK))
        ink = HexColor(seat_colour(seat))
        room = width_mm * MM - x - MARK - 3
        size = min(7.0, 7.0 * room / stringWidth(name, font, 7))
        drawing.add(String(x + MARK + 3, y - 2.5, name, fontName=font, fontSize=size, fillColor=ink))
    return drawing


def _apart(ends: Sequence[tuple[float, str, int]], step: float = 9.0) -> list[tuple[float, str, int]]:
    """From the bottom up, each at least a line above the one before."""
    placed: list[tuple[float, str, int]] = []
    for y, name, seat in sorted(ends, key=lambda end: end[0]):
        placed.append((max(y, placed[-1][0] + step) if placed else y, name, seat))
    return placed
