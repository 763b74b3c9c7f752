"""Whether there is light to see by: in the dark nothing is gone, it just cannot be seen."""

from __future__ import annotations

import numpy as np

from vision.frames import Frame

DARK = 0.3  # of the brightness in which tags were last read
AFTER_MS = 1000  # after the light is on again cards need a moment until they have settled
LONG_MS = 3000
LEVELS = (25, 99)  # of a hundred pixels: the table, which stays when bright cards are cleared away, and the brightest
STEP = 16  # every so many pixels are looked at


class LightWatch:
    """Told of every frame and whether anything was read in it: a dim picture that can be read is no dark one."""

    def __init__(self) -> None:
        self._lit = np.zeros(2)
        self._dark_ms: int | None = None
        self._until_ms: int | None = None

    def look(self, frame: Frame, *, can_read: bool) -> bool:
        """Whether it is dark, or was just now."""
        level = np.percentile(frame.grey[::STEP, ::STEP], LEVELS)
        if can_read:
            self._lit = level
        elif (level < DARK * self._lit).all():
            self._dark_ms = frame.at_ms if self._dark_ms is None else self._dark_ms
            self._until_ms = frame.at_ms + AFTER_MS
        if self._until_ms is not None and frame.at_ms >= self._until_ms:
            self._dark_ms = self._until_ms = None
        return self._until_ms is not None

    @property
    def is_long(self) -> bool:
        """Dark for so long that people should know."""
        return self._dark_ms is not None and self._until_ms is not None and self._until_ms - self._dark_ms >= LONG_MS
