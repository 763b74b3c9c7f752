"""A mat as PDF in true size: first a plan of the sheets, then the sheets, each with its name and a ruler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.brush import Brush, lozenge, turned
from companion.printing.mat_art import ZoneWords, draw_art, draw_words, panel_of
from companion.printing.mat_sheets import MARGIN_MM, Sheet
from companion.printing.paper import MM, new_canvas, ruler
from vision.table.mat import Mat

_INK, _SOFT = "#2a1c13", "#8a7a6a"


@dataclass(frozen=True, slots=True)
class MatWords:
    """The printed texts: ``zones`` by their names in the layout, ``sheets`` in order."""

    title: str
    ruler: str
    zones: Mapping[str, ZoneWords]
    sheets: Sequence[tuple[str, str]]  # its name, and what to do with it
    plan: str
    steps: Sequence[str]
    fonts: tuple[str, str]


def draw_mat(path: Path, mat: Mat, sheets: Sequence[Sheet], words: MatWords) -> int:
    """Writes the PDF; returns the number of pages. A single sheet needs no plan."""
    canvas = new_canvas(path, sheets[0].page, words.title)
    _keep_art(canvas, mat, words)
    if len(sheets) > 1:
        _plan(canvas, mat, sheets, words)
        canvas.showPage()
    for sheet, told in zip(sheets, words.sheets, strict=True):
        _sheet(canvas, mat, sheet, words)
        _strip(canvas, sheet, told, words)
        canvas.showPage()
    canvas.save()
    return len(sheets) + (len(sheets) > 1)


_ART = "art"


def _keep_art(canvas: Any, mat: Mat, words: MatWords) -> None:
    """Stores the whole picture once in the file; every page shows its part of it."""
    canvas.beginForm(_ART, 0, 0, *mat.size_mm)
    draw_art(Brush(canvas, *words.fonts), mat)
    canvas.endForm()


def _sheet(canvas: Any, mat: Mat, sheet: Sheet, words: MatWords) -> None:
    brush, (left, top), high = Brush(canvas, *words.fonts), sheet.at, sheet.page[1]
    _, _, width, height = sheet.printed
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(left * MM, (high - top - height) * MM, width * MM, height * MM)
    canvas.clipPath(frame, stroke=0, fill=0)
    turned(canvas, (left - sheet.part[0], top - sheet.part[1]), high)
    canvas.doForm(_ART)
    _closing_marks(brush, mat, sheet)
    draw_words(brush, mat, dict(words.zones), _all_seams(sheet), sheet.part)
    canvas.restoreState()
    canvas.saveState()
    turned(canvas, (left, top), high)
    _edges(brush, sheet)
    canvas.restoreState()


def _all_seams(sheet: Sheet) -> tuple[float, ...]:
    return tuple(column * sheet.part[2] for column in range(1, sheet.columns))


def _closing_marks(brush: Brush, mat: Mat, sheet: Sheet) -> None:
    """Registration marks: lozenges across every seam, whose halves must meet."""
    left, top, width, height = sheet.part
    for x in {left, left + width} - {0.0, mat.size_mm[0]}:
        for share in (0.2, 0.8):
            brush.shape(lozenge((x, top + share * height), 2.2, 2.2), fill=mat.look.ornament)
    for y in {top, top + height} - {0.0, mat.size_mm[1]}:
        for share in (0.2, 0.8):
            brush.shape(lozenge((left + share * width, y), 2.2, 2.2), fill=mat.look.ornament)


def _edges(brush: Brush, sheet: Sheet) -> None:
    """Dashed lines where to cut, on the part that falls off; a hairline where a neighbour's edge will lie and where the
    mat ends."""
    _, _, width, height = sheet.part
    cut_left, cut_top = sheet.cut
    brush.line((width, 0.0), (width, height), _SOFT, 0.1)
    brush.line((0.0, height), (width, height), _SOFT, 0.1)
    if not cut_left:
        brush.line((0.0, 0.0), (0.0, height), _SOFT, 0.1)
    if not cut_top:
        brush.line((0.0, 0.0), (width, 0.0), _SOFT, 0.1)
    if cut_left:
        brush.line((-_OFF_MM, 0.0), (-_OFF_MM, height), _INK, 0.2, (3.0, 1.5))
    if cut_top:
        brush.line((0.0, -_OFF_MM), (width, -_OFF_MM), _INK, 0.2, (3.0, 1.5))


_OFF_MM = 0.12


def _strip(canvas: Any, sheet: Sheet, told: tuple[str, str], words: MatWords) -> None:
    """Sheet name and ruler beside or below the picture, on paper that is cut off or covered."""
    left, top, width, height = sheet.strip
    upwards = height > width
    length, thick = (height, width) if upwards else (width, height)
    canvas.saveState()
    canvas.translate(left * MM, (sheet.page[1] - top - height) * MM)
    aside = _little_plan(canvas, sheet, min(thick, 9.0) - 0.6, upwards=upwards) if sheet.count > 1 else 0.0
    if upwards:
        canvas.translate(min(width, 9.0) * MM, 0)
        canvas.rotate(90)
    canvas.setFillColor(_INK)
    room = length - aside - 108.0
    for n, (line, font) in enumerate(zip(told, words.fonts, strict=True)):
        canvas.setFont(font, min(8.0 - 1.5 * n, 10.0 * room * MM / max(1.0, canvas.stringWidth(line, font, 10.0))))
        canvas.drawString((aside + 2) * MM, (3.9 - 2.9 * n) * MM, line)
    ruler(canvas, (length - 101.0, 3.2), 100.0, words.ruler)
    canvas.restoreState()


def _little_plan(canvas: Any, sheet: Sheet, thick: float, *, upwards: bool) -> float:
    """All sheets as small boxes with this one dark; returns how much of the strip it takes."""
    ratio = sheet.part[2] * sheet.columns / (sheet.part[3] * sheet.rows)
    wide, high = (thick, thick / ratio) if upwards else (thick * ratio, thick)
    wide, high = wide / sheet.columns, high / sheet.rows
    canvas.setStrokeColor(_INK)
    canvas.setFillColor(_INK)
    canvas.setLineWidth(0.4)
    for n in range(sheet.count):
        row, column = divmod(n, sheet.columns)
        box = (0.3 + column * wide, 0.3 + (sheet.rows - 1 - row) * high, wide, high)
        canvas.rect(*(side * MM for side in box), stroke=1, fill=int(n + 1 == sheet.number))
    return high * sheet.rows if upwards else wide * sheet.columns


# The first page.


def _plan(canvas: Any, mat: Mat, sheets: Sequence[Sheet], words: MatWords) -> None:
    page = sheets[0].page
    left, right = MARGIN_MM + 10, page[0] - MARGIN_MM - 10
    canvas.setFillColor(_INK)
    canvas.setFont(words.fonts[0], 22)
    canvas.drawString(left * MM, (page[1] - 22) * MM, words.title)
    canvas.setFont(words.fonts[1], 11)
    canvas.drawString(left * MM, (page[1] - 30) * MM, words.plan)
    lines = _wrapped(canvas, words.steps, words.fonts[1], right - left)
    top, foot = 36.0, MARGIN_MM + 18 + _LINE_MM * len(lines)
    scale = min((right - left) / mat.size_mm[0], (page[1] - top - foot - 6) / mat.size_mm[1])
    across = mat.size_mm[0] * scale
    _little_mat(canvas, mat, sheets, words, (left + (right - left - across) / 2, top, scale, page[1]))
    canvas.setFillColor(_INK)
    canvas.setFont(words.fonts[1], 10)
    under = page[1] - top - mat.size_mm[1] * scale - 9
    for number, line in enumerate(lines):
        canvas.drawString(left * MM, (under - _LINE_MM * number) * MM, line)
    ruler(canvas, (left, MARGIN_MM + 6), 100.0, words.ruler)


_LINE_MM = 5.4


def _little_mat(
    canvas: Any, mat: Mat, sheets: Sequence[Sheet], words: MatWords, place: tuple[float, float, float, float]
) -> None:
    """A small picture of the whole mat with zone names, sheet edges and sheet numbers."""
    x, y, scale, page_high = place
    brush = Brush(canvas, *words.fonts)
    canvas.saveState()
    turned(canvas, (x, y), page_high, scale)
    canvas.doForm(_ART)
    for zone in mat.zones.zones:
        left, top, _, _ = panel_of(mat, zone)
        name, ink = words.zones[zone.name].name, mat.zone_looks[zone.name].ink
        brush.box((left, top, brush.width(name, 13) + 12, 18), 3, fill=ink)
        brush.words(name, (left + 6, top + 13.5), 13, "#ffffff")
    for sheet in sheets:
        left, top, width, height = sheet.part
        brush.box(sheet.part, line=_INK, width=0.9)
        middle = (left + width - 26, top + height - 26)
        brush.shape(lozenge(middle, 20, 20), fill="#ffffff", line=_INK, width=0.9)
        brush.words(str(sheet.number), (middle[0], middle[1] + 6.5), 18, _INK, centred=True)
    canvas.restoreState()


def _wrapped(canvas: Any, steps: Sequence[str], font: str, room: float) -> list[str]:
    lines: list[str] = []
    for number, step in enumerate(steps, 1):
        line = f"{number}. "
        for word in step.split(" "):
            if canvas.stringWidth(f"{line}{word}", font, 10) > room * MM:
                lines.append(line.rstrip())
                line = "    "
            line += f"{word} "
        lines.append(line.rstrip())
    return lines
