"""All tags of a picture behind one call: the cheapest way first, dearer ones only where a tag may still be unread."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import dist

import cv2
import numpy as np

from vision.decoders import Decoder, open_decoder
from vision.decoders.zxing import open_hard
from vision.frames import Frame, Grey
from vision.sightings import Sighting
from vision.tags import parse_tag


class Reader:
    """``known``: the tags that may lie on this table; None or not ``strict``: every fitting check character will do."""

    def __init__(self, known: Collection[str] | None = None, *, strict: bool = True) -> None:
        self._known = None if known is None else frozenset(known)
        self._strict = strict and known is not None
        self._zxing: Decoder = open_decoder("zxing")
        self.strangers: tuple[str, ...] = ()

    def look(self, frame: Frame) -> tuple[Sighting, ...]:
        """The tags of one frame; ``strangers`` then holds the texts of other codes in it."""
        found = self._zxing.decode(frame.grey)
        found += [item.shifted(0, 0, 2.0) for item in self._zxing.decode(_sharpened(frame.grey))]
        tags: dict[str, Sighting] = {}
        for item in found:
            if self._accepts(item.text):
                tags.setdefault(item.text, item)
        self.strangers = tuple({item.text for item in found if not self._accepts(item.text)})
        return tuple(tags.values())

    def forget(self) -> None:
        """The next frame shows another table."""
        self.strangers = ()

    def _accepts(self, text: str) -> bool:
        return parse_tag(text) is not None and (not self._strict or text in (self._known or ()))


def read_tags(grey: Grey, known: Collection[str] | None = None) -> tuple[Sighting, ...]:
    """The tags of a single picture, without any memory."""
    return Reader(known).look(Frame(0, 0, grey))


def read_any(grey: Grey, found: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
    """Every QR code of a picture made by anyone, tags already found among them: all that zxing-cpp can do."""
    everything = list(found)
    for item in open_hard().decode(grey):
        if not any(item.text == other.text and _near(item, other) for other in everything):
            everything.append(item)
    return tuple(everything)


def _near(one: Sighting, other: Sighting) -> bool:
    return dist(one.centre, other.centre) < 0.5 * max(one.side, other.side)


def _sharpened(grey: Grey) -> Grey:
    soft = cv2.GaussianBlur(grey, (0, 0), 1.25)
    sharp = cv2.addWeighted(grey, 3.0, soft, -2.0, 0)
    return np.asarray(cv2.resize(sharp, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
