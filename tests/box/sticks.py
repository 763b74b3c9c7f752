"""USB sticks as files, filled without mounting anything."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Literal, TypeAlias

SMALLEST_MB = 64
Kind: TypeAlias = Literal["vfat", "ext4"]


def make_stick(
    image: Path, folder: Path, kind: Kind = "vfat", label: str = "STICK", least_mb: int = SMALLEST_MB
) -> Path:
    """A stick with the content of ``folder`` at its top; without partitions, as many are."""
    image.unlink(missing_ok=True)
    with image.open("wb") as file:
        file.truncate(max(stick_size(folder), least_mb * 2**20))
    if kind == "vfat":
        _run("mkfs.vfat", "-F", "32", "-n", label, str(image))
        if content := sorted(folder.iterdir()):
            _run("mcopy", "-s", "-Q", "-i", str(image), *map(str, content), "::")
    else:
        _run("mkfs.ext4", "-q", "-L", label, "-d", str(folder), str(image))
    return image


def stick_size(folder: Path) -> int:
    """Bytes: what is in the folder as it lies on disk, a third more, and never too small to be a stick."""
    used = sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))
    megabytes = max(SMALLEST_MB, used * 4 // 3 // 2**20 + 16)
    return int(megabytes) * 2**20


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise AssertionError(f"{command[0]}: {done.stderr.strip()}")
