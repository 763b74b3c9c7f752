"""Two pictures of a screen: how far apart they are, and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

# Mean difference a pixel, of 255. The same page drawn on another machine differs by the smoothing of letters at most;
# another page, or the same with another tile in focus, by far more (see test_looks).
SAME = 0.35
BRIGHT = 150  # letters on our pages are at least this
DARK = 3.0  # a screen whose brightest pixel is below this shows nothing at all


@dataclass(frozen=True, slots=True)
class Difference:
    """``mean`` over the whole screen; ``box`` the smallest rectangle with everything that differs clearly."""

    mean: float
    box: tuple[int, int, int, int] | None

    @property
    def is_none(self) -> bool:
        return self.mean <= SAME


def difference(seen: Image.Image, expected: Image.Image) -> Difference:
    """Screens of different sizes have nothing in common."""
    if seen.size != expected.size:
        return Difference(255.0, (0, 0, *seen.size))
    apart = np.abs(np.asarray(seen.convert("RGB"), np.int16) - np.asarray(expected.convert("RGB"), np.int16))
    clear = apart.max(axis=2) > 32
    if not clear.any():
        return Difference(float(apart.mean()), None)
    rows, columns = np.flatnonzero(clear.any(axis=1)), np.flatnonzero(clear.any(axis=0))
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return Difference(float(apart.mean()), box)


def is_black(picture: Image.Image) -> bool:
    return float(np.asarray(picture.convert("L")).max()) < DARK


def is_a_page(picture: Image.Image) -> bool:
    """One of ours, with something to read: no console, which is black between its letters, and no bare ground."""
    grey = np.asarray(picture.convert("L"))
    return bool((grey == 0).mean() < 0.5 and grey.max() >= BRIGHT)


def side_by_side(seen: Image.Image, expected: Image.Image, path: Path) -> Path:
    """For whoever has to find out what went wrong: what was seen, and below it what was expected."""
    both = Image.new("RGB", (max(seen.width, expected.width), seen.height + 8 + expected.height), "red")
    both.paste(seen, (0, 0))
    both.paste(expected, (0, seen.height + 8))
    path.parent.mkdir(parents=True, exist_ok=True)
    both.save(path)
    return path
