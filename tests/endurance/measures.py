"""What a process takes while it is attacked, and how long something took, in one line."""

from __future__ import annotations

import os
import statistics
from pathlib import Path

Times = dict[str, list[float]]


class Strain:
    """The most memory and open files of this process."""

    def __init__(self) -> None:
        self.most_mib, self.most_files = 0.0, 0

    def look(self) -> None:
        self.most_mib = max(self.most_mib, resident_mib())
        self.most_files = max(self.most_files, len(os.listdir("/proc/self/fd")))  # noqa: PTH208 (names only)


def resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def figures(seconds: list[float]) -> str:
    ms = sorted(1000 * one for one in seconds)
    if not ms:
        return "none"
    most = ms[len(ms) * 99 // 100]
    return f"{len(ms)}, median {statistics.median(ms):.0f} ms, 99 % within {most:.0f} ms, all within {ms[-1]:.0f} ms"
