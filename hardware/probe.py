"""For the doctor: is this part there, and does it work? Opens the part, tests it, and closes it again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hardware.camera import open_camera
from hardware.camera.settings import CameraConfig
from hardware.errors import HardwareError, PartDenied
from hardware.panel import Panel, PanelConfig, monotonic_ms, open_panel
from vision.frames import FrameSource

FIRST_PICTURE_S = 6  # a camera measures the light first

ProbeState: TypeAlias = Literal["ok", "off", "missing", "broken"]


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """``code`` is stable; its sentence is the text ``probe.<code>``, filled with ``values``."""

    part: str
    state: ProbeState
    code: str
    values: Mapping[str, int | str] = field(default_factory=dict)


def probe_panel(config: PanelConfig) -> ProbeResult:
    """Opens the panel, checks for a button that is down (shorted or stuck), and closes it."""
    wiring = config.wiring
    if wiring.factory == "none":
        return ProbeResult("panel", "off", "panel_off")
    try:
        panel = open_panel(config, threaded=False)
    except HardwareError as error:
        return ProbeResult("panel", "missing", "panel_missing", _detail(error))
    try:
        return _judge(panel, len(wiring.buttons) + len(wiring.seat_buttons), is_mock=wiring.factory == "mock")
    finally:
        panel.close()


def probe_camera(config: CameraConfig) -> ProbeResult:
    """Opens the camera and waits a little for a picture; may take some seconds, and the camera must be free."""
    if config.kind in ("none", "twin"):
        return ProbeResult("camera", "off", f"camera_{config.kind}")
    try:
        source = open_camera(config, monotonic_ms)
    except PartDenied as error:
        return ProbeResult("camera", "broken", "camera_denied", _detail(error))
    except HardwareError as error:
        return ProbeResult("camera", "missing", "camera_missing", _detail(error))
    try:
        return _look(source, config.kind)
    except HardwareError as error:
        return ProbeResult("camera", "broken", "camera_broken", _detail(error))
    finally:
        with suppress(HardwareError):
            source.close()


def _look(source: FrameSource, kind: str) -> ProbeResult:
    for _ in range(3):
        if (frame := source.next_frame(FIRST_PICTURE_S / 3)) is not None:
            height, width = frame.grey.shape
            return ProbeResult("camera", "ok", "camera_ok", {"camera": kind, "width": width, "height": height})
    return ProbeResult("camera", "broken", "camera_silent", {"seconds": FIRST_PICTURE_S})


def _detail(error: HardwareError) -> dict[str, str]:
    """What was expected and found, without the advice after the semicolon, for which there is a translated text."""
    return {"detail": str(error).partition("; ")[0]}


def _judge(panel: Panel, count: int, *, is_mock: bool) -> ProbeResult:
    if down := panel.down():
        return ProbeResult("panel", "broken", "panel_down", {"buttons": ", ".join(sorted(down))})
    return ProbeResult("panel", "ok", "panel_mock" if is_mock else "panel_ok", {"n": count})
