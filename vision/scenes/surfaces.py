"""What lies under the cards: wood, cloth, loud mats, plain tables; drawn from a seed, in grey."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey

Array = NDArray[np.float32]
_TILE = 1024


def draw_surface(kind: str, width: int, height: int, seed: int) -> Grey:
    """A surface that fills the picture; unknown kinds are plain."""
    rng = np.random.default_rng([seed, 11])
    tile = _KINDS.get(kind, _plain)(rng)
    tile = np.clip(tile, 0, 255).astype(np.uint8)
    # Mirrored copies join without a seam.
    pair = np.hstack([tile, tile[:, ::-1]])
    block = np.vstack([pair, pair[::-1]])
    times = (-(-height // block.shape[0]), -(-width // block.shape[1]))
    return np.ascontiguousarray(np.tile(block, times)[:height, :width])


def smooth_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Array:
    """Smooth random noise of mean 0 and deviation about 1, with so many cells down and across."""
    coarse = rng.standard_normal((cells[0] + 3, cells[1] + 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _plain(rng: np.random.Generator) -> Array:
    base = rng.uniform(50, 200)
    return np.asarray(base + 6 * smooth_noise(rng, (_TILE, _TILE), (5, 5)), dtype=np.float32)


def _wood(rng: np.random.Generator) -> Array:
    shape = (_TILE, _TILE)
    bend = smooth_noise(rng, shape, (3, 4)) * 0.9 + smooth_noise(rng, shape, (10, 3)) * 0.2
    across = np.linspace(0, rng.uniform(9, 22), _TILE, dtype=np.float32)[:, None]
    rings = np.sin((across + bend) * np.float32(2 * np.pi))
    fibre = smooth_noise(rng, shape, (400, 12)) * 7
    planks = (np.arange(_TILE) % int(rng.integers(180, 340)) < 3)[:, None] * rng.uniform(20, 50)
    return np.asarray(rng.uniform(70, 150) + 16 * rings + fibre - planks, dtype=np.float32)


def _cloth(rng: np.random.Generator) -> Array:
    shape = (_TILE, _TILE)
    period = rng.uniform(3.0, 6.0)
    y, x = np.mgrid[0:_TILE, 0:_TILE].astype(np.float32)
    weave = np.sin(2 * np.pi * x / period) * np.sin(2 * np.pi * y / period)
    folds = smooth_noise(rng, shape, (3, 3)) * 12
    return np.asarray(rng.uniform(40, 170) + 12 * weave + folds + rng.normal(0, 4, shape), dtype=np.float32)


def _loud(rng: np.random.Generator) -> Array:
    """A printed mat: checks, stripes, dots, letters, one over the other, with strong edges."""
    mat: Grey = np.full((_TILE, _TILE), int(rng.integers(60, 200)), np.uint8)
    cell = int(rng.integers(14, 70))
    board = (np.add.outer(np.arange(_TILE) // cell, np.arange(_TILE) // cell) % 2).astype(np.uint8)
    mat = np.where(board * (rng.random() < 0.6), int(rng.integers(0, 255)), mat).astype(np.uint8)
    for _ in range(int(rng.integers(40, 110))):
        _scribble(mat, rng)
    return mat.astype(np.float32)


def _gingham(rng: np.random.Generator) -> Array:
    """Woven checks in three tones, as on a kitchen table."""
    cell = int(rng.integers(8, 40))
    bars = (np.arange(_TILE) // cell % 2).astype(np.float32)
    tones = rng.uniform(190, 235), rng.uniform(30, 90)
    checks = tones[0] - (tones[0] - tones[1]) * np.add.outer(bars, bars) / 2
    return np.asarray(checks + rng.normal(0, 4, (_TILE, _TILE)), dtype=np.float32)


def _carpet(rng: np.random.Generator) -> Array:
    """Small knots of four tones, no two neighbours planned."""
    knot = int(rng.integers(3, 9))
    knots = rng.choice(rng.uniform(30, 220, 4).astype(np.float32), (-(-_TILE // knot), -(-_TILE // knot)))
    return np.asarray(np.repeat(np.repeat(knots, knot, 0), knot, 1)[:_TILE, :_TILE], dtype=np.float32)


def _flowers(rng: np.random.Generator) -> Array:
    cloth: Grey = np.full((_TILE, _TILE), int(rng.integers(120, 240)), np.uint8)
    for _ in range(260):
        x, y = (int(n) for n in rng.integers(0, _TILE, 2))
        size, tone = int(rng.integers(3, 12)), int(rng.integers(20, 220))
        for petal in np.arange(0, 2 * np.pi, np.pi / 3):
            at = int(x + 1.6 * size * np.cos(petal)), int(y + 1.6 * size * np.sin(petal))
            cv2.circle(cloth, at, size, tone, -1, cv2.LINE_AA)
        cv2.circle(cloth, (x, y), size, 255 - tone, -1, cv2.LINE_AA)
    return cloth.astype(np.float32)


def _scribble(mat: Grey, rng: np.random.Generator) -> None:
    at = tuple(int(v) for v in rng.integers(0, _TILE, 2))
    tone, size = int(rng.integers(0, 256)), int(rng.integers(4, 60))
    match int(rng.integers(0, 4)):
        case 0:
            cv2.circle(mat, at, size, tone, int(rng.integers(1, 8)))
        case 1:
            to = (at[0] + size, at[1] + int(rng.integers(-60, 60)))
            cv2.rectangle(mat, at, to, tone, -1 if rng.random() < 0.4 else 2)
        case 2:
            words = "".join(chr(int(c)) for c in rng.integers(65, 91, 9))
            cv2.putText(mat, words, at, cv2.FONT_HERSHEY_SIMPLEX, size / 40 + 0.3, tone, 2)
        case _:
            for step in range(int(rng.integers(3, 12))):
                cv2.line(mat, (at[0] + 9 * step, at[1]), (at[0] + 9 * step, at[1] + 2 * size), tone, 4)


_KINDS: dict[str, Callable[[np.random.Generator], Array]] = {
    "wood": _wood,
    "cloth": _cloth,
    "loud": _loud,
    "plain": _plain,
    "gingham": _gingham,
    "carpet": _carpet,
    "flowers": _flowers,
}
