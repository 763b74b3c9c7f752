"""Camera, panel and sound, as the settings want them."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

from companion.config import Camera, Config
from companion.doctor.findings import Finding, broken, missing, ok
from hardware.panel import PanelConfig
from hardware.probe import probe_panel
from rules.core.words import Words, words


def check_camera(camera: Camera, root: Path = Path("/")) -> Finding:
    match camera.kind:
        case "pi":
            return _check_pi_camera()
        case "usb":
            return _check_usb_camera(camera.device, root)
        case "replay":
            return _check_replay(Path(camera.folder).expanduser())
        case _:
            return ok("camera", words(f"doctor.camera_{camera.kind}"))


def _check_pi_camera() -> Finding:
    try:
        picamera2 = importlib.import_module("picamera2")
        found = picamera2.Picamera2.global_camera_info()
    except Exception as error:  # noqa: BLE001 - libcamera's import and look-up raise whatever they like
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:160]
        return missing("camera", words("doctor.camera_pi_package", reason=reason), words("doctor.camera_pi_step"))
    if not found:
        return missing("camera", words("doctor.camera_pi_gone"), words("doctor.camera_cable_step"))
    return ok("camera", words("doctor.camera_found", name=str(found[0].get("Model", "?"))))


def _check_usb_camera(device: str, root: Path) -> Finding:
    path = _usb_path(device, root)
    if path is None or not path.exists():
        said = words("doctor.camera_usb_gone", device=device or "/dev/video*")
        return missing("camera", said, words("doctor.camera_usb_step"))
    if not os.access(path, os.R_OK | os.W_OK):
        return broken("camera", words("doctor.camera_denied", device=str(path)), _group_step("video"))
    return ok("camera", words("doctor.camera_found", name=f"{_usb_name(path, root)} ({path})"))


def _usb_path(device: str, root: Path) -> Path | None:
    if device.isdecimal():
        return root / f"dev/video{device}"
    if device:
        return root / device.lstrip("/")
    return min(root.glob("dev/video*"), default=None)


def _usb_name(path: Path, root: Path) -> str:
    try:
        return (root / "sys/class/video4linux" / path.resolve().name / "name").read_text("utf-8").strip()
    except OSError:
        return "USB"


def _check_replay(folder: Path) -> Finding:
    if not folder.is_dir() or not any(folder.iterdir()):
        said = words("doctor.camera_replay_empty", folder=str(folder))
        return missing("camera", said, words("doctor.camera_replay_step"))
    return ok("camera", words("doctor.camera_replay", folder=str(folder)))


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
