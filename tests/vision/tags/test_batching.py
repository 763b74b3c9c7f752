"""Pieces of a picture side by side: each keeps its rim, its place and its size, whatever lies beside it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.batching import Piece, Strip, pack
from vision.tags.finders import LEAST_LIKENESS, PX, corner_square, find_squares
from vision.tags.scale import Scale


def piece(height: int, width: int, left: int = 0, top: int = 0, scale: float = 1.0) -> Piece:
    return Piece(np.full((height, width), 9, np.uint8), left, top, scale)


def test_pieces_stand_from_left_to_right() -> None:
    strip = Strip([piece(2, 3), piece(4, 5)])
    assert strip.picture.tolist() == [[9] * 8, [9] * 8, [0] * 3 + [9] * 5, [0] * 3 + [9] * 5]
    assert strip.piece_at(np.array([0, 2, 3, 7])).tolist() == [0, 0, 1, 1]


def test_rims_and_what_is_below_a_low_piece_are_outside() -> None:
    strip = Strip([piece(3, 4), piece(6, 5)])
    x, y = np.array([0, 1, 2, 3, 4, 5, 7, 8, 1, 6]), np.array([1, 1, 1, 1, 1, 1, 4, 1, 4, 5])
    assert strip.inside(x, y, 1).tolist() == [False, True, True, False, False, True, True, False, False, False]


def test_parts_of_two_pieces_are_never_the_same() -> None:
    strip = Strip([piece(20, 30), piece(20, 30)])
    x, y = np.array([0, 9, 10, 29, 30, 59, 30]), np.array([0, 9, 0, 19, 0, 19, 10])
    parts = strip.parts(x, y, 10).tolist()
    assert parts[0] == parts[1]
    assert len(set(parts)) == 6


def test_the_way_back_to_the_picture() -> None:
    strip = Strip([piece(4, 4), piece(4, 4, left=100, top=50, scale=0.5)])
    # The middle of the second piece's first pixel is that of the four from (100, 50) on.
    x, y = strip.back(np.array([0, 4], np.float32), np.array([0, 0], np.float32), np.array([0, 1]))
    assert (x.tolist(), y.tolist()) == ([0, 100.5], [0, 50.5])


def test_like_heights_come_together_and_no_strip_grows_large() -> None:
    strips = list(pack([piece(300, 300), piece(10, 20), piece(300, 300), piece(12, 20)]))
    assert [strip.picture.shape for strip in strips] == [(300, 340), (300, 300)]
    assert list(pack([])) == []


def test_a_box_gives_the_same_squares_alone_and_among_others() -> None:
    rng = np.random.default_rng(8)
    page = cv2.GaussianBlur(rng.integers(90, 170, (300, 600), dtype=np.uint8), (0, 0), 1.0)
    for x, y in ((40, 60), (300, 31), (420, 200), (520, 100)):
        page[y : y + 13, x : x + 13] = corner_square()
    boxes = [(20, 40, 80, 100), (270, 10, 350, 60), (400, 180, 470, 240), (500, 80, 560, 140)]
    scale = Scale(PX, factors=(0.91, 1.09))
    together = find_squares(page, boxes, scale)
    alone = np.concatenate([find_squares(page, [box], scale) for box in boxes])
    assert len(_within(together, boxes)) >= 8, "each in both sizes"
    for some, others in ((together, alone), (alone, together)):
        for square in _within(some, boxes):
            assert np.abs(others - square).max(1).min() < 0.01


def _within(squares: NDArray[np.float32], boxes: list[tuple[int, int, int, int]]) -> NDArray[np.float32]:
    """Those that are surely some: a summit at the rim of a piece, or at the bar, may hang on its neighbour."""
    x, y, likeness = squares.T
    inside = [(x > left) & (x < right) & (y > top) & (y < bottom) for left, top, right, bottom in boxes]
    return squares[np.any(inside, axis=0) & (likeness > LEAST_LIKENESS + 0.01)]
