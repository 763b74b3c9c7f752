"""What the machine itself can feel: how hot it is, and on a Raspberry Pi whether it gets enough power."""

from __future__ import annotations

import logging
import shutil
import subprocess
from pathlib import Path

log = logging.getLogger(__name__)

SYSTEM = Path("/sys")
LONGEST_S = 2

# Bits of the firmware's word about it: now, and at some time since the start.
SHORT_OF_POWER_NOW, SHORT_OF_POWER_BEFORE = 0x1, 0x1_0000
SLOWED_NOW = 0xE


def read_temperature(system: Path = SYSTEM) -> float | None:
    """Degrees of the processor; the hottest zone where there are several. None: this machine does not tell."""
    found = [read_number(path) for path in (system / "class/thermal").glob("thermal_zone*/temp")]
    return max((value / 1000 for value in found if value is not None and 0 < value < 200_000), default=None)


def read_power(system: Path = SYSTEM) -> bool | None:
    """Whether a Pi gets too little power just now: its own sensor first, its firmware otherwise."""
    for sensor in (system / "class/hwmon").glob("hwmon*"):
        if read_text(sensor / "name") == "rpi_volt":
            return read_number(sensor / "in0_lcrit_alarm") == 1
    bits = read_throttled(system)
    return None if bits is None else bool(bits & SHORT_OF_POWER_NOW)


def read_throttled(system: Path = SYSTEM) -> int | None:
    """The firmware's word about power and heat, from the kernel if it tells, else from the firmware's own tool."""
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
        log.debug("vcgencmd does not tell: %s", error)
        return None


def read_text(path: Path) -> str:
    """A file of the kernel's, without its line end; empty if it does not tell."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeError):
        return ""


def read_number(path: Path) -> int | None:
    """The same for a number; None if it does not tell, or tells something else."""
    try:
        return int(read_text(path))
    except ValueError:
        return None
