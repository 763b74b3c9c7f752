"""Pictures changed so that codes come out which a plain decoder misses: for ``companion read --any``."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Grey

_CONTRAST = 4.0  # how far it is brought out, at most
_BRIGHTER = np.asarray(255 * (np.arange(256) / 255) ** 0.5, dtype=np.uint8)
_PARTS, _DARKER = 20, 5  # of the longer side, around a pixel; a dark one is so much darker than the mean there


def as_it_is(grey: Grey) -> Grey:
    return grey


def evened(grey: Grey) -> Grey:
    """Contrast brought out part by part: codes in glare, in shadow and on dark paper."""
    return np.asarray(cv2.createCLAHE(_CONTRAST, (8, 8)).apply(grey), dtype=np.uint8)


def brightened(grey: Grey) -> Grey:
    return np.asarray(cv2.LUT(grey, _BRIGHTER), dtype=np.uint8)


def softened(grey: Grey) -> Grey:
    """Evened, without what lies within modules: moiré of screens, grain, print in dots."""
    return _blurred(evened(grey))


def sharpened(grey: Grey) -> Grey:
    return np.asarray(cv2.addWeighted(grey, 2.5, _blurred(grey), -1.5, 0), dtype=np.uint8)


def _blurred(grey: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 2), dtype=np.uint8)


def thresholded(grey: Grey) -> Grey:
    """Black and white, each part by its own mean."""
    around = max(11, max(grey.shape) // _PARTS) | 1
    return np.asarray(
        cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, around, _DARKER), dtype=np.uint8
    )


def scaled(grey: Grey, across: float, down: float) -> Grey:
    if across == down == 1:
        return grey
    way = cv2.INTER_AREA if across * down < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, None, fx=across, fy=down, interpolation=way), dtype=np.uint8)
