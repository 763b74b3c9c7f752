"""The capture thread, step by step on our own clock, with a scripted source; twice as a real thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from hardware.camera.capture import CameraNotice, Capture, start_capture
from hardware.camera.settings import CameraConfig, CameraLock
from hardware.camera.watch import Patience
from hardware.errors import PartLost, PartMissing
from vision.frames import Frame


def _frame(index: int, at_ms: int, seed: int) -> Frame:
    grey = np.random.default_rng(seed).integers(0, 255, (36, 64), dtype=np.uint8)
    return Frame(index, at_ms, grey, None)


@dataclass
class Table:
    """A camera on a cable: plugged or not, moving or frozen; counts how often it was opened and closed."""

    now: int = 0
    plugged: bool = True
    frozen: bool = False
    dumb: bool = False
    broken_close: bool = False
    opened: int = 0
    closed: int = 0
    taken: int = 0
    locks: list[str] = field(default_factory=list)

    def open(self) -> Table:
        if not self.plugged:
            raise PartMissing("expected a camera, found none")
        self.opened += 1
        return self

    def next_frame(self, timeout: float) -> Frame | None:
        self.now += 200
        if not self.plugged:
            raise PartLost("expected a picture, got none")
        if self.dumb:
            return None
        self.taken += 1
        return _frame(self.taken, self.now, 0 if self.frozen else self.taken)

    def lock(self) -> CameraLock:
        self.locks.append("lock")
        return CameraLock(lens_position=2.0)

    def unlock(self) -> None:
        self.locks.append("unlock")

    def close(self) -> None:
        self.closed += 1
        if self.broken_close:
            raise RuntimeError("the device is gone")


@dataclass
class Watched:
    table: Table = field(default_factory=Table)
    notices: list[CameraNotice] = field(default_factory=list)
    capture: Capture = field(init=False)

    def __post_init__(self) -> None:
        self.capture = Capture(self.table.open, lambda: self.table.now, self.notices.append, Patience(3000, 8000))

    def steps(self, count: int) -> None:
        for _ in range(count):
            rest = self.capture.step()
            self.table.now += round(rest * 1000)

    def said(self) -> list[str]:
        return [notice.condition for notice in self.notices]


def test_only_the_newest_frame_waits() -> None:
    watched = Watched()
    watched.steps(6)
    frame = watched.capture.next_frame(0)
    assert frame is not None
    assert (frame.index, watched.capture.dropped) == (5, 4)
    assert watched.capture.next_frame(0) is None
    assert watched.said() == ["well"]


def test_unplugged_and_plugged_in_three_times() -> None:
    watched = Watched()
    watched.steps(3)
    for _ in range(3):
        watched.table.plugged = False
        watched.steps(12)
        watched.table.plugged = True
        watched.steps(12)
    assert watched.said() == ["well", *["lost", "well"] * 3]
    assert watched.notices[1].detail == "expected a picture, got none"
    assert (watched.table.opened, watched.table.closed) == (4, 3)


def test_a_camera_that_is_not_there_at_first_is_missing_and_then_well() -> None:
    watched = Watched(Table(plugged=False))
    watched.steps(5)
    watched.table.plugged = True
    watched.steps(5)
    assert watched.said() == ["missing", "well"]


def test_pauses_between_tries_grow() -> None:
    watched = Watched(Table(plugged=False))
    rests = []
    for _ in range(12):
        rests.append(watched.capture.step())
        watched.table.now += round(rests[-1] * 1000)
    assert [rest for rest in rests if rest] == [1, 2, 4, 8, 15, 15]


def test_a_frozen_picture_is_said_and_healed_by_opening_again() -> None:
    watched = Watched(Table(frozen=True))
    watched.steps(60)
    assert watched.said() == ["well", "frozen"]
    watched.table.frozen = False
    watched.steps(20)
    assert watched.said() == ["well", "frozen", "well"]
    assert watched.table.opened >= 2


def test_a_camera_that_says_nothing_is_lost() -> None:
    watched = Watched()
    watched.steps(3)
    watched.table.dumb = True
    watched.steps(30)
    assert watched.said() == ["well", "lost"]


def test_a_camera_that_cannot_even_be_closed_is_left(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched(Table(broken_close=True))
    watched.steps(3)
    watched.table.plugged = False
    watched.steps(3)
    assert watched.said() == ["well", "lost"]
    assert "the camera did not close" in caplog.text


def test_an_error_nobody_knows_is_a_loss_and_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched()
    watched.steps(2)

    def explode(timeout: float) -> Frame | None:
        raise ZeroDivisionError

    watched.table.next_frame = explode  # type: ignore[method-assign]
    watched.steps(1)
    assert watched.said() == ["well", "lost"]
    assert "ZeroDivisionError" in caplog.text


def test_the_lens_is_held_and_let_go() -> None:
    watched = Watched()
    watched.steps(2)
    watched.capture.lock()
    watched.steps(1)
    assert watched.capture.held == CameraLock(lens_position=2.0)
    watched.capture.unlock()
    watched.steps(1)
    assert (watched.capture.held, watched.table.locks) == (CameraLock(), ["lock", "unlock"])


def test_closing_twice_closes_the_camera_once() -> None:
    watched = Watched()
    watched.steps(2)
    watched.capture.close()
    watched.capture.close()
    assert watched.table.closed == 1
    assert watched.capture.next_frame(1) is None


class Hanging:
    """A driver that never answers until it is told to."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def next_frame(self, timeout: float) -> Frame | None:
        self.free.wait(10)
        return None

    def close(self) -> None: ...


def test_whoever_asks_is_not_held_up_by_a_driver_that_hangs() -> None:
    hanging, notices = Hanging(), []
    times: Callable[[], int] = iter(range(0, 10_000_000, 1000)).__next__
    capture = Capture(lambda: hanging, times, notices.append)
    capture.start()
    while not notices:
        assert capture.next_frame(0.001) is None
    assert notices[0].condition == "missing"
    hanging.free.set()
    capture.close()


def test_a_capture_without_its_camera_says_so_and_never_raises() -> None:
    heard = threading.Event()
    notices: list[CameraNotice] = []

    def hear(notice: CameraNotice) -> None:
        notices.append(notice)
        heard.set()

    config = CameraConfig("usb", device="/dev/no-such-camera")
    capture = start_capture(config, lambda: 0, hear)
    assert heard.wait(60)
    capture.close()
    assert notices[0].condition == "missing"
    assert "/dev/no-such-camera" in notices[0].detail


def test_what_was_held_is_held_again_when_the_camera_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: queue.Queue[CameraConfig] = queue.Queue()

    def opener(config: CameraConfig, clock: object) -> Table:
        opened.put(config)
        raise PartMissing("expected a camera, found none")

    monkeypatch.setattr("hardware.camera.capture.open_camera", opener)
    monkeypatch.setattr("hardware.camera.watch.PAUSES_MS", (0,))
    capture = start_capture(CameraConfig("usb", lock=CameraLock(gain=1.0)), lambda: 0, lambda notice: None)
    assert opened.get(timeout=60).lock == CameraLock(gain=1.0)
    capture.held = CameraLock(gain=2.0)
    while opened.get(timeout=60).lock != CameraLock(gain=2.0):
        pass
    capture.close()
