"""What was found, drawn over the picture: boxes with a dot at each tag's own top left, and its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting

_COLOURS: Mapping[str, tuple[int, int, int]] = {"zxing": (60, 200, 60), "closed set": (40, 140, 255)}
_OTHER = (230, 160, 40)
_AROUND = (0, 0, 0)  # letters must be seen on light cards, too


def draw_sightings(grey: Grey, found: Sequence[Sighting]) -> NDArray[np.uint8]:
    """A colour picture (blue, green, red) with one box for each sighting."""
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    for item in found:
        colour = _COLOURS.get(item.by, _OTHER)
        ring = np.array(item.corners).round().astype(np.int32)
        thick = max(1, round(item.side / 25))
        cv2.polylines(picture, [ring], True, colour, thick, cv2.LINE_AA)
        first = int(ring[0][0]), int(ring[0][1])
        cv2.circle(picture, first, 2 * thick, colour, -1, cv2.LINE_AA)
        at = int(ring[:, 0].min()), int(ring[:, 1].min()) - 2 * thick
        for tone, width in ((_AROUND, 4 * thick), (colour, thick)):
            cv2.putText(picture, item.text[:24], at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * thick, tone, width, cv2.LINE_AA)
    return np.asarray(picture, dtype=np.uint8)
