"""A Raspberry Pi camera through picamera2: a full stream for reading, and a small one of the same moment for motion.

Both are brightness only. What a camera offers (focus, exposure …) is queried, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from hardware.camera.pictures import SMALL_WIDTH, turn
from hardware.camera.settings import CameraConfig, CameraLock
from hardware.errors import PartLost, PartMissing
from vision.frames import Frame, Grey

ADVICE = "install python3-picamera2 (apt), check the ribbon cable, or set camera.kind to 'none'"
STREAMS = ("main", "lores")
BUFFERS = 3  # one being filled, one being read, one waiting; more would only hold older pictures

# libcamera's AfMode: 0 manual, 2 continuous.
AF_MANUAL, AF_CONTINUOUS = 0, 2


class PiCamera:
    """``maker`` makes the Picamera2 object for a camera number; tests pass a virtual camera."""

    def __init__(
        self, config: CameraConfig, clock: Callable[[], int], maker: Callable[[int], Any] | None = None
    ) -> None:
        self._config = config
        self._clock = clock
        self._index = 0
        self._due_ms = clock()
        self._job: Any = None
        self._metadata: Mapping[str, Any] = {}
        self._camera: Any = None
        try:
            self._camera = _make(config.device, maker)
        except PartMissing:
            raise
        except Exception as error:
            raise PartMissing(f"expected a Pi camera ({_why(error)}); {ADVICE}") from error
        try:
            self._start()
        except Exception as error:
            with suppress(PartLost):
                self.close()
            raise PartMissing(f"expected the Pi camera to start ({_why(error)}); {ADVICE}") from error

    def next_frame(self, timeout: float) -> Frame | None:
        """The next frame that is due; raises ``PartLost`` if the camera has stopped."""
        end_ms = self._clock() + timeout * 1000
        while (request := self._request(max(0.0, (end_ms - self._clock()) / 1000))) is not None:
            now = self._clock()
            if now >= self._due_ms:
                self._due_ms = now + self._config.look_ms
                return self._read(request, now)
            # Not every camera keeps to the requested frame rate.
            request.release()
            if now >= end_ms:
                break
        return None

    def lock(self) -> CameraLock:
        """Locks focus, exposure, gain and white balance at their last values; returns what could be locked."""
        held = lock_from(self._metadata, self._camera.camera_controls)
        self._set(controls_for(held))
        return held

    def unlock(self) -> None:
        """Makes everything automatic again."""
        self._set({"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS})

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.close()
            except Exception as error:
                raise PartLost(f"expected the Pi camera to close, got {_why(error)}") from error

    def _read(self, request: Any, now_ms: int) -> Frame:
        try:
            grey, small = (_brightness(request, name, self._layout[name]) for name in STREAMS)
            self._metadata = request.get_metadata()
        except Exception as error:
            raise PartLost(f"expected a picture from the Pi camera, got {_why(error)}") from error
        finally:
            request.release()
        rotation = self._config.rotation
        frame = Frame(self._index, now_ms, turn(grey, rotation), turn(small, rotation))
        self._index += 1
        return frame

    def _start(self) -> None:
        """Starts two YUV streams; the camera may change their layout, so it is read back."""
        size = (self._config.width, self._config.height)
        small = (SMALL_WIDTH, _even(SMALL_WIDTH * size[1] / size[0]))
        configuration = self._camera.create_video_configuration(
            main={"size": size, "format": "YUV420"},
            lores={"size": small, "format": "YUV420"},
            buffer_count=BUFFERS,
            queue=False,  # a picture is taken only on request, so it is never old
            controls=self._pace(),
        )
        self._camera.configure(configuration)
        chosen = self._camera.camera_configuration()
        self._layout = {name: chosen[name] for name in STREAMS}
        self._camera.start()
        if self._config.lock.is_empty:
            self.unlock()
        else:
            self._set(controls_for(self._config.lock))

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Sets those controls that this camera offers; setting any other would raise."""
        offered = self._camera.camera_controls
        if wanted := {name: value for name, value in controls.items() if name in offered}:
            try:
                self._camera.set_controls(wanted)
            except Exception as error:
                raise PartLost(f"expected the Pi camera to take its settings, got {_why(error)}") from error

    def _pace(self) -> dict[str, Any]:
        if "FrameDurationLimits" not in self._camera.camera_controls:
            return {}
        frame_us = self._config.look_ms * 1000
        return {"FrameDurationLimits": (frame_us, frame_us)}

    def _request(self, timeout: float) -> Any:
        if self._camera is None:
            return None
        try:
            # A request that timed out is still pending: a second one would leave a picture, and its buffer, unclaimed.
            self._job = self._job or self._camera.capture_request(wait=False)
            request = self._job.get_result(timeout=timeout)
        except TimeoutError:
            return None
        except Exception as error:
            raise PartLost(f"expected a picture from the Pi camera, got {_why(error)}") from error
        self._job = None
        return request


def _make(device: str, maker: Callable[[int], Any] | None) -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - only on a Pi
    except ImportError as error:
        raise PartMissing(f"expected the package picamera2 ({error}); {ADVICE}") from error
    number = find_number(device, Picamera2.global_camera_info())
    return (maker or Picamera2)(number)


def find_number(device: str, cameras: list[dict[str, Any]]) -> int:
    """The number of the camera whose model or number is ``device``; the first one if it is empty."""
    if not cameras:
        raise PartMissing(f"expected a Pi camera, found none; {ADVICE}")
    for number, camera in enumerate(cameras):
        if device in ("", str(number), camera.get("Model"), camera.get("Id")):
            return number
    found = ", ".join(str(camera.get("Model")) for camera in cameras)
    raise PartMissing(f"expected the Pi camera {device!r}, found {found}; set camera.device to one of these")


def lock_from(metadata: Mapping[str, Any], offered: Mapping[str, Any]) -> CameraLock:
    """The settings a picture was taken with, as far as the camera lets them be set."""

    def told(name: str) -> Any:
        return metadata.get(name) if name in offered else None

    red, blue = told("ColourGains") or (None, None)
    return CameraLock(told("LensPosition"), told("ExposureTime"), told("AnalogueGain"), red, blue)


def controls_for(lock: CameraLock) -> dict[str, Any]:
    """The controls for ``lock``; what it leaves open stays automatic."""
    controls: dict[str, Any] = {}
    if lock.lens_position is not None:
        controls |= {"AfMode": AF_MANUAL, "LensPosition": lock.lens_position}
    if lock.exposure_us is not None and lock.gain is not None:
        controls |= {"AeEnable": False, "ExposureTime": lock.exposure_us, "AnalogueGain": lock.gain}
    if lock.red_gain is not None and lock.blue_gain is not None:
        controls |= {"AwbEnable": False, "ColourGains": (lock.red_gain, lock.blue_gain)}
    return controls


def _brightness(request: Any, stream: str, layout: Mapping[str, Any]) -> Grey:
    """A copy of the Y plane, without the padding at the end of its lines."""
    width, height = layout["size"]
    stride = layout["stride"]
    plane = request.make_buffer(stream)[: stride * height]
    return np.ascontiguousarray(plane.reshape(height, stride)[:, :width])


def _even(number: float) -> int:
    return 2 * round(number / 2)


def _why(error: Exception) -> str:
    return str(error) or type(error).__name__
