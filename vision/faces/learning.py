"""Learning a face from the card around a tag, or from a card that somebody shows."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.gallery import Face, learn_face
from vision.faces.outlines import CardSize
from vision.faces.portraits import CELL, CELLS, HEIGHT, WIDTH, inset, straighten
from vision.frames import Grey
from vision.sightings import Corners
from vision.tags.codes import MARGIN_MODULES, MODULES

Points = NDArray[np.float32]

_RIM = 1 + 2 * (MARGIN_MODULES + 1) / MODULES  # the sticker with its margin and one module more, relative to the code
_EXACT = 0.06  # relative error allowed in the size of an outline
_LEAST_SHOWN = 0.6  # share of the cells: under a larger sticker too little of the face is left


def learn_tagged(kind: str, grey: Grey, code: Corners, size: CardSize, outlines: Iterable[Corners]) -> Face | None:
    """The face of the card on which a tag lies, by the first outline that holds it and has just its ``size``.

    Its sticker is no part of the face. Upright is as the card's long edges run and its tag is rather upright. None
    without an outline: a better look will come.
    """
    for corners in outlines:
        if _holds(corners, code) and _has_size(corners, size):
            upright = inset(_upright(corners, code))
            hidden = _under(_in_portrait(upright, _rim(code)))
            if (~hidden).mean() < _LEAST_SHOWN:
                return None
            return learn_face(kind, straighten(grey, upright), hidden)
    return None


def learn_shown(grey: Grey, size: CardSize, outlines: Iterable[Corners]) -> tuple[Face, Corners] | None:
    """The face of a card that somebody shows, and its outline; its kind is still to be told. Which way up it lies does
    not matter. None without an outline of just its ``size``."""
    for corners in outlines:
        if _has_size(corners, size):
            return learn_face("", straighten(grey, inset(corners))), corners
    return None


def _holds(corners: Corners, code: Corners) -> bool:
    ring = np.array(corners, np.float32)
    return all(cv2.pointPolygonTest(ring, point, False) >= 0 for point in code)


def _has_size(corners: Corners, size: CardSize) -> bool:
    """Rules out frames printed on a card and outlines that include something beside it."""
    a, b, c, d = corners
    sides = (dist(a, b) + dist(c, d)) / 2 / size.short, (dist(b, c) + dist(d, a)) / 2 / size.long
    return max(abs(side - 1) for side in sides) < _EXACT


def _upright(corners: Corners, code: Corners) -> Corners:
    """Of the two orientations of an outline, the one in which the tag is upright."""
    laid = _in_portrait(corners, np.array(code, np.float32))
    top, bottom = laid[:2].mean(0), laid[2:].mean(0)
    return corners if top[1] <= bottom[1] else (*corners[2:], *corners[:2])


def _rim(code: Corners) -> Points:
    ring = np.array(code, np.float32)
    return np.asarray(ring.mean(0) + (ring - ring.mean(0)) * _RIM, np.float32)


def _in_portrait(corners: Corners, points: Points) -> Points:
    ring = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), ring)
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0], np.float32)


def _under(sticker: Points) -> NDArray[np.bool_]:
    """The cells a sticker touches."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.round(sticker).astype(np.int32), 1)
    return np.asarray(mask.reshape(CELLS[0], CELL, CELLS[1], CELL).any((1, 3)), bool)
