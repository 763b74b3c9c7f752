"""Sampling the 21 by 21 modules of a code from its three corner squares, and how well they fit any code."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.tags.codes import MODULES
from vision.tags.correlation import correlate

Floats = NDArray[np.float32]

_SQUARES = np.array([(3.5, 3.5), (17.5, 3.5), (3.5, 17.5)])  # their centres, in modules
_BATCH = 512  # codes at once, to stay in the processor's cache
_TRUSTED = 0.5  # least fit at which refined corners replace the given ones
_FRAME = 1  # modules of white margin sampled around the code


@cache
def fixed_modules() -> Floats:
    """The modules all codes share, with their margin: 1 light, -1 dark, 0 not fixed."""
    side = MODULES + 2 * _FRAME
    grid = np.zeros((side, side), np.float32)
    grid[[0, -1], :] = grid[:, [0, -1]] = 1
    code = grid[_FRAME:-_FRAME, _FRAME:-_FRAME]
    at = np.arange(-4, 5)
    far = np.maximum(np.abs(at)[:, None], np.abs(at)[None, :])
    square = np.where((far <= 1) | (far == 3), -1.0, 1.0)
    code[:8, :8] = square[1:, 1:]
    code[:8, -8:] = square[1:, :-1]
    code[-8:, :8] = square[:-1, 1:]
    timing = np.where(np.arange(8, 13) % 2 == 0, -1.0, 1.0)
    code[6, 8:13] = code[8:13, 6] = timing
    return grid


def sample(picture: Grey, triples: Floats, px: float) -> Floats:
    """(n, 21, 21) grey levels of the modules of each triple; large modules are averaged over several points."""
    fine = 1 if px < 2.4 else 2 if px < 4.5 else 3
    spots = _spots(MODULES, 0)
    offsets = (np.arange(fine) - (fine - 1) / 2) * (0.6 / fine / 14.0)
    shifts = [np.array([dx, dy], np.float32) for dx in offsets for dy in offsets]
    total = sum((_lookup(picture, triples, spots + shift) for shift in shifts), np.zeros((), np.float32))
    return np.asarray(total / len(shifts), dtype=np.float32).reshape(-1, MODULES, MODULES)


def fit_fixed(picture: Grey, triples: Floats, *, bare: bool = False) -> Floats:
    """Correlation with the fixed modules at each triple, -1 to 1; ``bare``: without the margin."""
    model = (np.pad(fixed_modules()[1:-1, 1:-1], _FRAME) if bare else fixed_modules()).ravel()
    use = model != 0
    values = _lookup(picture, triples, _spots(MODULES + 2 * _FRAME, _FRAME)[use])
    return correlate(values, model[use] - model[use].mean())


def refine(picture: Grey, triples: Floats, steps: tuple[float, ...], *, bare: bool = False) -> tuple[Floats, Floats]:
    """Hill climbing: moves each corner square by each step while the fit grows; the triples and their fits."""
    triples = triples.copy()
    best = fit_fixed(picture, triples, bare=bare)
    for step in steps:
        for corner in range(3):
            tries = np.repeat(triples[None], 4, 0)
            tries[:, :, corner] += np.array([(step, 0), (-step, 0), (0, step), (0, -step)], np.float32)[:, None]
            fits = fit_fixed(picture, tries.reshape(-1, 3, 2), bare=bare).reshape(4, -1)
            choice, gain = fits.argmax(0), fits.max(0)
            better = gain > best
            triples[better] = tries[choice[better], np.flatnonzero(better)]
            best = np.maximum(best, gain)
    return triples, best


@cache
def _spots(side: int, frame: int) -> Floats:
    """Centres of the modules, in spans between corner squares, from the top left one."""
    at = (np.arange(side) + 0.5 - frame - _SQUARES[0, 0]) / 14.0
    across, down = np.meshgrid(at, at)
    return np.column_stack([across.ravel(), down.ravel()]).astype(np.float32)


def _lookup(picture: Grey, triples: Floats, spots: Floats) -> Floats:
    """(n, len(spots)) interpolated grey levels."""
    origin, right, below = triples[:, 0], triples[:, 1] - triples[:, 0], triples[:, 2] - triples[:, 0]
    across, down = spots.T.copy()  # contiguous rows: pairs of coordinates take four times as long
    values = np.empty((len(triples), len(spots)), np.float32)
    for start in range(0, len(triples), _BATCH):
        part = slice(start, start + _BATCH)
        x, y = (origin[part, n, None] + across * right[part, n, None] + down * below[part, n, None] for n in (0, 1))
        values[part] = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values


def corners_of(triples: Floats) -> Floats:
    """(n, 4, 2): the outer corners of each code, clockwise from its own top left."""
    origin, right, below = triples[:, 0], triples[:, 1] - triples[:, 0], triples[:, 2] - triples[:, 0]
    at = (np.array([(0, 0), (21, 0), (21, 21), (0, 21)]) - _SQUARES[0]) / 14.0
    corners = origin[:, None] + at[None, :, :1] * right[:, None] + at[None, :, 1:] * below[:, None]
    return np.asarray(corners, dtype=np.float32)


def triples_of(corners: Floats) -> Floats:
    """(n, 3, 2): the centres of the corner squares of codes with these outer corners."""
    origin, right, below = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    at = _SQUARES / MODULES
    middles = origin[:, None] + at[None, :, :1] * right[:, None] + at[None, :, 1:] * below[:, None]
    return np.asarray(middles, dtype=np.float32)


def refine_corners(picture: Grey, corners: Floats) -> Floats:
    """Decoders locate the corners of blurred codes to about a module: refined by the fixed modules."""
    px = float(np.median(np.linalg.norm(np.roll(corners, -1, 1) - corners, axis=2))) / MODULES
    triples, fits = refine(picture, triples_of(corners), (0.7 * px, 0.35 * px, 0.17 * px))
    return np.where((fits > _TRUSTED)[:, None, None], corners_of(triples), corners)


def best_apart(triples: Floats, fits: Floats, distance: float) -> NDArray[np.intp]:
    """Indices without duplicates closer than ``distance``, the best fit first."""
    middles = (triples[:, 1] + triples[:, 2]) / (2 * distance)
    kept = np.argsort(-fits)
    # Two in one cell are duplicates; shifting the raster by halves catches those across a cell border.
    for shift in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)):
        cells = np.floor(middles[kept] + shift).astype(np.intp)
        kept = kept[np.sort(np.unique(cells[:, 1] * 100_003 + cells[:, 0], return_index=True)[1])]
    return kept
