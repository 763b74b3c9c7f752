"""What every kind of camera does with a picture in the same way."""

from __future__ import annotations

import numpy as np

from hardware.camera.settings import Rotation
from vision.frames import Grey

SMALL_WIDTH = 640


def turn(grey: Grey, rotation: Rotation) -> Grey:
    """The picture clockwise by ``rotation`` degrees: how far the camera hangs turned the other way."""
    return np.ascontiguousarray(np.rot90(grey, -(rotation // 90))) if rotation else grey


def shrink(grey: Grey) -> Grey:
    """A small picture of the same thing, at most ``SMALL_WIDTH`` wide, by leaving pixels out: enough to see motion."""
    step = max(1, grey.shape[1] // SMALL_WIDTH)
    return np.ascontiguousarray(grey[::step, ::step])
