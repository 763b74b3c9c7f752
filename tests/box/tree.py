"""The device tree of the virtual arm64 board, calling itself a Raspberry Pi as a Pi's firmware does."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.box.architecture import ARM64

MODEL, REVISION, SERIAL = "Raspberry Pi 4 Model B Rev 1.5", "d03115", "10000000abc123de"


def write_tree(path: Path, board: list[str]) -> Path:
    """The tree that QEMU makes for this board, and in it what a Pi's firmware writes there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    command = [*board, "-M", f"{ARM64.machine},dumpdtb={path}"]
    subprocess.run(command, check=True, capture_output=True)
    for option, *words in (
        (("-t", "s"), "/", "model", MODEL),
        (("-t", "s"), "/", "serial-number", SERIAL),
        (("-c",), "/system"),
        (("-t", "x"), "/system", "linux,revision", REVISION),
    ):
        subprocess.run(["fdtput", *option, str(path), *words], check=True)
    return path
