"""The machine's own sensors: its temperature, and on a Raspberry Pi whether it gets enough power."""

from __future__ import annotations

import logging
import shutil
import subprocess
from pathlib import Path

log = logging.getLogger(__name__)

SYSTEM = Path("/sys")
LONGEST_S = 2

# Bits of the firmware's throttling word: now, and at some time since boot.
SHORT_OF_POWER_NOW, SHORT_OF_POWER_BEFORE = 0x1, 0x1_0000
SLOWED_NOW = 0xE


def read_temperature(system: Path = SYSTEM) -> float | None:
    """The processor's temperature in °C, of its hottest zone; None if this machine has no sensor."""
    found = [read_number(path) for path in (system / "class/thermal").glob("thermal_zone*/temp")]
    return max((value / 1000 for value in found if value is not None and 0 < value < 200_000), default=None)


def read_power(system: Path = SYSTEM) -> bool | None:
    """Whether a Pi gets too little power now: from its own sensor, or else its firmware."""
    for sensor in (system / "class/hwmon").glob("hwmon*"):
        if read_text(sensor / "name") == "rpi_volt":
            return read_number(sensor / "in0_lcrit_alarm") == 1
    bits = read_throttled(system)
    return None if bits is None else bool(bits & SHORT_OF_POWER_NOW)


def read_throttled(system: Path = SYSTEM) -> int | None:
    """The firmware's throttling word, from the kernel if available, else from ``vcgencmd``."""
    for path in (system / "devices/platform").glob("soc*/*firmware/get_throttled"):
        try:
            return int(read_text(path), 16)
        except ValueError:
            continue
    return _ask_tool()


def _ask_tool() -> int | None:
    tool = shutil.which("vcgencmd")
    if tool is None:
        return None
    try:
        answer = subprocess.run(  # noqa: S603
            [tool, "get_throttled"], capture_output=True, text=True, timeout=LONGEST_S, check=True
        )
        return int(answer.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        log.debug("vcgencmd failed: %s", error)
        return None


def read_text(path: Path) -> str:
    """A file of the kernel, without its line end; empty if it cannot be read."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeError):
        return ""


def read_number(path: Path) -> int | None:
    """The same for a number; None if there is none."""
    try:
        return int(read_text(path))
    except ValueError:
        return None
