"""Portraits: faces straightened to one small size with normalised light, and their likeness cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Corners
from vision.tags.correlation import unit_rows

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

WIDTH, HEIGHT = 128, 192  # of a portrait in pixels: 2.2 per millimetre of a usual card
CELL = 16
CELLS = (HEIGHT // CELL, WIDTH // CELL)

_COARSE = (24, 36)
_COARSE_LIGHT = 3.0  # pixels of the coarse picture over which light is normalised
_RIM = 0.06  # of half a card, cut off on each side
_FINE_BLUR = 0.8  # pixels: removes detail that a blurred picture does not have
_LIGHT, _CONTRAST = 4.0, 16.0  # pixels over which light and contrast are normalised
_QUIET = 0.35  # of the card's mean contrast: anything fainter is noise on bare paper and not amplified
_REACH = 1  # pixels by which a cell may be off after alignment
_WIDE = 32  # side of the cells used for alignment, in pixels
_BARE = 0.25  # energy added per cell, so that two blank cells are alike


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """``even``: the face with normalised light and contrast; ``coarse``: its large shapes as a unit vector."""

    even: Floats
    coarse: Floats


@dataclass(frozen=True, slots=True)
class Step:
    """One step of alignment: in a picture ``shrunk`` times, searching ``reach`` pixels of it."""

    shrunk: int
    reach: int


STEPS = (Step(4, 2), Step(2, 1))  # an outline may be off by 8 pixels, after the first step by 2


def inset(corners: Corners) -> Corners:
    """Without the rim, which shows table if the outline is inexact."""
    ring = np.array(corners, np.float64)
    a, b, c, d = ((float(x), float(y)) for x, y in ring + _RIM * (ring.mean(0) - ring))
    return a, b, c, d


def straighten(grey: Grey, corners: Corners, *, fine: bool = True) -> Grey:
    """The card within these corners, clockwise from its own top left, upright and in the size of a portrait.

    ``fine``: every pixel is the mean of four, which matters where the last details are compared.
    """
    times = 2 if fine else 1
    width, height = times * WIDTH, times * HEIGHT
    ring = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32) - 0.5, ring)
    flat = cv2.warpPerspective(grey, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(flat, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) if fine else flat, np.uint8)


def portray(face: Grey) -> Portrait:
    """The portrait of a straightened face."""
    soft = cv2.GaussianBlur(face.astype(np.float32), (0, 0), _FINE_BLUR)
    detail = soft - cv2.GaussianBlur(soft, (0, 0), _LIGHT)
    spread = np.sqrt(_widely(detail * detail))
    even = detail / (spread + _QUIET * float(np.sqrt((detail * detail).mean())) + 1.0)
    return Portrait(np.asarray(even, np.float32), _coarse(np.asarray(soft, np.float32)))


def _widely(picture: Floats) -> Floats:
    """A wide blur, computed on a small picture at a hundredth of the cost."""
    small = cv2.resize(picture, (WIDTH // 8, HEIGHT // 8), interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), _CONTRAST / 8)
    return np.asarray(cv2.resize(wide, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.float32)


def turned(portrait: Portrait) -> Portrait:
    """The same card upside down."""
    return Portrait(np.ascontiguousarray(portrait.even[::-1, ::-1]), np.ascontiguousarray(portrait.coarse[::-1]))


def compare(learnt: Portrait, seen: Portrait) -> Floats:
    """Likeness per cell: 1 the same, 0 nothing in common; each cell may be slightly off its place."""
    likeness, _, _ = _search(learnt.even, seen.even, _REACH, CELLS)
    return likeness


def align(learnt: Portrait, seen: Portrait, step: Step) -> Matrix:
    """The affine map, in pixels, that aligns the learnt face with the seen one."""
    size = (WIDTH // step.shrunk, HEIGHT // step.shrunk)
    one, other = (_shrink(item.even, size) for item in (learnt, seen))
    cells = (HEIGHT // _WIDE, WIDTH // _WIDE)
    likeness, across, down = _search(one, other, step.reach, cells)
    weight = np.clip(likeness, 0, 1) ** 2 * np.sqrt(_cell_means(one * one, cells))
    rows, columns = np.mgrid[0 : cells[0], 0 : cells[1]]
    places = np.column_stack([(columns.ravel() + 0.5) * _WIDE, (rows.ravel() + 0.5) * _WIDE]).astype(np.float64)
    shifts = step.shrunk * np.column_stack([across.ravel(), down.ravel()])
    return _fit(places, places + shifts, weight.ravel().astype(np.float64))


def _fit(source: Matrix, target: Matrix, weight: Matrix) -> Matrix:
    """A robust weighted affine fit: three rounds, each with less weight on outliers."""
    known = np.column_stack([source, np.ones(len(source))])
    matrix = np.eye(3)
    # Regularised towards the identity: a blank card must not be warped by noise.
    still = (0.02 * weight.mean() + 1e-6) * known.T
    for _ in range(3):
        weighed = weight * known.T
        matrix[:2] = np.linalg.solve((weighed + still) @ known, weighed @ target + still @ source).T
        off = np.linalg.norm(known @ matrix[:2].T - target, axis=1)
        weight = weight / (1 + (off / 1.5) ** 2)
    return matrix


def _search(learnt: Floats, seen: Floats, reach: int, cells: tuple[int, int]) -> tuple[Floats, Floats, Floats]:
    """For each cell its best likeness within reach, and the offset of it."""
    height, width = learnt.shape
    padded = np.pad(seen, reach, mode="edge")
    own = _cell_means(learnt * learnt, cells)
    span = 2 * reach + 1
    all_of_them = np.empty((span, span, *cells), np.float32)
    for dy in range(span):
        for dx in range(span):
            moved = padded[dy : dy + height, dx : dx + width]
            apart = learnt - moved
            energy = own + _cell_means(moved * moved, cells) + _BARE
            likeness = 1 - _cell_means(apart * apart, cells) / energy
            all_of_them[dy, dx] = likeness
    flat = all_of_them.reshape(-1, *cells)
    down, across = np.divmod(flat.argmax(0), span)
    rows, columns = np.mgrid[0 : cells[0], 0 : cells[1]]
    more_across = _between(lambda step: all_of_them[down, np.clip(across + step, 0, span - 1), rows, columns])
    more_down = _between(lambda step: all_of_them[np.clip(down + step, 0, span - 1), across, rows, columns])
    return flat.max(0), across - reach + more_across, down - reach + more_down


def _between(at: Callable[[int], Floats]) -> Floats:
    """Subpixel offset of a peak: the vertex of the parabola through it and its neighbours."""
    before, here, after = at(-1), at(0), at(1)
    curve = before - 2 * here + after
    return np.asarray(np.clip(0.5 * (before - after) / np.where(curve < -1e-4, curve, -9.0), -0.5, 0.5), np.float32)


def _coarse(soft: Floats) -> Floats:
    """Large shapes only: they tell which faces are worth comparing, even if the outline is inexact."""
    small = cv2.resize(soft, _COARSE, interpolation=cv2.INTER_AREA)
    shapes = (small - cv2.GaussianBlur(small, (0, 0), _COARSE_LIGHT)).ravel()
    return np.asarray(unit_rows(shapes[None])[0], np.float32)


def _cell_means(picture: Floats, cells: tuple[int, int]) -> Floats:
    return _shrink(picture, cells[::-1])


def _shrink(picture: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)
