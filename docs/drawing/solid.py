"""Solids for a 3D printer: upright walls between rings, flat caps with holes, and whether the whole is closed.

Rings are points in millimetres, anticlockwise seen from above, rounded so that every machine writes the same file.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]
Ring = tuple[Point, ...]
Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]

SEGMENTS = 40


def circle(x: float, y: float, radius: float, segments: int = SEGMENTS) -> Ring:
    turns = (2 * math.pi * n / segments for n in range(segments))
    return _ring((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def hexagon(x: float, y: float, across_flats: float) -> Ring:
    return circle(x, y, across_flats / math.sqrt(3), 6)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Ring:
    """A rectangle about a middle, its corners rounded."""
    steps = SEGMENTS // 4
    corners = ((1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3))
    return _ring(
        (
            x + right * (width / 2 - radius) + radius * math.cos((quarter + n / steps) * math.pi / 2),
            y + up * (height / 2 - radius) + radius * math.sin((quarter + n / steps) * math.pi / 2),
        )
        for right, up, quarter in corners
        for n in range(steps + 1)
    )


def _ring(points: object) -> Ring:
    assert hasattr(points, "__iter__")
    return tuple(dict.fromkeys((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points))


@dataclass
class Solid:
    """Grows by walls and caps; ``check`` says whether nothing is missing."""

    triangles: list[Triangle] = field(default_factory=list)

    def outside(self, ring: Ring, low: float, high: float) -> None:
        """A wall with the material inside the ring."""
        self._wall(ring, ring, low, high)

    def hole(self, ring: Ring, low: float, high: float) -> None:
        """A wall with the material around the ring."""
        self.funnel(ring, ring, low, high)

    def funnel(self, ring: Ring, upper: Ring, low: float, high: float) -> None:
        """A hole that is one ring below and another, of as many points, above."""
        self._wall(tuple(reversed(ring)), tuple(reversed(upper)), low, high)

    def cap(self, ring: Ring, holes: Sequence[Ring], height: float, *, up: bool = True) -> None:
        for a, b, c in triangulate(ring, holes):
            corners = [(x, y, height) for x, y in ((a, b, c) if up else (a, c, b))]
            self.triangles.append((corners[0], corners[1], corners[2]))

    def _wall(self, lower: Ring, upper: Ring, low: float, high: float) -> None:
        for n in range(len(lower)):
            a, b, c, d = lower[n - 1], lower[n], upper[n], upper[n - 1]
            self.triangles.append(((*a, low), (*b, low), (*c, high)))
            self.triangles.append(((*a, low), (*c, high), (*d, high)))

    @property
    def volume(self) -> float:
        """In cubic millimetres; negative if inside and outside are swapped."""
        return (
            sum(
                ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
                for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in self.triangles
            )
            / 6
        )

    @property
    def is_closed(self) -> bool:
        """Every edge belongs to two faces that run along it in opposite directions, and no face is a mere line."""
        edges = Counter((face[n - 1], face[n]) for face in self.triangles for n in range(3))
        return all(count == 1 and edges[b, a] == 1 and a != b for (a, b), count in edges.items())

    @property
    def through_holes(self) -> int:
        """How many holes go through a body of one piece: corners, edges and faces tell (Euler)."""
        corners = {corner for face in self.triangles for corner in face}
        faces = len(self.triangles)
        return (2 - (len(corners) - faces * 3 // 2 + faces)) // 2

    @property
    def overhangs(self) -> list[Triangle]:
        """Faces that look down and do not lie on the bed: what a printer would have to hold up."""
        return [face for face in self.triangles if normal(face)[2] < -1e-6 and any(z > 1e-6 for _, _, z in face)]

    def stl(self) -> bytes:
        """Binary STL, in millimetres."""
        head = b"table companion, millimetres".ljust(80) + struct.pack("<I", len(self.triangles))
        return head + b"".join(
            struct.pack("<12fH", *normal(face), *(value for corner in face for value in corner), 0)
            for face in self.triangles
        )


def normal(face: Triangle) -> Corner:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    length = math.sqrt(x * x + y * y + z * z) or 1.0
    return round(x / length, 6) + 0.0, round(y / length, 6) + 0.0, round(z / length, 6) + 0.0


def read_stl(data: bytes) -> Solid:
    """What ``stl`` wrote; coordinates as rounded before."""
    (count,) = struct.unpack_from("<I", data, 80)
    rows = [struct.unpack_from("<12fH", data, 84 + 50 * n)[3:12] for n in range(count)]
    return Solid([tuple(tuple(round(v, 3) + 0.0 for v in row[n : n + 3]) for n in (0, 3, 6)) for row in rows])  # type: ignore[misc]


# Ear clipping, with holes cut open to the outline first.


def triangulate(ring: Ring, holes: Sequence[Ring]) -> list[tuple[Point, Point, Point]]:
    """Triangles, anticlockwise, that fill the ring around its holes and use no corner but theirs."""
    outline = list(ring)
    waiting = sorted((list(reversed(hole)) for hole in holes), key=max, reverse=True)
    for number, hole in enumerate(waiting):
        outline = _opened(outline, hole, waiting[number + 1 :])
    found = []
    while len(outline) > 3:
        ear = _ear(outline)
        found.append((outline[ear - 1], outline[ear], outline[(ear + 1) % len(outline)]))
        del outline[ear]
    return [*found, (outline[0], outline[1], outline[2])]


def _opened(outline: list[Point], hole: list[Point], others: Sequence[list[Point]]) -> list[Point]:
    """The outline with a cut to the hole, around it, and back: along the shortest way that crosses nothing."""
    walls = [*_edges(outline), *_edges(hole), *(edge for other in others for edge in _edges(other))]
    ways = sorted((math.dist(a, b), n, m) for n, a in enumerate(outline) for m, b in enumerate(hole))
    for _, n, m in ways:
        if not any(_crosses(outline[n], hole[m], *wall) for wall in walls) and _opens_inward(outline, n, hole[m]):
            return [*outline[: n + 1], *hole[m:], *hole[: m + 1], *outline[n:]]
    raise ValueError("expected a hole inside the outline")


def _opens_inward(outline: list[Point], n: int, to: Point) -> bool:
    """Where a cut has visited a corner before, only one of its two visits has the hole on its inner side."""
    before, at, after = outline[n - 1], outline[n], outline[(n + 1) % len(outline)]
    if _turn(before, at, after) > 0:
        return _turn(before, at, to) > 0 and _turn(at, after, to) > 0
    return _turn(before, at, to) > 0 or _turn(at, after, to) > 0


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(ring[n - 1], ring[n]) for n in range(len(ring))]


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _ear(outline: list[Point]) -> int:
    """The corner whose triangle is fattest of those that hold no other corner: thin ones print and look badly."""
    for _, n in sorted((-_fatness(outline, n), n) for n in range(len(outline))):
        a, b, c = outline[n - 1], outline[n], outline[(n + 1) % len(outline)]
        if _turn(a, b, c) <= 0:
            break
        if not any(_inside(p, a, b, c) for p in outline if p not in (a, b, c)):
            return n
    raise ValueError("expected an outline that does not cross itself")


def _fatness(outline: list[Point], n: int) -> float:
    a, b, c = outline[n - 1], outline[n], outline[(n + 1) % len(outline)]
    return _turn(a, b, c) / max(math.dist(a, b), math.dist(b, c), math.dist(c, a), 1e-9) ** 2


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _inside(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0
