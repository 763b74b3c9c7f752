"""Camera, panel and sound, as the settings want them."""

from __future__ import annotations

from pathlib import Path

from companion.doctor.findings import Finding, broken, missing, ok
from companion.settings.config import CameraSettings, Config
from hardware.panel import PanelConfig
from hardware.probe import probe_camera, probe_panel
from rules.core.words import Words, words


def check_camera(camera: CameraSettings) -> Finding:
    """The hardware's own finding: it opens the camera, waits for a picture, and lets go."""
    found = probe_camera(camera.settings())
    said = words(f"probe.{found.code}", **found.values)
    match found.state:
        case "ok" | "off":
            return ok("camera", said)
        case "missing":
            return missing("camera", said, words(f"doctor.camera_{camera.kind}_step"))
        case "broken":
            return broken("camera", said, _mend(found.code))


def _mend(code: str) -> Words:
    return _group_step("video") if code == "camera_denied" else words("doctor.camera_cable_step")


def check_panel(config: Config) -> Finding:
    """The hardware's own finding: it opens the pins, looks for a button that is down, and lets go."""
    found = probe_panel(PanelConfig(config.panel.wiring()))
    said = words(f"probe.{found.code}", **found.values)
    match found.state:
        case "ok" | "off":
            return ok("panel", said)
        case "missing":
            return missing("panel", said, words("doctor.panel_step"))
        case "broken":
            return broken("panel", said, words("doctor.panel_down_step"))


def check_sound(config: Config, root: Path = Path("/")) -> Finding:
    if not config.sound.on:
        return ok("sound", words("doctor.sound_off"))
    try:
        cards = (root / "proc/asound/cards").read_text("utf-8")
    except OSError:
        cards = ""
    names = [line.split(" - ")[-1].strip() for line in cards.splitlines() if " - " in line]
    if not names:
        return missing("sound", words("doctor.sound_none"), words("doctor.sound_step"))
    return ok("sound", words("doctor.sound", names=", ".join(names)))


def _group_step(group: str) -> Words:
    return words("doctor.group_step", group=group)
