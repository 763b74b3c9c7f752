"""Evening out: every part of a picture gets the same mean and contrast, so lamps, shadows and faint ink cancel out."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Grey

_WINDOW = 7  # modules over which contrast is normalised
_DULLEST = 5.0  # least standard deviation, in grey levels: flatter parts are not amplified
_SPREAD = 55.0  # standard deviation after normalising, in grey levels
_BAND_PIXELS = 250_000  # evened out at a time, to stay in the processor's cache


def even_out(grey: Grey, px: float) -> Grey:
    """The picture with local contrast normalised, for codes of ``px`` pixels per module.

    Band by band: as floats the whole of a large picture would take twenty times its memory.
    """
    window = round(_WINDOW * px) | 1
    reach, height = window // 2, grey.shape[0]
    rows = max(window, _BAND_PIXELS // max(1, grey.shape[1]))
    even = np.empty_like(grey)
    for top in range(0, height, rows):
        above, below = max(0, top - reach), min(height, top + rows + reach)
        even[top : top + rows] = _even(grey[above:below], window)[top - above : top - above + rows]
    return even


def _even(grey: Grey, window: int) -> Grey:
    size = window, window
    mean = cv2.boxFilter(grey, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    spread = np.asarray(cv2.sqrBoxFilter(grey, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
    off = np.asarray(cv2.subtract(grey, mean, dtype=cv2.CV_32F), dtype=np.float32)
    cv2.subtract(spread, cv2.multiply(mean, mean, mean), spread)
    np.maximum(spread, _DULLEST**2, out=spread)
    cv2.divide(off, cv2.sqrt(spread, spread), off, _SPREAD)
    np.clip(np.add(off, 128, out=off), 0, 255, out=off)
    return off.astype(np.uint8)
