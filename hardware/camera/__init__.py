"""All kinds of cameras behind one port, ``vision.frames.FrameSource``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.camera.settings import CameraConfig
from hardware.errors import InvalidWiring

if TYPE_CHECKING:  # frames need numpy, which settings do not
    from vision.frames import FrameSource


def open_camera(config: CameraConfig, clock: Callable[[], int]) -> FrameSource:
    """The camera of ``config``, opened.

    ``clock`` gives milliseconds; frames carry its time. Opening and reading may block for a while, so use it through
    ``hardware.camera.capture``.

    Raises:
        InvalidWiring: a setting that no camera can meet.
        PartMissing: the camera, or the package that drives it, is missing; says what to do.
    """
    match config.kind:
        case "pi":
            from hardware.camera.pi import PiCamera  # noqa: PLC0415 - each kind has its own, possibly missing, imports

            return PiCamera(config, clock)
        case "usb":
            from hardware.camera.usb import UsbCamera  # noqa: PLC0415

            return UsbCamera(config, clock)
        case "replay":
            from hardware.camera.replay import ReplayCamera  # noqa: PLC0415

            return ReplayCamera(config, clock)
        case "none" | "twin":
            # The twin renders its own frames.
            raise InvalidWiring("camera.kind", "pi, usb or replay", config.kind)
