"""Pixels per module across the picture: a tilted camera sees the far side smaller. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.sightings import Point, Sighting
from vision.tags.codes import MODULES

_ENOUGH = 4  # codes needed to fit a slope
_UNSURE = (0.91, 1.09)  # factors around a guess: a corner square is recognised within a tenth of its size
_ALIKE = 0.5  # log ratio to the median size within which codes count as the same kind
_STEEPEST = 0.6  # relative change across the width of the picture
_ENOUGH_FOR_LENS = 8  # codes needed to tell a bent lens from a tilt
_BENT = -0.45  # curvature of the sizes from which a lens bends: tables tilted by 35° reach -0.44, others -0.25
_DOUBTED = np.diag([0.0, 0.02, 0.02, 0.005])  # ridge: codes in one corner tell little of tilt and lens


@dataclass(frozen=True, slots=True)
class Scale:
    """``px`` at ``middle``, changing linearly by ``slope`` per pixel across and down; ``sure``: not to be refitted."""

    px: float
    middle: Point = (0.0, 0.0)
    slope: Point = (0.0, 0.0)
    factors: tuple[float, ...] = _UNSURE
    sure: bool = False

    def at(self, x: float, y: float) -> float:
        change = self.slope[0] * (x - self.middle[0]) + self.slope[1] * (y - self.middle[1])
        return self.px * min(max(1 + change, 0.6), 1.6)

    def is_like(self, other: Scale, size: tuple[int, int]) -> bool:
        """Whether both agree in all corners of a picture."""
        height, width = size
        corners = ((0, 0), (width, 0), (0, height), (width, height))
        return all(abs(self.at(x, y) / other.at(x, y) - 1) < 0.05 for x, y in corners)


def fit_scale(read: Sequence[Sighting], size: tuple[int, int]) -> Scale:
    """Fitted to codes that were read; with few of them, just their median size."""
    sides = np.maximum([item.side for item in read], 1.0) / MODULES
    px = float(np.quantile(sides, 0.5, method="nearest"))
    # Stickers of another size say nothing about tilt.
    alike = np.abs(np.log(sides / px)) < _ALIKE
    sides, centres = sides[alike], np.array([item.centre for item in read])[alike]
    middle = centres.mean(0)
    if len(sides) < _ENOUGH:
        return Scale(px, (float(middle[0]), float(middle[1])))
    width = max(size)
    away = (centres - middle) / width
    # Ridge regression: codes in one row say nothing about the other direction.
    slope = np.linalg.solve(away.T @ away + 0.02 * np.eye(2), away.T @ (sides / px - 1))
    slope = np.clip(slope, -_STEEPEST, _STEEPEST) / width
    spread = float(np.ptp(centres, axis=0).max()) / width
    factors = (1.0,) if spread > 0.25 else _UNSURE
    return Scale(px, (float(middle[0]), float(middle[1])), (float(slope[0]), float(slope[1])), factors)


def is_bent(read: Sequence[Sighting], size: tuple[int, int]) -> bool:
    """Whether codes grow smaller away from the middle of the picture, beyond what a tilt explains: a bent lens."""
    if len(read) < _ENOUGH_FOR_LENS:
        return False
    sides = np.maximum([item.side for item in read], 1.0)
    alike = np.abs(np.log(sides / np.median(sides))) < _ALIKE
    if alike.sum() < _ENOUGH_FOR_LENS:
        return False
    height, width = size
    away = (np.array([item.centre for item in read])[alike] - (width / 2, height / 2)) / max(size)
    terms = np.column_stack([np.ones(len(away)), away, (away**2).sum(1)])
    fit = np.linalg.solve(terms.T @ terms + _DOUBTED, terms.T @ sides[alike])
    return bool(fit[3] < _BENT * fit[0])
