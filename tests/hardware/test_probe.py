"""What the doctor hears about panel and camera."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import PanelConfig
from hardware.probe import Finding, probe_panel
from hardware.wiring import Wiring, full_wiring


def test_no_panel_is_off_and_a_simulated_one_says_so() -> None:
    assert probe_panel(PanelConfig()) == Finding("panel", "off", "panel_off")
    assert probe_panel(PanelConfig(Wiring("mock"))) == Finding("panel", "ok", "panel_mock", {"n": 4})


def test_missing_pins_are_missing_with_the_next_step() -> None:
    found = probe_panel(PanelConfig(full_wiring("lgpio")))
    assert (found.state, found.code) == ("missing", "panel_missing")
    assert "gpio" in str(found.values["detail"])


def test_a_button_that_is_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class GroundedPin(MockPWMPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self._change_state(self._number not in (6, 13))

    monkeypatch.setattr("hardware.panel.open_factory", lambda kind: MockFactory(pin_class=GroundedPin))
    config = PanelConfig(replace(full_wiring("mock")))
    assert probe_panel(config) == Finding("panel", "broken", "panel_down", {"buttons": "next, ok"})
