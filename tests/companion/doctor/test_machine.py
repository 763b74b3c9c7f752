"""Whether the time can be right, and whether it survives a power cut."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.doctor.examination import page_lines
from companion.doctor.findings import Finding, Verdict
from companion.doctor.machine import check_clock, check_clock_chip
from companion.language.i18n import Phrases
from hardware.clock_chip import ClockChip, read_clock_chip
from tests.languages import LANGUAGES

NOW = datetime(2027, 3, 5, 19, 30, tzinfo=UTC)
AT_S = int(NOW.timestamp())


def _says(finding: Finding) -> str:
    for language in LANGUAGES:  # a hole in any of them raises
        page_lines(finding, Phrases(language))
    return " | ".join(page_lines(finding, Phrases("en")))


def test_a_clock_that_was_never_set(tmp_path: Path) -> None:
    none = tmp_path / "none"
    assert check_clock(datetime(1970, 1, 1, tzinfo=UTC), none).state is Verdict.MISSING
    assert check_clock(NOW, none).state is Verdict.OK


def test_a_clock_before_the_last_game(tmp_path: Path) -> None:
    """A Pi without a network wakes up at the time it was last switched off in good order, or long before."""
    games = tmp_path / "games.sqlite"
    games.touch()
    os.utime(games, (AT_S, AT_S))
    assert check_clock(NOW, games).state is Verdict.OK
    behind = check_clock(datetime(2027, 3, 1, tzinfo=UTC), games)
    assert behind.state is Verdict.MISSING
    assert "2027-03-01" in _says(behind)


@pytest.mark.parametrize(
    ("chip", "state", "said"),
    [
        (None, Verdict.OK, "no clock of its own"),
        (ClockChip("rtc_cmos", AT_S), Verdict.OK, "rtc_cmos keeps the time"),
        (ClockChip("rtc_cmos", 0), Verdict.MISSING, "rtc_cmos says 1970-01-01"),
        (ClockChip("rpi-rtc", AT_S, 0, 0), Verdict.OK, "forgets the date"),
        (ClockChip("rpi-rtc", AT_S, 3_070_082, 3_000_000), Verdict.OK, "3.1 V and is charged"),
        (ClockChip("rpi-rtc", AT_S, 2_900_000, 0), Verdict.OK, "2.9 V and is not charged"),
    ],
)
def test_the_clock_chip(chip: ClockChip | None, state: Verdict, said: str) -> None:
    found = check_clock_chip(NOW, chip)
    assert (found.state, said in _says(found)) == (state, True), _says(found)


def test_the_chip_of_a_pi_5_is_read_as_the_kernel_writes_it(tmp_path: Path) -> None:
    assert read_clock_chip(tmp_path) is None
    folder = tmp_path / "class/rtc/rtc0"
    folder.mkdir(parents=True)
    assert read_clock_chip(tmp_path) == ClockChip("rtc0")
    for name, text in {
        "name": "rpi-rtc soc:rpi_rtc\n",
        "since_epoch": f"{AT_S}\n",
        "battery_voltage": "3070082\n",
        "charging_voltage": "0\n",
    }.items():
        (folder / name).write_text(text)
    assert read_clock_chip(tmp_path) == ClockChip("rpi-rtc", AT_S, 3_070_082, 0)
