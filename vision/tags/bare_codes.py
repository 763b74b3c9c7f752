"""Likely codes of an evened picture, by corner squares without their margin, which art may touch; one may be hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.finders import ASLANT, find_squares, join_squares, pairs_of
from vision.tags.grids import best_apart, fit_fixed, refine
from vision.tags.overlap import are_within
from vision.tags.scale import Scale
from vision.tags.texture import Box

Floats = NDArray[np.float32]

LIKELY = 0.5  # fit of the fixed modules, after refinement
_LIKE = 0.36  # before
_MOST_LIKELY, _MOST_AT_ONCE = 24, 600  # codes refined, per place and in total
_FOR_EACH, _FOR_SQUARES = 4000, 1000  # pixels of picture per refined code, and per corner square
_STRONG = 0.55  # likeness of two squares from which the third is inferred
_MOST_STRONG = 400
_GATE = replace(ASLANT, together=1.1)


def find_likely(even: Grey, boxes: Sequence[Box], scale: Scale, read: Sequence[Sighting] = ()) -> tuple[Floats, Floats]:
    """Refined corner squares of likely codes besides those ``read``, the best fit first; and their fits."""
    px = scale.px
    squares = find_squares(even, boxes, scale, bare=True)
    squares = squares[~are_within(squares, read)]
    squares = squares[np.argsort(-squares[:, 2])[: max(_MOST_STRONG, even.size // _FOR_SQUARES)]]
    triples = np.concatenate([join_squares(squares, px, _GATE), _guess_thirds(squares, px)])
    fits = fit_fixed(even, triples, bare=True)
    likely = np.flatnonzero(fits > _LIKE)
    most = min(_MOST_LIKELY * len(boxes), max(_MOST_LIKELY, even.size // _FOR_EACH), _MOST_AT_ONCE)
    likely = likely[best_apart(triples[likely], fits[likely], 2 * px)][:most]
    triples, fits = refine(even, triples[likely], (0.7 * px, 0.35 * px, 0.17 * px), bare=True)
    order = np.argsort(-fits)
    order = order[fits[order] > LIKELY]
    return triples[order], fits[order]


def _guess_thirds(squares: Floats, px: float) -> Floats:
    """Triples of two visible squares and an inferred third one, for a camera straight above."""
    strong = squares[np.argsort(-squares[:, 2])][:_MOST_STRONG]
    points = strong[strong[:, 2] > _STRONG, :2]
    first, second = pairs_of(points, px)
    a, b = points[first], points[second]
    turned = _turned(b - a)
    beside = [np.stack([a, b, a + turned], 1), np.stack([a, a - turned, b], 1)]
    first, second = pairs_of(points, px, across=True)
    a, b = points[first], points[second]
    corner = (a + b + _turned(b - a)) / 2
    # From the top right square to the bottom left one; the other way round would mirror the code.
    return np.concatenate([*beside, np.stack([corner, a, b], 1)]).astype(np.float32)


def _turned(arms: Floats) -> Floats:
    return np.column_stack([-arms[:, 1], arms[:, 0]])
