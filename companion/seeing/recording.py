"""Recording a game night: a picture whenever something on the table changes, in bounded space, for replay.

The oldest pictures make room for the newest, some disk space is always left for the games, and an error here stops only
the recording. ``hardware.camera.replay`` plays what this writes.
"""

from __future__ import annotations

import logging
import queue
import shutil
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.files import put_in_place
from hardware.camera.recorded import INDEX, Shot, format_opening, format_shot
from rules.core.words import Words, words
from vision.frames import Frame, Grey

log = logging.getLogger(__name__)

RESERVE_BYTES = 300_000_000  # left free for games, whatever the recordings' own limit
JPEG_QUALITY = 85
THUMB = (96, 54)
CHANGED_LEVELS = 14  # of 255, at the pixel of the thumbnail that changed most: more than noise, less than a card
LEAST_MS = 400

FRAME_FOLDERS = ("recordings", "frames")  # recorded nights; the last minutes of any night
LAST_LEAST_MS = 20_000  # the last minutes are for finding faults: a few small pictures will do
LAST_MB = 10
LAST_WIDTH = 2304
AT_LATEST_MS = 60_000  # without any change one picture a minute, to catch slow changes of light


@dataclass(frozen=True, slots=True, eq=False)
class LastKept:
    """A thumbnail of the last picture kept, and its time."""

    thumb: Grey | None = None
    at_ms: int = 0


def is_news(eye: LastKept, frame: Frame, least_ms: int = LEAST_MS) -> LastKept | None:
    """The new ``LastKept`` if this frame is worth keeping, else None."""
    source = frame.grey if frame.small is None else frame.small
    thumb = np.asarray(cv2.resize(source, THUMB, interpolation=cv2.INTER_AREA), np.uint8)
    if eye.thumb is not None:
        waited = frame.at_ms - eye.at_ms
        change = int(np.abs(thumb.astype(np.int16) - eye.thumb).max())
        if waited < least_ms or (change < CHANGED_LEVELS and waited < AT_LATEST_MS):
            return None
    return LastKept(thumb, frame.at_ms)


class NoRoom(OSError):
    """The disk is too full to record."""


class FrameFolder:
    """The folder of this recording; all recordings together take at most ``limit_bytes``."""

    def __init__(self, base: Path, name: str, limit_bytes: int, free: Callable[[Path], int] | None = None) -> None:
        self._limit = limit_bytes
        self._free = free or (lambda path: shutil.disk_usage(path).free)
        self.folder = base / name
        self._begin()
        self._pictures = deque((path, path.stat().st_size) for path in sorted(base.glob("*/*.jpg")))
        self._bytes = sum(size for _, size in self._pictures)
        self._count = 0

    def keep(self, at_ms: int, jpeg: bytes) -> None:
        """Writes a picture and then its index line; raises OSError if that fails."""
        if not self.folder.exists():  # the pictures were wiped meanwhile
            self._begin()
        self._make_room(len(jpeg))
        if self._free(self.folder) < RESERVE_BYTES:
            raise NoRoom(f"expected {RESERVE_BYTES // 1_000_000} MB to stay free ({self.folder})")
        path = self.folder / f"{self._count:06}.jpg"
        put_in_place(path, jpeg)  # a power cut leaves no empty picture behind
        self._append(format_shot(Shot(at_ms, path.name)))
        self._count += 1
        self._pictures.append((path, len(jpeg)))
        self._bytes += len(jpeg)

    def _begin(self) -> None:
        self.folder.mkdir(parents=True)
        self._append(format_opening())

    def _make_room(self, size: int) -> None:
        while self._pictures and self._bytes + size > self._limit:
            path, freed = self._pictures.popleft()
            path.unlink(missing_ok=True)
            self._bytes -= freed
            if path.parent != self.folder and not any(path.parent.glob("*.jpg")):
                shutil.rmtree(path.parent, ignore_errors=True)

    def _append(self, line: str) -> None:
        with (self.folder / INDEX).open("a", encoding="utf-8") as index:
            index.write(line + "\n")


class Recorder:
    """Takes frames from any thread without blocking it; its own thread encodes and writes them."""

    def __init__(
        self,
        shelf: FrameFolder,
        on_stop: Callable[[Words], None],
        *,
        least_ms: int = LEAST_MS,
        widest: int | None = None,
    ) -> None:
        self._least_ms = least_ms
        self._widest = widest
        self._shelf = shelf
        self._on_stop = on_stop
        self._eye = LastKept()
        self._began_ms: int | None = None
        self._waiting: queue.Queue[Frame | None] = queue.Queue(2)
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self.is_running = True
        self.is_held = False  # while held, no picture is taken

    @property
    def folder(self) -> Path:
        return self._shelf.folder

    def start(self) -> None:
        self._thread.start()

    def offer(self, frame: Frame) -> None:
        """Keeps the frame if it shows something new and the disk keeps up; otherwise drops it."""
        if not self.is_running or self.is_held or (eye := is_news(self._eye, frame, self._least_ms)) is None:
            return
        try:
            self._waiting.put_nowait(frame)
            self._eye = eye
        except queue.Full:
            log.debug("the disk is too slow: frame %d is not recorded", frame.index)

    def close(self) -> None:
        """Writes what is waiting, then ends."""
        if self._thread.is_alive():
            self._waiting.put(None)
            self._thread.join(5)
        self.is_running = False

    def write(self, frame: Frame) -> bool:
        """Writes one frame; on failure returns False and ends the recording."""
        if self._began_ms is None:
            self._began_ms = frame.at_ms
        try:
            self._shelf.keep(frame.at_ms - self._began_ms, encode(_at_most(frame.grey, self._widest)))
        except OSError as error:
            self.is_running = False
            log.warning("recording stopped: %s", error)
            self._on_stop(words("notice.recording_stopped"))
            return False
        return True

    def _run(self) -> None:
        while (frame := self._waiting.get()) is not None:
            if not self.write(frame):
                self._drain()
                return

    def _drain(self) -> None:
        """Empties the queue, so that nobody blocks on it once the thread has ended."""
        while not self._waiting.empty():
            self._waiting.get_nowait()


def encode(grey: Grey) -> bytes:
    was_encoded, jpeg = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not was_encoded:
        raise OSError("expected a picture that can be encoded")
    return jpeg.tobytes()


def _at_most(grey: Grey, widest: int | None) -> Grey:
    height, width = grey.shape[:2]
    if widest is None or width <= widest:
        return grey
    return np.asarray(cv2.resize(grey, (widest, height * widest // width), interpolation=cv2.INTER_AREA), np.uint8)


def open_last_frames(data: Path, night: str) -> Recorder | None:
    """Keeps a few pictures of the last minutes. Failures are only logged: nobody asked for these."""
    try:
        shelf = FrameFolder(data / FRAME_FOLDERS[1], night, LAST_MB * 1_000_000)
    except OSError as error:
        log.warning("no last pictures: %s", error)
        return None
    recorder = Recorder(shelf, lambda _: None, least_ms=LAST_LEAST_MS, widest=LAST_WIDTH)
    recorder.start()
    return recorder


def open_recorder(base: Path, name: str, limit_mb: int, on_stop: Callable[[Words], None]) -> Recorder | None:
    """A running recorder into ``base/name``, or None (reported through ``on_stop``) if the folder cannot be made."""
    # A box without a clock chip may start many nights at the same time of day.
    names = (name, *(f"{name}-{count}" for count in range(2, 1000)))
    free = next((one for one in names if not (base / one).exists()), name)
    try:
        shelf = FrameFolder(base, free, limit_mb * 1_000_000)
    except OSError as error:
        log.warning("no recording: %s", error)
        on_stop(words("notice.recording_stopped"))
        return None
    recorder = Recorder(shelf, on_stop)
    recorder.start()
    return recorder
