"""A picture of solids: seen from above at a slant, lit from the left, edges drawn; each pixel shows what is nearest."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from docs.drawing.parts import CAMERA_BOARD, CAMERA_EDGE, CAMERA_PLATE, PARTS, POST_HIGH, THICK, camera_holes
from docs.drawing.solid import Corner, Ring, Solid, circle, normal, rounded

Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

_FINER = 3  # pixels drawn for each pixel kept, both ways
_LIGHT = np.array([-0.45, -0.35, 0.82])
_EDGE_DEG = 25.0  # faces that meet at less of an angle belong to one round surface
_EDGE: Colour = (43, 50, 58)


def render(solids: Sequence[tuple[Solid, Colour]], size: tuple[int, int], turn: float, tilt: float) -> Image.Image:
    """``turn``: degrees about the upright axis; ``tilt``: 90 looks straight down."""
    camera = _camera(turn, tilt)
    corners = np.array([corner for solid, _ in solids for face in solid.triangles for corner in face])
    seen = corners @ camera.T
    low, high = seen.min(0), seen.max(0)
    width, height = (_FINER * side for side in size)
    scale = 0.92 * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    middle = (low + high) / 2

    def place(points: Floats) -> Floats:
        at = (points @ camera.T - middle) * scale
        return np.column_stack([width / 2 + at[:, 0], height / 2 - at[:, 1], at[:, 2]])

    picture = np.full((height, width, 3), 255, np.uint8)
    depth = np.full((height, width), -np.inf)
    for solid, colour in solids:
        for face in solid.triangles:
            _fill(picture, depth, place(np.array(face)), _shade(colour, normal(face)))
    for solid, _ in solids:
        for edge in _sharp_edges(solid):
            _draw(picture, depth, place(np.array(edge)))
    return Image.fromarray(picture).resize(size, Image.Resampling.BOX)


def part_picture(name: str) -> Image.Image:
    """A part as it comes from the printer; beside the camera's plate the same with the camera on it."""
    part = PARTS[name]()
    solids = [(part, PLASTIC)]
    if name == "camera-plate":
        beside = CAMERA_PLATE[0] + 22
        solids += [(_moved(solid, beside), colour) for solid, colour in [(part, PLASTIC), *_camera_on_plate()]]
    return render(solids, (900, 560), -35, 48)


PLASTIC: Colour = (244, 185, 66)


def _camera_on_plate() -> list[tuple[Solid, Colour]]:
    (width, height), board = CAMERA_BOARD, THICK + POST_HIGH
    middle = CAMERA_EDGE + height / 2
    screws = [(_block(circle(x, y, 1.9, 24), board + 1, board + 2.5), (190, 196, 203)) for x, y in camera_holes()]
    lens = CAMERA_EDGE + 14.4
    return [
        (_block(rounded(0, middle, width, height, 1.5), board, board + 1), (46, 139, 61)),
        (_block(rounded(0, lens, 11, 11, 0.8), board + 1, board + 6), (60, 66, 74)),
        (_block(circle(0, lens, 4.2), board + 6, board + 8.5), (90, 98, 108)),
        (_block(circle(0, lens, 2.0, 24), board + 8.5, board + 8.6), (20, 22, 26)),
        *screws,
    ]


def _block(ring: Ring, low: float, high: float) -> Solid:
    solid = Solid()
    solid.outside(ring, low, high)
    solid.cap(ring, [], low, up=False)
    solid.cap(ring, [], high)
    return solid


def _moved(solid: Solid, x: float) -> Solid:
    return Solid([tuple((a + x, b, c) for a, b, c in face) for face in solid.triangles])  # type: ignore[misc]


def _camera(turn: float, tilt: float) -> Floats:
    a, b = math.radians(turn), math.radians(90 - tilt)
    about = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(b), math.sin(b)], [0, -math.sin(b), math.cos(b)]])
    return np.asarray(lean @ about, dtype=np.float64)


def _shade(colour: Colour, facing: Corner) -> Colour:
    light = 0.62 + 0.38 * max(0.0, float(np.dot(facing, _LIGHT) / np.linalg.norm(_LIGHT)))
    red, green, blue = (int(value * light) for value in colour)
    return red, green, blue


def _fill(picture: NDArray[np.uint8], depth: Floats, corners: Floats, colour: Colour) -> None:
    """Of a closed solid: a face that is turned away, which is clockwise here, has a nearer one before it."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if area > -1e-9:
        return
    left, right = max(0, math.floor(min(ax, bx, cx))), math.ceil(max(ax, bx, cx)) + 1
    top, bottom = max(0, math.floor(min(ay, by, cy))), math.ceil(max(ay, by, cy)) + 1
    patch = depth[top:bottom, left:right]
    y, x = np.ogrid[top : top + patch.shape[0], left : left + patch.shape[1]]
    y, x = y + 0.5, x + 0.5
    u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    z = u * az + v * bz + (1 - u - v) * cz
    nearer = (u >= 0) & (v >= 0) & (u + v <= 1) & (z > patch)
    patch[nearer] = z[nearer]
    picture[top:bottom, left:right][nearer] = colour


def _sharp_edges(solid: Solid) -> list[tuple[Corner, Corner]]:
    beside: dict[frozenset[Corner], list[Corner]] = defaultdict(list)
    for face in solid.triangles:
        for n in range(3):
            beside[frozenset((face[n - 1], face[n]))].append(normal(face))
    least = math.cos(math.radians(_EDGE_DEG))
    sharp = [edge for edge, (one, other) in beside.items() if float(np.dot(one, other)) < least]
    return [(a, b) for a, b in map(sorted, sharp)]


def _draw(picture: NDArray[np.uint8], depth: Floats, ends: Floats) -> None:
    """A line where nothing is nearer; a little in front of its own faces."""
    steps = int(np.abs(ends[1] - ends[0])[:2].max()) + 1
    for x, y, z in np.linspace(ends[0], ends[1], steps + 1):
        column, row = int(x), int(y)
        here = depth[row - 1 : row + 2, column - 1 : column + 2]
        if here.size and z + 4.0 * _FINER >= here.min() and z + 2.0 * _FINER >= depth[row, column]:
            picture[row - 1 : row + 2, column - 1 : column + 2] = _EDGE
