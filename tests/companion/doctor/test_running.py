"""Whether a companion is running and which devices it has open: from a fake /proc, and from the real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.doctor import devices
from companion.doctor.examination import page_lines
from companion.doctor.findings import Finding, Verdict
from companion.doctor.running import Running, all_running, find_desktop, find_running
from companion.language.i18n import Phrases
from companion.settings.config import load_config

SYSTEM = "0::/system.slice/companion.service\n"
DESKTOP = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/companion-desktop.service\n"
BY_HAND = "0::/user.slice/user-1000.slice/session-3.scope\n"
INSTALLED = ("/usr/bin/python3", "-P", "/usr/bin/companion", "play")


def _process(root: Path, pid: int, *arguments: str, cgroup: str = SYSTEM, holds: tuple[str, ...] = ()) -> None:
    folder = root / f"proc/{pid}"
    (folder / "fd").mkdir(parents=True)
    (folder / "cmdline").write_text("".join(f"{argument}\0" for argument in arguments))
    (folder / "cgroup").write_text(cgroup)
    (folder / "comm").write_text(f"{Path(arguments[0]).name}\n")
    for number, target in enumerate(holds):
        (folder / f"fd/{number}").symlink_to(target)


def _says(finding: Finding) -> str:
    return " | ".join(page_lines(finding, Phrases("en")))


def test_nobody_plays(tmp_path: Path) -> None:
    assert find_running(tmp_path) is None
    _process(tmp_path, 1, "/sbin/init")
    _process(tmp_path, 40, "/usr/bin/python3", "-P", "/usr/bin/companion", "doctor")
    _process(tmp_path, 41, "sudo", "-u", "table-companion", "companion", "play")
    _process(tmp_path, 42, "cage", "--", "/usr/bin/companion", "play")
    _process(tmp_path, os.getpid(), *INSTALLED)
    assert find_running(tmp_path) is None


@pytest.mark.parametrize(
    ("arguments", "cgroup", "stop"),
    [
        (INSTALLED, SYSTEM, "sudo systemctl stop companion "),
        (("python3", "-m", "companion", "play", "--safe"), DESKTOP, "systemctl --user stop companion-desktop "),
        (("/srv/checkout/.venv/bin/companion", "play", "--windowed"), BY_HAND, "kill 812"),
    ],
)
def test_whoever_plays_is_found_with_the_way_to_stop_it(
    tmp_path: Path, arguments: tuple[str, ...], cgroup: str, stop: str
) -> None:
    _process(tmp_path, 812, *arguments, cgroup=cgroup, holds=("/dev/gpiochip0", "pipe:[12]"))
    running = find_running(tmp_path)
    assert running is not None
    assert running.devices == {"/dev/gpiochip0"}
    assert stop in Phrases("en").say(running.stop)


def test_of_several_the_one_with_the_devices_counts(tmp_path: Path) -> None:
    _process(tmp_path, 500, *INSTALLED, "--demo", cgroup=BY_HAND, holds=("/dev/null",))
    _process(tmp_path, 812, *INSTALLED, holds=("/dev/dri/card1",))
    running = find_running(tmp_path)
    assert running is not None
    assert running.pid == 812


def test_the_desktop_is_known_by_name(tmp_path: Path) -> None:
    assert find_desktop(tmp_path) == ""
    _process(tmp_path, 600, "/usr/bin/labwc")
    assert find_desktop(tmp_path) == "labwc"


def test_in_the_real_proc_a_child_of_ours_is_found_with_what_it_holds() -> None:
    script = "import sys; file = open('/dev/zero'); print('here', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, "companion", "play"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        if Path(f"/proc/{child.pid}/cmdline").read_bytes().split(b"\0")[0] != os.fsencode(sys.executable):
            pytest.skip("another processor's programs are emulated here: /proc names the emulator")
        (found,) = [running for running in all_running() if running.pid == child.pid]
        child.communicate()
    assert found.may_hold("/dev/zero")
    assert not found.may_hold("/dev/gpiochip", "/dev/video")


# What the doctor then says of camera and pins.

BUSY = Running(812, "companion", devices=frozenset({"/dev/video0", "/dev/media1", "/dev/gpiochip0"}))
PAIRS = ("camera.kind=usb", "camera.device=/dev/no-such-camera", "panel.factory=lgpio")


@pytest.mark.parametrize("part", ["camera", "panel"])
def test_what_the_companion_has_is_in_use_and_not_broken(part: str) -> None:
    config = load_config(pairs=PAIRS)
    found = devices.check_camera(config.camera, BUSY) if part == "camera" else devices.check_panel(config, BUSY)
    assert (found.part, found.state) == (part, Verdict.OK)
    assert "in use by the running companion (companion): that is as it should be" in _says(found)
    assert "sudo systemctl stop companion" in _says(found)


@pytest.mark.parametrize("part", ["camera", "panel"])
def test_what_it_does_not_have_is_looked_at(part: str) -> None:
    idle, config = Running(812, "companion", devices=frozenset({"/dev/dri/card0"})), load_config(pairs=PAIRS)
    found = devices.check_camera(config.camera, idle) if part == "camera" else devices.check_panel(config, idle)
    assert found.state is Verdict.MISSING
    assert "is not there" in _says(found)


@pytest.mark.parametrize("part", ["camera", "panel"])
def test_what_another_user_may_have_is_not_touched(part: str) -> None:
    hidden, config = Running(812, "companion"), load_config(pairs=PAIRS)
    found = devices.check_camera(config.camera, hidden) if part == "camera" else devices.check_panel(config, hidden)
    assert found.state is Verdict.MISSING
    assert "sudo -u table-companion companion doctor" in _says(found)


def test_a_part_that_is_switched_off_is_in_nobodys_use() -> None:
    config = load_config(pairs=("camera.kind=none", "panel.factory=none"))
    assert "No camera is configured" in _says(devices.check_camera(config.camera, BUSY))
    assert "No panel is configured" in _says(devices.check_panel(config, BUSY))
