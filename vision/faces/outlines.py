"""Outlines of cards of a known size: from lines that meet at right angles, and edges where the card should have them.

Nothing here knows a face: an outline is a guess, for a face to confirm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Corners

Floats = NDArray[np.float64]
Masks = NDArray[np.bool_]

_SHORT_PX = 80.0  # short side of a card at the scale of the search: enough for edges, at a sixth of the work
_LEAST_LINE = 0.22  # least length of a line, in short sides
_SQUARE = 0.22  # largest cosine between two lines that form a corner
_MEET = 0.14  # short sides from the end of a line to the corner, which may be rounded
_SIZES = (0.9, 1.0, 1.1)  # relative to the expected size: a tilted camera sees far cards smaller
_SAMPLES = 24  # points tested on each edge
_SEEN = 0.42  # share of the points at which a visible edge is found
_FAR = 0.12  # short sides by which an edge may be off its predicted place
_MOST_LINES, _MOST_REFINED, _MOST_GUESSES = 600, 400, 80


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card in pixels, the short side first."""

    short: float
    long: float


def find_outlines(grey: Grey, size: CardSize, *, whole: bool = False) -> list[Corners]:
    """Outlines of about this size, the best first, each clockwise from one end of a short edge.

    ``whole``: only those of which all four edges are seen, and not just three.
    """
    if size.short < 1 or min(grey.shape) < size.short / 2:
        return []
    share = min(1.0, _SHORT_PX / size.short)
    small = np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    expected = CardSize(size.short * share, size.long * share)
    lines = _lines(small, _LEAST_LINE * expected.short)
    guesses = _guesses(lines, expected)
    if not len(guesses):
        return []
    maps = _edge_maps(small)
    first = np.argsort(-_support(guesses, maps).sum(1))[: 4 * _MOST_REFINED]
    rough = _once(guesses[first])
    quads = np.concatenate([_refined(rough, maps, expected), rough])
    support = _support(quads, maps)
    if whole:
        quads, support = (values[support.min(1) > _SEEN] for values in (quads, support))
    kept = _apart(quads, support, expected)
    return [_corners(quad / share) for quad in kept]


def _lines(small: Grey, least: float) -> Floats:
    """Straight edges as x, y of both ends, with the dark side always on the same hand."""
    detector: Any = cv2.createLineSegmentDetector(0)
    found = detector.detect(small)[0]
    if found is None:
        return np.zeros((0, 4))
    lines = np.asarray(found, np.float64).reshape(-1, 4)
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    order = np.argsort(-length)[:_MOST_LINES]
    return np.asarray(lines[order][length[order] > least], np.float64)


def _guesses(lines: Floats, expected: CardSize) -> Floats:
    """Hypothetical cards with a corner where two lines meet, as four points each."""
    if len(lines) < 2:
        return np.zeros((0, 4, 2))
    a, b = lines[:, :2], lines[:, 2:]
    way = (b - a) / np.linalg.norm(b - a, axis=1, keepdims=True)
    one, other = np.nonzero(np.triu(np.abs(way @ way.T) < _SQUARE, 1))
    across = way[one, 0] * way[other, 1] - way[one, 1] * way[other, 0]
    off = a[other] - a[one]
    step = (off[:, 0] * way[other, 1] - off[:, 1] * way[other, 0]) / across
    corner = a[one] + step[:, None] * way[one]
    ways = []
    is_near = np.ones(len(one), bool)
    for line in (one, other):
        to_a, to_b = a[line] - corner, b[line] - corner
        far_a, far_b = np.linalg.norm(to_a, axis=1), np.linalg.norm(to_b, axis=1)
        is_near &= np.minimum(far_a, far_b) < _MEET * expected.short
        outward = np.where((far_a > far_b)[:, None], to_a, to_b)
        ways.append(outward / np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9))
    corner, u, v = corner[is_near], ways[0][is_near], ways[1][is_near]
    quads = [
        _laid(corner, first * (factor * expected.short), second * (factor * expected.long))
        for factor in _SIZES
        for first, second in ((u, v), (v, u))
    ]
    return np.concatenate(quads)


def _laid(corner: Floats, short: Floats, long: Floats) -> Floats:
    """Quadrilaterals from a corner along a short and a long edge, clockwise."""
    quads = np.stack([corner, corner + short, corner + short + long, corner + long], 1)
    is_clockwise = short[:, 0] * long[:, 1] - short[:, 1] * long[:, 0] > 0
    return np.asarray(np.where(is_clockwise[:, None, None], quads, quads[:, [1, 0, 3, 2]]), np.float64)


def _edge_maps(small: Grey) -> Masks:
    """Masks of rather vertical and of rather horizontal edges, with a border of a pixel where there is none."""
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    gx, gy = cv2.Sobel(soft, cv2.CV_16S, 1, 0), cv2.Sobel(soft, cv2.CV_16S, 0, 1)
    edges = cv2.Canny(gx, gy, 40, 100) > 0
    steep = np.abs(gx.astype(np.float32)) * 1.5 > np.abs(gy)
    flat = np.abs(gy.astype(np.float32)) * 1.5 > np.abs(gx)
    thick = np.ones((3, 3), np.uint8)
    masks = [cv2.dilate((edges & way).astype(np.uint8), thick) > 0 for way in (steep, flat)]
    return np.pad(np.stack(masks), ((0, 0), (1, 1), (1, 1)))


def _support(quads: Floats, maps: Masks) -> Floats:
    """For each side, the share of its points at which the picture has an edge. What lies outside is on the border."""
    _, high, wide = maps.shape
    at = (np.arange(_SAMPLES) + 0.5) / _SAMPLES * 0.84 + 0.08
    ends = np.roll(quads, -1, 1)
    x, y = (
        (np.clip(np.rint(quads[..., axis, None] * (1 - at) + ends[..., axis, None] * at), -1, most - 2) + 1)
        for axis, most in ((0, wide), (1, high))
    )
    way = np.abs(ends - quads)
    is_across = way[..., 0] > way[..., 1]
    place = ((is_across[..., None] * high + y) * wide + x).astype(np.intp)
    return np.asarray(maps.ravel()[place].mean(2), np.float64)


def _once(quads: Floats) -> Floats:
    """Without duplicates within a few pixels, in the same order."""
    _, first = np.unique(np.round(quads.reshape(len(quads), 8) / 3), axis=0, return_index=True)
    return np.asarray(quads[np.sort(first)[:_MOST_REFINED]], np.float64)


def _refined(quads: Floats, maps: Masks, expected: CardSize) -> Floats:
    """Each side moved to the nearest well supported edge: a corner predicts the far sides only roughly."""
    reach = int(_FAR * expected.short)
    offsets = np.arange(-reach, reach + 1)
    edges = np.roll(quads, -1, 1) - quads
    ways = edges / np.linalg.norm(edges, axis=2, keepdims=True)
    outward = np.stack([ways[..., 1], -ways[..., 0]], 2)
    found = np.stack([_support_moved(quads, outward, float(offset), maps) for offset in offsets], 2)
    worth = found - 0.4 * np.abs(offsets) / max(reach, 1)
    best = offsets[worth.argmax(2)].astype(np.float64)[..., None] * outward
    return np.asarray(quads + best + np.roll(best, 1, 1), np.float64)


def _support_moved(quads: Floats, outward: Floats, offset: float, maps: Masks) -> Floats:
    """As ``_support``, with each side moved outward by ``offset``."""
    moved = quads + offset * (outward + np.roll(outward, 1, 1))
    return _support(moved, maps)


def _apart(quads: Floats, support: Floats, expected: CardSize) -> list[Floats]:
    """The best supported ones, one per place."""
    total = support.sum(1)
    enough = np.nonzero(np.sort(support, 1)[:, 1] > _SEEN)[0]
    middles = quads.mean(1)
    kept: list[int] = []
    for n in enough[np.argsort(-total[enough])]:
        near = [k for k in kept if np.abs(middles[k] - middles[n]).max() < 0.12 * expected.short]
        if not any(_is_same(quads[k], quads[n], 0.12 * expected.short) for k in near):
            kept.append(int(n))
        if len(kept) == _MOST_GUESSES:
            break
    return [quads[n] for n in kept]


def _is_same(one: Floats, other: Floats, near: float) -> bool:
    return bool(min(np.abs(np.roll(other, turn, 0) - one).max() for turn in (0, 2)) < near)


def _corners(quad: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
