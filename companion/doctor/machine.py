"""The machine: its clock, and on a Raspberry Pi its power, heat and where numpy comes from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.doctor.findings import Finding, broken, missing, ok
from companion.moments import moment_at
from hardware.clock_chip import ClockChip
from hardware.sensors import (
    SHORT_OF_POWER_BEFORE,
    SHORT_OF_POWER_NOW,
    SLOWED_NOW,
    read_temperature,
    read_throttled,
)
from rules.core.words import words

FIRST_RELEASE = datetime(2026, 11, 1, tzinfo=UTC)  # a clock before this is wrong
A_DAY = timedelta(days=1)
TOO_HOT_C = 80


def check_clock(now: datetime, games: Path) -> Finding:
    """Whether the clock can be right: not before our first release, nor before the last write."""
    if now < FIRST_RELEASE or now < _written(games) - A_DAY:
        return missing("clock", words("doctor.clock_behind", now=_shown(now)), words("doctor.clock_step"))
    return ok("clock", words("doctor.clock", now=_shown(now)))


def check_clock_chip(now: datetime, chip: ClockChip | None) -> Finding:
    """Whether the machine knows the time after a power cut, without a network.

    Most boxes have no clock chip, or no battery for it. A game does not need either.
    """
    if chip is None:
        return ok("clock chip", words("doctor.chip_none"))
    if not chip.has_battery:
        return ok("clock chip", words("doctor.chip_no_battery", name=chip.name))
    if chip.at_s is not None and abs(chip.at_s - now.timestamp()) > A_DAY.total_seconds():
        said = words("doctor.chip_off", name=chip.name, then=_shown(moment_at(chip.at_s)))
        return missing("clock chip", said, words("doctor.chip_off_step"))
    if chip.battery_uv is None:
        return ok("clock chip", words("doctor.chip", name=chip.name))
    volts = f"{chip.battery_uv / 1_000_000:.1f}"
    charged = "chip_charged" if chip.charging_uv else "chip_not_charged"
    return ok("clock chip", words(f"doctor.{charged}", name=chip.name, volts=volts))


def _shown(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _written(path: Path) -> datetime:
    """When the games were last written, by the clock of that time."""
    try:
        return moment_at(path.stat().st_mtime)
    except OSError:
        return FIRST_RELEASE


def pi_model(root: Path = Path("/")) -> str:
    """The model name; empty if this is not a Raspberry Pi."""
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
    yield _judge_power(read_throttled(root / "sys"))
    yield _judge_heat(read_temperature(root / "sys"))


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
        return missing("heat", words("doctor.heat_unknown"), words("doctor.heat_unknown_step"))
    if celsius >= TOO_HOT_C:
        return broken("heat", words("doctor.heat", celsius=round(celsius)), words("doctor.heat_step"))
    return ok("heat", words("doctor.heat", celsius=round(celsius)))


SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")  # apt's; pip installs elsewhere


def check_numpy(numpy_file: str, root: Path = Path("/")) -> Finding | None:
    """On a Pi numpy must be the system's: another one breaks the system's picamera2. None if this is not a Pi."""
    if not pi_model(root):
        return None
    if SYSTEM_PACKAGES in Path(numpy_file).parents:
        return ok("numpy", words("doctor.numpy"))
    folder = str(Path(numpy_file).parent.parent)
    return broken("numpy", words("doctor.numpy_own", folder=folder), words("doctor.numpy_step"))
