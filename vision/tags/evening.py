"""Evening out: every part of a picture gets the same mean and contrast, so lamps, shadows and faint ink cancel out."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.frames import Grey
from vision.tags.codes import MODULES
from vision.tags.overlap import pieces_at
from vision.tags.texture import Box

_WINDOW = 7  # modules over which contrast is normalised
_DULLEST = 5.0  # least standard deviation, in grey levels: flatter parts are not amplified
_SPREAD = 55.0  # standard deviation after normalising, in grey levels
_MIDDLE = 128  # the mean after normalising
_BAND_PIXELS = 250_000  # evened out at a time, to stay in the processor's cache
_PIECE = 128  # side of the pieces that are evened out or not


def even_out(grey: Grey, px: float) -> Grey:
    """The picture with local contrast normalised, for codes of ``px`` pixels per module.

    Band by band: as floats the whole of a large picture would take twenty times its memory.
    """
    rows = max(_window(px), _BAND_PIXELS // max(1, grey.shape[1]))
    even = np.empty_like(grey)
    for top in range(0, grey.shape[0], rows):
        _fill(even, grey, slice(top, top + rows), slice(0, grey.shape[1]), px)
    return even


def even_out_at(grey: Grey, boxes: Iterable[Box], px: float) -> Grey:
    """The same just in these boxes, and as much around them as codes in them reach out."""
    even = np.full_like(grey, _MIDDLE)
    for row, wanted in enumerate(pieces_at(boxes, grey.shape, _PIECE, round(MODULES * px))):
        edges = np.flatnonzero(np.diff(wanted, prepend=False, append=False)) * _PIECE
        for left, right in edges.reshape(-1, 2).tolist():
            _fill(even, grey, slice(row * _PIECE, (row + 1) * _PIECE), slice(left, right), px)
    return even


def _fill(even: Grey, grey: Grey, rows: slice, columns: slice, px: float) -> None:
    """Evens out one part, with what lies around it in view."""
    window = _window(px)
    above, before = (max(0, part.start - window // 2) for part in (rows, columns))
    around = grey[above : rows.stop + window // 2, before : columns.stop + window // 2]
    here = slice(rows.start - above, rows.stop - above), slice(columns.start - before, columns.stop - before)
    even[rows, columns] = _even(around, window)[here]


def _window(px: float) -> int:
    return round(_WINDOW * px) | 1


def _even(grey: Grey, window: int) -> Grey:
    size = window, window
    mean = cv2.boxFilter(grey, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    spread = np.asarray(cv2.sqrBoxFilter(grey, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
    off = np.asarray(cv2.subtract(grey, mean, dtype=cv2.CV_32F), dtype=np.float32)
    cv2.subtract(spread, cv2.multiply(mean, mean, mean), spread)
    np.maximum(spread, _DULLEST**2, out=spread)
    cv2.divide(off, cv2.sqrt(spread, spread), off, _SPREAD)
    np.clip(np.add(off, _MIDDLE, out=off), 0, 255, out=off)
    return off.astype(np.uint8)
