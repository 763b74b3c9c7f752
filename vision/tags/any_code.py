"""All QR codes of any picture, whatever their text: for ``companion read --any``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import dist

import cv2
import numpy as np

from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders import open_decoder
from vision.tags.texture import measure_texture

_AROUND = 1.1  # scale of the patch painted over a code once it is read
_PALEST = 0.2  # texture of the palest code
_CONTRAST = 4.0  # how far it is brought out, at most
_BRIGHTER = np.asarray(255 * (np.arange(256) / 255) ** 0.5, dtype=np.uint8)
_MOST_ENLARGED = 8_000_000  # pixels of a picture that is still worth enlarging


def read_any(grey: Grey, found: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
    """``found``, then zxing-cpp with all its options, then further attempts while anything code-like is left."""
    everything = list(found)
    for look in (open_decoder("zxing", "open_hard").decode, *_other_ways(grey)):
        rest = _without(grey, everything)
        if everything and not _is_code_like(rest):
            break
        for item in look(rest):
            if not any(_near(item, other) for other in everything):
                everything.append(item)
    return tuple(everything)


def _without(grey: Grey, found: Sequence[Sighting]) -> Grey:
    """The picture with the codes already read painted over."""
    rest = grey.copy() if found else grey
    for item in found:
        ring = (np.array(item.corners) - item.centre) * _AROUND + item.centre
        cv2.fillConvexPoly(rest, np.round(ring).astype(np.int32), 128)
    return rest


def _is_code_like(grey: Grey) -> bool:
    """Whether any part has edges in all directions like a code, however pale."""
    return bool((measure_texture(grey).values > _PALEST).any())


def _other_ways(grey: Grey) -> Iterator[Callable[[Grey], list[Sighting]]]:
    """Other thresholds, other light, other sizes, another library."""
    hard = open_decoder("zxing", "open_hard").decode
    yield open_decoder("zxing", "open_histogram").decode
    yield lambda rest: hard(_evened(rest))
    yield lambda rest: hard(_brightened(rest))
    yield lambda rest: hard(_blurred(_evened(rest)))
    yield lambda rest: _scaled(hard, _evened(rest), 0.5, cv2.INTER_AREA)
    if grey.size <= _MOST_ENLARGED:
        yield lambda rest: _scaled(hard, rest, 2, cv2.INTER_LINEAR)
    with suppress(DecoderMissing):
        yield open_decoder("zbar").decode


def _evened(grey: Grey) -> Grey:
    """Contrast brought out part by part: codes in glare, in shadow and on dark paper."""
    return np.asarray(cv2.createCLAHE(_CONTRAST, (8, 8)).apply(grey), dtype=np.uint8)


def _brightened(grey: Grey) -> Grey:
    return np.asarray(cv2.LUT(grey, _BRIGHTER), dtype=np.uint8)


def _blurred(grey: Grey) -> Grey:
    """Without what lies within modules: moiré of screens, grain, print in dots."""
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 2), dtype=np.uint8)


def _scaled(decode: Callable[[Grey], list[Sighting]], grey: Grey, by: float, way: int) -> list[Sighting]:
    scaled = np.asarray(cv2.resize(grey, None, fx=by, fy=by, interpolation=way), dtype=np.uint8)
    return [item.shifted(0, 0, by) for item in decode(scaled)]


def _near(one: Sighting, other: Sighting) -> bool:
    return dist(one.centre, other.centre) < 0.5 * max(one.side, other.side)
