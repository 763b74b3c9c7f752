"""The machine below: clock, and on a Raspberry Pi its power, heat and where its packages come from."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.doctor.findings import Finding, broken, missing, ok
from rules.core.words import words

FIRST_RELEASE = datetime(2026, 11, 1, tzinfo=UTC)  # no honest clock is before this
TOO_HOT_C = 80

# Bits of the firmware's "throttled" word: now, and at some time since the start.
SHORT_OF_POWER_NOW, SHORT_OF_POWER_BEFORE = 0x1, 0x1_0000
SLOWED_NOW = 0xE


def check_clock(now: datetime) -> Finding:
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    if now < FIRST_RELEASE:
        return missing("clock", words("doctor.clock_behind", now=shown), words("doctor.clock_step"))
    return ok("clock", words("doctor.clock", now=shown))


def pi_model(root: Path = Path("/")) -> str:
    """What the board calls itself; empty off a Raspberry Pi."""
    try:
        model = (root / "proc/device-tree/model").read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""
    return model if model.startswith("Raspberry Pi") else ""


def check_pi(root: Path = Path("/")) -> Iterator[Finding]:
    model = pi_model(root)
    if not model:
        yield ok("pi", words("doctor.pi_none"))
        return
    yield ok("pi", words("doctor.pi", model=model))
    yield _judge_power(_throttled(root))
    yield _judge_heat(_celsius(root))


def _judge_power(bits: int | None) -> Finding:
    if bits is None:
        return missing("power", words("doctor.power_unknown"), words("doctor.power_unknown_step"))
    if bits & SHORT_OF_POWER_NOW:
        return broken("power", words("doctor.power_short"), words("doctor.power_step"))
    if bits & SLOWED_NOW:
        return broken("power", words("doctor.slowed"), words("doctor.heat_step"))
    if bits & SHORT_OF_POWER_BEFORE:
        return missing("power", words("doctor.power_was_short"), words("doctor.power_step"))
    return ok("power", words("doctor.power"))


def _judge_heat(celsius: float | None) -> Finding:
    if celsius is None:
        return missing("heat", words("doctor.heat_unknown"), words("doctor.again_step"))
    if celsius >= TOO_HOT_C:
        return broken("heat", words("doctor.heat", celsius=round(celsius)), words("doctor.heat_step"))
    return ok("heat", words("doctor.heat", celsius=round(celsius)))


def _throttled(root: Path) -> int | None:
    """From the kernel if it tells, else from the firmware's own tool."""
    for path in root.glob("sys/devices/platform/soc*/*firmware/get_throttled"):
        try:
            return int(path.read_text("utf-8").strip(), 16)
        except (OSError, ValueError):
            continue
    return _ask_vcgencmd()


def _ask_vcgencmd() -> int | None:
    tool = shutil.which("vcgencmd")
    if tool is None:
        return None
    try:
        done = subprocess.run([tool, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
        return int(done.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def _celsius(root: Path) -> float | None:
    try:
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text("utf-8")) / 1000
    except (OSError, ValueError):
        return None


def check_numpy(numpy_file: str, root: Path = Path("/"), prefix: str = sys.prefix) -> Finding | None:
    """On a Pi numpy must be the system's: another one breaks the system's picamera2. None off a Pi."""
    if not pi_model(root):
        return None
    if Path(prefix) in Path(numpy_file).parents:
        return broken("numpy", words("doctor.numpy_own", folder=prefix), words("doctor.numpy_step"))
    return ok("numpy", words("doctor.numpy"))
