"""Small pieces of a picture, side by side in few large ones: a step taken once for many of them costs half as much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]

_MOST = 130_000  # pixels of a strip: its floating-point maps stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """``picture``: what lies right and below of ``left`` and ``top``, made larger by ``scale``."""

    picture: Grey
    left: int
    top: int
    scale: float


class Strip:
    """Pieces from left to right; below those that are less high it is black."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        heights, widths = np.array([piece.picture.shape for piece in pieces]).T
        ends = np.cumsum(widths)
        self._starts, self._ends, self._heights = ends - widths, ends, heights
        self._scales = np.array([piece.scale for piece in pieces])
        self._origins = np.array([(piece.left, piece.top) for piece in pieces])
        self.picture: Grey = np.zeros((int(heights.max()), int(ends[-1])), np.uint8)
        for piece, start in zip(pieces, self._starts, strict=True):
            height, width = piece.picture.shape
            self.picture[:height, start : start + width] = piece.picture

    def owners(self, x: Indices) -> Indices:
        """The numbers of the pieces to which these columns belong."""
        return np.asarray(np.searchsorted(self._ends, x, side="right"), dtype=np.intp)

    def inside(self, x: Indices, y: Indices, rim: int) -> NDArray[np.bool_]:
        """Which of these pixels lie in their pieces, and not at their rims."""
        owner = self.owners(x)
        across = (x >= self._starts[owner] + rim) & (x < self._ends[owner] - rim)
        return np.asarray(across & (y >= rim) & (y < self._heights[owner] - rim))

    def parts(self, x: Indices, y: Indices, side: int) -> Indices:
        """A number for each pixel's square of so many pixels a side within its piece."""
        owner = self.owners(x)
        column, row = (x - self._starts[owner]) // side, y // side
        rows, columns = (length // side + 1 for length in self.picture.shape)
        return np.asarray((owner * rows + row) * columns + column, dtype=np.intp)

    def back(self, x: Floats, y: Floats, owner: Indices) -> tuple[Floats, Floats]:
        """Where in the whole picture these points of the pieces with these numbers are."""
        scale, (left, top) = self._scales[owner], self._origins[owner].T
        return (x - self._starts[owner] + 0.5) / scale - 0.5 + left, (y + 0.5) / scale - 0.5 + top


def lay_side_by_side(pieces: Sequence[Piece]) -> Iterator[Strip]:
    """All of them, those of like heights together."""
    strip: list[Piece] = []
    size = 0
    for piece in sorted(pieces, key=lambda piece: piece.picture.shape[0]):
        if strip and size + piece.picture.size > _MOST:
            yield Strip(strip)
            strip, size = [], 0
        strip.append(piece)
        size += piece.picture.size
    if strip:
        yield Strip(strip)
