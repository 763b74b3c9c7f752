"""Label sheets in true size: a tag on each label, the card's name in one or two languages, copy and minimum players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.paper import MM, STANDARD_FONT, Box, LabelSheet, new_canvas, ruler
from vision.sightings import Point
from vision.tags.codes import MARGIN_MODULES, MODULES, module_grid

SMALLEST_MM, LARGEST_MM, DEFAULT_MM = 12.0, 30.0, 20.0
_TEXT_MM = 13.0  # beside the tag, on plain paper


# Corners of each sign's shape, from 0 to 1; none for a disc.
SHAPES: tuple[tuple[Point, ...], ...] = (
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
    (),
    ((0.5, -0.2), (1.2, 0.5), (0.5, 1.2), (-0.2, 0.5)),
    ((-0.25, 0.5), (0.125, -0.15), (0.875, -0.15), (1.25, 0.5), (0.875, 1.15), (0.125, 1.15)),
)


@dataclass(frozen=True, slots=True)
class Sign:
    """Marks the pile a card belongs to: white letters on a dark shape."""

    shape: tuple[Point, ...]
    letters: str


@dataclass(frozen=True, slots=True)
class Label:
    """One tag to print, with lines beside or below it; the sign comes before line ``signed``."""

    tag: str
    lines: tuple[str, ...]
    sign: Sign | None = None
    signed: int = 0


@dataclass(frozen=True, slots=True)
class LabelWords:
    title: str
    page: str
    ruler: str
    test: str
    font: str = STANDARD_FONT
    legend: tuple[tuple[Sign, str], ...] = ()


def label_size(size_mm: float) -> tuple[float, float]:
    """Width and height of a label cut from plain paper: the tag with its lines below."""
    return size_mm + 6.0, size_mm + _TEXT_MM


def draw_labels(path: Path, labels: Sequence[Label], sheet: LabelSheet, size_mm: float, words: LabelWords) -> int:
    """Writes the PDF, a test page first; returns the number of pages."""
    paper = sheet.paper
    canvas = new_canvas(path, (paper.width, paper.height), words.title)
    pages = -(-len(labels) // sheet.count)
    _test_page(canvas, sheet, size_mm, words, labels[0].tag)
    for page in range(pages):
        for index, label in enumerate(labels[page * sheet.count : (page + 1) * sheet.count]):
            _draw_label(canvas, label, sheet.box(index), size_mm, (sheet.cut, words.font))
        _foot(canvas, sheet, words, words.page.format(page=page + 1, pages=pages))
        canvas.showPage()
    canvas.save()
    return pages + 1


def _test_page(canvas: Any, sheet: LabelSheet, size_mm: float, words: LabelWords, tag: str) -> None:
    """To print first, on plain paper: frames to hold against the label sheet, a ruler, one tag of each size."""
    paper = sheet.paper
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(0.3)
    for index in range(sheet.count):
        x, y = sheet.place(index)
        canvas.rect(x * MM, (paper.height - y - sheet.height) * MM, sheet.width * MM, sheet.height * MM)
    lines = words.test.split("\n")
    high = 46 + 6 * len(lines) + 7 * len(words.legend)
    canvas.setFillGray(1)
    canvas.rect(25 * MM, (paper.height - 40 - high) * MM, (paper.width - 50) * MM, high * MM, stroke=1, fill=1)
    canvas.setFillGray(0)
    canvas.setFont(words.font, 10)
    for n, line in enumerate(lines):
        canvas.drawString(30 * MM, (paper.height - 50 - 6 * n) * MM, line)
    for n, (sign, line) in enumerate(words.legend):
        y = paper.height - 52 - 6 * len(lines) - 7 * n
        _draw_sign(canvas, sign, (31.0, y - 0.6), 3.6, words.font)
        canvas.setFont(words.font, 10)
        canvas.drawString(37 * MM, y * MM, line)
    low = paper.height - 40 - high + 4
    draw_code(canvas, tag, 30.0, low, size_mm)
    ruler(canvas, (70.0, low + 6), 100.0, words.ruler)
    canvas.showPage()


def _draw_label(canvas: Any, label: Label, box: Box, size_mm: float, how: tuple[bool, str]) -> None:
    """The tag, with its lines beside it if there is room, else below."""
    (x, bottom, width, height), (cut, font) = box, how
    if cut:
        _cut_marks(canvas, box)
    if width >= size_mm + 18:
        left, low = x + 1.5, bottom + (height - size_mm) / 2
        step = min(3.4, (height - 1) / len(label.lines))
        top = bottom + height / 2 + (len(label.lines) / 2 - 0.8) * step
        _write(canvas, label, (left + size_mm + 1, top), (width - size_mm - 3.5, step), font)
    else:
        step = min(3.2, max(1.4, (height - size_mm - 1) / max(1, len(label.lines))))
        left, low = x + (width - size_mm) / 2, bottom + height - size_mm - 0.5
        _write(canvas, label, (x + 1, low - 0.8 * step), (width - 2, step), font)
    draw_code(canvas, label.tag, left, low, size_mm)


def _write(canvas: Any, label: Label, at: tuple[float, float], room: tuple[float, float], font: str) -> None:
    """Each line as large as the width allows, at most one step high."""
    (x, y), (width, step) = at, room
    for n, line in enumerate(label.lines):
        low, aside = y - n * step, 0.0
        if label.sign is not None and n == label.signed:
            _draw_sign(canvas, label.sign, (x + 0.15 * step, low - 0.1 * step), 0.75 * step, font)
            aside = 1.2 * step
        size = step * MM * 0.8
        length = canvas.stringWidth(line, font, size)
        size = min(size, size * (width - aside) * MM / length) if length else size
        canvas.setFillGray(0)
        canvas.setFont(font, size)
        canvas.drawString((x + aside) * MM, low * MM, line)


def _draw_sign(canvas: Any, sign: Sign, at: Point, side: float, font: str) -> None:
    """A dark shape about ``side`` millimetres wide with its lower left at ``at``, and the letters on it."""
    x, y = at
    canvas.setFillGray(0)
    if sign.shape:
        path = canvas.beginPath()
        for n, (dx, dy) in enumerate(sign.shape):
            (path.lineTo if n else path.moveTo)((x + dx * side) * MM, (y + dy * side) * MM)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)
    else:
        canvas.circle((x + side / 2) * MM, (y + side / 2) * MM, 0.6 * side * MM, stroke=0, fill=1)
    size = 0.85 * side * MM / max(1.0, 0.75 * len(sign.letters))
    canvas.setFillGray(1)
    canvas.setFont(font, size)
    canvas.drawCentredString((x + side / 2) * MM, (y + side / 2) * MM - 0.36 * size, sign.letters)
    canvas.setFillGray(0)


def draw_code(canvas: Any, tag: str, left: float, bottom: float, size_mm: float) -> None:
    """Draws runs of dark modules as single bars, so that printers leave no hairlines between them."""
    module = size_mm / (MODULES + 2 * MARGIN_MODULES)
    canvas.setFillGray(0)
    for row, line in enumerate(module_grid(tag)):
        y = bottom + size_mm - (row + 1 + MARGIN_MODULES) * module
        for start, length in _runs([int(dark) for dark in line]):
            x = left + (start + MARGIN_MODULES) * module
            canvas.rect(x * MM, y * MM, length * module * MM, module * MM, stroke=0, fill=1)


def _runs(line: Sequence[int]) -> list[tuple[int, int]]:
    """Start and length of each run of ones."""
    padded = [0, *line, 0]
    starts = [n for n in range(len(line)) if padded[n + 1] and not padded[n]]
    ends = [n for n in range(len(line)) if padded[n + 1] and not padded[n + 2]]
    return [(start, end - start + 1) for start, end in zip(starts, ends, strict=True)]


def _cut_marks(canvas: Any, box: Box) -> None:
    x, bottom, width, height = box
    canvas.setLineWidth(0.2)
    canvas.setStrokeGray(0.5)
    for corner_x in (x, x + width):
        for corner_y in (bottom, bottom + height):
            canvas.line((corner_x - 1) * MM, corner_y * MM, (corner_x + 1) * MM, corner_y * MM)
            canvas.line(corner_x * MM, (corner_y - 1) * MM, corner_x * MM, (corner_y + 1) * MM)


def _foot(canvas: Any, sheet: LabelSheet, words: LabelWords, page: str) -> None:
    """Only plain paper gets a ruler; on a label sheet it would cross the last row."""
    if sheet.cut:
        ruler(canvas, (sheet.left, 8.0), 100.0, words.ruler)
        canvas.setFont(words.font, 7)
        canvas.drawRightString((sheet.paper.width - sheet.left) * MM, 8.0 * MM, f"{words.title}  {page}")
