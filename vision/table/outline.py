"""Where cards lie around their tags: learnt from cards seen being laid, as all have one size and the tag in the same
corner. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Sighting
from vision.tags.changes import CELL

_ENOUGH = 3  # cards that must agree
_AGREE = 0.7  # code sides by which an edge may differ from the median
UNSURE = 0.2  # code sides by which an edge may be wrong
_OUTERMOST = (3.0, 97.0)  # percentiles of the cells, taken as edges


@dataclass(frozen=True, slots=True)
class Outline:
    """The edges of a card in the frame of its code: distances from the code's centre, in code sides."""

    left: float
    top: float
    right: float
    bottom: float


def outline_of(item: Sighting, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Outline:
    """The outline of these cells of the coarse map."""
    points = (np.column_stack([columns, rows]) + 0.5) * CELL - np.array(item.centre)
    along = points @ _inverse(_edges(item))
    (left, right), (top, bottom) = (np.percentile(along[:, axis], _OUTERMOST) for axis in (0, 1))
    return Outline(float(left), float(top), float(right), float(bottom))


def common_outline(outlines: Collection[Outline]) -> Outline | None:
    """The median of those that agree; None if too few do, as where tags are stuck anywhere."""
    if len(outlines) < _ENOUGH:
        return None
    edges = np.array([(one.left, one.top, one.right, one.bottom) for one in outlines])
    middle = np.median(edges, axis=0)
    alike = (np.abs(edges - middle) < _AGREE).all(axis=1)
    if int(alike.sum()) < max(_ENOUGH, len(outlines) / 2):
        return None
    left, top, right, bottom = (float(edge) for edge in np.median(edges[alike], axis=0))
    return Outline(left, top, right, bottom)


def cells_within(
    outline: Outline, item: Sighting, shape: tuple[int, ...], inwards: float = UNSURE
) -> NDArray[np.bool_]:
    """The cells of the card, shrunk by ``inwards`` code sides to be sure; negative: cells that may be the card's."""
    left, top = outline.left + inwards, outline.top + inwards
    right, bottom = outline.right - inwards, outline.bottom - inwards
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    in_cells = (corners @ _edges(item) + np.array(item.centre)) / CELL - 0.5
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(in_cells).astype(np.int32), 1)
    return np.asarray(mask > 0, dtype=np.bool_)


def _edges(item: Sighting) -> NDArray[np.float64]:
    """Vectors along the code's upper and left edge in pixels, averaged over opposite edges."""
    a, b, c, d = np.array(item.corners)
    return np.array([(b - a + c - d) / 2, (d - a + c - b) / 2])


def _inverse(edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bounded: decoders may report corners on one line, which count as an area of one pixel."""
    (a, b), (c, d) = edges
    area = a * d - b * c
    return np.array([(d, -b), (-c, a)]) / (area if abs(area) > 1 else 1.0)
