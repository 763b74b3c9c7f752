"""The search for codes no decoder has found: textured places, corner squares in them, module grids, texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.tags.candidates import Candidate, around, guess_px
from vision.tags.closed_set import ClosedSet
from vision.tags.codes import MODULES
from vision.tags.decoders import Decoder
from vision.tags.finders import ASLANT, PX, STRAIGHT, Gate, find_squares, join_squares, pairs_of
from vision.tags.grids import best_apart, corners_of, fit_fixed, refine, sample, triples_of
from vision.tags.overlap import are_within, area_of
from vision.tags.scale import Scale, fit_scale
from vision.tags.texture import CELL, Box, Texture, boxes_of, expected_texture, is_even, mark_places

Floats = NDArray[np.float32]

COMPARED = "closed set"  # the ``by`` of sightings matched against the closed set
_SHARE = 0.33  # least texture of a place, relative to the tags already read
_ROUNDS = 0.08, 0.2, 0.4, 0.8  # shares of the picture searched, from the most textured places down
_SMALL = 200_000  # pixels of a picture that is searched in one round
_LARGE, _MOST_SAMPLED = 4_000_000, 1_000_000  # pixels of a picture that is sampled first, and of the sample
_CODE_LIKE = 0.52  # least fit of the fixed modules: codes reach 0.58 and more, weave up to 0.54
_ROUGHLY = 0.06  # how much refinement may add to the fit
_MOST_LIKELY = 250  # triples refined at once: more than that are weave or print
_SURE_CODE = 0.55  # above this fit there is a code, readable or not
_SURE_SQUARE = 0.6  # likeness of a corner square that surely belongs to a code
_MOST_HINTS = 200
_NO_HINTS = np.zeros((0, 2), np.float32)
_MOST_RETRIES, _MOST_AT_CANDIDATES = 40, 8  # crops decoded again per look, and per group of candidates


@dataclass(frozen=True, slots=True, eq=False)
class UnreadPlace:
    """A code that is surely there but could not be read: worth another try in the next picture."""

    corners: Corners

    def shifted(self, dx: float, dy: float) -> UnreadPlace:
        a, b, c, d = ((x + dx, y + dy) for x, y in self.corners)
        return UnreadPlace((a, b, c, d))


def _never(_: Sequence[Sighting]) -> bool:
    return False


def unhurried() -> bool:
    """It is never late."""
    return False


def as_is(_: Sequence[Box]) -> None:
    """The picture is all there."""


class _Progress:
    """What has been searched, at which scale, and the corner squares not yet part of a code."""

    def __init__(self, scale: Scale, texture: Texture, show: Callable[[Sequence[Box]], None]) -> None:
        self.scale = scale
        self._texture = texture
        self._show = show
        self._searched = np.zeros(texture.values.shape, np.uint8)
        self._squares = np.zeros((0, 3), np.float32)

    def search_down_to(
        self, grey: Grey, known: Sequence[Sighting], least: float, most: int | None = None
    ) -> Floats | None:
        """Adds the places with texture down to ``least``, some all over if they have over ``most`` pixels to search.

        All squares so far, or None if there were no new places.
        """
        self._learn(known)
        places = mark_places(self._texture, known, least, MODULES * self.scale.px)
        places[self._searched > 0] = 0
        boxes = boxes_of(places, self._texture.shape, self.scale.px)
        if not boxes:
            return None
        if most is not None:
            size = sum(map(area_of, boxes)) * len(self.scale.factors) * (PX / self.scale.px) ** 2
            boxes = boxes[:: 1 + int(size / most)]
        for left, top, right, bottom in boxes:
            self._searched[top // CELL : -(-bottom // CELL), left // CELL : -(-right // CELL)] = 1
        self._show(boxes)
        self._squares = _without(np.concatenate([self._squares, find_squares(grey, boxes, self.scale)]), known)
        return self._squares

    def hints(self, known: Sequence[Sighting]) -> Floats:
        """Midpoints of two sure squares that are as far apart as those of one code."""
        squares = _without(self._squares, known)
        points = squares[squares[:, 2] > _SURE_SQUARE, :2][:_MOST_HINTS]
        start, end = pairs_of(points, self.scale.px)
        return np.asarray((points[start] + points[end]) / 2, dtype=np.float32)[start < end]

    def _learn(self, known: Sequence[Sighting]) -> None:
        """Refits the scale; if it was wrong, everything is searched again."""
        if known and not self.scale.sure:
            better = fit_scale(known, self._texture.shape)
            if not better.is_like(self.scale, self._texture.shape):
                self._searched[:] = 0
            self.scale = better


class Search:
    """The steps after the first decoder; stateless between pictures."""

    def __init__(self, closed: ClosedSet | None, decoders: Sequence[tuple[str, Decoder]]) -> None:
        self._closed = closed
        self._decoders = tuple(decoders)

    def run(
        self,
        grey: Grey,
        texture: Texture,
        read: Sequence[Sighting],
        scale: Scale,
        *,
        briefly: bool = False,
        until: Callable[[Sequence[Sighting]], bool] = _never,
        is_late: Callable[[], bool] = unhurried,
        show: Callable[[Sequence[Box]], None] = as_is,
    ) -> tuple[list[Sighting], list[UnreadPlace], Floats]:
        """New sightings besides those ``read``, codes left unread, and hints: points that may lie on further codes.

        ``briefly``: only the most textured places; ``until``: stops once the new sightings satisfy it;
        ``is_late``: asked before each further round, which it can prevent;
        ``show``: is told which boxes will be searched.

        If places as textured as the known codes hold nothing, weaker ones are not tried.
        """
        progress = _Progress(scale, texture, show)
        new: list[Sighting] = []
        unread: list[UnreadPlace] = []
        rounds = (_ROUNDS[:1] if briefly else _ROUNDS) if grey.size > _SMALL else (1.0,)
        # While the size is unsure every place costs twice as much: a few of the first tell it.
        samples = rounds[:1] if len(scale.factors) > 1 and grey.size > _LARGE else ()
        for n, most in enumerate((*samples, *rounds)):
            if n and is_late():
                break
            is_sample = n < len(samples)
            known = [*read, *new]
            least = expected_texture(texture, known, _SHARE, most)
            squares = progress.search_down_to(grey, known, least, _MOST_SAMPLED if is_sample else None)
            if squares is not None:
                found, unread = self.read_squares(grey, squares, progress.scale.px)
                new += found
                if found and until(new):
                    return new, unread, _NO_HINTS
                if not (found or is_sample or (known and least > texture.usual(known))):
                    break
            if not is_sample and _is_enough(texture, [*read, *new], least):
                break
        known = [*read, *new]
        return new, unread, _NO_HINTS if briefly or is_even(texture, known) else progress.hints(known)

    def read_squares(
        self, grey: Grey, squares: Floats, px: float, gate: Gate = STRAIGHT, *, most_again: int = _MOST_RETRIES
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """The codes that these corner squares belong to."""
        triples = join_squares(squares, px, gate)
        fits = fit_fixed(grey, triples)
        likely = np.flatnonzero(fits > _CODE_LIKE - _ROUGHLY)
        likely = likely[best_apart(triples[likely], fits[likely], 6 * px)][:_MOST_LIKELY]
        triples, fits = refine(grey, triples[likely], (0.35 * px, 0.17 * px))
        triples, fits = triples[fits > _CODE_LIKE], fits[fits > _CODE_LIKE]
        found, left = self._compare(grey, triples, px)
        # Squares of two adjacent codes can look like a third code.
        within = are_within(triples, found)
        sure = [n for n in left if fits[n] > _SURE_CODE and not within[n].any()]
        return self._decode_again(grey, triples[sure][:most_again], found)

    def confirm(self, grey: Grey, found: Sequence[Sighting]) -> list[bool]:
        """Whether another picture gives the same texts at the same places: a match counts once two looks agree."""
        if self._closed is None or not found:
            return [True] * len(found)
        triples = triples_of(np.array([item.corners for item in found], np.float32))
        px = float(np.median([item.side for item in found])) / MODULES
        matches = self._closed.match(sample(grey, triples, px))
        return [
            match is not None and match.is_certain and match.text == item.text
            for match, item in zip(matches, found, strict=True)
        ]

    def read_candidates(
        self, grey: Grey, boxes_at: Sequence[Candidate] | Sequence[Box], *, tiny: bool = True
    ) -> list[Sighting] | None:
        """Codes around these candidates or in these boxes, at the most code-like size; None if no size is code-like."""
        px = guess_px(grey, boxes_at, tiny=tiny)
        if px is None:
            return None
        squares = find_squares(grey, around(boxes_at, px, grey.shape), Scale(px))
        return self.read_squares(grey, squares, px, ASLANT, most_again=_MOST_AT_CANDIDATES)[0]

    def _compare(self, grey: Grey, triples: Floats, px: float) -> tuple[list[Sighting], list[int]]:
        """Sightings of certain matches with the closed set, and the indices of the other triples."""
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
        for corners in corners_of(triples):
            again = self._read_crop(grey, corners)
            if again is None:
                unread.append(UnreadPlace(_tuples(corners)))
            else:
                found.append(again)
        return found, unread

    def _read_crop(self, grey: Grey, corners: Floats) -> Sighting | None:
        """Rectified, enlarged and sharpened, for each decoder in turn; the corners stay as given."""
        straight = straighten(grey, corners)
        for name, decoder in self._decoders:
            for item in decoder.decode(straight):
                turn = round(item.angle / 90) % 4
                ring = np.roll(corners, -turn, axis=0)
                return Sighting(item.text, _tuples(ring), name)
        return None


def straighten(grey: Grey, corners: Floats, px: int = 6) -> Grey:
    """The code upright at ``px`` pixels per module with a margin of two modules, sharpened."""
    near, far = 2.0 * px, 23.0 * px
    target = np.array([(near, near), (far, near), (near, far)], np.float32)
    matrix = cv2.getAffineTransform(np.ascontiguousarray(corners[[0, 1, 3]], dtype=np.float32), target)
    flat = cv2.warpAffine(grey, matrix, (25 * px, 26 * px), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(flat, (0, 0), 0.76 * px)
    return np.asarray(cv2.addWeighted(flat, 2.5, soft, -1.5, 0), dtype=np.uint8)


def _is_enough(texture: Texture, known: Sequence[Sighting], least: float) -> bool:
    """Whether the search has reached the least texture a sticker may have, relative to the known ones."""
    return bool(known) and least <= 1.02 * _SHARE * texture.usual(known)


def _without(squares: Floats, found: Sequence[Sighting]) -> Floats:
    """The corner squares outside these codes."""
    return squares[~are_within(squares, found)]


def _tuples(ring: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in ring)
    return a, b, c, d
