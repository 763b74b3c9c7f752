"""What all kinds of cameras do with a picture: turning and shrinking it."""

from __future__ import annotations

import numpy as np

from hardware.camera.settings import Rotation
from vision.frames import Grey

SMALL_WIDTH = 640


def turn(grey: Grey, rotation: Rotation) -> Grey:
    """Turns the picture clockwise by ``rotation`` degrees, to undo how the camera is mounted."""
    return np.ascontiguousarray(np.rot90(grey, -(rotation // 90))) if rotation else grey


def shrink(grey: Grey) -> Grey:
    """A subsampled picture, about ``SMALL_WIDTH`` wide: enough to see motion."""
    step = max(1, grey.shape[1] // SMALL_WIDTH)
    return np.ascontiguousarray(grey[::step, ::step])
