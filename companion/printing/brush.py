"""Draws with reportlab in millimetres from the upper left corner, down the page; and the ornaments of a mat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.printing.mat_sheets import Area
from companion.printing.paper import MM
from vision.sightings import Point


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws in millimetres downwards on a canvas of reportlab that was turned that way (``turned``)."""

    canvas: Any
    bold: str
    plain: str

    def shape(self, points: Sequence[Point], *, fill: str = "", line: str = "", width: float = 0.25) -> None:
        self.shapes([points], fill=fill, line=line, width=width)

    def shapes(
        self, all_points: Iterable[Sequence[Point]], *, fill: str = "", line: str = "", width: float = 0.25
    ) -> None:
        """As one path: a page with thousands of paths takes a printer long."""
        from reportlab.pdfgen.pathobject import PDFPathObject  # noqa: PLC0415

        self._colours(fill, line, width)
        path = PDFPathObject(["n", *map(_outline, all_points)])
        self.canvas.drawPath(path, stroke=int(bool(line)), fill=int(bool(fill)))

    def box(self, area: Area, radius: float = 0.0, *, fill: str = "", line: str = "", width: float = 0.25) -> None:
        self._colours(fill, line, width)
        left, top, across, down = area
        self.canvas.roundRect(left, top, across, down, radius, stroke=int(bool(line)), fill=int(bool(fill)))

    def line(self, start: Point, end: Point, colour: str, width: float = 0.25, dash: Sequence[float] = ()) -> None:
        self._colours("", colour, width)
        self.canvas.setDash(list(dash))
        self.canvas.line(*start, *end)
        self.canvas.setDash([])

    def words(
        self, text: str, at: Point, size: float, colour: str, *, bold: bool = True, centred: bool = False
    ) -> None:
        """``at``: where the base line begins; ``size`` in millimetres."""
        self.canvas.saveState()
        self.canvas.translate(*at)
        self.canvas.scale(1, -1)
        self.canvas.setFillColor(colour)
        self.canvas.setFont(self.bold if bold else self.plain, size)
        (self.canvas.drawCentredString if centred else self.canvas.drawString)(0, 0, text)
        self.canvas.restoreState()

    def width(self, text: str, size: float, *, bold: bool = True) -> float:
        return float(self.canvas.stringWidth(text, self.bold if bold else self.plain, size))

    def _colours(self, fill: str, line: str, width: float) -> None:
        if fill:
            self.canvas.setFillColor(fill)
        if line:
            self.canvas.setStrokeColor(line)
            self.canvas.setLineWidth(width)


def _outline(points: Sequence[Point]) -> str:
    """In a PDF's own words, to a thousandth of a millimetre; reportlab's own way takes most of a mat's time."""
    (x, y), *others = points
    return f"{x:.3f} {y:.3f} m " + "".join([f"{x:.3f} {y:.3f} l " for x, y in others]) + "h"


def turned(canvas: Any, origin: Point, page_high: float, scale: float = 1.0) -> None:
    """From here on: millimetres downwards, from ``origin``, which is millimetres from the page's top left."""
    canvas.translate(origin[0] * MM, (page_high - origin[1]) * MM)
    canvas.scale(scale * MM, -scale * MM)


def star(middle: Point, radius: float, points: int, waist: float = 0.55, turn: float = 0.0) -> list[Point]:
    x, y = middle
    return [
        (x + reach * math.sin(angle), y - reach * math.cos(angle))
        for n in range(2 * points)
        for reach, angle in [(radius * (waist if n % 2 else 1.0), turn + math.pi * n / points)]
    ]


def lozenge(middle: Point, across: float, down: float) -> list[Point]:
    x, y = middle
    return [(x - across, y), (x, y - down), (x + across, y), (x, y + down)]


def rosette(middle: Point, radius: float, points: int) -> Iterator[list[Point]]:
    """Curves as a spirograph draws them: waves around a circle, one within the other."""
    for share, depth in ((0.82, 0.18), (0.66, 0.22), (0.5, 0.16)):
        for phase in range(4):
            yield wave(middle, radius * share, radius * depth, 2 * points, phase * math.pi / 2)


def wave(middle: Point, radius: float, depth: float, waves: int, phase: float) -> list[Point]:
    x, y = middle
    steps = 24 * waves
    return [
        (x + reach * math.cos(angle), y + reach * math.sin(angle))
        for n in range(steps)
        for angle in [2 * math.pi * n / steps]
        for reach in [radius + depth * math.sin(waves * angle + phase)]
    ]


def circle(middle: Point, radius: float) -> list[Point]:
    return [
        (middle[0] + radius * math.cos(math.tau * n / 180), middle[1] + radius * math.sin(math.tau * n / 180))
        for n in range(180)
    ]


def paler(colour: str, share: float) -> str:
    """So much of the colour, the rest white."""
    mix: Callable[[int], int] = lambda at: round(255 - share * (255 - int(colour[at : at + 2], 16)))  # noqa: E731
    return f"#{mix(1):02x}{mix(3):02x}{mix(5):02x}"
