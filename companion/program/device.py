"""The hardware of the box: panel, camera, recording and health, opened from the settings, all reporting to the inbox.

A part that is missing or lost is a line on the screen and in the log, and is retried by itself; the game goes on with
the rest. In safe mode nothing is opened.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.inbox import Happened, Inbox, Pressed
from companion.resources import asset
from companion.seeing.recording import Recorder, open_last_frames, open_recorder
from companion.settings.config import Config
from companion.upkeep.health import HealthWatch, Said, button_line, camera_line, read_sensors
from hardware.camera.capture import CameraNotice, Capture, start_capture
from hardware.camera.settings import CameraLock
from hardware.errors import HardwareError
from hardware.panel import WHOLE_PANEL, Panel, PanelCondition, PanelConfig, PressKind, open_panel
from hardware.patterns import Signal, parse_patterns
from hardware.wiring import seat_name
from rules.core.words import Words, words
from vision.frames import Frame

log = logging.getLogger(__name__)

SAFE_BUTTON = "back"  # only this one, so that any other stuck button does not force safe mode
NEWS_MS = 8_000  # how long good news stays on the screen
PANEL_PAUSES_MS = (1_000, 2_000, 5_000, 15_000, 30_000)


class Frames:
    """A frame source that also records. Closing it leaves the camera open."""

    def __init__(self, capture: Capture, recorder: Recorder | None) -> None:
        self._capture = capture
        self._recorder = recorder
        self._is_open = True

    def next_frame(self, timeout: float) -> Frame | None:
        frame = self._capture.next_frame(timeout) if self._is_open else None
        if frame is not None and self._recorder is not None:
            self._recorder.offer(frame)
        return frame

    def close(self) -> None:
        self._is_open = False


class Device:
    """``open`` what the settings name, ``tick`` from the main loop, ``close`` at the end."""

    def __init__(self, config: Config, inbox: Inbox, clock: Callable[[], int], lock: CameraLock | None = None) -> None:
        """``lock``: the camera's locked settings from last time."""
        self._config = config
        self._lock = lock or CameraLock()
        self._inbox = inbox
        self._clock = clock
        self._panel_failures = 0
        self._panel_retry_at: int | None = None
        self._news_until: int | None = None
        self._camera_was_well = True
        self._recorder: Recorder | None = None
        self._health: HealthWatch | None = None
        self.panel: Panel | None = None
        self.capture: Capture | None = None
        self.is_safe = False

    def open(self, data: Path, night: str, *, safe: bool = False) -> None:
        """``night`` names the recording, if there is one. Holding the button *back* also starts safe mode."""
        if not safe:
            self._open_panel()
        if safe or (self.panel is not None and SAFE_BUTTON in self.panel.down()):
            self._enter_safe_mode()
            return
        self._open_camera(data, night)
        self._health = HealthWatch(lambda: read_sensors(data), self._clock, self._say)
        self._health.start()

    def frames(self) -> Frames | None:
        """A view of the camera for one game; None without a camera of our own."""
        return None if self.capture is None else Frames(self.capture, self._recorder)

    def keep_pictures(self, *, on: bool) -> None:
        """Off while the camera sees what nobody else may see."""
        if self._recorder is not None:
            self._recorder.is_held = not on

    @property
    def held(self) -> CameraLock:
        """The camera's locked settings; empty: everything is automatic."""
        return self._lock if self.capture is None else self.capture.held

    def hold(self) -> None:
        """Locks focus, exposure, gain and white balance as they are now."""
        if self.capture is not None:
            self.capture.lock()

    def release(self) -> None:
        if self.capture is not None:
            self.capture.unlock()

    def heed(self, config: Config) -> None:
        """Takes settings changed on the screen; open parts stay as they are."""
        self._config = config

    def answer(self, kind: Signal, seat: int | None = None) -> None:
        """Signals by lamp and buzzer; with the seat's own lamp if one is named."""
        if self.panel is not None and self.panel.is_wired:
            self.panel.lamp("status" if seat is None else seat_name(seat), kind)
            if self._config.sound.on:
                self.panel.buzz(kind)

    def show_turn(self, seats: frozenset[int], count: int) -> None:
        """Lights the lamps of the seats whose turn it is; the others are off."""
        if self.panel is None or not self.panel.is_wired:
            return
        for seat in range(count):
            if seat in seats:
                self.panel.lamp(seat_name(seat), "turn")
            else:
                self.panel.lamp_off(seat_name(seat))

    def tick(self) -> None:
        """Retries a lost panel, and removes good news after a while."""
        now = self._clock()
        if self._panel_retry_at is not None and now >= self._panel_retry_at:
            self._open_panel()
        if self._news_until is not None and now >= self._news_until:
            self._news_until = None
            self._say(("news", None))

    def close(self) -> None:
        for part in (self._health, self.capture, self._recorder, self.panel):
            if part is not None:
                part.close()
        self._health = self.capture = self._recorder = self.panel = None

    def _enter_safe_mode(self) -> None:
        self.is_safe = True
        if self.panel is not None:
            self.panel.close()
            self.panel = None
        self._panel_retry_at = None
        log.warning("safe mode: no camera, no pins")
        self._say(("safe", words("notice.safe_mode")))

    def _open_panel(self) -> None:
        if self.panel is not None:
            self.panel.close()
            self.panel = None
        again, self._panel_retry_at = self._panel_failures > 0, None
        try:
            self.panel = open_panel(panel_config(self._config), self._press, self._button_condition, clock=self._clock)
        except HardwareError as error:
            log.warning("no panel: %s", error)
            self._say(("panel", words("notice.panel_missing")))
            self._try_panel_later()
            return
        self._panel_failures = 0
        if again:
            self._say(("panel", None))
            self._tell(words("notice.panel_back"))

    def _try_panel_later(self) -> None:
        pause = PANEL_PAUSES_MS[min(self._panel_failures, len(PANEL_PAUSES_MS) - 1)]
        self._panel_failures += 1
        self._panel_retry_at = self._clock() + pause

    def _open_camera(self, data: Path, night: str) -> None:
        camera = self._config.camera
        if camera.kind in ("none", "twin"):
            return
        if camera.record and camera.kind != "replay":
            base = data / "recordings"
            self._recorder = open_recorder(base, night, camera.record_mb, lambda said: self._say(("recording", said)))
        elif camera.last_frames and camera.kind != "replay":
            self._recorder = open_last_frames(data, night)
        settings = replace(camera.settings(), lock=self._lock)
        self.capture = start_capture(settings, self._clock, self._camera_condition)

    # Called by the threads of panel, camera and health: these only put messages into the inbox.

    def _press(self, name: str, kind: PressKind, at_ms: int) -> None:
        self._inbox.put(Pressed(name, kind, at_ms))

    def _button_condition(self, name: str, condition: PanelCondition, at_ms: int) -> None:
        line = button_line(name, condition)
        log.warning("panel: %s is %s", name, condition)
        if condition == "back":
            self._inbox.put(Happened(f"button {name}", None, at_ms))
            self._tell(line)
        elif name == WHOLE_PANEL:
            self._inbox.put(Happened("panel", line, at_ms))
            self._try_panel_later()
        else:
            self._inbox.put(Happened(f"button {name}", line, at_ms))

    def _camera_condition(self, notice: CameraNotice) -> None:
        log.warning("camera: %s %s", notice.condition, notice.detail)
        line = camera_line(notice, was_well=self._camera_was_well)
        self._camera_was_well = notice.condition == "well"
        if notice.condition == "well":
            self._inbox.put(Happened("camera", None, notice.at_ms))
            if line is not None:
                self._tell(line)
        else:
            self._inbox.put(Happened("camera", line, notice.at_ms))

    def _say(self, said: Said) -> None:
        part, line = said
        self._inbox.put(Happened(part, line, self._clock()))

    def _tell(self, line: Words) -> None:
        """Good news: a line that goes away by itself."""
        self._say(("news", line))
        self._news_until = self._clock() + NEWS_MS


def panel_config(config: Config) -> PanelConfig:
    """The wiring from the settings and the patterns from the assets."""
    patterns = parse_patterns(tomllib.loads(asset("panel.toml").read_text("utf-8")))
    return PanelConfig(config.panel.wiring(), patterns)
