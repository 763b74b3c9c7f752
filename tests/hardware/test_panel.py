"""The whole panel on gpiozero's mock pins, with our own clock; once with its thread, in real time."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from hardware.errors import PartLost, PartMissing
from hardware.panel import Panel, PanelConfig, open_panel
from hardware.patterns import Beat, Pattern, Patterns
from hardware.wiring import full_wiring

PATTERNS = Patterns(
    {"blink": Pattern((Beat(1.0, 100), Beat(0.0, 100)), 2), "on": Pattern((Beat(0.5, 1000),), 0)},
    {"beep": Pattern((Beat(880.0, 50),))},
)
CONFIG = PanelConfig(full_wiring("mock"), PATTERNS)
OK, BACK, NEXT = 13, 26, 6


@dataclass
class Box:
    """A panel under test: the clock, what it said, and fingers."""

    config: PanelConfig = CONFIG
    now: int = 1000
    said: list[tuple[str, str]] = field(default_factory=list)
    panel: Panel = field(init=False)

    def __post_init__(self) -> None:
        self.panel = open_panel(self.config, self._hear, self._hear, clock=lambda: self.now, threaded=False)

    def _hear(self, name: str, kind: str, at_ms: int) -> None:
        self.said.append((name, kind))

    def wait(self, ms: int) -> None:
        """Time passes as the panel's thread would see it: it looks whenever something is due."""
        end = self.now + ms
        while (due := self.panel.pump()) is not None and due < end:
            self.now = max(due, self.now + 1)
        self.now = end
        self.panel.pump()

    def down(self, pin: int) -> None:
        self.panel.factory.pin(pin).drive_low()
        self.wait(1)

    def up(self, pin: int) -> None:
        self.panel.factory.pin(pin).drive_high()
        self.wait(1)

    def push(self, pin: int, ms: int = 100) -> None:
        self.down(pin)
        self.wait(ms)
        self.up(pin)
        self.wait(100)


@pytest.fixture
def box() -> Iterator[Box]:
    made = Box()
    yield made
    made.panel.close()


def test_each_button_speaks_under_its_name(box: Box) -> None:
    for pin in (5, 6, 13, 26, 4, 19):
        box.push(pin)
    assert [name for name, _ in box.said] == ["previous", "next", "ok", "back", "seat_1", "seat_8"]


def test_hold_ok_and_repeat_next(box: Box) -> None:
    box.push(OK, 1000)
    box.push(NEXT, 900)
    assert box.said == [("ok", "hold"), ("next", "hold"), ("next", "repeat")]


def test_a_machine_too_busy_to_hand_edges_on_makes_no_hold_and_no_repeat_of_a_press(box: Box) -> None:
    """The pin is up again; that it is, the panel hears a second later."""
    for pin in (OK, NEXT):
        box.down(pin)
        box.panel.factory.pin(pin)._state = True
        box.wait(1000)
        box.panel.factory.pin(pin)._call_when_changed()
        box.wait(100)
    assert box.said == [("ok", "press"), ("next", "press")]


def test_presses_that_are_handed_on_all_at_once_count_from_when_they_were(box: Box) -> None:
    """Six in one go are no chatter, if the kernel has seen them a quarter of a second apart."""
    box.wait(3000)
    pin = box.panel.factory.pin(NEXT)
    for late_ms in range(1500, 0, -250):
        for state, after_ms in ((False, 0), (True, 120)):
            PiPin._call_when_changed(pin, (after_ms - late_ms) / 1000, state)
    box.wait(100)
    assert box.said == [("next", "press")] * 6
    assert box.panel.aside == {}


def test_a_bouncing_contact_on_a_real_pin_is_one_press(box: Box) -> None:
    for _ in range(4):
        box.down(4)
        box.up(4)
    box.push(4)
    assert box.said == [("seat_1", "press")]


@pytest.mark.slow
def test_a_chattering_button_is_named_and_the_others_go_on(box: Box) -> None:
    for _ in range(150):
        box.down(BACK)
        box.up(BACK)
    assert box.said == [("back", "chattering")]
    assert box.panel.aside == {"back": "chattering"}
    box.push(OK)
    box.wait(4000)
    box.push(BACK)
    assert box.said[1:] == [("ok", "press"), ("back", "back"), ("back", "press")]


def test_a_stuck_button_is_named(box: Box) -> None:
    box.down(NEXT)
    box.wait(60_000)
    assert box.said[0] == ("next", "hold")
    assert box.said[-1] == ("next", "stuck")
    box.up(NEXT)
    box.wait(4000)
    assert box.said[-1] == ("next", "back")
    assert box.panel.aside == {}


def test_the_wheel_says_next_and_previous(box: Box) -> None:
    a, b = box.panel.factory.pin(23), box.panel.factory.pin(24)
    for first, second in ((a, b), (b, a)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()
    assert sorted(name for name, _ in box.said) == ["next", "previous"]


def test_a_lamp_plays_its_pattern_on_its_pin(box: Box) -> None:
    pin = box.panel.factory.pin(16)
    box.panel.lamp("status", "blink")
    seen = []
    for _ in range(10):
        box.wait(50)
        seen.append(pin.state)
    assert seen == [1, 0, 0, 1, 1, 0, 0, 0, 0, 0]


def test_a_steady_lamp_stays_and_can_be_put_out(box: Box) -> None:
    box.panel.lamp("seat_3", "on")
    box.wait(60_000)
    assert box.panel.factory.pin(18).state == 0.5
    assert box.panel.lamp_levels()["seat_3"] == 0.5
    box.panel.lamp_off("seat_3")
    box.wait(1)
    assert box.panel.factory.pin(18).state == 0


def test_the_buzzer_sounds_and_stops(box: Box) -> None:
    box.panel.buzz("beep")
    box.wait(10)
    assert (box.panel.factory.pin(12).frequency, box.panel.tone_hz()) == (pytest.approx(880), 880)
    box.wait(100)
    assert (box.panel.factory.pin(12).frequency, box.panel.tone_hz()) == (None, 0)


def test_an_active_buzzer_keeps_the_rhythm() -> None:
    box = Box(replace(CONFIG, wiring=replace(CONFIG.wiring, buzzer_kind="active")))
    box.panel.buzz("beep")
    box.wait(10)
    assert box.panel.factory.pin(12).state == 1
    box.wait(100)
    assert box.panel.factory.pin(12).state == 0
    box.panel.close()


def test_a_button_held_at_the_start_is_known_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class HeldPin(MockPWMPin):  # type: ignore[misc]
        """A finger on the button while the box starts: its resistor cannot pull the pin up."""

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self._change_state(self._number != BACK)

    monkeypatch.setattr("hardware.panel.open_factory", lambda kind: MockFactory(pin_class=HeldPin))
    box = Box()
    assert box.panel.down() == {"back"}
    box.wait(2000)
    box.up(BACK)
    box.wait(100)
    assert (box.panel.down(), box.said) == (frozenset(), [])
    box.panel.close()


def test_a_lamp_nobody_wired_is_no_trouble_but_an_unknown_pattern_is(box: Box) -> None:
    box.panel.lamp("seat_99", "on")
    box.wait(1)
    with pytest.raises(KeyError):
        box.panel.lamp("status", "no such pattern")


def test_pins_that_stop_answering_lose_the_panel_and_not_the_program(
    box: Box, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(value: Any) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(box.panel.factory.pin(16), "_change_state", fail)
    box.panel.lamp("status", "on")
    box.wait(10)
    assert box.said == [("panel", "lost")]
    assert (box.panel.is_wired, isinstance(box.panel.loss, PartLost)) == (False, True)
    box.push(OK)
    assert box.said == [("panel", "lost")]
    box.panel.close()
    assert "Lamps did not close" in caplog.text
    monkeypatch.undo()


def test_without_pins_the_panel_is_there_and_quiet() -> None:
    box = Box(PanelConfig(patterns=PATTERNS))
    box.panel.lamp("status", "on")
    box.panel.buzz("beep")
    box.wait(1000)
    assert (box.panel.is_wired, box.said, box.panel.down()) == (False, [], frozenset())
    box.panel.close()


def test_pins_that_cannot_be_had_are_said() -> None:
    with pytest.raises(PartMissing):
        open_panel(replace(CONFIG, wiring=full_wiring("lgpio")), lambda name, kind, at_ms: None)


def test_closing_twice_is_closing_once(box: Box) -> None:
    box.panel.close()
    box.panel.close()
    assert set(box.panel.lamp_levels().values()) == {0.0}


def test_the_thread_of_the_panel_reports_by_itself() -> None:
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    panel = open_panel(CONFIG, lambda name, kind, at_ms: heard.put((name, kind)))
    panel.factory.pin(4).drive_low()
    assert heard.get(timeout=5) == ("seat_1", "press")
    panel.lamp("status", "on")
    panel.close()
    assert panel._thread is not None
    assert not panel._thread.is_alive()
