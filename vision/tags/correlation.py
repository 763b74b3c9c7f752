"""Correlation in float32 that keeps to its range: centred before anything is squared, and bounded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FAINTEST = 1.0  # standard deviation in grey levels; what varies less is blank paper and rounding
_BATCH = 512  # rows at once: so many stay in the processor's cache


def correlate(rows: Floats, pattern: Floats) -> Floats:
    """How like a centred pattern each row of grey levels is, from -1 to 1; near 0 where a row has no contrast."""
    likeness = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BATCH):
        part = slice(start, start + _BATCH)
        centred = rows[part] - rows[part].mean(1, keepdims=True)
        # By einsum, here and below: a product of matrices wakes a second core, which then spins for longer than all
        # this takes.
        likeness[part] = np.einsum("ij,j->i", centred, pattern) / _lengths(centred)
    return np.clip(likeness / np.float32(np.linalg.norm(pattern)), -1, 1, dtype=np.float32)


def at_length_one(centred: Floats) -> Floats:
    """Rows of grey levels around 0 at length 1; those without contrast stay shorter."""
    return np.asarray(centred / _lengths(centred)[:, None], dtype=np.float32)


def products_of(rows: Floats, others: Floats) -> Floats:
    """Of each row with each of the others, both of length 1 at the most: from -1 to 1."""
    return np.clip(np.einsum("ij,kj->ik", rows, others), -1, 1, dtype=np.float32)


def _lengths(centred: Floats) -> Floats:
    """Of each row, at least that of the faintest contrast."""
    squares = np.einsum("ij,ij->i", centred, centred)
    return np.asarray(np.sqrt(np.maximum(squares, FAINTEST**2 * centred.shape[1])), dtype=np.float32)
