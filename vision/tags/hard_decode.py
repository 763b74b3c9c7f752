"""Hard decoding of tags the search missed: in shadow, faint, curled, blurred, partly hidden, or without a margin.

It is expensive, and what it finds must be as certain as anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.bare_codes import find_likely
from vision.tags.closed_set import ClosedSet
from vision.tags.codes import MODULES
from vision.tags.evening import even_out, even_out_at
from vision.tags.finders import PX
from vision.tags.grids import corners_of, sample, triples_of
from vision.tags.overlap import are_within
from vision.tags.scale import Scale
from vision.tags.search import COMPARED, as_is
from vision.tags.slant import ENOUGH, Slant, stretch_of
from vision.tags.texture import CELL, Box, Texture, boxes_of, mark_places, measure_texture

Floats = NDArray[np.float32]
Pair = NDArray[np.float64]  # across and down

HARD_DECODED = "closer look"  # the ``by`` of such sightings, as ``companion read`` prints it
_SIZES = (0.91, 1.0, 1.09)
_FAINTEST = 0.05  # texture of the faintest print
_FAINT = 0.12  # of print somewhat less faint, while nothing is read
_SHARE = 0.3  # of the usual texture of the tags read
_AROUND = 0.75  # tag sides searched around a place
_SIDE = 8  # of a tile, in cells per pixel of a module
_MOST_PIXELS = 300_000  # searched per size while nothing is known, at the scale of the search
_MOST_HINTED = 3
_SURELY = 0.78  # fit of the fixed modules from which something is a code: art has 0.76 at most
MOST_GLANCED = 4_000_000  # pixels
_MANY = 0.2  # share of tags that only the closed set gave
_LEAST_READ = 1.7  # pixels per module below which the first decoder misses many even in good pictures
_BENT = 1.1  # stretch of a quarter of the tags, once rectified: cards are curled
_NARROW = (1.5, 1.0), (2.0, 1.0)  # how far a picture is stretched for codes that look narrow
_COARSE = 0.6  # below this scale pictures are shrunk by averaging


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

    def holds(self, grey: Grey, item: Sighting, box: Box) -> bool:
        """Whether this tag still reads the same just where it was, whatever its shape; ``box``: its surroundings."""
        left, top, right, bottom = box
        px = item.side / MODULES
        even = even_out(grey[top:bottom, left:right], px)
        triples = triples_of(np.array([item.shifted(-left, -top).corners], np.float32))
        found, _ = self._compare(even, triples, px)
        return bool(found) and found[0].text == item.text

    def read_everywhere(self, grey: Grey, read: Sequence[Sighting], px: float, least: float) -> list[Sighting]:
        """The same for the whole picture, wherever texture exceeds ``least``: cheaper than many places one by one."""
        return self._read_boxes_of(grey, _boxes_beside(grey, read, px, least), px)

    def read_somewhere(self, grey: Grey, px: float) -> list[Sighting]:
        """The same while nothing is read yet; a sample of the boxes if there are many."""
        boxes = _boxes_beside(grey, (), px, _SHARE)
        size = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) * (PX / px) ** 2
        return self._read_boxes_of(grey, boxes[:: 1 + int(size / _MOST_PIXELS)], px)

    def glance(
        self,
        grey: Grey,
        texture: Texture,
        read: Sequence[Sighting],
        px: float,
        *,
        show: Callable[[Sequence[Box]], None] = as_is,
    ) -> list[Sighting]:
        """What the search missed, at a third of the cost: shrunk, at one size; decoded hard where a code is sure."""
        boxes = _boxes_to_glance_at(texture, read, px)
        if not boxes:
            return []
        show(boxes)
        even, shrunk = _shrunk_at(grey, boxes, px)
        found, middles = self._glance_at(even, boxes, read, px * shrunk, np.array([shrunk, shrunk]))
        places = places_at(middles[~are_within(middles, found)], px, grey.shape)
        return found + [item for item in self.read(grey, places, px) if not any(item.text == f.text for f in found)]

    def glance_at_curled(self, grey: Grey, texture: Texture, read: Sequence[Sighting], px: float) -> list[Sighting]:
        """What even a glance missed as cards curl: narrow codes, in a picture stretched as those ``read`` suggest."""
        boxes, stretches = _boxes_to_glance_at(texture, read, px), _stretches_for(read)
        if not boxes or not stretches:
            return []
        even, shrunk = _shrunk_at(grey, boxes, px)
        found: list[Sighting] = []
        for stretch in stretches:
            wide = _resized(even, stretch)
            found += self._glance_at(wide, boxes, [*read, *found], px * shrunk, shrunk * stretch)[0]
        return found

    def _glance_at(
        self, even: Grey, boxes: Sequence[Box], read: Sequence[Sighting], px: float, scale: Pair
    ) -> tuple[list[Sighting], Floats]:
        """New sightings in a picture resized by ``scale``; and the middles of unread codes that are surely there."""
        there = [_box_scaled(box, scale) for box in boxes]
        triples, fits = find_likely(even, there, Scale(px, factors=(1.0,)), [_scaled(item, scale) for item in read])
        found, left = self._compare(even, triples, px)
        middles = (triples[left, 1] + triples[left, 2])[fits[left] > _SURELY] / (2 * scale)
        return [_scaled(item, 1 / scale) for item in found], middles.astype(np.float32)

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
        triples, _ = find_likely(even, boxes, Scale(px, factors=_SIZES))
        return self._compare(even, triples, px)[0]

    def _compare(self, even: Grey, triples: Floats, px: float) -> tuple[list[Sighting], list[int]]:
        """Sightings of certain matches, each text once; and the indices of triples that match nothing."""
        if self._closed is None or not len(triples):
            return [], []
        found: list[Sighting] = []
        left: list[int] = []
        corners = corners_of(triples)
        for n, match in enumerate(self._closed.match(sample(even, triples, px))):
            if match is None or not match.is_certain:
                left.append(n)
            elif not any(match.text == item.text for item in found):
                a, b, c, d = ((float(x), float(y)) for x, y in corners[n])
                found.append(Sighting(match.text, (a, b, c, d), HARD_DECODED))
        return found, left


def is_worth_a_glance(grey: Grey, read: Sequence[Sighting], *, unhurried: bool = False) -> bool:
    """Whether tags may be left unread: the first decoder should have read more of these, large as they are.

    ``unhurried``: if some are read, small tags and large pictures are worth it, too.
    """
    matched = sum(item.by in (COMPARED, HARD_DECODED) for item in read)
    if read and unhurried:
        return matched >= _MANY * len(read)
    is_large = not read or float(np.median([item.side for item in read])) > _LEAST_READ * MODULES
    return grey.size <= MOST_GLANCED and is_large and matched >= _MANY * len(read)


def are_curled(read: Sequence[Sighting]) -> bool:
    """Of a rectified picture: whether no plane explains the shapes of these."""
    stretched = stretch_of(np.array([item.corners for item in read]))
    return len(read) >= ENOUGH and float(np.quantile(stretched, 0.75)) > _BENT


def _stretches_for(read: Sequence[Sighting]) -> list[Pair]:
    """Across, down or both: where many of these codes are narrow, others will be narrower."""
    corners = np.array([item.corners for item in read])
    sides = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]])
    wide, high = np.sqrt(np.maximum((sides**2).sum(0), 1e-6)).T
    narrow = float((high > _BENT * wide).mean()), float((wide > _BENT * high).mean())
    return [
        np.array(pair)[::way] for way, share in zip((1, -1), narrow, strict=True) if share > _MANY for pair in _NARROW
    ]


def _boxes_to_glance_at(texture: Texture, read: Sequence[Sighting], px: float) -> list[Box]:
    """Where an unread code may lie."""
    return boxes_of(_unread_cells(texture, read, px, least_texture(texture, read)), texture.shape, px, _SIDE)


def _shrunk_at(grey: Grey, boxes: Sequence[Box], px: float) -> tuple[Grey, float]:
    """The picture at the scale of the search, evened out at these boxes; and that scale."""
    shrunk = min(1.0, PX / px)
    scale = np.array([shrunk, shrunk])
    return even_out_at(_resized(grey, scale), [_box_scaled(box, scale) for box in boxes], px * shrunk), shrunk


def _scaled(item: Sighting, scale: Pair) -> Sighting:
    across, down = float(scale[0]), float(scale[1])
    a, b, c, d = ((x * across, y * down) for x, y in item.corners)
    return Sighting(item.text, (a, b, c, d), item.by)


def _box_scaled(box: Box, scale: Pair) -> Box:
    left, top, right, bottom = (int(n) for n in np.array(box) * np.tile(scale, 2))
    return left, top, right, bottom


def _resized(grey: Grey, scale: Pair) -> Grey:
    if (scale == 1.0).all():
        return grey
    way = cv2.INTER_AREA if scale.min() < _COARSE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, None, fx=scale[0], fy=scale[1], interpolation=way), dtype=np.uint8)


def least_texture(texture: Texture, read: Sequence[Sighting]) -> float:
    """The least texture of another code in the same picture."""
    return max(_FAINTEST, _SHARE * texture.usual(read) if read else _FAINT)


def _boxes_beside(grey: Grey, read: Sequence[Sighting], px: float, least: float) -> list[Box]:
    """Boxes that may hold a code other than those read."""
    texture = measure_texture(grey, 0.0)
    return boxes_of(_unread_cells(texture, read, px, least), texture.shape, px, _SIDE)


def _unread_cells(texture: Texture, read: Sequence[Sighting], px: float, least: float) -> Grey:
    return mark_places(texture, read, least, 0.5 * MODULES * px)


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
