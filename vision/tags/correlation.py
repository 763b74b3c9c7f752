"""Correlation in float32 that stays within its range: centred before anything is squared, and clipped."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FAINTEST = 1.0  # standard deviation in grey levels; anything below is blank paper and rounding
_BATCH = 512  # rows at once, to stay in the processor's cache


def correlate(rows: Floats, pattern: Floats) -> Floats:
    """Correlation of each row of grey levels with a centred pattern, -1 to 1; near 0 for rows without contrast."""
    likeness = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BATCH):
        part = slice(start, start + _BATCH)
        centred = rows[part] - rows[part].mean(1, keepdims=True)
        # By einsum, here and below: a BLAS product wakes a second core, which spins for longer than the work takes.
        likeness[part] = np.einsum("ij,j->i", centred, pattern) / _lengths(centred)
    return np.asarray(np.clip(likeness / np.float32(np.linalg.norm(pattern)), -1, 1), dtype=np.float32)


def unit_rows(centred: Floats) -> Floats:
    """Centred rows of grey levels at unit length; rows without contrast stay shorter."""
    return np.asarray(centred / _lengths(centred)[:, None], dtype=np.float32)


def dot_products(rows: Floats, others: Floats) -> Floats:
    """Of each row with each of the others, all of unit length at most: -1 to 1."""
    return np.asarray(np.clip(np.einsum("ij,kj->ik", rows, others), -1, 1), dtype=np.float32)


def _lengths(centred: Floats) -> Floats:
    """Euclidean, but at least that of a row with the faintest contrast."""
    squares = np.einsum("ij,ij->i", centred, centred)
    return np.asarray(np.sqrt(np.maximum(squares, FAINTEST**2 * centred.shape[1])), dtype=np.float32)
