"""One look of the camera as people want to see it: the picture, small, with every tag that was found in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import Frame
from vision.sightings import Sighting

WIDEST = 960


@dataclass(frozen=True, slots=True)
class TagSeen:
    """``corners`` are shares of the picture's width and height."""

    card: str
    corners: tuple[tuple[float, float], ...]
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Glimpse:
    """``pixels`` are red, green, blue; two glimpses of one number are the same."""

    number: int
    width: int
    height: int
    pixels: bytes = field(compare=False, repr=False)
    tags: tuple[TagSeen, ...] = ()
    strangers: int = 0


def glimpse_of(
    frame: Frame,
    sightings: Sequence[Sighting],
    cards: Mapping[str, str],
    settled: Collection[str],
    strangers: int,
) -> Glimpse:
    """``settled`` are cards."""
    height, width = frame.grey.shape
    share = min(1.0, WIDEST / width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame.grey, size, interpolation=cv2.INTER_AREA)
    tags = tuple(
        TagSeen(card, tuple((x / width, y / height) for x, y in sighting.corners), card in settled)
        for sighting in sightings
        if (card := cards.get(sighting.text)) is not None
    )
    return Glimpse(frame.index, *size, np.repeat(small[:, :, None], 3, axis=2).tobytes(), tags, strangers)
