"""A look into the disk of a box that is off, as its next start would find it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.box.machine import MachineError, layer

READY_S = 30.0


@contextmanager
def opened(disk: Path, folder: Path) -> Iterator[Path]:
    """Where its files are: its journal is played as at every start, and the disk itself stays as it is."""
    look, raw, place = layer(folder / "look.qcow2", disk), folder / "look.img", folder / "look"
    raw.write_bytes(b"")
    place.mkdir(exist_ok=True)
    export = subprocess.Popen([
        *("qemu-storage-daemon", "--blockdev"),
        f"driver=qcow2,node-name=disk,file.driver=file,file.filename={look}",
        *("--export", f"type=fuse,id=look,node-name=disk,mountpoint={raw},writable=on"),
    ])  # fmt: skip
    try:
        _wait_for(raw)
        _run("mount", "-o", "loop", str(raw), str(place))
        try:
            yield place
        finally:
            _run("umount", str(place))
    finally:
        export.terminate()
        export.wait()


def _wait_for(raw: Path) -> None:
    end = time.monotonic() + READY_S
    while raw.stat().st_size == 0:
        if time.monotonic() > end:
            raise MachineError(f"expected {raw} to be there after {READY_S:.0f} s")
        time.sleep(0.05)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MachineError(f"{' '.join(command)}: {done.stderr.strip()}")
