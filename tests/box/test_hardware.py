"""The script that makes the virtual box's pins, with the kernel's folders and tools replaced."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).with_name("inside") / "hardware.sh"


def test_only_the_two_chips_are_waited_for(tmp_path: Path) -> None:
    """On a busy host waiting for the whole boot to settle took longer than its two minutes, and nothing was made."""
    sys, dev, run, tools = (tmp_path / name for name in ("sys", "dev", "run", "tools"))
    bank = sys / "kernel/config/gpio-sim/pi/bank0"
    pins = sys / "devices/platform/gpio-sim.0/gpiochip1"
    for folder in (bank, dev, run, tools, *(pins / f"sim_gpio{pin}" for pin in range(28))):
        folder.mkdir(parents=True)
    (bank / "chip_name").write_text("gpiochip1\n")
    (bank.parent / "dev_name").write_text("gpio-sim.0\n")
    (dev / "gpiochip0").write_text("the board's own")
    (dev / "gpiochip1").write_text("simulated")
    for name, does in {
        "modprobe": "",
        "mountpoint": "",
        # As a host does that is still busy with everything else.
        "udevadm": f'[ "$1" = wait ] && [ "$3 $4" = "{dev}/gpiochip0 {dev}/gpiochip1" ]',
    }.items():
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    places = {"/proc/device-tree": "/", "/run/box": f"{run}/box", "/sys/": f"{sys}/", "/dev/": f"{dev}/"}
    text = re.sub("|".join(places), lambda found: places[found[0]], SCRIPT.read_text("utf-8"))
    path = f"{tools}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", text], env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (dev / "gpiochip0").read_text() == "simulated"
    assert (run / "box/pins/sim_gpio27/pull").read_text() == "pull-up\n"
