"""What the doctor learns about panel and camera."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.camera.settings import CameraConfig
from hardware.errors import PartLost
from hardware.panel import PanelConfig
from hardware.probe import ProbeResult, probe_camera, probe_panel
from hardware.wiring import Wiring, full_wiring
from tests.doubles.sights import PictureSource
from vision.frames import Frame


def test_no_panel_is_off_and_a_simulated_one_says_so() -> None:
    assert probe_panel(PanelConfig()) == ProbeResult("panel", "off", "panel_off")
    assert probe_panel(PanelConfig(Wiring("mock"))) == ProbeResult("panel", "ok", "panel_mock", {"n": 4})


def test_missing_pins_are_missing_with_the_next_step() -> None:
    found = probe_panel(PanelConfig(full_wiring("lgpio")))
    assert (found.state, found.code) == ("missing", "panel_missing")
    assert "gpio" in str(found.values["detail"]).lower()


def test_a_button_that_is_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class GroundedPin(MockPWMPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self._change_state(self._number not in (6, 13))

    monkeypatch.setattr("hardware.panel.open_factory", lambda kind: MockFactory(pin_class=GroundedPin))
    config = PanelConfig(replace(full_wiring("mock")))
    assert probe_panel(config) == ProbeResult("panel", "broken", "panel_down", {"buttons": "next, ok"})


def test_no_camera_is_off_and_a_missing_one_is_missing() -> None:
    assert probe_camera(CameraConfig()).code == "camera_none"
    assert probe_camera(CameraConfig("twin")).code == "camera_twin"
    found = probe_camera(CameraConfig("usb", device="/dev/no-such-camera"))
    assert (found.state, found.code) == ("missing", "camera_missing")
    assert "/dev/no-such-camera" in str(found.values["detail"])


def test_a_camera_that_gives_pictures_is_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((90, 160), np.uint8))
    monkeypatch.setattr("hardware.probe.open_camera", lambda config, clock: PictureSource(tmp_path / "a.png"))
    expected = {"camera": "usb", "width": 160, "height": 90}
    assert probe_camera(CameraConfig("usb")) == ProbeResult("camera", "ok", "camera_ok", expected)


class Silent:
    def next_frame(self, timeout: float) -> Frame | None:
        return None

    def close(self) -> None:
        raise PartLost("expected the camera to close")


class Broken(Silent):
    def next_frame(self, timeout: float) -> Frame | None:
        raise PartLost("expected a picture, got none")


@pytest.mark.parametrize(("camera", "code"), [(Silent, "camera_silent"), (Broken, "camera_broken")])
def test_a_camera_without_pictures_is_broken(camera: type[Silent], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.probe.open_camera", lambda config, clock: camera())
    found = probe_camera(CameraConfig("usb"))
    assert (found.state, found.code) == ("broken", code)
