"""Where to start in an unknown picture: points that may lie on codes, and the likely size of those codes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.codes import MODULES
from vision.tags.finders import ASLANT, find_squares, join_squares
from vision.tags.grids import best_apart, fit_fixed
from vision.tags.overlap import area_of
from vision.tags.scale import Scale
from vision.tags.texture import CELL, LEAST, Box, Contrast, Texture, boxes_of, mark_places

Floats = NDArray[np.float32]
Candidate = tuple[int, int]  # a point where a code may lie

SCALES = (0.92, 1.15, 1.45, 1.8, 2.25, 2.8, 3.5, 4.4, 5.5)  # pixels per module that are tried while the size is unknown
CANDIDATES_AT_ONCE = 4
_STRONGEST, _FULLEST = 4, 8  # candidates over the whole picture by peak and by mean texture, before each tile gets one
_FULL, _FULL_CELLS = 0.4, 4  # texture of a faint tag; side of a small tag in cells
_REACH = 18  # modules searched on each side of a candidate
_APART = 64  # pixels between two candidates
_TINY = 2  # how many of the scales count as tiny: they are the most expensive to search
_MOST_SQUARES = 200  # corner squares, best first; weave and print give thousands
_MOST_PROMISING = 300  # triples scored per size
_PROMISING = 0.48  # least fit of the fixed modules, before refinement
_ANYWHERE = 0.12, 0.06, 0.03  # shares of the picture that are searched when no candidate was a tag: the first that fits
_MOST_BLIND = 600_000  # pixels searched that way at most


def guess_px(grey: Grey, boxes_at: Sequence[Candidate] | Sequence[Box], *, tiny: bool = True) -> float | None:
    """The module size at which these candidates or boxes look most like codes; None if they do at no size."""
    scales = SCALES if tiny else SCALES[_TINY:]
    promise = {px: _promise(grey, boxes_at, px) for px in scales}
    best = max(scales, key=promise.__getitem__)
    if promise[best] == 0:
        return None
    promise |= {px: _promise(grey, boxes_at, px) for px in (0.9 * best, 1.1 * best)}
    return max(promise, key=promise.__getitem__)


def _promise(grey: Grey, boxes_at: Sequence[Candidate] | Sequence[Box], px: float) -> float:
    """The summed fit of all distinct codes of this size."""
    squares = find_squares(grey, around(boxes_at, px, grey.shape), Scale(px, factors=(1.0,)))
    squares = squares[np.argsort(-squares[:, 2])[:_MOST_SQUARES]]
    triples = join_squares(squares, px, ASLANT)[:_MOST_PROMISING]
    fits = fit_fixed(grey, triples)
    good = np.flatnonzero(fits > _PROMISING)
    return float(fits[good[best_apart(triples[good], fits[good], 6 * px)]].sum())


def around(boxes_at: Sequence[Candidate] | Sequence[Box], px: float, shape: tuple[int, ...]) -> list[Box]:
    """A box around each candidate that fits a code of this size; boxes stay as they are."""
    reach = round(_REACH * px)
    height, width = shape
    boxes: list[Box] = []
    for at in boxes_at:
        if len(at) == 4:
            boxes.append(at)
        else:
            x, y = at
            boxes.append((max(0, x - reach), max(0, y - reach), min(width, x + reach), min(height, y + reach)))
    return boxes


def find_candidates(texture: Texture, read: Sequence[Sighting] = ()) -> list[Candidate]:
    """Cells with the most texture, in the whole picture and in each tile of it, well apart and outside tags already
    read."""
    strong = texture.values.copy()
    for item in read:
        cv2.fillConvexPoly(strong, np.round(np.array(item.corners) / CELL).astype(np.int32), 0)
    # Printed cloth has stronger lines than a small tag, but a tag is textured all over.
    full: Floats = np.asarray(cv2.blur(np.minimum(strong, _FULL), (_FULL_CELLS, _FULL_CELLS)), dtype=np.float32)
    height, width = strong.shape
    down, across = -(-height // 4), -(-width // 4)
    whole = (0, 0, height, width)
    parts = [(y, x, y + down, x + across) for y in range(0, height, down) for x in range(0, width, across)]
    plan = [*[(strong, whole)] * _STRONGEST, *[(full, whole)] * _FULLEST, *((strong, part) for part in parts)]
    candidates = [_take((strong, full), values, part) for values, part in plan]
    return [candidate for candidate in candidates if candidate is not None]


def _take(maps: Sequence[Floats], values: Floats, part: Box) -> Candidate | None:
    """The best cell of a tile; its neighbourhood is cleared on all maps."""
    top, left, bottom, right = part
    window = values[top:bottom, left:right]
    row, column = (int(n) for n in np.unravel_index(int(window.argmax()), window.shape))
    if window[row, column] < LEAST:
        return None
    row, column, reach = row + top, column + left, _APART // CELL
    for taken in maps:
        taken[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = 0
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def find_anywhere(contrast: Contrast) -> list[Box]:
    """Boxes that may hold a sticker where cloth or art has more texture: the rarest, thinned out if there are many."""
    rare = contrast.rarity()
    for share in _ANYWHERE:
        least = float(np.quantile(rare.values, 1 - share))
        boxes = boxes_of(mark_places(rare, (), least, MODULES * SCALES[2]), rare.shape, SCALES[4])
        size = sum(map(area_of, boxes))
        if size <= _MOST_BLIND:
            break
    return boxes[:: 1 + size // _MOST_BLIND]


def split_boxes(boxes: list[Box], most: int) -> tuple[list[Box], list[Box]]:
    """The first boxes, at most ``most`` pixels in total but at least one box, and the rest."""
    size, count = 0, 0
    for left, top, right, bottom in boxes:
        size += (right - left) * (bottom - top)
        if count and size > most:
            break
        count += 1
    return boxes[:count], boxes[count:]
