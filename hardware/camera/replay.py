"""A recording as a camera: gives the recorded pictures at the recorded times.

Between two recorded pictures nothing changed, so the older one is given again, as a camera would.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from hardware.camera.pictures import shrink
from hardware.camera.recorded import Shot, read_index
from hardware.camera.settings import CameraConfig
from hardware.errors import InvalidWiring, PartLost
from vision.frames import Frame, Grey, read_picture

log = logging.getLogger(__name__)

MOST_SKIPPED = 20  # unreadable pictures per call, so that one call stays short
AFTER_MS = 2_000  # how long the last picture stays, so that its changes can settle


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    shot: Shot
    grey: Grey
    small: Grey


class ReplayCamera:
    """Time is passed in: with a fast clock the recording plays fast; ``wait`` must then wait on that clock."""

    def __init__(
        self, config: CameraConfig, clock: Callable[[], int], wait: Callable[[float], None] = time.sleep
    ) -> None:
        if config.folder is None:
            raise InvalidWiring("camera.folder", "the folder of a recording", config.folder)
        self._folder = config.folder
        self._shots: tuple[Shot, ...] = read_index(config.folder)
        self._times = [shot.at_ms for shot in self._shots]
        self._look_ms = config.look_ms
        self._clock = clock
        self._wait = wait
        self._began_ms = clock()
        self._first_ms = self._times[0]
        self._last_ms = self._times[-1]
        self._index = 0
        self._due_ms = self._began_ms
        self._loaded: _Loaded | None = None

    @property
    def is_over(self) -> bool:
        """Whether everything recorded has been shown."""
        return not self._shots or self._now() > self._last_ms + AFTER_MS

    def next_frame(self, timeout: float) -> Frame | None:
        """The next frame that is due within ``timeout``; None also once the recording is over."""
        wait_ms = self._due_ms - self._clock()
        if wait_ms > 0:
            self._wait(min(wait_ms / 1000, timeout))
        if self.is_over or self._clock() < self._due_ms:
            return None
        now = self._clock()
        self._due_ms = now + self._look_ms
        loaded = self._picture()
        if loaded is None:
            return None
        frame = Frame(self._index, now, loaded.grey, loaded.small)
        self._index += 1
        return frame

    def close(self) -> None:
        self._shots = ()
        self._loaded = None

    def _now(self) -> int:
        """The time within the recording, which begins with its first picture."""
        return self._first_ms + self._clock() - self._began_ms

    def _picture(self) -> _Loaded | None:
        """The picture for the current time; an unreadable one is skipped for the one before, or else the next.

        None if there are too many unreadable ones in a row for one call.
        """
        for _ in range(MOST_SKIPPED):
            if not self._shots:
                break
            place = max(0, bisect_right(self._times, self._now()) - 1)
            shot = self._shots[place]
            if self._loaded is not None and self._loaded.shot == shot:
                return self._loaded
            try:
                grey = read_picture(self._folder / shot.file)
            except ValueError as error:
                log.warning("skipping a recorded picture: %s", error)
                self._shots = self._shots[:place] + self._shots[place + 1 :]
                self._times = [left.at_ms for left in self._shots]
                continue
            self._loaded = _Loaded(shot, grey, shrink(grey))
            return self._loaded
        if not self._shots:
            raise PartLost(f"expected a recorded picture, got none that can be read ({self._folder})")
        return None
