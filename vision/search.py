"""Codes that no decoder has found yet: from sticker-like places over corner squares to grids, and to their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.closedset import ClosedSet
from vision.codes import MODULES
from vision.decoders import Decoder
from vision.finders import find_squares, join_squares
from vision.frames import Grey
from vision.grids import corners_of, fit_fixed, refine, sample, triples_of
from vision.places import CELL, LEAST, Box, Texture, boxes_of, expected_texture, mark_places
from vision.scale import Scale, fit_scale
from vision.sightings import Corners, Sighting

Floats = NDArray[np.float32]
Seed = tuple[int, int]  # a point where a code may lie

SCALES = (1.45, 1.8, 2.25, 2.8, 3.5, 4.4, 5.5)  # pixels a module, where nothing is known yet
COMPARED = "closed set"  # what sightings by comparison say of themselves
_SHARE = 0.33  # how much weaker than what was read already the texture of a place may be
_ROUNDS = 0.08, 0.2, 0.4, 0.8  # how much of the picture is searched, from the strongest places to the weakest
_SMALL = 200_000  # pixels of a picture that is searched all at once
_CODE_LIKE = 0.52  # fit of the fixed modules: codes have 0.58 and more, weave up to 0.54
_ROUGHLY = 0.06  # how much of that a better place may bring
_MOST_LIKELY = 250  # places looked at more closely at once: more are weave or print, not codes
_SURE_CODE = 0.55  # above this there is one, readable or not
_SEEDS = 12
SEEDS_AT_ONCE = 4
_SEED_REACH = 18  # modules around the middle of a seed
_SEED_APART = 64  # pixels
_MOST_PROMISING = 300  # triples that are looked at for a promise
_MOST_RETRIES = 40  # crops given to the decoders again, in one look


@dataclass(frozen=True, slots=True, eq=False)
class UnreadPlace:
    """A code that is there, surely, but whose text no step could tell: worth another look at the next picture."""

    corners: Corners

    def shifted(self, dx: float, dy: float) -> UnreadPlace:
        a, b, c, d = ((x + dx, y + dy) for x, y in self.corners)
        return UnreadPlace((a, b, c, d))


class _Trail:
    """What was searched already, at which scale, and the squares that belong to no code yet."""

    def __init__(self, scale: Scale, texture: Texture) -> None:
        self.scale = scale
        self._texture = texture
        self._searched = np.zeros(texture.values.shape, np.uint8)
        self._squares = np.zeros((0, 3), np.float32)

    def follow(self, grey: Grey, known: Sequence[Sighting], least: float) -> Floats | None:
        """All squares so far, with those of the next weaker places; None if there are no such places."""
        self._learn(known)
        places = mark_places(self._texture, known, least, MODULES * self.scale.px)
        places[self._searched > 0] = 0
        boxes = boxes_of(places, self._texture.shape, self.scale.px)
        if not boxes:
            return None
        for left, top, right, bottom in boxes:
            self._searched[top // CELL : -(-bottom // CELL), left // CELL : -(-right // CELL)] = 1
        self._squares = _without(np.concatenate([self._squares, find_squares(grey, boxes, self.scale)]), known)
        return self._squares

    def _learn(self, known: Sequence[Sighting]) -> None:
        """The more codes are known, the better their size; if it was wrong, all is searched anew."""
        if known:
            better = fit_scale(known, self._texture.shape)
            if not better.is_like(self.scale, self._texture.shape):
                self._searched[:] = 0
            self.scale = better


class Search:
    """The steps after the first decoder, with all they need; it keeps nothing from picture to picture."""

    def __init__(self, closed: ClosedSet | None, decoders: Sequence[tuple[str, Decoder]]) -> None:
        self._closed = closed
        self._decoders = tuple(decoders)

    def run(
        self, grey: Grey, texture: Texture, read: Sequence[Sighting], scale: Scale
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """New sightings beside those ``read`` already, and codes left unread.

        Where places as strong as those of known codes hold nothing, weaker ones are not tried.
        """
        trail = _Trail(scale, texture)
        new: list[Sighting] = []
        unread: list[UnreadPlace] = []
        for most in _ROUNDS if grey.size > _SMALL else (1.0,):
            known = [*read, *new]
            least = expected_texture(texture, known, _SHARE, most)
            squares = trail.follow(grey, known, least)
            if squares is not None:
                found, unread = self.read_squares(grey, squares, trail.scale.px)
                new += found
                if not (found or (known and least > texture.usual(known))):
                    break
            if _is_enough(texture, [*read, *new], least):
                break
        return new, unread

    def read_squares(self, grey: Grey, squares: Floats, px: float) -> tuple[list[Sighting], list[UnreadPlace]]:
        """What the codes say that these corner squares belong to."""
        triples = join_squares(squares, px)
        fits = fit_fixed(grey, triples)
        likely = np.flatnonzero(fits > _CODE_LIKE - _ROUGHLY)
        likely = likely[_apart(triples[likely], fits[likely], 6 * px)][:_MOST_LIKELY]
        triples, fits = refine(grey, triples[likely], (0.35 * px, 0.17 * px))
        triples, fits = triples[fits > _CODE_LIKE], fits[fits > _CODE_LIKE]
        found, left = self._compare(grey, triples, px)
        # Squares of two codes that lie side by side can look like a third.
        within = _are_within(triples, found)
        sure = [n for n in left if fits[n] > _SURE_CODE and not within[n].any()]
        return self._decode_again(grey, triples[sure], found)

    def confirm(self, grey: Grey, found: Sequence[Sighting]) -> list[bool]:
        """Whether another picture says the same at the same places: two looks must agree on a comparison."""
        if self._closed is None or not found:
            return [True] * len(found)
        triples = triples_of(np.array([item.corners for item in found], np.float32))
        px = float(np.median([item.side for item in found])) / MODULES
        matches = self._closed.match(sample(grey, triples, px))
        return [
            match is not None and match.is_certain and match.text == item.text
            for match, item in zip(matches, found, strict=True)
        ]

    def read_seeds(self, grey: Grey, seeds: Sequence[Seed]) -> list[Sighting]:
        """What codes say around these few seeds, in whatever size looks most like codes there."""
        promise = {px: _promise(grey, seeds, px) for px in SCALES}
        best = max(SCALES, key=promise.__getitem__)
        if promise[best] == 0:
            return []
        promise |= {px: _promise(grey, seeds, px) for px in (0.9 * best, 1.1 * best)}
        px = max(promise, key=promise.__getitem__)
        return self.read_squares(grey, find_squares(grey, _around(seeds, px, grey.shape), Scale(px)), px)[0]

    def _compare(self, grey: Grey, triples: Floats, px: float) -> tuple[list[Sighting], list[int]]:
        """The closed set: sightings of certain matches, and the numbers of the other triples."""
        if self._closed is None:
            return [], list(range(len(triples)))
        matches = self._closed.match(sample(grey, triples, px))
        corners = corners_of(triples)
        found, left = [], []
        for n, match in enumerate(matches):
            if match is not None and match.is_certain:
                found.append(Sighting(match.text, _tuples(corners[n]), COMPARED))
            else:
                left.append(n)
        return found, left

    def _decode_again(
        self, grey: Grey, triples: Floats, found: list[Sighting]
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        unread = []
        for corners in corners_of(triples)[:_MOST_RETRIES]:
            again = self._read_crop(grey, corners)
            if again is None:
                unread.append(UnreadPlace(_tuples(corners)))
            else:
                found.append(again)
        return found, unread

    def _read_crop(self, grey: Grey, corners: Floats) -> Sighting | None:
        """Straightened, enlarged, sharpened: every decoder has a try, and the code is where the corners say."""
        straight = straighten(grey, corners)
        for name, decoder in self._decoders:
            for item in decoder.decode(straight):
                turn = round(item.angle / 90) % 4
                ring = np.roll(corners, -turn, axis=0)
                return Sighting(item.text, _tuples(ring), name)
        return None


def straighten(grey: Grey, corners: Floats, px: int = 6) -> Grey:
    """The code upright, ``px`` pixels a module with two modules around it, sharpened."""
    near, far = 2.0 * px, 23.0 * px
    target = np.array([(near, near), (far, near), (near, far)], np.float32)
    matrix = cv2.getAffineTransform(np.ascontiguousarray(corners[[0, 1, 3]], dtype=np.float32), target)
    flat = cv2.warpAffine(grey, matrix, (25 * px, 26 * px), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(flat, (0, 0), 0.76 * px)
    return np.asarray(cv2.addWeighted(flat, 2.5, soft, -1.5, 0), dtype=np.uint8)


def _apart(triples: Floats, fits: Floats, distance: float) -> NDArray[np.intp]:
    """The best of those that lie on each other, best first."""
    middles = (triples[:, 1] + triples[:, 2]) / (2 * distance)
    kept = np.argsort(-fits)
    # Two in one cell are one; so that no border parts them, the cells are shifted by halves.
    for shift in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)):
        cells = np.floor(middles[kept] + shift).astype(np.intp)
        kept = kept[np.sort(np.unique(cells[:, 1] * 100_003 + cells[:, 0], return_index=True)[1])]
    return kept


def _is_enough(texture: Texture, known: Sequence[Sighting], least: float) -> bool:
    """Whether all was searched down to what the weakest sticker may have, compared with those that are known."""
    return bool(known) and least <= 1.02 * _SHARE * texture.usual(known)


def _without(squares: Floats, found: Sequence[Sighting]) -> Floats:
    """The corner squares that belong to none of these."""
    return squares[~_are_within(squares, found)]


def _are_within(points: Floats, found: Sequence[Sighting]) -> NDArray[np.bool_]:
    """Which points (..., 2 or more) lie in one of these codes."""
    within = np.zeros(points.shape[:-1], bool)
    for item in found:
        within |= np.abs(points[..., :2] - np.array(item.centre, np.float32)).max(-1) < 0.5 * item.side
    return within


def _promise(grey: Grey, seeds: Sequence[Seed], px: float) -> float:
    """How much like codes of this size it looks around these points."""
    boxes = _around(seeds, px, grey.shape)
    triples = join_squares(find_squares(grey, boxes, Scale(px, factors=(1.0,))), px)[:_MOST_PROMISING]
    fits = fit_fixed(grey, triples)
    good = np.flatnonzero(fits > _SURE_CODE - 0.07)
    return float(fits[good[_apart(triples[good], fits[good], 6 * px)]].sum())


def _around(seeds: Sequence[Seed], px: float, shape: tuple[int, ...]) -> list[Box]:
    reach = round(_SEED_REACH * px)
    height, width = shape
    return [(max(0, x - reach), max(0, y - reach), min(width, x + reach), min(height, y + reach)) for x, y in seeds]


def find_seeds(texture: Texture, read: Sequence[Sighting] = ()) -> list[Seed]:
    """The most textured cells, no two near each other: of the picture, then of each part; none where all is read."""
    values = texture.values.copy()
    for item in read:
        cv2.fillConvexPoly(values, np.round(np.array(item.corners) / CELL).astype(np.int32), 0)
    height, width = values.shape
    down, across = -(-height // 4), -(-width // 4)
    parts = [(0, 0, height, width)] * _SEEDS
    parts += [(y, x, y + down, x + across) for y in range(0, height, down) for x in range(0, width, across)]
    seeds = [_take(values, part) for part in parts]
    return [seed for seed in seeds if seed is not None]


def _take(values: Floats, part: Box) -> Seed | None:
    """The best cell of a part; what is near it is taken with it."""
    top, left, bottom, right = part
    window = values[top:bottom, left:right]
    row, column = (int(n) for n in np.unravel_index(int(window.argmax()), window.shape))
    if window[row, column] < LEAST:
        return None
    row, column, reach = row + top, column + left, _SEED_APART // CELL
    values[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = 0
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def _tuples(ring: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in ring)
    return a, b, c, d
