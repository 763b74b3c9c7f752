"""Memory that a reader takes for one picture: a fresh process for each, because freed memory would hide the next need.

``python -m tests.bench.memory READER PICTURE.npy`` is that process; it prints megabytes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from companion.resources import python_environ
from tests.bench.readers import find_reader
from vision.frames import Grey

_STATUS = Path("/proc/self/status")


def measure_memory(names: tuple[str, ...], grey: Grey) -> dict[str, float | None]:
    """Megabytes that each reader's process grew by, at its peak; None where the system does not tell."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.npy"
        np.save(picture, grey)
        return {name: _ask(name, picture) for name in names}


def _ask(name: str, picture: Path) -> float | None:
    command = [sys.executable, "-m", "tests.bench.memory", name, str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, env=python_environ(), check=False)
    return float(done.stdout) if done.returncode == 0 else None


def peak_growth(name: str, grey: Grey) -> float:
    """Megabytes between before and the peak; the reader is loaded and has seen one empty picture before."""
    read = find_reader(name)
    read(np.full((64, 64), 200, np.uint8))
    before = _reset_peak()
    read(grey)
    return max(0.0, _resident("VmHWM") - before)


def _reset_peak() -> float:
    """What is resident now; where the peak cannot be set back to it, the peak so far."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return _resident("VmHWM")
    return _resident("VmRSS")


def _resident(key: str) -> float:
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(key))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    print(f"{peak_growth(sys.argv[1], np.load(sys.argv[2])):.2f}")
