"""Power, heat and disk: when each line appears and when it goes; sensors come from a fake /sys."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from companion.language.i18n import Phrases
from companion.upkeep.health import (
    Health,
    HealthWatch,
    Readings,
    button_line,
    camera_line,
    changes,
    judge,
    read_sensors,
)
from hardware.camera.capture import CameraNotice
from rules.core.words import Words, words
from tests.languages import LANGUAGES


def _lines(steps: list[Readings], every_ms: int = 5000) -> list[list[tuple[str, str | None]]]:
    """What is said at each step, as keys."""
    health, said = Health(), []
    for number, readings in enumerate(steps):
        before, health = health, judge(health, readings, number * every_ms)
        found = changes(before, health, readings)
        said.append([(part, line and line.key) for part, line in found])
    return said


def test_heat_comes_at_80_and_goes_below_75() -> None:
    steps = [Readings(temperature_c=degrees) for degrees in (60, 79.9, 80, 79, 75, 74.9, 79)]
    assert _lines(steps) == [[], [], [("heat", "notice.heat")], [], [], [("heat", None)], []]


def test_a_dip_of_power_is_said_once_and_stays_for_a_minute() -> None:
    steps = [Readings(is_power_low=low) for low in (False, True, False, True, False, False, False, False, False)]
    said = _lines(steps, every_ms=15_000)
    assert said == [[], [("power", "notice.power_low")], [], [], [], [], [], [("power", None)], []]


def test_the_disk_is_said_to_be_low_then_full_and_well_again_with_room_to_spare() -> None:
    steps = [Readings(free_mb=mb) for mb in (501, 499, 520, 49, 90, 100, 549, 550)]
    low, full = ("disk", "notice.disk_low"), ("disk", "notice.disk_full")
    assert _lines(steps) == [[], [low], [], [full], [], [low], [], [("disk", None)]]


def test_a_machine_that_tells_nothing_has_nothing_to_say() -> None:
    assert _lines([Readings(), Readings()]) == [[], []]


def _system(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return root


def test_sensors_of_a_pi_are_read(tmp_path: Path) -> None:
    files = {
        "class/thermal/thermal_zone0/temp": "48312",
        "class/thermal/thermal_zone1/temp": "nonsense",
        "class/hwmon/hwmon0/name": "cpu_thermal",
        "class/hwmon/hwmon1/name": "rpi_volt",
        "class/hwmon/hwmon1/in0_lcrit_alarm": "1",
    }
    readings = read_sensors(tmp_path, _system(tmp_path, files))
    assert (readings.temperature_c, readings.is_power_low) == (48.312, True)
    assert readings.free_mb is not None
    assert readings.free_mb > 0


def test_other_machines_tell_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert read_sensors(tmp_path / "gone", tmp_path) == Readings()


def test_the_watch_says_what_changed() -> None:
    said: queue.Queue[tuple[str, Words | None]] = queue.Queue()
    watch = HealthWatch(lambda: Readings(free_mb=3), lambda: 0, said.put)
    watch.start()
    assert said.get(timeout=5) == ("disk", words("notice.disk_full", mb=3))
    watch.close()
    watch.look()
    assert said.empty()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_line_has_its_words(code: str) -> None:
    say = Phrases(code)
    lines = [
        *(
            camera_line(CameraNotice(condition, 0), was_well=False)
            for condition in ("missing", "lost", "frozen", "well")
        ),  # type: ignore[arg-type]
        *(button_line("ok", condition) for condition in ("stuck", "chattering", "back")),  # type: ignore[arg-type]
        *(button_line("panel", condition) for condition in ("lost", "back")),  # type: ignore[arg-type]
        *(line for _, line in changes(Health(), Health(True, 0, "low"), Readings(81, True, 400))),
        *(line for _, line in changes(Health(), Health(disk="full"), Readings(free_mb=4))),
        words("notice.recording_stopped"),
    ]
    for line in lines:
        assert line is not None
        assert say.say(line) != line.key
        assert "{" not in say.say(line)


def test_a_seat_button_is_named_by_its_number() -> None:
    assert "seat 3" in Phrases("en").say(button_line("seat_3", "stuck"))


def test_a_camera_that_simply_works_is_not_worth_a_line() -> None:
    assert camera_line(CameraNotice("well", 0), was_well=True) is None
    assert camera_line(CameraNotice("starting", 0), was_well=False) is None
