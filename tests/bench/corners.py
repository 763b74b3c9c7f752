"""Photographs of QR codes whose corners somebody has marked, as in BoofCV's set: how many of the codes are read.

Nobody has written down what they say, so a code counts as read if a text was found within its corners.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion import CompanionError
from tests.bench.readers import NAMES, OURS, PEERS
from tests.bench.scenes import ALL
from vision.frames import Frame, Grey
from vision.sightings import Sighting
from vision.tags.any_code import read_any
from vision.tags.decoders.process import HELPER, open_here
from vision.tags.reader import Reader

Quad = npt.NDArray[np.float32]
Find = Callable[[Grey], Iterable[Sighting]]

HEAD = "# list of hand selected 2D points"
MOST_PIXELS = 16_000_000  # ``companion read`` makes larger pictures smaller, too
_OPENED = dict(zip(PEERS, ("zbar:open", "opencv:open", "zxing:open_hard"), strict=True))


@dataclass(frozen=True, slots=True)
class Cornered:
    """One picture: its codes, how many each reader has read, and in which processor time."""

    file: str
    codes: int
    read: dict[str, int]
    ms: dict[str, float]

    @property
    def folder(self) -> str:
        return Path(self.file).parent.as_posix()


def is_cornered(path: Path) -> bool:
    with path.with_suffix(".txt").open(encoding="utf-8", errors="replace") as file:
        return file.readline().startswith(HEAD)


def corners_of(text: str) -> list[Quad]:
    """Four corners for each code: one code a line, or one corner a line."""
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "SETS"))]
    points = np.array(" ".join(lines).split(), dtype=np.float32)
    if points.size % 8:
        raise CompanionError(f"expected four corners for each code, found {points.size} numbers")
    return [*points.reshape(-1, 4, 2)]


def find_all() -> dict[str, Find]:
    """The plain readers, zxing-cpp with its extra tries, and ours as in ``companion read --any``."""
    ours = Reader(ALL, strict=False)

    def read_all(grey: Grey) -> Iterable[Sighting]:
        ours.forget(all_of_it=True)
        return read_any(grey, ours.look(Frame(0, 0, grey)))

    plain = {name: open_here(f"vision.tags.decoders.{way}").decode for name, way in _OPENED.items()}
    return {**plain, OURS: read_all}


def judge_cornered(path: Path, folder: Path, readers: dict[str, Find]) -> Cornered:
    grey, scale = _read(path)
    quads = [quad * scale for quad in corners_of(path.with_suffix(".txt").read_text("utf-8"))]
    read, spent = {}, {}
    for name, find in readers.items():
        started = _cpu_s()
        found = [*find(grey)]
        spent[name] = round(1000 * (_cpu_s() - started), 1)
        read[name] = sum(any(_is_within(item, quad) for item in found) for quad in quads)
    return Cornered(path.relative_to(folder).as_posix(), len(quads), read, spent)


def _cpu_s() -> float:
    return time.process_time() + HELPER.cpu_s


def _is_within(item: Sighting, quad: Quad) -> bool:
    return cv2.pointPolygonTest(quad, item.centre, measureDist=False) >= 0


def _read(path: Path) -> tuple[Grey, float]:
    """The picture as its pixels lie in the file, as its corners were marked, and by how much it was scaled."""
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION)
    if grey is None:
        raise CompanionError(f"expected a picture, got {path}")
    scale = min(1.0, (MOST_PIXELS / grey.size) ** 0.5)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    return np.asarray(small, dtype=np.uint8), scale


def format_cornered(found: Sequence[Cornered]) -> str:
    """Codes read, by folder; then the share of all, and the processor time."""
    lines = [f"| folder | pictures | codes | {' | '.join(NAMES)} |", "|---" * (3 + len(NAMES)) + "|"]
    lines += [
        _line(name, [one for one in found if one.folder == name]) for name in sorted({one.folder for one in found})
    ]
    lines.append(_line("**all**", found))
    codes = sum(one.codes for one in found)
    shares = (f"{100 * sum(one.read[name] for one in found) / codes:.1f} %" for name in NAMES)
    lines.append(f"| read | | | {' | '.join(shares)} |")
    means = (f"{sum(one.ms[name] for one in found) / len(found):.0f}" for name in NAMES)
    lines.append(f"| CPU ms, mean | | | {' | '.join(means)} |")
    return "\n".join(lines)


def _line(what: str, found: Sequence[Cornered]) -> str:
    counts = (str(sum(one.read[name] for one in found)) for name in NAMES)
    return f"| {what} | {len(found)} | {sum(one.codes for one in found)} | {' | '.join(counts)} |"
