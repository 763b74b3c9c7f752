"""Seat and control cards in true size, to cut from plain paper: a tag in the middle, a word along each edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.labels import draw_code
from companion.printing.paper import MM, Paper, new_canvas, plain_sheet, ruler

_WORDS_MM = 15.0  # from the tag to the edge of the card
_TITLE_PT, _EDGE_PT = 8.0, 10.0


@dataclass(frozen=True, slots=True)
class TableCard:
    """``edges``: clockwise from the top, each word upright when its edge points away from the reader; may be empty."""

    tag: str
    title: str
    edges: tuple[str, ...] = ()


def draw_table_cards(
    path: Path, cards: Sequence[TableCard], paper: Paper, size_mm: float, words: tuple[str, ...]
) -> int:
    """Writes the PDF; returns the number of pages. ``words``: title, text of the ruler, and the font."""
    title, below, font = words
    side = size_mm + 2 * _WORDS_MM
    sheet = plain_sheet(paper, (side, side))
    canvas = new_canvas(path, (paper.width, paper.height), title)
    pages = [cards[start : start + sheet.count] for start in range(0, len(cards), sheet.count)]
    for page in pages:
        for index, card in enumerate(page):
            left, bottom, _, _ = sheet.box(index)
            _draw_card(canvas, card, (left, bottom, side), size_mm, font)
        ruler(canvas, (sheet.left, 8.0), 100.0, below)
        canvas.showPage()
    canvas.save()
    return len(pages)


def _draw_card(canvas: Any, card: TableCard, square: tuple[float, float, float], size_mm: float, font: str) -> None:
    left, bottom, side = square
    canvas.setStrokeGray(0.5)
    canvas.setLineWidth(0.3)
    canvas.rect(left * MM, bottom * MM, side * MM, side * MM)
    draw_code(canvas, card.tag, left + _WORDS_MM, bottom + _WORDS_MM, size_mm)
    canvas.saveState()
    canvas.translate((left + side / 2) * MM, (bottom + side / 2) * MM)
    if card.edges:
        canvas.setFont(font, _TITLE_PT)
        canvas.drawCentredString(0, -(size_mm / 2 + 3.2) * MM, card.title)
    for edge in card.edges or (card.title,):
        _write(canvas, edge, (side - 8.0, side / 2 - 6.5), font)
        canvas.rotate(-90)
    canvas.restoreState()


def _write(canvas: Any, text: str, room: tuple[float, float], font: str) -> None:
    """The word of one edge, as large as it fits; the canvas is rotated for each edge."""
    width, height = room
    length = canvas.stringWidth(text, font, _EDGE_PT)
    canvas.setFont(font, min(_EDGE_PT, _EDGE_PT * width * MM / max(length, 1.0)))
    canvas.drawCentredString(0, height * MM, text)
