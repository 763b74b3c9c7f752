"""Cuts a mat into sheets of paper: as few as possible, and where its part lies on each sheet. Pure.

A sheet keeps its paper as a flap on the right and at the bottom. Its neighbour is cut along the left or upper edge and
laid on the flap; the picture continues a little under it (bleed), so that no white shows at the seam.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.printing.paper import Paper

MARGIN_MM = 5.0  # unprintable margin of most printers
BLEED_MM = 1.5
STRIP_MM = 7.0  # for the sheet's name and the ruler
_WIDEST_STRIP_MM = 14.0

Area = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Sheet:
    """``part``: its part of the mat; ``at``: where that lies on the page, from the top left. All in millimetres."""

    column: int
    row: int
    columns: int
    rows: int
    part: Area
    page: tuple[float, float]
    at: tuple[float, float]
    strip: Area  # on the page; if higher than wide, its text runs upwards

    @property
    def number(self) -> int:
        return self.row * self.columns + self.column + 1

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def cut(self) -> tuple[bool, bool]:
        """Whether its left and its upper edge are cut and laid on a neighbour."""
        return self.column > 0, self.row > 0

    @property
    def flap(self) -> tuple[bool, bool]:
        """Whether a neighbour is laid on its right and on its lower edge."""
        return self.column < self.columns - 1, self.row < self.rows - 1

    @property
    def printed(self) -> Area:
        """Its part of the mat, with the bleed under a neighbour."""
        left, top, width, height = self.part
        return left, top, width + BLEED_MM * self.flap[0], height + BLEED_MM * self.flap[1]


def plan_sheets(size_mm: tuple[float, float], paper: Paper) -> tuple[Sheet, ...]:
    """The sheets row by row, portrait or landscape, whichever needs fewer."""
    pages = ((paper.height, paper.width), (paper.width, paper.height))
    grids = [(columns * rows, page, columns, rows) for page in pages for columns, rows in [_grid(size_mm, page)]]
    _, page, columns, rows = min(grids, key=lambda grid: grid[0])
    return tuple(_sheet(size_mm, page, (columns, rows), (n % columns, n // columns)) for n in range(columns * rows))


def _grid(size_mm: tuple[float, float], page: tuple[float, float]) -> tuple[int, int]:
    """Columns and rows, with room for a strip at the side or at the bottom."""
    width, height = (side - 2 * MARGIN_MM for side in page)
    at_side = _count(size_mm[0], width - STRIP_MM), _count(size_mm[1], height)
    at_foot = _count(size_mm[0], width), _count(size_mm[1], height - STRIP_MM)
    return min(at_side, at_foot, key=math.prod)


def _count(size: float, room: float) -> int:
    return 1 if size <= room else math.ceil(size / (room - BLEED_MM))


def _sheet(
    size_mm: tuple[float, float], page: tuple[float, float], grid: tuple[int, int], place: tuple[int, int]
) -> Sheet:
    (columns, rows), (column, row) = grid, place
    width, height = size_mm[0] / columns, size_mm[1] / rows
    spare_x = page[0] - 2 * MARGIN_MM - width - BLEED_MM * (columns > 1)
    spare_y = page[1] - 2 * MARGIN_MM - height - BLEED_MM * (rows > 1)
    thick = min(max(spare_x, spare_y), _WIDEST_STRIP_MM)
    aside = spare_x >= spare_y
    free_x, free_y = spare_x - thick * aside, spare_y - thick * (not aside)
    left, top = MARGIN_MM + free_x / 2, MARGIN_MM + free_y / 2
    low, right = page[1] - MARGIN_MM, page[0] - MARGIN_MM
    strip = (right - thick, top, thick, height) if aside else (left, low - thick, width, thick)
    part = column * width, row * height, width, height
    return Sheet(column, row, columns, rows, part, page, (left, top), strip)
