"""Pictures for camera tests: tagged cards on a plain table, in known places, with a little noise."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import segno

from vision.frames import Grey
from vision.tags.decoders import open_decoder
from vision.tags.text import Tag, format_tag

WIDTH, HEIGHT = 2304, 1296
MODULE_PX = 5
TAGS = (Tag("A", 1), Tag("A", 17), Tag("A", 118), Tag("M", 5))


def tag_picture(tag: Tag) -> Grey:
    """A tag as printed: dark on light, with its margin."""
    rows = segno.make(format_tag(tag), error="h", micro=False, boost_error=False).matrix_iter(border=3)
    modules = np.array([[0 if dark else 255 for dark in row] for row in rows], np.uint8)
    return np.kron(modules, np.ones((MODULE_PX, MODULE_PX), np.uint8))


@cache
def table(tags: tuple[Tag, ...] = TAGS, seed: int = 0) -> Grey:
    """A table seen from above; each tag on a card of its own, from left to right."""
    grey = np.full((HEIGHT, WIDTH), 120, np.uint8)
    for place, tag in enumerate(tags):
        left, top = 150 + place * 500, 300 + place * 120
        cv2.rectangle(grey, (left, top), (left + 330, top + 500), 205, -1)
        code = tag_picture(tag)
        grey[top + 40 : top + 40 + code.shape[0], left + 60 : left + 60 + code.shape[1]] = code
    noise = np.random.default_rng(seed).integers(0, 12, grey.shape, dtype=np.uint8)
    return cv2.subtract(grey, noise)


def read_tags(grey: Grey) -> set[str]:
    return {sighting.text for sighting in open_decoder("zxing").decode(grey)}


def texts(tags: tuple[Tag, ...] = TAGS) -> set[str]:
    return {format_tag(tag) for tag in tags}
