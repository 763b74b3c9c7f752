"""A camera in its own thread: only the newest frame is kept, older ones are dropped and counted.

Whatever happens to the camera, asking for a frame never blocks longer than its timeout, and a lost camera is reopened
by itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from hardware.camera import open_camera
from hardware.camera.settings import CameraConfig, CameraLock
from hardware.camera.watch import CameraCondition, CameraWatch, Patience, failed, likeness_of, opened, saw, silent
from hardware.errors import HardwareError
from vision.frames import Frame, FrameSource

log = logging.getLogger(__name__)

READ_S = 0.5  # timeout of one read, after which the thread checks for orders
PAUSE_S = 0.05  # after a read without a frame: some sources return at once
LEAVE_S = 2.0  # how long closing waits for a hanging driver


@dataclass(frozen=True, slots=True)
class CameraNotice:
    """The camera's condition changed. ``detail`` is for the log and the doctor, not for players."""

    condition: CameraCondition
    at_ms: int
    detail: str = ""


@runtime_checkable
class Lockable(Protocol):
    """A camera whose focus, exposure and white balance can be locked."""

    def lock(self) -> CameraLock: ...

    def unlock(self) -> None: ...


Order: TypeAlias = Literal["lock", "unlock"]
OnNotice: TypeAlias = Callable[[CameraNotice], None]


class Capture:
    """A ``FrameSource`` around another one. ``opener`` opens the camera, again whenever it was lost."""

    def __init__(
        self,
        opener: Callable[[], FrameSource],
        clock: Callable[[], int],
        on_notice: OnNotice,
        patience: Patience | None = None,
    ) -> None:
        self._opener = opener
        self._clock = clock
        self._on_notice = on_notice
        self._patience = patience or Patience()
        self._watch = CameraWatch(heard_at=clock())
        self._source: FrameSource | None = None
        self._newest: Frame | None = None
        self._news = threading.Condition()
        self._orders: SimpleQueue[Order] = SimpleQueue()
        self._leaving = threading.Event()
        self._thread: threading.Thread | None = None
        self.dropped = 0
        self.held = CameraLock()

    @property
    def condition(self) -> CameraCondition:
        return self._watch.condition

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def next_frame(self, timeout: float) -> Frame | None:
        """The newest frame not taken yet; None after ``timeout`` seconds."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._leaving.is_set(), timeout)
            frame, self._newest = self._newest, None
        if self._leaving.is_set():
            return None
        if frame is None and self._thread is not None:
            # The thread may be stuck in a hanging driver; then the silence is noticed here.
            self._change(lambda watch, now: silent(watch, now, self._patience), "no picture")
        return frame

    def lock(self) -> None:
        """Orders focus, exposure, gain and white balance to be locked; ``held`` says what could be."""
        self._orders.put("lock")

    def unlock(self) -> None:
        self._orders.put("unlock")

    def close(self) -> None:
        """Safe to call twice. A hanging driver is left in its thread, which ends with the program."""
        self._leaving.set()
        with self._news:
            self._news.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(LEAVE_S)
        if self._thread is None or not self._thread.is_alive():
            self._let_go()

    def step(self) -> float:
        """One turn of the thread; returns how many seconds to wait before the next."""
        if self._source is None:
            return self._open()
        if self._watch.retry_at is not None:
            self._let_go()
            return 0.0
        try:
            self._obey()
            frame = self._source.next_frame(READ_S)
        except Exception as error:  # noqa: BLE001 - whatever a driver throws, the camera is lost and nothing else
            self._lose(error)
            return 0.0
        self._take(frame)
        return 0.0 if frame is not None else PAUSE_S

    def _open(self) -> float:
        retry_at = self._watch.retry_at
        if retry_at is not None and (wait_ms := retry_at - self._clock()) > 0:
            return wait_ms / 1000
        try:
            self._source = self._opener()
        except Exception as error:  # noqa: BLE001 - as above
            self._lose(error)
        else:
            self._change(opened, "")
        return 0.0

    def _take(self, frame: Frame | None) -> None:
        if frame is None:
            self._change(lambda watch, now: silent(watch, now, self._patience), "no picture")
            return
        likeness = likeness_of(frame.grey if frame.small is None else frame.small)
        self._change(lambda watch, now: saw(watch, now, likeness, self._patience), "the same picture again and again")
        with self._news:
            self.dropped += self._newest is not None
            self._newest = frame
            self._news.notify_all()

    def _lose(self, error: Exception) -> None:
        if not isinstance(error, HardwareError):
            log.exception("the camera failed with an unexpected error")
        self._change(failed, str(error) or type(error).__name__)
        self._let_go()

    def _change(self, step: Callable[[CameraWatch, int], CameraWatch], detail: str) -> None:
        """Both the thread and a caller waiting for frames may notice a change; each is reported once."""
        with self._news:
            now, before = self._clock(), self._watch.condition
            self._watch = step(self._watch, now)
            after = self._watch.condition
        if after != before:
            self._on_notice(CameraNotice(after, now, "" if after == "well" else detail))

    def _obey(self) -> None:
        try:
            order = self._orders.get_nowait()
        except Empty:
            return
        source: object = self._source
        if isinstance(source, Lockable):
            if order == "lock":
                self.held = source.lock()
            else:
                source.unlock()
                self.held = CameraLock()

    def _let_go(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            try:
                source.close()
            except Exception as error:  # noqa: BLE001 - a camera that is gone cannot be closed properly either
                log.warning("the camera did not close: %s", error)

    def _run(self) -> None:
        while not self._leaving.is_set():
            if (rest := self.step()) > 0:
                self._leaving.wait(rest)
        self._let_go()


def start_capture(config: CameraConfig, clock: Callable[[], int], on_notice: OnNotice) -> Capture:
    """The camera of ``config`` in its thread. Never raises: a missing camera is a notice, and is retried."""
    is_live = config.kind != "replay"
    patience = Patience() if is_live else Patience(silence_ms=0, stillness_ms=0)

    def opener() -> FrameSource:
        # What was locked before the camera was lost is locked again when it is back.
        return open_camera(replace(config, lock=capture.held), clock)

    capture = Capture(opener, clock, on_notice, patience)
    capture.held = config.lock
    capture.start()
    return capture
