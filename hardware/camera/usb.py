"""A USB camera through OpenCV and Video4Linux, with Motion JPEG, chosen by name or path."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.camera.pictures import shrink, turn
from hardware.camera.settings import CameraConfig, CameraLock
from hardware.errors import PartDenied, PartLost, PartMissing
from vision.frames import Frame

ADVICE = "plug it in, or set camera.device to one of those listed"
SYSTEM_LIST = Path("/sys/class/video4linux")
DEVICES = Path("/dev")

# Video4Linux exposure modes: 1 is manual, 3 is automatic.
MANUAL_EXPOSURE, OWN_EXPOSURE = 1, 3
EXPOSURE_STEP_US = 100


class UsbCamera:
    """``opener`` opens a device path; tests pass one that opens a video file instead."""

    def __init__(
        self, config: CameraConfig, clock: Callable[[], int], opener: Callable[[str], Any] | None = None
    ) -> None:
        self._config = config
        self._clock = clock
        self._index = 0
        self._due_ms = clock()
        self._capture: Any = None
        self._path = path = find_device(config.device)
        if not os.access(path, os.R_OK | os.W_OK):
            raise PartDenied(f"expected to be allowed to open {str(path)!r}; add the user to the group video")
        self._capture = (opener or _open)(str(path))
        if not self._capture.isOpened():
            self.close()
            raise PartMissing(f"expected a camera at {str(path)!r} that nobody else uses; {ADVICE}")
        self._ask_for_pictures()
        self._apply(config.lock)

    def next_frame(self, timeout: float) -> Frame | None:
        """The next frame that is due; those in between are grabbed and dropped, so that none is old."""
        end_ms = self._clock() + timeout * 1000
        while self._capture is not None:
            if not self._capture.grab():
                raise PartLost(f"expected a picture from the camera at {str(self._path)!r}, got none")
            now = self._clock()
            if now >= self._due_ms:
                self._due_ms = now + self._config.look_ms
                return self._retrieve(now)
            if now >= end_ms:
                break
        return None

    def lock(self) -> CameraLock:
        """Locks focus and exposure as they are; many cameras offer neither, as the returned lock shows."""
        import cv2  # noqa: PLC0415

        focus = self._capture.get(cv2.CAP_PROP_FOCUS)
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        held_focus = self._hold(cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, focus)
        held_exposure = self._hold(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        return CameraLock(focus if held_focus else None, round(exposure * EXPOSURE_STEP_US) if held_exposure else None)

    def unlock(self) -> None:
        import cv2  # noqa: PLC0415

        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, OWN_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _apply(self, lock: CameraLock) -> None:
        import cv2  # noqa: PLC0415

        if lock.lens_position is not None:
            self._hold(cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, lock.lens_position)
        if lock.exposure_us is not None:
            steps = lock.exposure_us / EXPOSURE_STEP_US
            self._hold(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE, steps)

    def _hold(self, switch: int, off: int, setting: int, value: float) -> bool:
        return value > 0 and bool(self._capture.set(switch, off)) and bool(self._capture.set(setting, value))

    def _ask_for_pictures(self) -> None:
        import cv2  # noqa: PLC0415

        wanted = (
            # Motion JPEG first: raw pictures of this size are too much for USB 2, and sizes depend on the format.
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
            (cv2.CAP_PROP_FRAME_WIDTH, self._config.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, self._config.height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        )
        for setting, value in wanted:
            self._capture.set(setting, value)

    def _retrieve(self, now_ms: int) -> Frame:
        import cv2  # noqa: PLC0415

        try:
            was_read, picture = self._capture.retrieve()
            grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if was_read and picture.ndim == 3 else picture
        except cv2.error as error:
            raise PartLost(f"expected a whole picture from the USB camera, got {error}") from error
        if not was_read:
            raise PartLost(f"expected a picture from the camera at {str(self._path)!r}, got none")
        grey = turn(grey, self._config.rotation)
        frame = Frame(self._index, now_ms, grey, shrink(grey))
        self._index += 1
        return frame


def find_device(wanted: str, listed: Path = SYSTEM_LIST, devices: Path = DEVICES) -> Path:
    """The path of the camera with this path, number or name; the first one if ``wanted`` is empty."""
    if wanted.startswith("/") or wanted.isdecimal():
        path = devices / f"video{wanted}" if wanted.isdecimal() else Path(wanted)
        if not path.exists():
            raise PartMissing(f"expected a camera at {str(path)!r}, found {_names(listed)}; {ADVICE}")
        return path
    found = [(name, path) for name, path in list_cameras(listed, devices) if wanted.casefold() in name.casefold()]
    if not found:
        name = f" {wanted!r}" if wanted else ""
        raise PartMissing(f"expected a USB camera{name}, found {_names(listed)}; {ADVICE}")
    if wanted and len(found) > 1:
        paths = ", ".join(str(path) for _, path in found)
        raise PartMissing(f"expected one USB camera {wanted!r}, found {paths}; set camera.device to one of these paths")
    return found[0][1]


def list_cameras(listed: Path = SYSTEM_LIST, devices: Path = DEVICES) -> list[tuple[str, Path]]:
    """Name and path of every camera. A camera has several nodes; index 0 is the one that gives pictures."""
    nodes = sorted(listed.glob("video*"), key=lambda path: (len(path.name), path.name))
    named = ((_text(node / "name"), devices / node.name) for node in nodes if _text(node / "index") in ("0", ""))
    return [(name, path) for name, path in named if name]


def _names(listed: Path) -> str:
    return ", ".join(repr(name) for name, _ in list_cameras(listed)) or "none"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()[:200]
    except OSError:
        return ""


def _open(path: str) -> Any:
    try:
        import cv2  # noqa: PLC0415 - large, and only here
    except ImportError as error:
        raise PartMissing(f"expected the package opencv-python for USB cameras ({error})") from error
    # OpenCV's own warning would come again at every try; ours says what is missing, once.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    return cv2.VideoCapture(path, cv2.CAP_V4L2)
