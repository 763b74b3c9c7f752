"""The real-time clock, which keeps the time while the machine is off: in every PC and the Pi 5, not in older Pis."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.sensors import SYSTEM, read_number, read_text

EMPTY_UV = 1_500_000  # below this there is no battery, or one that no longer keeps time


@dataclass(frozen=True, slots=True)
class ClockChip:
    """``at_s``: seconds since 1970. Voltages in microvolts, only on a Pi 5 (``charging_uv`` 0: not charging)."""

    name: str
    at_s: int | None = None
    battery_uv: int | None = None
    charging_uv: int | None = None

    @property
    def has_battery(self) -> bool:
        """A PC does not report its battery, and is taken to have one."""
        return self.battery_uv is None or self.battery_uv >= EMPTY_UV


def read_clock_chip(system: Path = SYSTEM) -> ClockChip | None:
    folder = system / "class/rtc/rtc0"
    if not folder.exists():
        return None
    return ClockChip(
        read_text(folder / "name").split(" ")[0] or "rtc0",
        read_number(folder / "since_epoch"),
        read_number(folder / "battery_voltage"),
        read_number(folder / "charging_voltage"),
    )
