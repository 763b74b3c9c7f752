"""One look of the camera for people: the picture, small, with every tag found in it; on the screen or as a JPEG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.inbox import Preview, TagSeen, ZoneSeen
from vision.frames import Frame
from vision.sightings import Corners, Sighting
from vision.table.calibration import Quality
from vision.table.eye import Eye

WIDEST = 960
JPEG_WIDEST, JPEG_QUALITY = 640, 70
SETTLED, PASSING = (85, 185, 245), (200, 200, 200)  # frame colours: blue, green, red


@dataclass(frozen=True, slots=True)
class ReadInFrame:
    """What was read in a frame, and the cards it means; ``by_face``: card, outline, whether it has settled."""

    sightings: tuple[Sighting, ...]
    cards: Mapping[str, str]
    settled: frozenset[str]
    strangers: int
    by_face: tuple[tuple[str, Corners, bool], ...] = ()


def preview_of(frame: Frame, found: ReadInFrame, eye: Eye, quality: tuple[Quality, ...]) -> Preview:
    """``eye`` knows where the zones are."""
    height, width = frame.grey.shape
    share = min(1.0, WIDEST / width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame.grey, size, interpolation=cv2.INTER_AREA)
    pixels = np.repeat(small[:, :, None], 3, axis=2).tobytes()
    tags = tuple(
        TagSeen(card, tuple((x / width, y / height) for x, y in sighting.corners), card in found.settled)
        for sighting in found.sightings
        if (card := found.cards.get(sighting.text)) is not None
    )
    tags += tuple(
        TagSeen(card, tuple((x / width, y / height) for x, y in corners), is_settled, by_face=True)
        for card, corners, is_settled in found.by_face
    )
    return Preview(frame.index, *size, pixels, tags, found.strangers, _zones(eye, width, height), quality)


def _zones(eye: Eye, width: int, height: int) -> tuple[ZoneSeen, ...]:
    return tuple(
        ZoneSeen(
            zone.name, tuple((x / width, y / height) for x, y in (eye.plane.to_picture(*at) for at in zone.corners))
        )
        for zone in eye.zones.zones
    )


def as_jpeg(preview: Preview) -> bytes:
    """Small enough for a phone, with a frame round every card."""
    picture = np.frombuffer(preview.pixels, np.uint8).reshape(preview.height, preview.width, 3)[:, :, ::-1]
    share = min(1.0, JPEG_WIDEST / preview.width)
    size = (max(1, round(preview.width * share)), max(1, round(preview.height * share)))
    small = np.ascontiguousarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    for tag in preview.tags:
        corners = np.array([(x * size[0], y * size[1]) for x, y in tag.corners], np.int32)
        cv2.polylines(small, [corners], isClosed=True, color=SETTLED if tag.is_settled else PASSING, thickness=2)
    _, written = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return written.tobytes()
