"""A table seen from the side: its slant is estimated from the codes already read, and the picture is rectified.

All tags of a table lie in one plane and have one size, so a few of them determine the whole perspective.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.tags.codes import MODULES
from vision.tags.finders import PX
from vision.tags.overlap import pieces_at
from vision.tags.texture import CELL, Box, Texture

Matrix = NDArray[np.float64]

ENOUGH = 4  # tags that determine the slant
_SLIGHT = 1.05  # stretch of a code below which the search works without rectifying
_STEEP, _STEEP_OF_FEW = (
    1.25,
    1.1,
)  # stretch somewhere in the picture that is worth rectifying; less with few codes
_EXACT = 0.02  # standard error of corners, in sides
_USUAL = 0.5  # prior for the perspective per picture width, which matters while few codes are known
_ODD = 0.25  # residual of an outlier: a code of another size, or one that lies on something
_MANY_ODD = 0.2  # share of them from which there may be two sizes of stickers
_ALIKE_SIDES = 0.25  # log ratio to the median side
_LEAST_PX = 0.7  # pixels per module below which nothing can be read, so nothing is rectified
_GOOD_PX, _COARSEST = 2.0, 0.55  # pixels per module that suffice; the least scale of the rectified picture
_MOST_LARGER = 1.3  # pixels of the rectified picture per pixel of the original
_ALIKE = 0.1
_ACROSS, _DOWN = 12, 8  # tiles in which two slants are compared
_EVEN = 16  # sides are multiples of it, which OpenCV averages several times faster
_PIECE = 128  # side of the pieces that are rectified or not
_STEPS, _SETTLED = 8, 1e-4
_TINY = 1e-5
_LEAST_DEPTH = 1e-12  # of a point on the horizon, which has none
_TRIED = np.vstack(
    [np.zeros(5), _TINY * np.eye(5)]
)  # the origin and one small step per parameter, for the numerical Jacobian


@dataclass(frozen=True, slots=True, eq=False)
class Slant:
    """``plane``: homography from pixels to code sides on the table; ``px``: median pixels per module."""

    plane: Matrix
    px: float

    def cut(self, region: Box) -> RectifiedPart | None:
        """The rectification of one region; None if nothing in it can be read."""
        left, top, right, bottom = region
        net = np.stack(np.meshgrid(np.linspace(left, right, 9), np.linspace(top, bottom, 7)), -1).reshape(-1, 2)
        local, _, in_front = _around(self.plane, net)
        usable = in_front & (local > _LEAST_PX)
        if not usable.any():
            return None
        spots = _project(self.plane, net[usable])
        low, extent = spots.min(0), np.ptp(spots, axis=0) * MODULES
        most = _MOST_LARGER * (right - left) * (bottom - top)
        wanted = max(min(self.px, _GOOD_PX), _COARSEST * self.px, PX)
        px = min(wanted, float(np.sqrt(most / max(float(extent.prod()), 1.0))))
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        into = np.diag([MODULES * px, MODULES * px, 1.0]) @ shift @ self.plane @ _moved(left, top)
        width, height = (_EVEN * (int(length * px) // _EVEN + 1) for length in extent)
        return RectifiedPart(into, (width, height), px)

    def unlike(self, other: Slant, region: Box) -> list[Box]:
        """The parts of a region where the other slant differs in size or stretch."""
        left, top, right, bottom = region
        wide, high = (right - left) / _ACROSS, (bottom - top) / _DOWN
        across, down = left + wide * (np.arange(_ACROSS) + 0.5), top + high * (np.arange(_DOWN) + 0.5)
        net = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
        (here, steep, front), (there, other_steep, also) = _around(self.plane, net), _around(other.plane, net)
        differs = (np.abs(here / there - 1) >= _ALIKE) | (np.abs(steep / other_steep - 1) >= _ALIKE)
        odd = (differs & front & also & (here > _LEAST_PX)).reshape(_DOWN, _ACROSS)
        _, _, stats, _ = cv2.connectedComponentsWithStats(odd.astype(np.uint8))
        return [
            (left + int(x * wide), top + int(y * high), left + int((x + w) * wide), top + int((y + h) * high))
            for x, y, w, h, _ in stats[1:]
        ]


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedPart:
    """``into``: homography from pixels of a region to the rectified picture of ``size``, with ``px`` per module."""

    into: Matrix
    size: tuple[int, int]
    px: float

    def rectify(self, grey: Grey) -> Grey:
        return self.rectify_piece(grey, (0, 0, *self.size))

    def rectify_piece(self, grey: Grey, piece: Box) -> Grey:
        left, top, width, height = piece
        into, plain = _moved(-left, -top) @ self.into, cv2.BORDER_REPLICATE
        flat = cv2.warpPerspective(grey, into, (width, height), flags=cv2.INTER_LINEAR, borderMode=plain)
        return np.asarray(flat, dtype=np.uint8)

    def rectify_texture(self, texture: Texture) -> Texture:
        """The texture map of the region, warped: it is measured once, in the sharper original."""
        cells = np.diag([1 / CELL, 1 / CELL, 1.0])
        size = self.size[0] // CELL, self.size[1] // CELL
        values = cv2.warpPerspective(texture.values, cells @ self.into @ _inverse(cells), size, flags=cv2.INTER_LINEAR)
        return Texture(np.asarray(values, dtype=np.float32), self.size[::-1])

    def rectify_sighting(self, item: Sighting) -> Sighting:
        return Sighting(item.text, _map(self.into, item.corners), item.by)

    def back(self, corners: Corners) -> Corners:
        """From the rectified picture to the original."""
        return _map(_inverse(self.into), corners)


class Rectified:
    """The rectified ``picture`` of a region, black where nobody has asked for it yet."""

    def __init__(self, part: RectifiedPart, grey: Grey) -> None:
        self._part, self._grey = part, grey
        self.picture = np.zeros(part.size[::-1], np.uint8)
        self._shown = pieces_at((), self.picture.shape, _PIECE, 0)

    def show(self, boxes: Iterable[Box]) -> None:
        """These boxes, and as much around them as codes in them reach out."""
        wanted = pieces_at(boxes, self.picture.shape, _PIECE, round(MODULES * self._part.px)) & ~self._shown
        for row, column in np.argwhere(wanted).tolist():
            left, top = column * _PIECE, row * _PIECE
            piece = self.picture[top : top + _PIECE, left : left + _PIECE]
            piece[:] = self._part.rectify_piece(self._grey, (left, top, piece.shape[1], piece.shape[0]))
        self._shown |= wanted


def fit_slant(read: Sequence[Sighting], shape: tuple[int, int]) -> Slant | None:
    """The slant of the table by these codes; None if it is slight or cannot be told."""
    if not read:
        return None
    corners = np.array([item.corners for item in read])
    if float(np.median(stretch_of(corners))) < _SLIGHT:
        return None
    height, width = shape
    middle, unit = np.array([width / 2, height / 2]), float(width)
    tags = (corners - middle) / unit
    found = _fit(tags)
    odd = np.abs(_residuals(found[None], tags)[0]).max(1) > _ODD
    if odd.mean() > _MANY_ODD:
        # Stickers of two sizes: a plane that fits neither. Those of the usual size say which are odd.
        sides = np.linalg.norm(np.roll(tags, -1, 1) - tags, axis=2).mean(1)
        found = _fit(tags[np.abs(np.log(sides / np.quantile(sides, 0.5, method="nearest"))) < _ALIKE_SIDES])
        odd = np.abs(_residuals(found[None], tags)[0]).max(1) > _ODD
    if odd.any() and not odd.all():
        found = _fit(tags[~odd])
    plane = _matrices(found) @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, unit]]) / unit
    local, steep, in_front = _around(plane, _net(shape))
    usable = in_front & (local > _LEAST_PX)
    if not usable.any() or float(steep[usable].max()) < (_STEEP_OF_FEW if len(read) < ENOUGH else _STEEP):
        return None
    sides = np.linalg.norm(np.roll(corners, -1, 1) - corners, axis=2).mean(1)
    return Slant(np.asarray(plane, dtype=np.float64), float(np.median(sides)) / MODULES)


def _net(shape: tuple[int, int]) -> Matrix:
    height, width = shape
    return np.stack(np.meshgrid(np.linspace(0, width, 9), np.linspace(0, height, 7)), -1).reshape(-1, 2)


def _moved(dx: float, dy: float) -> Matrix:
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])


def _around(flat: Matrix, spots: Matrix) -> tuple[Matrix, Matrix, NDArray[np.bool_]]:
    """At each spot: pixels per module, ratio of longest to shortest direction, whether it is in front of the camera."""
    back = _inverse(flat)
    depth = spots @ flat[2, :2] + flat[2, 2]
    here = _project(flat, spots)
    step = 1e-3
    right = (_project(back, here + np.array([step, 0.0])) - spots) / (step * MODULES)
    down = (_project(back, here + np.array([0.0, step])) - spots) / (step * MODULES)
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    total = (right**2).sum(1) + (down**2).sum(1)
    return np.sqrt(area), _longer(total, area), depth * np.sign(flat[2, 2]) > 1e-6


def stretch_of(corners: Matrix) -> Matrix:
    """The ratio of longest to shortest direction of each code."""
    right, down = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    total = (right**2).sum(1) + (down**2).sum(1)
    return _longer(total, area)


def _longer(total: Matrix, area: Matrix) -> Matrix:
    """The ratio of singular values of two arms, from their squared lengths' sum and their area; at least 1."""
    root = np.sqrt(np.maximum(total**2 - 4 * area**2, 0))
    # Equals sqrt((total + root) / (total - root)), without the cancellation.
    return np.maximum((total + root) / np.maximum(2 * area, 1e-9), 1.0)


def tilt_of(read: Sequence[Sighting]) -> float | None:
    """The camera's tilt from the vertical in degrees, by the shape of these codes; None without any."""
    if not read:
        return None
    corners = np.array([item.corners for item in read])
    arms = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], 2)
    shapes = arms @ arms.transpose(0, 2, 1)
    areas = np.abs(arms[:, 0, 0] * arms[:, 1, 1] - arms[:, 0, 1] * arms[:, 1, 0])
    # Codes turned any way share one shape matrix; errors average out.
    shapes = shapes / np.maximum(areas, 1e-4)[:, None, None]
    short, long = np.sqrt(np.maximum(np.linalg.eigvalsh(shapes.mean(0)), 1e-9))
    return float(np.degrees(np.arccos(np.clip(short / long, 0, 1))))


def _fit(tags: Matrix) -> Matrix:
    """The plane in which all codes are unit squares, by Gauss-Newton steps."""
    side = float(np.linalg.norm(np.roll(tags, -1, 1) - tags, axis=2).mean())
    known = np.array([0.0, 0.0, 0.0, 0.0, -np.log(side)])
    believed = np.diag([_EXACT / _USUAL, _EXACT / _USUAL, 0.001, 0.001, 0.0])
    for _ in range(_STEPS):
        now, *aside = _residuals(known + _TRIED, tags).reshape(len(_TRIED), -1)
        system = np.vstack([(np.array(aside) - now).T / _TINY, believed])
        change, *_ = np.linalg.lstsq(system, -np.concatenate([now, believed @ known]), rcond=None)
        known = known + np.clip(change, -0.5, 0.5)
        if float(np.abs(change).max()) < _SETTLED:
            break
    return known


def _residuals(planes: Matrix, tags: Matrix) -> Matrix:
    """For each plane and code: how far its sides are from 1 and its corners from right angles."""
    flat = _project(_matrices(planes), tags.reshape(-1, 2)).reshape(len(planes), -1, 4, 2)
    edges = np.roll(flat, -1, 2) - flat
    lengths = np.linalg.norm(edges, axis=3) - 1
    angles = (edges * np.roll(edges, -1, 2)).sum(3)
    return np.asarray(np.clip(np.nan_to_num(np.concatenate([lengths, angles], 2)), -3, 3), dtype=np.float64)


def _matrices(planes: Matrix) -> Matrix:
    """One homography for each row of parameters."""
    recedes_x, recedes_y, longer, askew, size = np.moveaxis(planes, -1, 0)
    scale, nothing = np.exp(size), np.zeros_like(size)
    across = scale * np.exp(longer), scale * askew, nothing
    down = nothing, scale * np.exp(-longer), nothing
    return np.stack([*across, *down, recedes_x, recedes_y, np.ones_like(size)], -1).reshape(*size.shape, 3, 3)


def _project(matrices: Matrix, points: Matrix) -> Matrix:
    """The same points by each matrix."""
    homogeneous = points @ matrices[..., :2].swapaxes(-1, -2) + matrices[..., None, :, 2]
    depth = np.where(np.abs(homogeneous[..., 2:]) > _LEAST_DEPTH, homogeneous[..., 2:], _LEAST_DEPTH)
    return np.asarray(homogeneous[..., :2] / depth, dtype=np.float64)


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def _map(matrix: Matrix, corners: Corners) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in _project(matrix, np.array(corners)))
    return a, b, c, d
