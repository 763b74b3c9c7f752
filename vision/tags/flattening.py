"""Codes that were found and not read, cut out and laid flat: in glare, out of focus, or bent round a can.

For ``companion read --any``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.tags.decoders import BoundedDecoder
from vision.tags.decoders.zbar_utf8 import open_bounded
from vision.tags.decoders.zxing_unread import UNREAD
from vision.tags.filters import as_it_is, evened, sharpened, softened

_MOST = 8  # places of a picture that are worth the time
_ALIKE = 0.1  # distance of the corners of two places that are one, in sides
_MARGIN = 0.13  # around a flat code, of the picture's side
_AROUND = 0.4  # cut out around a place, of its extent
_FINER = 1.5  # pixels of what is cut out for each of the flat picture
_OFF, _LEAST = 0.15, 0.5  # in a flat picture: how far off its middle a code lies at most; its least side
_SMALLEST = 20  # side of a code that is worth the time, in pixels
_SIDES, _BENT_SIDE = (210, 420), 240  # of flat pictures, in pixels
_LIGHTS = (as_it_is, evened, softened, sharpened)
_LIMIT_S = 1.0
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)

Floats = NDArray[np.float32]
Decode = Callable[[Grey], list[Sighting]]


@dataclass(frozen=True, slots=True)
class Bend:
    """How a code is bent, in its sides.

    ``sag``: of the middle of an edge below the line between its ends; ``shift``: of the middle of the code along that
    line. ``upright``: the same of the other two edges. ``further``: how much further off than guessed the corner
    without a square lies, in diagonals.
    """

    sag: float = 0.0
    shift: float = 0.0
    upright: bool = False
    further: float = 0.0


_FURTHER = (0.0, 0.05, -0.05, 0.1)
_BOWS = (
    *product((-0.02, 0.02, -0.05, 0.05, -0.09, 0.09), (0.0,)),
    *product((-0.05, 0.05, -0.09, 0.09), (-0.08, 0.08)),
)
_BENDS = tuple(
    bend
    for further in _FURTHER
    for bend in (
        Bend(further=further),
        *(Bend(sag, shift, upright, further) for sag, shift in _BOWS for upright in (False, True)),
    )
)


def read_flattened(grey: Grey, unread: Sequence[Sighting]) -> list[Sighting]:
    """Those of the codes that are read once they lie flat."""
    found: list[Sighting] = []
    for place in _distinct([place for place in unread if _is_inside(place, grey)])[:_MOST]:
        if not any(dist(place.centre, other.centre) < 0.5 * other.side for other in found):
            found += _read(grey, place)
    return found


def _is_inside(place: Sighting, grey: Grey) -> bool:
    (x, y), (height, width) = place.centre, grey.shape
    return 0 <= x < width and 0 <= y < height and place.side >= _SMALLEST


def _distinct(places: Sequence[Sighting]) -> list[Sighting]:
    kept: list[Sighting] = []
    for place in places:
        if not any(_apart(place, other) < _ALIKE * other.side for other in kept):
            kept.append(place)
    return kept


def _apart(one: Sighting, other: Sighting) -> float:
    return max(dist(a, b) for a, b in zip(one.corners, other.corners, strict=True))


def _read(grey: Grey, place: Sighting) -> list[Sighting]:
    """The code at this place, by the first attempt that reads it."""
    for decode, flat in _attempts(grey, place):
        for item in decode(flat):
            if item.by != UNREAD and _fills(item, flat):
                return [Sighting(item.text, place.corners, item.by)]
    return []


def _fills(item: Sighting, flat: Grey) -> bool:
    """Not a smaller code between squares of several others."""
    side: int = flat.shape[0]
    off = dist(item.centre, (side / 2, side / 2))
    return off < _OFF * side and item.side > _LEAST * side


def _attempts(grey: Grey, place: Sighting) -> Iterator[tuple[Decode, Grey]]:
    """zbar comes last: it has to guess the character set."""
    lit = [light(flat) for flat in _flat_pictures(grey, place) for light in _LIGHTS]
    yield from product((_zxing("open"), _zxing("open_histogram")), lit)
    cut, corners = _cut(grey, place.corners, _BENT_SIDE)
    for bend in _BENDS:
        flat = _flattened(cut, corners, _BENT_SIDE, bend)
        yield from product((_zxing("open_quick"), _zxing("open_quick_histogram")), (flat,))
    with suppress(DecoderMissing):
        yield from product((open_bounded(_LIMIT_S).decode,), lit)


def _flat_pictures(grey: Grey, place: Sighting) -> list[Grey]:
    return [_flattened(*_cut(grey, place.corners, side), side, Bend()) for side in _SIDES]


def _zxing(how: str) -> Decode:
    return BoundedDecoder("zxing", f"vision.tags.decoders.zxing_unread:{how}", _LIMIT_S).decode


def _cut(grey: Grey, corners: Corners, side: int) -> tuple[Grey, Floats]:
    """The surroundings of a place, no finer than a flat picture of this side needs; and its corners in there."""
    ring = np.array(corners, np.float32)
    rim = _AROUND * np.ptp(ring, axis=0)
    left, top = np.maximum(ring.min(0) - rim, 0).astype(int)
    right, bottom = np.minimum(ring.max(0) + rim, grey.shape[::-1]).astype(int)
    crop = grey[top:bottom, left:right]
    long = max(dist(a, b) for a, b in zip(ring, np.roll(ring, 1, axis=0), strict=True))
    scale = min(1.0, _FINER * side * (1 - 2 * _MARGIN) / max(long, 1))
    if scale < 1:
        crop = np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return crop, np.asarray((ring - (left, top)) * scale, np.float32)


def _flattened(cut: Grey, corners: Floats, side: int, bend: Bend) -> Grey:
    """A square picture of the code between these corners, as if it had been bent so and were straightened."""
    at = ((np.arange(side) + 0.5) / side - _MARGIN) / (1 - 2 * _MARGIN)
    along, across = np.meshgrid(at, at)
    if bend.upright:
        along, across = across, along
    bow = 4 * along * (1 - along)
    along, across = along + bend.shift * bow, across + bend.sag * bow
    if bend.upright:
        along, across = across, along
    ring = corners.copy()
    ring[2] += bend.further * (ring[2] - ring[0])
    there = np.stack([along, across], axis=-1).reshape(-1, 1, 2).astype(np.float32)
    source = cv2.perspectiveTransform(there, cv2.getPerspectiveTransform(_UNIT, ring)).reshape(side, side, 2)
    flat = cv2.remap(cut, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(flat, dtype=np.uint8)
