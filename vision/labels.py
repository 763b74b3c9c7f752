"""Label sheets in true size: a tag on each, the card's name in both languages, copy and least number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.codes import MODULES, module_grid
from vision.paper import MM, STANDARD_FONT, Box, LabelSheet, ruler

SMALLEST_MM, LARGEST_MM, DEFAULT_MM = 12.0, 30.0, 20.0
MARGIN_MODULES = 2  # white around the code, as part of the tag's size
_TEXT_MM = 13.0  # beside the tag, on plain paper


@dataclass(frozen=True, slots=True)
class Label:
    """One tag to print; the lines stand beside it or below, the first one bold."""

    tag: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelWords:
    title: str
    page: str
    ruler: str
    test: str
    font: str = STANDARD_FONT


def label_size(size_mm: float) -> tuple[float, float]:
    """Width and height of a label cut from plain paper: the tag, and its lines below."""
    return size_mm + 6.0, size_mm + _TEXT_MM


def draw_labels(path: Path, labels: Sequence[Label], sheet: LabelSheet, size_mm: float, words: LabelWords) -> int:
    """Writes the PDF, a test page first, and answers with the number of pages."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    paper = sheet.paper
    canvas = Canvas(str(path), pagesize=(paper.width * MM, paper.height * MM), invariant=1)
    canvas.setTitle(words.title)
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
    """Print this one first, on plain paper: frames to hold against the label sheet, the ruler, one tag of each size."""
    paper = sheet.paper
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(0.3)
    for index in range(sheet.count):
        x, y = sheet.place(index)
        canvas.rect(x * MM, (paper.height - y - sheet.height) * MM, sheet.width * MM, sheet.height * MM)
    canvas.setFillGray(1)
    canvas.rect(25 * MM, (paper.height - 120) * MM, (paper.width - 50) * MM, 80 * MM, stroke=1, fill=1)
    canvas.setFillGray(0)
    canvas.setFont(words.font, 10)
    for n, line in enumerate(words.test.split("\n")):
        canvas.drawString(30 * MM, (paper.height - 50 - 6 * n) * MM, line)
    draw_code(canvas, tag, 30.0, paper.height - 112, size_mm)
    ruler(canvas, (70.0, paper.height - 108), 100.0, words.ruler)
    canvas.showPage()


def _draw_label(canvas: Any, label: Label, box: Box, size_mm: float, how: tuple[bool, str]) -> None:
    """The tag with its lines beside it where there is room, below it otherwise."""
    (x, bottom, width, height), (cut, font) = box, how
    if cut:
        _cut_marks(canvas, box)
    if width >= size_mm + 18:
        left, low = x + 1.5, bottom + (height - size_mm) / 2
        _write(canvas, label, (left + size_mm + 1, bottom + height / 2 + 4), (width - size_mm - 3.5, 3.4), font)
    else:
        step = min(3.2, max(1.4, (height - size_mm - 1) / max(1, len(label.lines))))
        left, low = x + (width - size_mm) / 2, bottom + height - size_mm - 0.5
        _write(canvas, label, (x + 1, low - 0.8 * step), (width - 2, step), font)
    draw_code(canvas, label.tag, left, low, size_mm)


def _write(canvas: Any, label: Label, at: tuple[float, float], room: tuple[float, float], font: str) -> None:
    """Each line as large as it fits into the width, at most as high as its step."""
    (x, y), (width, step) = at, room
    canvas.setFillGray(0)
    for n, line in enumerate(label.lines):
        size = step * MM * 0.8
        length = canvas.stringWidth(line, font, size)
        size = min(size, size * width * MM / length) if length else size
        canvas.setFont(font, size)
        canvas.drawString(x * MM, (y - n * step) * MM, line)


def draw_code(canvas: Any, tag: str, left: float, bottom: float, size_mm: float) -> None:
    """Rows of dark modules as single bars, so that no printer leaves hair lines between them."""
    module = size_mm / (MODULES + 2 * MARGIN_MODULES)
    canvas.setFillGray(0)
    for row, line in enumerate(module_grid(tag)):
        y = bottom + size_mm - (row + 1 + MARGIN_MODULES) * module
        for start, length in _runs([int(dark) for dark in line]):
            x = left + (start + MARGIN_MODULES) * module
            canvas.rect(x * MM, y * MM, length * module * MM, module * MM, stroke=0, fill=1)


def _runs(line: Sequence[int]) -> list[tuple[int, int]]:
    """Where runs of ones start and how long they are."""
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
    """Plain paper has room for a ruler; on a label sheet it would be printed across the last row."""
    if sheet.cut:
        ruler(canvas, (sheet.left, 8.0), 100.0, words.ruler)
        canvas.setFont(words.font, 7)
        canvas.drawRightString((sheet.paper.width - sheet.left) * MM, 8.0 * MM, f"{words.title}  {page}")
