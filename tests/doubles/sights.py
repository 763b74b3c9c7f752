"""What only tests look through: files as a camera would show them, a camera straight above, a reader without memory."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np

from vision.errors import InvalidPicture
from vision.frames import SUFFIXES, Frame, Grey, read_picture
from vision.sightings import Sighting
from vision.table.plane import PICTURE, Plane
from vision.tags.reader import Reader


class FolderSource:
    """The pictures of a folder in order of their names, ``interval_ms`` apart; unreadable ones raise and are passed."""

    def __init__(self, folder: Path, interval_ms: int = 100, repeat: bool = False) -> None:
        self._paths = picture_paths(folder)
        self._interval_ms = interval_ms
        self._repeat = repeat
        self._next = 0

    def next_frame(self, timeout: float) -> Frame | None:
        index = self._next
        if not self._paths or (index >= len(self._paths) and not self._repeat):
            return None
        self._next += 1
        return Frame(index, index * self._interval_ms, read_picture(self._paths[index % len(self._paths)]))

    def close(self) -> None:
        self._paths = []


class PictureSource:
    """A single picture, once, or again and again as a camera over a still table would give it."""

    def __init__(self, path: Path, interval_ms: int = 100, repeat: bool = False) -> None:
        self._grey: Grey | None = read_picture(path)
        self._interval_ms = interval_ms
        self._repeat = repeat
        self._next = 0

    def next_frame(self, timeout: float) -> Frame | None:
        if self._grey is None or (self._next and not self._repeat):
            return None
        index, self._next = self._next, self._next + 1
        return Frame(index, index * self._interval_ms, self._grey)

    def close(self) -> None:
        self._grey = None


def picture_paths(folder: Path) -> list[Path]:
    """The pictures of a folder by name; other files are left alone."""
    if not folder.is_dir():
        raise InvalidPicture(f"expected a folder of pictures, got {str(folder)!r}")
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)


def straight_down(px_per_mm: float) -> Plane:
    """A camera that looks straight down from a known height: millimetres are pixels by a number."""
    return PICTURE if px_per_mm == 1.0 else Plane(np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0]))


def read_tags(grey: Grey, known: Collection[str] | None = None) -> tuple[Sighting, ...]:
    """The tags of a single picture, without any memory."""
    return Reader(known).look(Frame(0, 0, grey))
