"""Heat and power, read from a fake /sys and a fake tool."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.sensors import read_power, read_temperature, read_throttled


def _tool(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = folder / "vcgencmd"
    tool.write_text(f"#!/bin/sh\n{text}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.parametrize(
    ("script", "is_low"),
    [
        ("echo throttled=0x50005", True),
        ("echo throttled=0x50000", False),
        ("echo error; exit 1", None),
        ("echo nothing", None),
    ],
)
def test_the_tool_of_the_firmware_is_asked_where_there_is_no_sensor(
    script: str, is_low: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tool(tmp_path, script, monkeypatch)
    assert read_power(tmp_path) is is_low


def test_the_kernel_is_asked_before_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _tool(tmp_path, "echo throttled=0x0", monkeypatch)
    told = tmp_path / "devices/platform/soc/soc:firmware/get_throttled"
    told.parent.mkdir(parents=True)
    told.write_text("50005\n")
    assert (read_throttled(tmp_path), read_power(tmp_path)) == (0x50005, True)
    told.write_text("nonsense\n")
    assert (read_throttled(tmp_path), read_power(tmp_path)) == (0, False)


@pytest.mark.parametrize(("milli", "degrees"), [("48312", 48.312), ("0", None), ("warm", None), ("999999", None)])
def test_a_temperature_no_processor_has_is_none(tmp_path: Path, milli: str, degrees: float | None) -> None:
    zone = tmp_path / "class/thermal/thermal_zone0/temp"
    zone.parent.mkdir(parents=True)
    zone.write_text(milli)
    assert read_temperature(tmp_path) == degrees
