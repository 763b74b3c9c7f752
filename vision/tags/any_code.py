"""All QR codes of any picture, whatever their text: for ``companion read --any``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import dist

import cv2
import numpy as np

from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders import BoundedDecoder
from vision.tags.decoders.zbar_utf8 import open_bounded
from vision.tags.decoders.zxing_unread import UNREAD
from vision.tags.filters import as_it_is, brightened, evened, scaled, softened, thresholded
from vision.tags.flattening import read_flattened
from vision.tags.texture import measure_texture

_AROUND = 1.1  # scale of the patch painted over a code once it is read
_PALEST = 0.2  # texture of the palest code
_MOST_ENLARGED = 8_000_000  # pixels of a picture that is still worth enlarging
_LIMIT_S = 10.0  # processor time of an attempt

Decode = Callable[[Grey], list[Sighting]]


@dataclass(frozen=True, slots=True)
class Way:
    """``decoder``: as ``zxing_unread`` names it, or zbar; ``across``, ``down``: how much larger the picture is made."""

    decoder: str = "open"
    change: Callable[[Grey], Grey] = as_it_is
    across: float = 1.0
    down: float = 1.0


WAYS = (
    Way("open_every_kind"),
    Way("open_histogram"),
    Way(change=evened),
    Way(change=brightened),
    Way(change=softened),
    Way(change=evened, across=0.5, down=0.5),
    Way(across=2, down=2),
    Way("open_histogram", brightened, across=2, down=2),
    Way(across=2),
    Way(down=2),
    Way("zbar"),
    Way("zbar", thresholded, across=0.5, down=0.5),
)


def read_any(grey: Grey, found: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
    """``found``, then one way after another while anything code-like is left, then what was found and not read."""
    everything, unread = list(found), list[Sighting]()
    for look in _ways(grey):
        rest = _without(grey, everything)
        if everything and not unread and not _is_code_like(rest):
            return tuple(everything)
        for item in look(rest):
            if item.by == UNREAD:
                unread.append(item)
            elif not _is_among(item, everything):
                everything.append(item)
    unread = [item for item in unread if not _is_among(item, everything)]
    return (*everything, *read_flattened(grey, unread))


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


def _ways(grey: Grey) -> Iterator[Decode]:
    for way in WAYS:
        if way.across * way.down <= 1 or grey.size <= _MOST_ENLARGED:
            with suppress(DecoderMissing):
                yield partial(_decode, way, _opened(way.decoder))


def _opened(decoder: str) -> Decode:
    if decoder == "zbar":
        return open_bounded(_LIMIT_S).decode
    return BoundedDecoder("zxing", f"vision.tags.decoders.zxing_unread:{decoder}", _LIMIT_S).decode


def _decode(way: Way, decode: Decode, grey: Grey) -> list[Sighting]:
    changed = scaled(way.change(grey), way.across, way.down)
    return [_unscaled(item, way.across, way.down) for item in decode(changed)]


def _unscaled(item: Sighting, across: float, down: float) -> Sighting:
    corners = tuple((x / across, y / down) for x, y in item.corners)
    return Sighting(item.text, corners, item.by)  # type: ignore[arg-type]


def _is_among(item: Sighting, others: Sequence[Sighting]) -> bool:
    return any(dist(item.centre, other.centre) < 0.5 * max(item.side, other.side) for other in others)
