"""Tags that a phone or tablet shows: brighter than any paper around, on a bare bright page. They are no cards. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting

_NEAREST = 3  # other tags whose paper is compared; with fewer it cannot be told
_BRIGHTEST = 232  # grey levels: a screen among paper overexposes the picture, or nearly
_PAPER = 0.8  # of the white of a screen: the brightest paper beside it
_DARK = 0.5  # of the white: a tag under a lamp's reflection is pale, one on a screen is not
_BARE = 0.85  # of the white: the page around a tag on a screen, where a card has its print
_WITH_MARGIN, _PAGE = 1.12, (1.35, 1.6)  # multiples of the code's side
_STEPS = 24  # points across


class ScreenWatch:
    """Remembers which tags were on a screen: it dims, and people move it about."""

    def __init__(self) -> None:
        self._known: dict[str, Sighting] = {}

    def split(self, grey: Grey, sightings: Sequence[Sighting]) -> tuple[tuple[Sighting, ...], tuple[Sighting, ...]]:
        """Tags on paper, and tags on a screen."""
        white = {id(item): _white(grey, item) for item in sightings} if len(sightings) > _NEAREST else {}
        shown = tuple(item for item in sightings if self._was_shown(item) or _glows(grey, item, sightings, white))
        self._known = {item.text: item for item in shown}
        return tuple(item for item in sightings if item not in shown), shown

    def _was_shown(self, item: Sighting) -> bool:
        known = self._known.get(item.text)
        return known is not None and dist(known.centre, item.centre) < 2 * item.side


def _glows(grey: Grey, item: Sighting, others: Sequence[Sighting], white: dict[int, float]) -> bool:
    own = white.get(id(item), 0.0)
    if own < _BRIGHTEST:
        return False
    near = sorted((other for other in others if other is not item), key=lambda other: dist(other.centre, item.centre))
    if max(white[id(other)] for other in near[:_NEAREST]) > _PAPER * own:
        return False
    page = np.concatenate([_ring(grey, item, scale) for scale in _PAGE])
    dark = float(np.percentile(_inside(grey, item, 1.0), 10))
    return dark < _DARK * own and float(np.percentile(page, 25)) > _BARE * own


def _white(grey: Grey, item: Sighting) -> float:
    return float(np.percentile(_inside(grey, item, _WITH_MARGIN), 92))


def _inside(grey: Grey, item: Sighting, scale: float) -> NDArray[np.uint8]:
    """Grey levels over a tag; ``scale`` 1: just its code."""
    at = scale * (np.arange(_STEPS) + 0.5) / _STEPS - scale / 2
    across, down = np.meshgrid(at, at)
    return _levels(grey, item, across.ravel(), down.ravel())


def _ring(grey: Grey, item: Sighting, scale: float) -> NDArray[np.uint8]:
    """Grey levels along a square around a tag."""
    at, far = np.linspace(-scale / 2, scale / 2, _STEPS), np.full(_STEPS, scale / 2)
    return _levels(grey, item, np.concatenate([at, at, far, -far]), np.concatenate([far, -far, at, at]))


def _levels(grey: Grey, item: Sighting, across: NDArray[np.float64], down: NDArray[np.float64]) -> NDArray[np.uint8]:
    a, b, _, d = np.array(item.corners)
    points = np.array(item.centre) + across[:, None] * (b - a) + down[:, None] * (d - a)
    height, width = grey.shape
    columns, rows = np.clip(np.round(points).astype(np.intp), 0, (width - 1, height - 1)).T
    return np.asarray(grey[rows, columns], dtype=np.uint8)
