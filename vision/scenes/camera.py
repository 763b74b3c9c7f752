"""Camera model: a tilted pinhole, a rolling shutter, lens distortion; and curled cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.scenes import Range, Scene

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

_WIDE = 1.3  # width of the picture divided by the distance of the camera: a lens of 66 degrees
_STEP = 16  # pixels between the points at which distortion is computed


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """``matrix``: millimetres on the table to pixels; ``lean``: where the camera hangs, in millimetres, with height."""

    matrix: Matrix
    lean: tuple[float, float, float]
    barrel: float
    size: tuple[int, int]

    def project(self, points: Points) -> Points:
        """Millimetres on the flat table to pixels, before the lens bends them."""
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], dtype=np.float64)

    def bend(self, picture: Grey) -> Grey:
        """The picture as the lens gives it."""
        if not self.barrel:
            return picture
        width, height = self.size
        across, down = np.meshgrid(np.arange(0, width + _STEP, _STEP), np.arange(0, height + _STEP, _STEP))
        flat = self._straight(np.column_stack([across.ravel(), down.ravel()]).astype(np.float64))
        coarse = flat.reshape(*across.shape, 2).astype(np.float32)
        # Interpolated for all other pixels.
        grid = np.meshgrid(np.arange(width, dtype=np.float32) / _STEP, np.arange(height, dtype=np.float32) / _STEP)
        at = cv2.remap(coarse, grid[0], grid[1], cv2.INTER_LINEAR)
        # Nothing is known beyond the picture; mirroring would show tags twice.
        bent = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(bent, dtype=np.uint8)

    def bent(self, points: Points) -> Points:
        """Distorted positions of these pixels: the inverse of a polynomial, by iteration."""
        if not self.barrel:
            return points
        guess = points.copy()
        for _ in range(20):
            guess = guess + 0.7 * (points - self._straight(guess))
        return guess

    def _straight(self, points: Points) -> Points:
        middle = np.array(self.size, np.float64) / 2
        off = points - middle
        far = (off**2).sum(1, keepdims=True) / middle[0] ** 2
        return np.asarray(middle + off * (1 + self.barrel * far), dtype=np.float64)


def view_of(scene: Scene, rng: np.random.Generator) -> View:
    """``px_per_mm`` holds where the camera looks, in the middle of the picture."""
    how = scene.difficulty
    tilt, axis = np.radians(draw(how.tilt_deg, rng)), rng.uniform(0, 2 * np.pi)
    middle = np.array([scene.width / 2, scene.height / 2])
    away = (scene.cut_from or scene.width) / _WIDE
    turn = np.array([[np.cos(axis), np.sin(axis), 0], [-np.sin(axis), np.cos(axis), 0], [0, 0, 1.0]])
    lens = np.diag([np.cos(tilt), 1.0, 1.0])
    lens[2, 0] = np.sin(tilt) / away
    shutter = np.array([[1, draw(how.shutter, rng) if how.shutter[1] else 0.0, 0], [0, 1, 0], [0, 0, 1.0]])
    scale = np.diag([scene.px_per_mm, scene.px_per_mm, 1.0])
    matrix = move(*middle) @ shutter @ turn.T @ lens @ turn @ move(*-middle) @ scale
    at = (middle - away * np.sin(tilt) * np.array([np.cos(axis), np.sin(axis)])) / scene.px_per_mm
    lean = float(at[0]), float(at[1]), float(away * np.cos(tilt)) / scene.px_per_mm
    barrel = draw(how.barrel, rng) if how.barrel[1] else 0.0
    return View(np.asarray(matrix, dtype=np.float64), lean, barrel, (scene.width, scene.height))


@dataclass(frozen=True, slots=True)
class Curl:
    """A card that is not flat: ``bulge`` millimetres high in the middle, falling to both sides."""

    bulge: float
    width: float
    lean: tuple[float, float]  # parallax on the card per millimetre of height

    def lay(self, points: Points) -> Points:
        """From millimetres along the paper to where they appear on the flat card."""
        paper, across, high = self._profile()
        x = np.interp(points[:, 0], paper, across + self.lean[0] * high)
        y = points[:, 1] + self.lean[1] * np.interp(points[:, 0], paper, high)
        return np.column_stack([x, y])

    def warp(self, flat: Grey, px_per_mm: float) -> Grey:
        paper, across, high = self._profile()
        height, width = flat.shape
        seen = across + self.lean[0] * high
        columns = np.arange(width) / px_per_mm
        source = np.interp(columns, seen, paper) * px_per_mm
        down = np.interp(columns, seen, high) * self.lean[1] * px_per_mm
        x = np.broadcast_to(source.astype(np.float32), (height, width))
        y = (np.arange(height)[:, None] - down[None]).astype(np.float32)
        return np.asarray(
            cv2.remap(flat, np.ascontiguousarray(x), y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    def _profile(self) -> tuple[Points, Points, Points]:
        """Along the paper, across the table and above it, all in millimetres; the paper keeps its length."""
        across = np.linspace(0, 1, 65)
        high = self.bulge * 4 * across * (1 - across)
        steps = np.hypot(np.diff(across) * self.width, np.diff(high))
        paper = np.concatenate([[0], np.cumsum(steps)])
        shrunk = self.width / paper[-1]
        return paper * shrunk, across * self.width * shrunk + self.width * (1 - shrunk) / 2, high


def draw(bounds: Range, rng: np.random.Generator) -> float:
    return float(rng.uniform(*bounds))


def move(dx: float, dy: float) -> Matrix:
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])
