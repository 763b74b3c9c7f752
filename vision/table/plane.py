"""From pixels to millimetres by the mat's corner marks: homography, lens distortion, and bump detection.

Without a mat the plane is the picture itself, and places are in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Corners, Point

Floats = NDArray[np.float64]

_BENDS = np.linspace(-0.25, 0.25, 51)  # distortion at the picture's corners that is tried, barrel to pincushion
_BUMP_PX = 3.0
_NEWTON, _LEAST_SLOPE, _CLOSE = 60, 1e-3, 1e-9  # inverting the distortion: iterations, least slope, tolerance
# Perimeter of a mark relative to the width of the picture. OpenCV's default of 0.03 misses our marks in the largest
# pictures once the camera hangs higher than a metre; below 0.01 detection gets slower.
_LEAST_PERIMETER = 0.012
LEAST_MARKS = 2  # needed to locate the mat
_BESIDE = 1.0  # mark sides searched around an expected mark
_LEAST_EXPECTED = 0.5  # perimeter of an expected mark relative to the width of its search window


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """``matrix``: homography from undistorted pixels to millimetres; ``bend``: first radial distortion term."""

    matrix: Floats
    bend: float = 0.0
    middle: Point = (0.0, 0.0)
    reach: float = 1.0
    error_px: float = 0.0

    def to_table(self, x: float, y: float) -> Point:
        return _apply(self.matrix, self._straight(x, y))

    def to_picture(self, x_mm: float, y_mm: float) -> Point:
        x, y = _apply(np.asarray(np.linalg.inv(self.matrix), dtype=np.float64), (x_mm, y_mm))
        return self._bent(x, y)

    def _straight(self, x: float, y: float) -> Point:
        dx, dy = (x - self.middle[0]) / self.reach, (y - self.middle[1]) / self.reach
        stretch = 1 + self.bend * (dx * dx + dy * dy)
        return self.middle[0] + dx * stretch * self.reach, self.middle[1] + dy * stretch * self.reach

    def _bent(self, x: float, y: float) -> Point:
        dx, dy = (x - self.middle[0]) / self.reach, (y - self.middle[1]) / self.reach
        far = float(np.hypot(dx, dy))
        share = self._bent_reach(far) / far if far > 0 else 1.0
        return self.middle[0] + dx * share * self.reach, self.middle[1] + dy * share * self.reach

    def _bent_reach(self, far: float) -> float:
        """The distorted radius of an undistorted one, by Newton's method.

        Negative distortion has a largest radius, to which everything beyond is mapped.
        """
        most = far if self.bend >= 0 else float(np.sqrt(-1 / (3 * self.bend)))
        at = min(far, most)
        for _ in range(_NEWTON):
            slope = max(1 + 3 * self.bend * at * at, _LEAST_SLOPE)
            before, at = at, min(max(at - (at + self.bend * at**3 - far) / slope, 0.0), most)
            if abs(at - before) < _CLOSE:
                break
        return at


PICTURE = Plane(np.eye(3))


@dataclass(frozen=True, slots=True)
class Marks:
    """Where the printed corner marks lie on the mat: the four corners of each, in millimetres, by its number."""

    corners: Mapping[int, Corners]


def find_marks(grey: Grey) -> dict[int, Corners]:
    """The corner marks in a picture, in pixels, clockwise from each mark's own top left."""
    return _find(grey, _LEAST_PERIMETER)


def find_marks_near(grey: Grey, plane: Plane, marks: Marks) -> dict[int, Corners]:
    """The marks found near where the plane expects them: a twentieth of the work."""
    found: dict[int, Corners] = {}
    for number, printed in marks.corners.items():
        left, top, right, bottom = _part_around([plane.to_picture(*point) for point in printed], grey.shape)
        here = _find(np.ascontiguousarray(grey[top:bottom, left:right]), _LEAST_EXPECTED)
        if number in here:
            a, b, c, d = ((x + left, y + top) for x, y in here[number])
            found[number] = (a, b, c, d)
    return found


def _part_around(points: list[Point], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
    beside = _BESIDE * max(right - left, bottom - top)
    box = np.clip((left - beside, top - beside, right + beside, bottom + beside), 0, (shape[1], shape[0]) * 2)
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def _find(grey: Grey, least_perimeter: float) -> dict[int, Corners]:
    if min(grey.shape) < 32:
        return {}
    found, numbers, _ = _detect(grey, least_perimeter)
    if numbers is None:
        return {}
    marks: dict[int, Corners] = {}
    for quad, number in zip(found, np.ravel(numbers), strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in np.reshape(quad, (4, 2)))
        marks[int(number)] = (a, b, c, d)
    return marks


def fit_plane(seen: Mapping[int, Corners], marks: Marks, size: tuple[int, int]) -> Plane | None:
    """The plane in which the seen marks lie as printed; None with fewer than two known ones."""
    common = sorted(set(seen) & set(marks.corners))
    if len(common) < LEAST_MARKS:
        return None
    pixels = np.array([point for number in common for point in seen[number]], float)
    table = np.array([point for number in common for point in marks.corners[number]], float)
    width, height = size
    middle, reach = (width / 2, height / 2), float(np.hypot(width, height) / 2)
    # With few marks, distortion cannot be told from tilt.
    bends = _BENDS if len(common) >= 4 else np.zeros(1)
    fits = [_fit(pixels, table, float(bend), middle, reach) for bend in bends]
    return min((plane for plane in fits if plane is not None), key=lambda plane: plane.error_px, default=None)


def _fit(pixels: Floats, table: Floats, bend: float, middle: Point, reach: float) -> Plane | None:
    off = (pixels - middle) / reach
    straight = middle + off * (1 + bend * (off**2).sum(1, keepdims=True)) * reach
    matrix, _ = cv2.findHomography(straight, table, 0)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        return None
    mapped = np.array([_apply(np.asarray(matrix, dtype=np.float64), (x, y)) for x, y in straight])
    per_px = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2])))) or 1.0
    error = float(np.sqrt(((mapped - table) ** 2).sum(1).mean())) / per_px
    return Plane(np.asarray(matrix, dtype=np.float64), bend, middle, reach, error)


def is_bumped(plane: Plane, seen: Mapping[int, Corners], marks: Marks) -> bool:
    """Whether the marks are no longer where the plane expects them: the camera or the mat was moved."""
    shifts = [
        float(np.hypot(*np.subtract(plane.to_picture(*printed), found)))
        for number in set(seen) & set(marks.corners)
        for printed, found in zip(marks.corners[number], seen[number], strict=True)
    ]
    return bool(shifts) and float(np.median(shifts)) > _BUMP_PX


def _apply(matrix: Floats, point: Point) -> Point:
    x, y, w = matrix @ np.array([point[0], point[1], 1.0])
    w = w if abs(w) > 1e-12 else 1e-12
    return float(x / w), float(y / w)


@cache
def _detector(least_perimeter: float) -> Any:
    aruco: Any = cv2.aruco
    marks = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    # OpenCV 4.6, as on Raspberry Pi OS 12, has a function; 4.7 and later have a class.
    is_class = hasattr(aruco, "ArucoDetector")
    parameters = aruco.DetectorParameters() if is_class else aruco.DetectorParameters_create()
    parameters.minMarkerPerimeterRate = least_perimeter
    return aruco.ArucoDetector(marks, parameters) if is_class else (marks, parameters)


def _detect(grey: Grey, least_perimeter: float) -> Any:
    detector = _detector(least_perimeter)
    if isinstance(detector, tuple):
        aruco: Any = cv2.aruco
        return aruco.detectMarkers(grey, detector[0], parameters=detector[1])
    return detector.detectMarkers(grey)


def mark_modules(number: int) -> NDArray[np.uint8]:
    """A mark as 6 by 6 modules, dark is 1, its dark frame included."""
    aruco: Any = cv2.aruco
    marks = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    draw = aruco.generateImageMarker if hasattr(aruco, "generateImageMarker") else aruco.drawMarker
    return np.asarray(draw(marks, number, 6) < 128, dtype=np.uint8)
