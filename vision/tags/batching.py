"""Packs small pieces of a picture into a few large strips: filtering them together costs half as much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]

_MOST = 130_000  # pixels of a strip, so that its floating-point maps stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """``picture``: the crop at ``left`` and ``top``, enlarged by ``scale``."""

    picture: Grey
    left: int
    top: int
    scale: float


class Strip:
    """Pieces from left to right, padded with black to one height."""

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

    def piece_at(self, x: Indices) -> Indices:
        """Indices of the pieces that these columns belong to."""
        return np.asarray(np.searchsorted(self._ends, x, side="right"), dtype=np.intp)

    def inside(self, x: Indices, y: Indices, rim: int) -> NDArray[np.bool_]:
        """Which of these pixels lie within their piece, at least ``rim`` from its edge."""
        piece = self.piece_at(x)
        across = (x >= self._starts[piece] + rim) & (x < self._ends[piece] - rim)
        return np.asarray(across & (y >= rim) & (y < self._heights[piece] - rim))

    def parts(self, x: Indices, y: Indices, side: int) -> Indices:
        """A number for the tile of ``side`` pixels within its piece that each pixel falls in."""
        piece = self.piece_at(x)
        column, row = (x - self._starts[piece]) // side, y // side
        rows, columns = (length // side + 1 for length in self.picture.shape)
        return np.asarray((piece * rows + row) * columns + column, dtype=np.intp)

    def back(self, x: Floats, y: Floats, piece: Indices) -> tuple[Floats, Floats]:
        """Points of these pieces in coordinates of the whole picture."""
        scale, (left, top) = self._scales[piece], self._origins[piece].T
        return (x - self._starts[piece] + 0.5) / scale - 0.5 + left, (y + 0.5) / scale - 0.5 + top


def pack(pieces: Sequence[Piece]) -> Iterator[Strip]:
    """Strips of pieces of similar height."""
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
