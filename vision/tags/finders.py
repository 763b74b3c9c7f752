"""The corner squares (finder patterns) of QR codes at any rotation: found by correlation, joined to triples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.tags.batching import Piece, Strip, pack
from vision.tags.correlation import FAINTEST
from vision.tags.scale import Scale
from vision.tags.texture import Box

PX = 1.4  # pixels per module at which squares are searched; other sizes are scaled to it
LEAST_LIKENESS = 0.36  # correlation of a blurred corner square in glare with the ideal one
LEAST_BARE = 0.325  # the same for a square without a margin
LEAST_TOGETHER = 1.3  # least sum over the three squares of a code
_SPAN = 14.0  # modules between the centres of two corner squares
_CELL = 3.5  # side of the raster in which triples are looked up, in modules
# Bounds the cost of print and weave, which can look like corner squares.
_MOST_NEAR, _NEAR = 24, 90  # squares kept per tile, and the side of a tile in pixels
_MOST_PEAKS = 12_000
_MOST_TRIPLES = 5000
_AROUND = np.ones((5, 5), np.uint8)
_LINES = 4  # separable filters that add up to a corner square, within one per cent
_COARSE = 0.6  # below this scale pictures are shrunk by averaging

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Gate:
    """How far three corner squares may deviate from an upright square.

    ``shortest`` and ``longest``: distance of two in spans; ``skew``: of the third from where the other two predict it,
    in spans; ``together``: least sum of their likenesses.
    """

    shortest: float
    longest: float
    skew: float
    together: float = LEAST_TOGETHER


STRAIGHT = Gate(0.8, 1.25, 0.24)  # for a camera above the table
ASLANT = Gate(0.6, 1.5, 0.5)  # for one that looks from the side, at an unknown angle


@cache
def corner_square(*, bare: bool = False) -> Grey:
    """A corner square averaged over all rotations: rings of dark, light, dark with a light margin.

    ``bare``: without the margin, for art that touches it.
    """
    size = round((7 if bare else 9) * PX) | 1
    fine = 5
    at = (np.arange(size * fine) + 0.5) / fine - size / 2
    x, y = np.meshgrid(at / PX, at / PX)
    total = np.zeros((size, size))
    for turn in np.linspace(0, np.pi / 2, 16, endpoint=False):
        u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        far = np.maximum(np.abs(u), np.abs(v))
        light = ((far >= 1.5) & (far < 2.5)) + (far >= 3.5) * (0.5 if bare else 1.0)
        total += light.reshape(size, fine, size, fine).mean((1, 3))
    return np.asarray(total / 16 * 255, dtype=np.uint8)


def find_squares(grey: Grey, boxes: Sequence[Box], scale: Scale, *, bare: bool = False) -> Floats:
    """Corner squares in these boxes: (n, 3) of x and y in pixels, and likeness."""
    half = corner_square(bare=bare).shape[0] // 2
    pieces = []
    for box in boxes:
        px = scale.at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        pieces += [_cut(grey, box, PX / (px * factor), half + 2) for factor in scale.factors]
    wide = [piece for piece in pieces if min(piece.picture.shape) >= 2 * half + 4]
    found = [_peaks_in(strip, bare) for strip in pack(wide)]
    return np.concatenate(found) if found else np.zeros((0, 3), np.float32)


def join_squares(squares: Floats, px: float, gate: Gate = STRAIGHT) -> Floats:
    """Triples of squares that make up codes of about ``px`` pixels per module.

    An array of (n, 3, 2): centres of the squares at the code's top left, top right and bottom left, in pixels; the most
    likely first.
    """
    squares = squares[np.argsort(-squares[:, 2])[:_MOST_PEAKS]]
    points, likeness = squares[:, :2], squares[:, 2]
    corner, right = _arms(points, _SPAN * px, gate)
    below, index = _third(points, (corner, right), _CELL * px, gate)
    corner, right = corner[index], right[index]
    score = likeness[corner] + likeness[right] + likeness[below]
    order = np.argsort(-score)[:_MOST_TRIPLES]
    order = order[score[order] > gate.together]
    return np.stack([points[corner[order]], points[right[order]], points[below[order]]], axis=1)


def pairs_of(points: Floats, px: float, gate: Gate = STRAIGHT, *, across: bool = False) -> tuple[Indices, Indices]:
    """All ordered pairs as far apart as two squares on one side of a code, or ``across`` its diagonal."""
    return _arms(points, _SPAN * px * (2**0.5 if across else 1.0), gate)


def _cut(grey: Grey, box: Box, scale: float, rim: int) -> Piece:
    """A box with ``rim`` pixels around it, clipped to the picture, at the scale of the search."""
    reach = int(np.ceil(rim / scale))
    left, top = max(box[0] - reach, 0), max(box[1] - reach, 0)
    crop = grey[top : box[3] + reach, left : box[2] + reach]
    size = max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale))
    if size != crop.shape[::-1]:
        way = cv2.INTER_AREA if scale < _COARSE else cv2.INTER_LINEAR
        crop = np.asarray(cv2.resize(crop, size, interpolation=way), dtype=np.uint8)
    return Piece(crop, left, top, scale)


def _peaks_in(strip: Strip, bare: bool) -> Floats:
    like = _likeness(strip.picture, bare)
    # Flat: of two dimensions it takes five times as long.
    y, x = np.divmod(np.flatnonzero(like > (LEAST_BARE if bare else LEAST_LIKENESS)), like.shape[1])
    inside = strip.inside(x, y, corner_square(bare=bare).shape[0] // 2)
    x, y = x[inside], y[inside]
    summit = like[y, x] >= cv2.dilate(like, _AROUND)[y, x]
    x, y = x[summit], y[summit]
    likeliest = _highest_in_each(strip.parts(x, y, _NEAR), like[y, x], _MOST_NEAR)
    x, y = x[likeliest], y[likeliest]
    peak = like[y, x]
    across = x + _vertex(like[y, x - 1], peak, like[y, x + 1])
    down = y + _vertex(like[y - 1, x], peak, like[y + 1, x])
    return np.column_stack([*strip.back(across, down, strip.piece_at(x)), peak]).astype(np.float32)


def _highest_in_each(parts: Indices, heights: Floats, most: int) -> Indices:
    """Indices of the ``most`` highest in each part."""
    order = np.lexsort((-heights, parts))
    before = np.searchsorted(parts[order], parts[order])
    return order[np.arange(len(order)) - before < most]


def _likeness(picture: Grey, bare: bool) -> Floats:
    """Correlation of each pixel's surroundings with a corner square, by a few separable filters."""
    size = corner_square(bare=bare).shape
    (across, down), *others = _lines(bare)
    like = cv2.sepFilter2D(picture, cv2.CV_32F, across, down)
    for across, down in others:
        cv2.add(like, cv2.sepFilter2D(picture, cv2.CV_32F, across, down), like)
    mean = cv2.boxFilter(picture, cv2.CV_32F, size)
    # Unlike the pattern itself, the filters do not sum to exactly zero: without this, bright paper would bias them.
    cv2.scaleAdd(mean, -_excess(bare), like, like)
    spread = cv2.sqrBoxFilter(picture, cv2.CV_32F, size)
    cv2.subtract(spread, cv2.multiply(mean, mean, mean), spread)
    np.clip(spread, FAINTEST**2, np.inf, out=spread)
    likeness: Floats = np.asarray(cv2.divide(like, cv2.sqrt(spread, spread), like), dtype=np.float32)
    return np.clip(likeness, -1, 1, out=likeness)


@cache
def _lines(bare: bool) -> tuple[tuple[Floats, Floats], ...]:
    """The corner square as a sum of outer products: a few separable filters instead of one dense one."""
    pattern = corner_square(bare=bare).astype(np.float64)
    pattern -= pattern.mean()
    weights, vectors = np.linalg.eigh(pattern / np.linalg.norm(pattern) / pattern.shape[0])
    best = np.argsort(-np.abs(weights))[:_LINES]
    return tuple((vectors[:, n].astype(np.float32), (weights[n] * vectors[:, n]).astype(np.float32)) for n in best)


@cache
def _excess(bare: bool) -> float:
    """The sum of all filter weights."""
    return sum(float(across.sum(dtype=np.float64) * down.sum(dtype=np.float64)) for across, down in _lines(bare))


def _vertex(before: Floats, peak: Floats, after: Floats) -> Floats:
    """Offset of the vertex of the parabola through a peak and its two neighbours."""
    top = (before - after) / (2 * (before + after - 2 * peak) - 1e-6)
    return np.asarray(np.clip(top, -0.5, 0.5), dtype=np.float32)


def _arms(points: Floats, span: float, gate: Gate) -> tuple[Indices, Indices]:
    if not len(points):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    low, high = span * gate.shortest, span * gate.longest
    # On a raster: only neighbours matter, and a crowded table has millions of pairs.
    cells = (points / high).astype(np.intp) + 1
    width = int(cells[:, 0].max()) + 2
    keys = cells[:, 1] * width + cells[:, 0]
    order = np.argsort(keys)
    pairs = [_pairs(keys, keys[order], step * width) for step in (-1, 0, 1)]
    start, end = np.concatenate([a for a, _ in pairs]), order[np.concatenate([b for _, b in pairs])]
    length = np.hypot(*(points[end] - points[start]).T)
    near = (length > low) & (length < high)
    return start[near], end[near]


def _pairs(keys: Indices, ordered: Indices, step: int) -> tuple[Indices, Indices]:
    """Each point with all points (indices into ``ordered``) in the three nearest cells of the row ``step`` away."""
    first = np.searchsorted(ordered, keys + step - 1)
    count = np.searchsorted(ordered, keys + step + 1, side="right") - first
    start = np.repeat(np.arange(len(keys)), count)
    return start, np.arange(len(start)) + np.repeat(first - np.cumsum(count) + count, count)


def _third(points: Floats, arms: tuple[Indices, Indices], cell: float, gate: Gate) -> tuple[Indices, Indices]:
    """For each arm to the right, the squares near the predicted third corner; and the index of the arm of each."""
    corner, right = arms
    if not len(corner):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    arm = points[right] - points[corner]
    wanted = points[corner] + np.column_stack([-arm[:, 1], arm[:, 0]])
    far = int(np.ceil(gate.skew * _SPAN / _CELL))
    rim = 2 * far + 1
    atlas = _atlas(np.floor(points / cell).astype(np.intp), rim)
    # Predictions outside the raster are looked up in its empty rim.
    height, width = atlas.shape
    home = np.clip(np.floor(wanted / cell).astype(np.intp) + rim, far, (width - 1 - far, height - 1 - far))
    steps = np.arange(-far, far + 1)
    around = (steps[:, None] * width + steps).ravel()
    there = atlas.ravel()[(home[:, 1] * width + home[:, 0])[:, None] + around]
    owner, step = np.nonzero(there >= 0)
    found = there[owner, step]
    off = points[found] - wanted[owner]
    hit = np.hypot(off[:, 0], off[:, 1]) < gate.skew * np.hypot(arm[:, 0], arm[:, 1])[owner]
    return found[hit], owner[hit]


def _atlas(cells: Indices, rim: int) -> Indices:
    """The index of a point in each cell, or -1, with ``rim`` empty cells around."""
    width, height = (int(n) + 1 + 2 * rim for n in cells.max(0))
    atlas = np.full((height, width), -1, np.intp)
    # Likeliest first in the list, so written last: of two in one cell the likelier one stays.
    atlas[cells[::-1, 1] + rim, cells[::-1, 0] + rim] = np.arange(len(cells))[::-1]
    return atlas
