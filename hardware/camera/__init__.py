"""Cameras behind one port, ``vision.frames.FrameSource``: the one list of kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.camera.settings import CameraConfig
from hardware.errors import InvalidWiring

if TYPE_CHECKING:  # pictures take numpy, which settings can do without
    from vision.frames import FrameSource


def open_camera(config: CameraConfig, clock: Callable[[], int]) -> FrameSource:
    """The camera of ``config``, opened.

    ``clock`` gives milliseconds; frames carry its time. Opening and reading may block for a while, so a camera
    belongs into ``hardware.camera.capture``.

    Raises:
        InvalidWiring: a setting that no camera can meet.
        PartMissing: the camera, or the package that drives it, is not there; says what to do.
    """
    match config.kind:
        case "pi":
            from hardware.camera.pi import PiCamera  # noqa: PLC0415 - each kind has an import of its own to miss

            return PiCamera(config, clock)
        case "usb":
            from hardware.camera.usb import UsbCamera  # noqa: PLC0415

            return UsbCamera(config, clock)
        case "replay":
            from hardware.camera.replay import ReplayCamera  # noqa: PLC0415

            return ReplayCamera(config, clock)
        case "none" | "twin":
            # The twin renders its own frames; whoever runs it has them.
            raise InvalidWiring("camera.kind", "pi, usb or replay", config.kind)
