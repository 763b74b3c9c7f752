"""Every QR code of a picture made by anyone, whatever it says: for ``companion read --any``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import dist

import cv2
import numpy as np

from vision.decoders import open_decoder
from vision.decoders.zxing import open_hard, open_histogram
from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Sighting

_MOST_ENLARGED = 8_000_000  # pixels of a picture that is still worth enlarging


def read_any(grey: Grey, found: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
    """Tags already found, and all that zxing-cpp can do; where that is nothing, other ways until one tells."""
    everything = list(found)
    for look in (open_hard().decode, *_other_ways(grey)):
        for item in look(grey):
            if not any(item.text == other.text and _near(item, other) for other in everything):
                everything.append(item)
        if everything:
            break
    return tuple(everything)


def _other_ways(grey: Grey) -> Iterator[Callable[[Grey], list[Sighting]]]:
    """Another threshold, another size, another library."""
    yield open_histogram().decode
    if grey.size <= _MOST_ENLARGED:
        yield _decode_enlarged
    try:
        zbar = open_decoder("zbar")
    except DecoderMissing:
        return
    yield zbar.decode


def _decode_enlarged(grey: Grey) -> list[Sighting]:
    large = np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    return [item.shifted(0, 0, 2.0) for item in open_hard().decode(large)]


def _near(one: Sighting, other: Sighting) -> bool:
    return dist(one.centre, other.centre) < 0.5 * max(one.side, other.side)
