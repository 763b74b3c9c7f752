"""Everybody's total after each round, as numbers and as a picture for a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.printing.paper import MM
from rules.core.scoring import PointsPlayer, added, figure

HEIGHT, NAMES, LEFT = 62.0, 34.0, 12.0  # millimetres: of the picture, of the names beside it, of the numbers
COLOURS = ("#a8402a", "#2f6690", "#4d7c3a", "#8a5a9e", "#c08a1e", "#3a8580", "#7a4a2b", "#b0527a")
DASHES = ((), (4, 2))  # with as many players as colours again
FEWEST_ROUNDS = 2

Race = tuple[float | None, ...]


def race_of(player: PointsPlayer) -> Race:
    """The total after each round; from a round on whose points are unknown it is unknown too."""
    rounds = player.get("rounds", [])
    known = next((at for at, points in enumerate(rounds) if points is None), len(rounds))
    told = [points for points in rounds[:known] if points is not None]
    return (*(added(told[: at + 1]) for at in range(known)), *[None] * (len(rounds) - known))


def race_picture(names: Sequence[str], races: Sequence[Race], width_mm: float, font: str, mark: str) -> Any:
    """A line for each player, the name where it ends; names that would overlap are moved apart. ``mark``: before
    decimals."""
    from reportlab.graphics.shapes import Drawing, PolyLine, String  # noqa: PLC0415 (as in ``pdf``)
    from reportlab.lib.colors import HexColor  # noqa: PLC0415

    known = [total for race in races for total in race if total is not None] or [0]
    low, high = min(0, *known), max(0, *known)
    across, up = (width_mm - NAMES - LEFT) * MM, (HEIGHT - 8) * MM
    count = max(len(race) for race in races)

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
    for seat, race in enumerate(races):
        told = [total for total in race if total is not None]
        points = [at(number, total) for number, total in enumerate((0, *told))]
        colour, dash = HexColor(COLOURS[seat % len(COLOURS)]), DASHES[seat // len(COLOURS) % len(DASHES)]
        line = PolyLine([x for point in points for x in point], strokeColor=colour, strokeWidth=1.2)
        line.strokeDashArray = list(dash) or None
        drawing.add(line)
        ends.append((points[-1][1], names[seat], colour))
    for y, name, colour in _apart(ends):
        drawing.add(String((LEFT + 2) * MM + across, y - 2.5, name[:18], fontName=font, fontSize=7, fillColor=colour))
    return drawing


def _apart(ends: Sequence[tuple[float, str, Any]], step: float = 8.0) -> list[tuple[float, str, Any]]:
    """From the bottom up, each at least a line above the one before."""
    placed: list[tuple[float, str, Any]] = []
    for y, name, colour in sorted(ends, key=lambda end: end[0]):
        placed.append((max(y, placed[-1][0] + step) if placed else y, name, colour))
    return placed
