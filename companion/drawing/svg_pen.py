"""The same icons as shapes for a browser: whatever a ``Pen`` would paint, as SVG paths in a square of 100 × 100."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.pen import Pen, Point

SIDE = 100


@dataclass(frozen=True, slots=True)
class SvgShape:
    """``width``: of a line; 0: filled. ``shade``: as of the pen. ``erase``: painted in the colour of the ground."""

    path: str
    width: float = 0
    shade: float = 0
    erase: bool = False


class SvgPen(Pen):
    """Has no surface: an icon that paints on it directly cannot be drawn for a browser."""

    def __init__(self) -> None:
        self.shapes: list[SvgShape] = []

    def poly(self, points: Sequence[Point], shade: float = 0, *, erase: bool = False) -> None:
        self._keep(f"{_line(points)}z", shade=shade, erase=erase)

    def disc(self, x: float, y: float, r: float, shade: float = 0, *, erase: bool = False) -> None:
        self._keep(_oval(x, y, r, r), shade=shade, erase=erase)

    def ring(self, x: float, y: float, r: float, width: float, shade: float = 0) -> None:
        middle = r - width / 2
        self._keep(_oval(x, y, middle, middle), width, shade=shade)

    def oval(self, x: float, y: float, w: float, h: float, shade: float = 0, *, erase: bool = False) -> None:
        self._keep(_oval(x + w / 2, y + h / 2, w / 2, h / 2), shade=shade, erase=erase)

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, *, shade: float = 0, erase: bool = False
    ) -> None:
        r = min(r, w / 2, h / 2)
        across, down, turn = _number(w - 2 * r), _number(h - 2 * r), _number(r)
        arc = f"a{turn} {turn} 0 0 1 "
        self._keep(
            f"M{_number(x + r)} {_number(y)}h{across}{arc}{turn} {turn}v{down}{arc}-{turn} {turn}"
            f"h-{across}{arc}-{turn} -{turn}v-{down}{arc}{turn} -{turn}z",
            shade=shade,
            erase=erase,
        )

    def stroke(self, points: Sequence[Point], width: float = 0.09, shade: float = 0, *, erase: bool = False) -> None:
        self._keep(_line(points), width, shade=shade, erase=erase)

    def arc(self, x: float, y: float, r: float, span: tuple[float, float], width: float = 0.09) -> None:
        start, end = (
            (x + r * math.sin(angle), y - r * math.cos(angle))
            for angle in (math.radians(span[0]), math.radians(span[1]))
        )
        large, clockwise = int(abs(span[1] - span[0]) > 180), int(span[1] > span[0])
        turn = _number(r)
        self._keep(f"M{_point(start)}A{turn} {turn} 0 {large} {clockwise} {_point(end)}", width)

    def _keep(self, path: str, width: float = 0, *, shade: float = 0, erase: bool = False) -> None:
        self.shapes.append(SvgShape(path, round(width * SIDE, 1), shade, erase))


def _number(value: float) -> str:
    return f"{value * SIDE:.1f}".removesuffix(".0")


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(_point(point) for point in points)


def _oval(x: float, y: float, across: float, down: float) -> str:
    half = f"a{_number(across)} {_number(down)} 0 1 0 "
    return f"M{_number(x - across)} {_number(y)}{half}{_number(2 * across)} 0{half}-{_number(2 * across)} 0z"
