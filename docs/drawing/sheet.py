"""A sheet to draw on, in SVG: one look for all pictures, measures in millimetres where a drawing is to scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

Point = tuple[float, float]

INK, SOFT, LINE = "#1c2024", "#6b747d", "#33383e"
BLUE, TEAL, AMBER, GREEN, PURPLE, RED = "#1f6feb", "#0d8a8a", "#d98a00", "#2e8b3d", "#8a4fc7", "#c62828"
SUN, WOOD, WOOD_DARK, PAPER, BOARD, METAL, PALE = (
    "#f4b942",
    "#b98a5e",
    "#8a5a33",
    "#f6eedb",
    "#d9ecdd",
    "#c9ced4",
    "#eef1f4",
)
FONT = "Inter, Helvetica, Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Sheet:
    """``at`` gives the same sheet with another origin and scale; sizes of writing and strokes are never scaled."""

    width: float
    height: float
    title: str
    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0
    parts: list[str] = field(default_factory=list)

    def at(self, left: float, top: float, scale: float = 1.0) -> Sheet:
        """Origin in units of this sheet; ``scale``: units of the paper for each unit drawn."""
        x, y = self._place((left, top))
        return Sheet(self.width, self.height, self.title, x, y, self.scale * scale, self.parts)

    def svg(self) -> str:
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" '
            f'font-family="{FONT}" font-size="16">\n<title>{escape(self.title)}</title>\n'
            f'<rect width="{_n(self.width)}" height="{_n(self.height)}" fill="#ffffff"/>'
        )
        return "\n".join([opening, *self.parts, "</svg>\n"])

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        *,
        stroke: str = LINE,
        line: float = 2,
    ) -> None:
        left, top = self._place((x, y))
        size = f'width="{_n(width * self.scale)}" height="{_n(height * self.scale)}"'
        self._add(
            f'<rect x="{_n(left)}" y="{_n(top)}" {size} rx="{_n(self._round(width, height))}"', fill, stroke, line
        )

    def disc(
        self, x: float, y: float, radius: float, fill: str = "none", *, stroke: str = LINE, line: float = 2
    ) -> None:
        cx, cy = self._place((x, y))
        self._add(f'<circle cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(radius * self.scale)}"', fill, stroke, line)

    def shape(
        self,
        points: Sequence[Point],
        fill: str = "none",
        *,
        stroke: str = LINE,
        line: float = 2,
        opacity: float = 1.0,
        dash: str = "",
    ) -> None:
        """A closed outline with straight edges."""
        self._add(self._path(points, "Z", opacity, dash), fill, stroke, line)

    def stroke(
        self, points: Sequence[Point], colour: str = LINE, line: float = 2, *, dash: str = "", opacity: float = 1.0
    ) -> None:
        """An open line through points."""
        self._add(self._path(points, "", opacity, dash), "none", colour, line)

    def curve(self, points: Sequence[Point], colour: str = LINE, line: float = 2) -> None:
        """A cable: through the first point, bent by the next two, to the fourth, and so on in threes."""
        places = [f"{_n(x)} {_n(y)}" for x, y in map(self._place, points)]
        bends = " ".join(f"C {a}, {b}, {c}" for a, b, c in zip(places[1::3], places[2::3], places[3::3], strict=True))
        self._add(f'<path d="M {places[0]} {bends}" stroke-linecap="round"', "none", colour, line)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = 16,
        fill: str = INK,
        anchor: str = "start",
        weight: str = "normal",
        turn: float = 0.0,
        halo: bool = False,
    ) -> None:
        """Lines of text; the first one stands at ``y``. ``halo``: a white rim, where it may stand on lines."""
        left, top = self._place((x, y))
        for number, line in enumerate(text.split("\n")):
            down = top + number * size * 1.3
            more = f' transform="rotate({_n(turn)} {_n(left)} {_n(top)})"' if turn else ""
            more += ' stroke="#ffffff" stroke-width="5" stroke-linejoin="round" paint-order="stroke"' if halo else ""
            look = f'font-size="{size}" text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"{more}'
            self.parts.append(f'<text x="{_n(left)}" y="{_n(down)}" {look}>{escape(line)}</text>')

    def heading(self, text: str, below: str = "") -> None:
        self.text(36, 44, text, size=24, weight="bold")
        if below:
            self.text(36, 70, below, fill=SOFT)

    def badge(self, x: float, y: float, mark: str, colour: str = BLUE) -> None:
        """A number or letter in a disc, for steps and lists."""
        left, top = self._place((x, y))
        self.parts.append(f'<circle cx="{_n(left)}" cy="{_n(top)}" r="14" fill="{colour}"/>')
        look = 'font-size="16" text-anchor="middle" fill="#ffffff" font-weight="bold"'
        self.parts.append(f'<text x="{_n(left)}" y="{_n(top + 5.5)}" {look}>{escape(mark)}</text>')

    def arrow(self, start: Point, end: Point, colour: str = LINE, line: float = 2, *, both: bool = False) -> None:
        self.stroke([start, end], colour, line)
        self._head(start, end, colour)
        if both:
            self._head(end, start, colour)

    def measure(
        self,
        start: Point,
        end: Point,
        text: str,
        *,
        off: float = 0.0,
        side: int = -1,
        colour: str = SOFT,
        gap: float = 6,
    ) -> None:
        """A dimension: arrows at both ends, ``off`` units of paper beside what is measured, the words at its middle."""
        (ax, ay), (bx, by) = self._place(start), self._place(end)
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length * side, -(bx - ax) / length * side
        paper = Sheet(self.width, self.height, self.title, parts=self.parts)
        a, b = (ax + nx * off, ay + ny * off), (bx + nx * off, by + ny * off)
        if off:
            paper.stroke([(ax + nx * 4, ay + ny * 4), (a[0] + nx * 6, a[1] + ny * 6)], colour, 1)
            paper.stroke([(bx + nx * 4, by + ny * 4), (b[0] + nx * 6, b[1] + ny * 6)], colour, 1)
        paper.arrow(a, b, colour, 1.5, both=True)
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if abs(nx) > abs(ny):  # upright: words beside it
            anchor = "start" if nx > 0 else "end"
            paper.text(middle[0] + math.copysign(gap, nx), middle[1] + 5, text, anchor=anchor, fill=colour, halo=True)
        else:
            down = -gap if ny < 0 else gap + 12
            paper.text(middle[0], middle[1] + down, text, anchor="middle", fill=colour, halo=True)

    def note(self, at: Point, to: Point, text: str, *, anchor: str = "start", fill: str = INK, size: int = 16) -> None:
        """A thin line from a thing to its words; ``to`` is where the words begin (or end)."""
        self.stroke([at, to], SOFT, 1)
        self.disc(*at, 2.5 / self.scale, SOFT, stroke="none")
        left, top = self._place(to)
        paper = Sheet(self.width, self.height, self.title, parts=self.parts)
        beside = {"start": 5, "end": -5}.get(anchor, 0)
        paper.text(left + beside, top + 5, text, anchor=anchor, fill=fill, size=size, halo=True)

    def ruler(self, x: float, y: float, mm: float, words: str = "") -> None:
        """How long so many millimetres are here: for drawings to scale."""
        (left, top), length = self._place((x, y)), mm * self.scale
        paper = Sheet(self.width, self.height, self.title, parts=self.parts)
        for step in range(5):
            fill = LINE if step % 2 == 0 else "#ffffff"
            paper.box(left + step * length / 5, top, length / 5, 7, fill, line=1)
        paper.text(left + length + 10, top + 9, words or f"{mm:g} mm", fill=SOFT, size=14)

    def _place(self, point: Point) -> Point:
        return self.left + point[0] * self.scale, self.top + point[1] * self.scale

    def _round(self, width: float, height: float) -> float:
        return min(4.0, 0.2 * min(width, height) * self.scale)

    def _head(self, start: Point, end: Point, colour: str) -> None:
        (ax, ay), (bx, by) = self._place(start), self._place(end)
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        points = (
            (bx, by),
            (bx - 9 * ux - 3.5 * uy, by - 9 * uy + 3.5 * ux),
            (bx - 9 * ux + 3.5 * uy, by - 9 * uy - 3.5 * ux),
        )
        Sheet(self.width, self.height, self.title, parts=self.parts).shape(points, colour, stroke="none")

    def _path(self, points: Sequence[Point], end: str, opacity: float, dash: str) -> str:
        way = " L ".join(f"{_n(x)} {_n(y)}" for x, y in map(self._place, points))
        extra = (f' opacity="{opacity:g}"' if opacity < 1 else "") + (f' stroke-dasharray="{dash}"' if dash else "")
        return f'<path d="M {way} {end}" stroke-linejoin="round" stroke-linecap="round"{extra}'

    def _add(self, start: str, fill: str, stroke: str, line: float) -> None:
        edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{_n(line)}"'
        self.parts.append(f'{start} fill="{fill}"{edge}/>')


def _n(number: float) -> str:
    """A number as short as it may be."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
