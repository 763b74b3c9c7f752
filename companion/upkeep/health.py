"""The box's health while people play: power, heat, disk, camera, buttons; each a line on the screen, shown once.

Judging is pure: readings and the state before -> the state now, and the lines that change.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from hardware.camera.capture import CameraNotice
from hardware.panel import WHOLE_PANEL, PanelCondition
from hardware.sensors import SYSTEM, read_power, read_temperature
from hardware.wiring import seat_of
from rules.core.words import Words, words

EVERY_S = 5.0

HOT_C, COOL_C = 80, 75  # a Pi throttles between 80 and 85
LOW_MB, FULL_MB = 500, 50
AGAIN_MB = 50  # this much more must be free before a line about the disk goes away
POWER_LASTS_MS = 60_000  # an undervoltage dip is short; its line stays long enough to be read

DiskState: TypeAlias = Literal["ok", "low", "full"]
Said: TypeAlias = tuple[str, Words | None]


@dataclass(frozen=True, slots=True)
class Readings:
    """What the sensors say; None: this machine has no such sensor."""

    temperature_c: float | None = None
    is_power_low: bool | None = None
    free_mb: int | None = None


@dataclass(frozen=True, slots=True)
class Health:
    is_hot: bool = False
    power_low_at: int | None = None
    disk: DiskState = "ok"


def judge(before: Health, readings: Readings, now_ms: int) -> Health:
    """The new state, with hysteresis: a line appears at one value and goes at another, so that none flickers."""
    return Health(
        _is_hot(before.is_hot, readings.temperature_c),
        _power(before.power_low_at, readings.is_power_low, now_ms),
        _disk(before.disk, readings.free_mb),
    )


def changes(before: Health, after: Health, readings: Readings) -> tuple[Said, ...]:
    """The lines that change: a part and its new line, or None to remove it."""
    said: list[Said] = []
    if after.is_hot != before.is_hot:
        degrees = round(readings.temperature_c or 0)
        said.append(("heat", words("notice.heat", degrees=degrees) if after.is_hot else None))
    if (after.power_low_at is None) != (before.power_low_at is None):
        said.append(("power", None if after.power_low_at is None else words("notice.power_low")))
    if after.disk != before.disk:
        said.append(("disk", None if after.disk == "ok" else words(f"notice.disk_{after.disk}", mb=readings.free_mb)))
    return tuple(said)


def camera_line(notice: CameraNotice, *, was_well: bool) -> Words | None:
    """The line about the camera; None if it works and nothing was wrong before."""
    if notice.condition == "starting" or (notice.condition == "well" and was_well):
        return None
    return words(f"notice.camera_{notice.condition}")


def button_line(name: str, condition: PanelCondition) -> Words:
    """The line about a button that is ignored or back, or about the whole panel."""
    if name == WHOLE_PANEL:
        return words(f"notice.panel_{condition}")
    seat = seat_of(name)
    button = words(f"button.{name}") if seat is None else words("button.seat", n=seat + 1)
    return words(f"notice.button_{condition}", button=button)


def read_sensors(data: Path, system: Path = SYSTEM) -> Readings:
    return Readings(read_temperature(system), read_power(system), read_free_mb(data))


def read_free_mb(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        return None


class HealthWatch:
    """Reads the sensors every few seconds in its own thread, and reports changes through ``say``."""

    def __init__(self, read: Callable[[], Readings], clock: Callable[[], int], say: Callable[[Said], None]) -> None:
        self._read = read
        self._clock = clock
        self._say = say
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self.health = Health()

    def start(self) -> None:
        self._thread.start()

    def look(self) -> None:
        readings = self._read()
        before, self.health = self.health, judge(self.health, readings, self._clock())
        for said in changes(before, self.health, readings):
            self._say(said)

    def close(self) -> None:
        self._leaving.set()
        if self._thread.is_alive():
            self._thread.join(3)

    def _run(self) -> None:
        self.look()
        while not self._leaving.wait(EVERY_S):
            self.look()


def _is_hot(before: bool, degrees: float | None) -> bool:
    return degrees is not None and degrees >= (COOL_C if before else HOT_C)


def _power(before: int | None, is_low: bool | None, now_ms: int) -> int | None:
    if is_low:
        return now_ms
    return before if before is not None and now_ms - before < POWER_LASTS_MS else None


def _disk(before: DiskState, free_mb: int | None) -> DiskState:
    if free_mb is None:
        return "ok"
    if free_mb < FULL_MB + (AGAIN_MB if before == "full" else 0):
        return "full"
    if free_mb < LOW_MB + (AGAIN_MB if before != "ok" else 0):
        return "low"
    return "ok"
