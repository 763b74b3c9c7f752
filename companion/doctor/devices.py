"""Camera, panel, sound and speech, as the settings name them."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.doctor.findings import Finding, Verdict, broken, missing, ok
from companion.doctor.running import CAMERAS, PINS, Running, user_name
from companion.settings.config import Config
from companion.settings.sections import CameraSettings
from companion.signals.speech import ESPEAK, PIPER, find_espeak, find_piper
from hardware.panel import PanelConfig
from hardware.probe import probe_camera, probe_panel
from rules.core.words import Words, words


def check_camera(camera: CameraSettings, running: Running | None = None) -> Finding:
    """Opens the camera, waits for a picture, and closes it. Never while it is in use: opening it a second time would
    change its settings."""
    if running is not None and camera.kind in ("pi", "usb") and running.may_hold(*CAMERAS):
        return _in_use("camera", running)
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
    if code == "camera_denied":
        return words("doctor.group_step", group="video", user=user_name())
    return words("doctor.camera_cable_step")


def check_panel(config: Config, running: Running | None = None) -> Finding:
    """Opens the pins, looks for a button that is down, and closes them."""
    if running is not None and config.panel.factory == "lgpio" and running.may_hold(*PINS):
        return _in_use("panel", running)
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
    return ok("sound", words("doctor.sound", names=tuple(names)))


def check_speech(config: Config) -> Finding:
    """Which program reads aloud; piper without a voice for this language is no reason to be silent."""
    language, voices = config.spoken, config.voices_path
    if (piper := find_piper(language, voices)) is not None:
        return ok("speech", words("doctor.speech_piper", voice=piper.model.stem))
    if find_espeak("") is None:
        return missing("speech", words("doctor.speech_none"), words("doctor.apt_step", packages=ESPEAK))
    if shutil.which(PIPER) is None:
        return ok("speech", words("doctor.speech_espeak"))
    said = words("doctor.speech_no_voice", language=language)
    return missing("speech", said, words("doctor.speech_step", language=language, folder=str(voices)))


def _in_use(part: str, running: Running) -> Finding:
    """In use by the companion itself, as it should be; or possibly so, if we may not see which devices it has open."""
    if running.is_known:
        return Finding(part, Verdict.OK, words("doctor.in_use", name=running.name), running.stop)
    return missing(part, words("doctor.maybe_in_use", name=running.name), words("doctor.maybe_in_use_step"))
