"""The mat to print: a poster of sheets in true size, with corner marks that calibrate the camera, and the zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.paper import MM, STANDARD_FONT, Paper, ruler
from vision.plane import Marks, mark_modules
from vision.sightings import Corners
from vision.zones import Zones

MARK_MM = 10.0
INSET_MM = 1.0


@dataclass(frozen=True, slots=True)
class MatWords:
    """What is printed on it, in the players' languages; ``zones`` by their names in the layout."""

    title: str
    sheet: str
    ruler: str
    zones: Mapping[str, str]
    font: str = STANDARD_FONT


def mat_marks(size_mm: tuple[float, float]) -> Marks:
    """Six marks: the four corners and the middles of the short sides, where no card needs to lie."""
    width, height = size_mm
    far_x, far_y, middle = width - INSET_MM - MARK_MM, height - INSET_MM - MARK_MM, (height - MARK_MM) / 2
    places = (
        (INSET_MM, INSET_MM),
        (far_x, INSET_MM),
        (far_x, far_y),
        (INSET_MM, far_y),
        (INSET_MM, middle),
        (far_x, middle),
    )
    return Marks({number: _square(x, y) for number, (x, y) in enumerate(places)})


def _square(x: float, y: float) -> Corners:
    return (x, y), (x + MARK_MM, y), (x + MARK_MM, y + MARK_MM), (x, y + MARK_MM)


def draw_mat(path: Path, size_mm: tuple[float, float], zones: Zones, paper: Paper, words: MatWords) -> int:
    """Writes the PDF and answers with the number of sheets; each names its place and has cut marks and a ruler."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    across, down = paper.height, paper.width  # sheets lie on their long side
    room = across - 2 * paper.margin, down - 2 * paper.margin - 6.0
    columns, rows = (-(-size // part) for size, part in zip(size_mm, room, strict=True))
    part = size_mm[0] / columns, size_mm[1] / rows
    canvas = Canvas(str(path), pagesize=(across * MM, down * MM), invariant=1)
    canvas.setTitle(words.title)
    for row in range(int(rows)):
        for column in range(int(columns)):
            left, top = paper.margin, paper.margin
            _sheet(
                canvas, (left, top, part[0], part[1]), (column * part[0], row * part[1]), down, (size_mm, zones, words)
            )
            name = words.sheet.format(row=row + 1, column=column + 1, rows=int(rows), columns=int(columns))
            canvas.setFont(words.font, 8)
            canvas.drawString(paper.margin * MM, 3.0 * MM, f"{words.title}  {name}")
            ruler(canvas, (across - paper.margin - 100.0, 3.0), 100.0, words.ruler)
            canvas.showPage()
    canvas.save()
    return int(rows * columns)


def _sheet(
    canvas: Any,
    window: tuple[float, float, float, float],
    origin: tuple[float, float],
    page_high: float,
    mat: tuple[tuple[float, float], Zones, MatWords],
) -> None:
    """The part of the mat that begins at ``origin``, drawn into ``window`` of the page (from its top left)."""
    left, top, width, height = window
    size_mm, zones, words = mat
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(left * MM, (page_high - top - height) * MM, width * MM, height * MM)
    canvas.clipPath(frame, stroke=0, fill=0)
    # From here on, millimetres of the mat from its top left, downwards.
    canvas.translate((left - origin[0]) * MM, (page_high - top + origin[1]) * MM)
    canvas.scale(MM, -MM)
    _draw_zones(canvas, zones, words)
    for number, corners in mat_marks(size_mm).corners.items():
        _draw_mark(canvas, number, corners)
    canvas.restoreState()
    canvas.setLineWidth(0.2)
    canvas.setDash(2, 2)
    canvas.rect(left * MM, (page_high - top - height) * MM, width * MM, height * MM)
    canvas.setDash()


def _draw_zones(canvas: Any, zones: Zones, words: MatWords) -> None:
    canvas.setStrokeGray(0.55)
    canvas.setLineWidth(0.5)
    for zone in zones.zones:
        path = canvas.beginPath()
        path.moveTo(*zone.corners[0])
        for corner in zone.corners[1:]:
            path.lineTo(*corner)
        path.close()
        canvas.drawPath(path)
        x, y = (sum(point[axis] for point in zone.corners) / len(zone.corners) for axis in (0, 1))
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(1, -1)
        canvas.setFillGray(0.75)
        canvas.setFont(words.font, 12)
        canvas.drawCentredString(0, 0, words.zones.get(zone.name, zone.name))
        canvas.restoreState()


def _draw_mark(canvas: Any, number: int, corners: Corners) -> None:
    (left, top), module = corners[0], MARK_MM / 6
    canvas.setFillGray(1)
    canvas.rect(left - 1, top - 1, MARK_MM + 2, MARK_MM + 2, stroke=0, fill=1)
    canvas.setFillGray(0)
    for row, line in enumerate(mark_modules(number)):
        for column, dark in enumerate(line):
            if dark:
                canvas.rect(left + column * module, top + row * module, module, module, stroke=0, fill=1)
