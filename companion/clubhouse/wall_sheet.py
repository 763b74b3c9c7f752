"""A printed page to be read from a distance: text, frames and codes, each at its place."""

from __future__ import annotations

import io
from typing import Any

from companion.language.directions import as_drawn
from companion.printing.paper import MM, in_fonts, load_font, new_canvas
from companion.resources import asset

INK, SOFT, LINE = "#2a1c13", "#6b5a48", "#c9b79c"
Point = tuple[float, float]


class WallSheet:
    """A page to draw on, in millimetres from its lower left."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        self.width, self.height = size
        self._out = io.BytesIO()
        self.pen: Any = new_canvas(self._out, size, title)
        self.pen.setAuthor("Table companion")
        self.plain, self.bold = (load_font(asset("fonts", f"NotoSerif-{face}.ttf")) for face in ("Regular", "Bold"))

    def text(
        self, at: Point, text: str, font: str, size: float, *, colour: str = INK, most: float = 0, along: float = 0.5
    ) -> None:
        """Beside a point: ``along`` is the part of it to the left, 0.5 centres it. Smaller if wider than ``most``."""
        x, y = at
        parts = in_fonts(as_drawn(text), font)
        wide = sum(self.pen.stringWidth(part, face, size) for face, part in parts)
        if most and wide > most * MM:
            size, wide = size * most * MM / wide, most * MM
        self.pen.setFillColor(colour)
        left = x * MM - wide * along
        for face, part in parts:
            self.pen.setFont(face, size)
            self.pen.drawString(left, y * MM, part)
            left += self.pen.stringWidth(part, face, size)

    def rule(self, x: float, y: float, width: float) -> None:
        self.pen.setStrokeColor(LINE)
        self.pen.setLineWidth(0.4)
        self.pen.line(x * MM, y * MM, (x + width) * MM, y * MM)

    def frame(self, inset: float, width: float, colour: str) -> None:
        self.pen.setStrokeColor(colour)
        self.pen.setLineWidth(width)
        self.pen.roundRect(
            inset * MM, inset * MM, (self.width - 2 * inset) * MM, (self.height - 2 * inset) * MM, 4 * MM
        )

    def code(self, x: float, y: float, size: float, link: str) -> None:
        """A QR code with its lower left corner at a point."""
        import segno  # noqa: PLC0415 (only for these cards)

        rows = [list(row) for row in segno.make(link, error="m", micro=False).matrix]
        step = size / len(rows)
        self.pen.setFillColor("#000000")
        for row, line in enumerate(rows):
            for column, is_dark in enumerate(line):
                if is_dark:
                    at = (x + column * step) * MM, (y + size - (row + 1) * step) * MM
                    self.pen.rect(*at, step * MM, step * MM, stroke=0, fill=1)

    def built(self) -> bytes:
        self.pen.save()
        return self._out.getvalue()
