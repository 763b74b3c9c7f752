"""Hard decoding of tags the search missed: in shadow, faint, curled, blurred, partly hidden, or without a margin.

It is expensive, and what it finds must be as certain as anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.closed_set import ClosedSet
from vision.tags.codes import MODULES
from vision.tags.finders import ASLANT, PX, find_squares, join_squares, pairs_of
from vision.tags.grids import best_apart, corners_of, fit_fixed, refine, sample
from vision.tags.scale import Scale
from vision.tags.slant import Slant
from vision.tags.texture import CELL, Box, Texture, boxes_of, mark_places, measure_texture

Floats = NDArray[np.float32]

HARD_DECODED = "closer look"  # the ``by`` of such sightings, as ``companion read`` prints it
_SIZES = (0.91, 1.0, 1.09)
_FAINTEST = 0.05  # texture of the faintest print
_SHARE = 0.3  # of the usual texture of the tags read
_AROUND = 0.75  # tag sides searched around a place
_WINDOW = 7  # modules over which contrast is normalised
_DULLEST = 5.0  # least standard deviation, in grey levels: flatter parts are not amplified
_SPREAD = 55.0  # standard deviation after normalising, in grey levels
_LIKE, _SURER = 0.36, 0.5  # least fit of the fixed modules, before and after refinement
_SIDE = 8  # of a tile, in cells per pixel of a module
_MOST_LIKELY, _MOST_AT_ONCE = 24, 600  # codes refined, per place and in total
_FOR_EACH, _FOR_SQUARES = 4000, 250  # pixels of picture per refined code, and per corner square
_MOST_PIXELS = 300_000  # searched per size while nothing is known, at the scale of the search
_BAND_PIXELS = 1_000_000  # evened out at a time
_STRONG = 0.55  # likeness of two squares from which the third is inferred
_MOST_STRONG = 400
_MOST_HINTED = 3
_GATE = replace(ASLANT, together=1.1)


class HardDecoder:
    """Matches against the known tags only: without them it reads nothing."""

    def __init__(self, closed: ClosedSet | None) -> None:
        self._closed = closed

    def read(self, grey: Grey, places: Sequence[Box], px: float, slant: Slant | None = None) -> list[Sighting]:
        """The codes at these places, of about ``px`` pixels per module."""
        found: list[Sighting] = []
        for box in places if self._closed is not None else ():
            new = self._read_flat(grey, box, px) if slant is None else self._read_slanting(grey, box, slant)
            found += [item for item in new if not any(item.text == other.text for other in found)]
        return found

    def read_everywhere(self, grey: Grey, read: Sequence[Sighting], px: float, least: float) -> list[Sighting]:
        """The same for the whole picture, wherever texture exceeds ``least``: cheaper than many places one by one."""
        return self._read_boxes_of(grey, _boxes_beside(grey, read, px, least), px)

    def read_somewhere(self, grey: Grey, px: float) -> list[Sighting]:
        """The same while nothing is read yet; a sample of the boxes if there are many."""
        boxes = _boxes_beside(grey, (), px, _SHARE)
        size = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) * (PX / px) ** 2
        return self._read_boxes_of(grey, boxes[:: 1 + int(size / _MOST_PIXELS)], px)

    def _read_boxes_of(self, grey: Grey, boxes: Sequence[Box], px: float) -> list[Sighting]:
        return self._read_boxes(even_out(grey, px), boxes, px) if boxes else []

    def _read_slanting(self, grey: Grey, box: Box, slant: Slant) -> list[Sighting]:
        part = slant.cut(box)
        if part is None:
            return []
        left, top, right, bottom = box
        flat = part.rectify(grey[top:bottom, left:right])
        found = self._read_flat(flat, (0, 0, flat.shape[1], flat.shape[0]), part.px)
        return [Sighting(item.text, part.back(item.corners), item.by).shifted(left, top) for item in found]

    def _read_flat(self, grey: Grey, box: Box, px: float) -> list[Sighting]:
        left, top, right, bottom = box
        even = even_out(grey[top:bottom, left:right], px)
        found = self._read_boxes(even, [(0, 0, even.shape[1], even.shape[0])], px)
        return [item.shifted(left, top) for item in found[:1]]

    def _read_boxes(self, even: Grey, boxes: Sequence[Box], px: float) -> list[Sighting]:
        triples = _triples(even, boxes, px)
        if self._closed is None or not len(triples):
            return []
        found: list[Sighting] = []
        for match, corners in zip(self._closed.match(sample(even, triples, px)), corners_of(triples), strict=True):
            if match is not None and match.is_certain and not any(match.text == item.text for item in found):
                a, b, c, d = ((float(x), float(y)) for x, y in corners)
                found.append(Sighting(match.text, (a, b, c, d), HARD_DECODED))
        return found


def least_texture(texture: Texture, read: Sequence[Sighting]) -> float:
    """The least texture of another code in the same picture."""
    return max(_FAINTEST, _SHARE * (texture.usual(read) if read else 1.0))


def _boxes_beside(grey: Grey, read: Sequence[Sighting], px: float, least: float) -> list[Box]:
    """Boxes that may hold a code other than those read."""
    texture = measure_texture(grey, 0.0)
    return boxes_of(mark_places(texture, read, least, 0.5 * MODULES * px), texture.shape, px, _SIDE)


def places_at(hints: Floats, px: float, shape: tuple[int, ...]) -> list[Box]:
    """A box around each of these points, without duplicates."""
    boxes: list[Box] = []
    for x, y in hints:
        if not any(left < x < right and top < y < bottom for left, top, right, bottom in boxes):
            boxes.append(_box(float(x), float(y), px, shape))
    return boxes[:_MOST_HINTED]


def _box(x: float, y: float, px: float, shape: tuple[int, ...]) -> Box:
    reach, (height, width) = (0.5 + _AROUND) * MODULES * px, shape
    return max(0, int(x - reach)), max(0, int(y - reach)), min(width, int(x + reach)), min(height, int(y + reach))


def unread_places(texture: Texture, read: Sequence[Sighting], px: float, most: int) -> list[Box]:
    """Boxes the size of a code, textured like the tags read but outside them; the most likely first."""
    side = max(1, round(MODULES * px / CELL))
    values = texture.values.copy()
    for item in read:
        ring = (np.array(item.corners) - item.centre) * 1.3 + item.centre
        cv2.fillConvexPoly(values, np.round(ring / CELL).astype(np.int32), 0)
    least = least_texture(texture, read)
    # The share of a code-sized area that is textured: art has lines and spots, a code is textured throughout.
    full = cv2.blur((values > least).astype(np.float32), (side, side))
    boxes: list[Box] = []
    while len(boxes) < most:
        row, column = (int(n) for n in np.unravel_index(int(full.argmax()), full.shape))
        if full[row, column] < 0.45:
            break
        reach = max(1, round(0.8 * side))
        full[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = 0
        boxes.append(_box((column + 0.5) * CELL, (row + 0.5) * CELL, px, texture.shape))
    return boxes


def _triples(even: Grey, boxes: Sequence[Box], px: float) -> Floats:
    """Refined corner squares of likely codes, the best fit first."""
    squares = find_squares(even, boxes, Scale(px, factors=_SIZES), bare=True)
    squares = squares[np.argsort(-squares[:, 2])[: max(_MOST_STRONG, even.size // _FOR_SQUARES)]]
    triples = np.concatenate([join_squares(squares, px, _GATE), _guess_thirds(squares, px)])
    fits = fit_fixed(even, triples, bare=True)
    likely = np.flatnonzero(fits > _LIKE)
    most = min(_MOST_LIKELY * len(boxes), max(_MOST_LIKELY, even.size // _FOR_EACH), _MOST_AT_ONCE)
    likely = likely[best_apart(triples[likely], fits[likely], 2 * px)][:most]
    triples, fits = refine(even, triples[likely], (0.7 * px, 0.35 * px, 0.17 * px), bare=True)
    order = np.argsort(-fits)
    return triples[order][fits[order] > _SURER]


def even_out(grey: Grey, px: float) -> Grey:
    """The picture with local contrast normalised: lamps and shadows cancel out.

    Band by band: as floats the whole of a large picture would take twenty times its memory.
    """
    window = round(_WINDOW * px) | 1
    reach, height = window // 2, grey.shape[0]
    rows = max(window, _BAND_PIXELS // max(1, grey.shape[1]))
    even = np.empty_like(grey)
    for top in range(0, height, rows):
        above, below = max(0, top - reach), min(height, top + rows + reach)
        even[top : top + rows] = _even(grey[above:below], window)[top - above : top - above + rows]
    return even


def _even(grey: Grey, window: int) -> Grey:
    values = grey.astype(np.float32)
    mean = cv2.blur(values, (window, window), borderType=cv2.BORDER_REPLICATE)
    spread = cv2.sqrBoxFilter(grey, cv2.CV_32F, (window, window), borderType=cv2.BORDER_REPLICATE) - mean * mean
    spread = np.sqrt(np.maximum(spread, _DULLEST**2))
    return np.asarray(np.clip(128 + _SPREAD * (values - mean) / spread, 0, 255), dtype=np.uint8)


def _guess_thirds(squares: Floats, px: float) -> Floats:
    """Triples of two visible squares and an inferred third one, for a camera straight above."""
    strong = squares[np.argsort(-squares[:, 2])][:_MOST_STRONG]
    points = strong[strong[:, 2] > _STRONG, :2]
    first, second = pairs_of(points, px)
    a, b = points[first], points[second]
    turned = _turned(b - a)
    beside = [np.stack([a, b, a + turned], 1), np.stack([a, a - turned, b], 1)]
    first, second = pairs_of(points, px, across=True)
    a, b = points[first], points[second]
    corner = (a + b + _turned(b - a)) / 2
    # From the top right square to the bottom left one; the other way round would mirror the code.
    return np.concatenate([*beside, np.stack([corner, a, b], 1)]).astype(np.float32)


def _turned(arms: Floats) -> Floats:
    return np.column_stack([-arms[:, 1], arms[:, 0]])
