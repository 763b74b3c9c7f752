"""The hardware: opened as the settings say, every loss reported and repaired; safe mode opens nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.inbox import Happened, Inbox, Pressed
from companion.language.i18n import Phrases
from companion.program import device as module
from companion.program.device import Device
from companion.settings.config import load_config
from companion.upkeep.health import Readings
from hardware.camera.capture import CameraNotice, Capture
from hardware.camera.recorded import read_index
from hardware.camera.settings import CameraConfig
from hardware.errors import PartMissing
from rules.core.words import Words
from tests.doubles.sights import FolderSource
from tests.languages import LANGUAGES

PANEL = ("panel.factory=mock", "panel.status_lamp=16", "panel.buzzer=12", "panel.seat_lamps=[14, 15, 18]")


class Rig:
    def __init__(self, pairs: tuple[str, ...], data: Path) -> None:
        self.now = 0
        self.inbox = Inbox()
        self.box = Device(load_config(pairs=pairs, files=()), self.inbox, lambda: self.now)
        self.data = data

    def open(self, *, safe: bool = False) -> None:
        self.box.open(self.data, "night", safe=safe)

    def said(self) -> list[tuple[str, str | None]]:
        """Part and key of what has been said since the last time."""
        found = [message for message in self.inbox.drain() if isinstance(message, Happened)]
        return [(message.part, message.words and message.words.key) for message in found]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Callable[..., Rig]]:
    made: list[Rig] = []

    def make(*pairs: str) -> Rig:
        made.append(Rig(pairs, tmp_path))
        return made[-1]

    yield make
    for one in made:
        one.box.close()


@pytest.fixture(autouse=True)
def _quiet_sensors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "read_sensors", lambda data: Readings())


def test_without_camera_and_panel_there_is_nothing_to_say(rig: Callable[..., Rig]) -> None:
    bare = rig()
    bare.open()
    assert (bare.said(), bare.box.frames(), bare.box.is_safe) == ([], None, False)
    bare.box.answer("refused")
    bare.box.show_turn(frozenset({1}), 3)


def test_a_press_reaches_the_inbox(rig: Callable[..., Rig]) -> None:
    wired = rig(*PANEL, "panel.settle_ms=1")
    wired.open()
    assert wired.box.panel is not None
    pin = wired.box.panel.factory.pin(5)
    pin.drive_low()
    wired.now = 50
    pin.drive_high()
    wired.now = 100
    message = wired.inbox.wait(60)
    assert isinstance(message, Pressed)
    assert (message.button, message.sort) == ("previous", "press")


def test_missing_pins_are_said_and_tried_again_until_they_are_there(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    real = module.open_panel

    def opener(*args: Any, **kwargs: Any) -> Any:
        tries.append(wired.now)
        if len(tries) < 4:
            raise PartMissing("expected a GPIO chip")
        return real(*args, **kwargs)

    monkeypatch.setattr(module, "open_panel", opener)
    wired = rig(*PANEL)
    wired.open()
    for wired.now in range(0, 20_000, 500):
        wired.box.tick()
    assert tries == [0, 1000, 3000, 8000]
    line = ("panel", "notice.panel_missing")
    assert wired.said() == [line, line, line, ("panel", None), ("news", "notice.panel_back"), ("news", None)]


def test_a_lost_panel_is_opened_again(rig: Callable[..., Rig]) -> None:
    wired = rig(*PANEL)
    wired.open()
    lost = wired.box.panel
    wired.box._button_condition("panel", "lost", 0)
    wired.now = 1000
    wired.box.tick()
    assert wired.said() == [("panel", "notice.panel_lost"), ("panel", None), ("news", "notice.panel_back")]
    assert wired.box.panel is not None
    assert wired.box.panel is not lost


def test_a_button_set_aside_is_a_line_until_it_is_back(rig: Callable[..., Rig]) -> None:
    wired = rig(*PANEL)
    wired.open()
    wired.box._button_condition("ok", "stuck", 5)
    wired.box._button_condition("ok", "back", 9)
    wired.now = 8000
    wired.box.tick()
    assert wired.said() == [
        ("button ok", "notice.button_stuck"),
        ("button ok", None),
        ("news", "notice.button_back"),
        ("news", None),
    ]


def test_lamps_and_buzzer_answer(rig: Callable[..., Rig]) -> None:
    wired = rig(*PANEL)
    wired.open()
    panel = wired.box.panel
    assert panel is not None
    panel.close()
    played: list[tuple[str, ...]] = []
    for name in ("lamp", "lamp_off", "buzz"):
        setattr(panel, name, lambda *args, name=name: played.append((name, *args)))
    panel.factory = MockFactory()
    wired.box.answer("refused")
    wired.box.answer("accepted", seat=2)
    wired.box.show_turn(frozenset({1}), 3)
    assert played == [
        ("lamp", "status", "refused"),
        ("buzz", "refused"),
        ("lamp", "seat_3", "accepted"),
        ("buzz", "accepted"),
        ("lamp_off", "seat_1"),
        ("lamp", "seat_2", "turn"),
        ("lamp_off", "seat_3"),
    ]


def test_the_camera_is_lost_and_back(rig: Callable[..., Rig]) -> None:
    bare = rig()
    for condition in ("well", "lost", "well", "frozen", "well"):
        bare.box._camera_condition(CameraNotice(condition, 0))  # type: ignore[arg-type]
    back = [("camera", None), ("news", "notice.camera_well")]
    lost, frozen = ("camera", "notice.camera_lost"), ("camera", "notice.camera_frozen")
    assert bare.said() == [("camera", None), lost, *back, frozen, *back]


def test_a_camera_that_is_not_there_is_said(rig: Callable[..., Rig]) -> None:
    blind = rig("camera.kind=usb", "camera.device=/dev/no-such-camera")
    blind.open()
    message = blind.inbox.wait(60)
    assert isinstance(message, Happened)
    assert message.words is not None
    assert (message.part, message.words.key) == ("camera", "notice.camera_missing")


def test_what_the_eyes_see_is_recorded_and_closing_their_view_leaves_the_camera(
    rig: Callable[..., Rig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "a.png"), np.random.default_rng(1).integers(0, 255, (90, 160), dtype=np.uint8))

    def starter(config: CameraConfig, clock: Any, on_notice: Any) -> Capture:
        capture = Capture(lambda: FolderSource(pictures, repeat=True), clock, on_notice)
        capture.start()
        return capture

    monkeypatch.setattr(module, "start_capture", starter)
    seeing = rig("camera.kind=usb", "camera.record=true")
    seeing.open()
    frames = seeing.box.frames()
    assert frames is not None
    assert frames.next_frame(5) is not None
    frames.close()
    assert frames.next_frame(0) is None
    assert seeing.box.capture is not None
    assert seeing.box.capture.next_frame(5) is not None
    seeing.box.hold()
    seeing.box.release()
    assert seeing.box.held.is_empty
    seeing.box.close()
    assert len(read_index(tmp_path / "recordings" / "night")) == 1


def test_safe_mode_opens_nothing_and_says_so(rig: Callable[..., Rig]) -> None:
    safe = rig(*PANEL, "camera.kind=usb")
    safe.open(safe=True)
    assert (safe.box.is_safe, safe.box.panel, safe.box.capture) == (True, None, None)
    assert safe.said() == [("safe", "notice.safe_mode")]


@pytest.mark.parametrize(("pin", "is_safe"), [(26, True), (13, False)])
def test_back_held_at_the_start_asks_for_safe_mode(
    pin: int, is_safe: bool, rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    class HeldPin(MockPWMPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self._change_state(self._number != pin)

    monkeypatch.setattr("hardware.panel.open_factory", lambda kind: MockFactory(pin_class=HeldPin))
    held = rig(*PANEL)
    held.open()
    assert (held.box.is_safe, held.box.panel is None) == (is_safe, is_safe)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_lines_of_the_box_have_words(code: str) -> None:
    for key in ("notice.safe_mode", "notice.panel_missing"):
        assert Phrases(code).say(Words(key)) != key
