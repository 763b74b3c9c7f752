"""Over the table: which cards are known by their faces, look by look, with so much work in each and no more.

Only what looks other than before is searched. A card is named when two looks are sure of it; then it is that card as
long as its place looks the same. Who cannot be named after a few looks is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import dist

import cv2
import numpy as np

from vision.faces.finder import middle
from vision.faces.gallery import Face, Gallery, Judged, learn_face
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.portraits import straighten
from vision.faces.unsearched import Unsearched
from vision.frames import Grey
from vision.sightings import Corners, Point, Sighting
from vision.table.motion import Motion
from vision.table.plane import Plane
from vision.table.tracker import Box
from vision.tags.changes import CELL, Region

WORK = 5.0  # cards that are compared with all faces in one look; it takes 16 ms each
AGAIN = 0.4  # of that: a card that is compared with itself
SURE_LOOKS = 2
TRIES = 4  # looks at a card that cannot be named, before somebody is asked
MOST_PLACES = 80
MOST_OUTLINES = 40  # of one search
CARD_MM = (56.0, 87.0)

_TILE = 4.0  # short sides of a card: the largest part that is searched in one look
# Of the long side: what is searched around such a part, so that it holds whole cards. Where none is found it is tried
# again: lines that are hardly seen are found in one cut of the picture and not in another.
_AROUND = (0.65, 0.8, 0.5)
_MUCH = 0.5  # of a card's area: where less has changed, it is not tried again
_LEAST_PART = 0.08  # of a card's area: what changed less is no card
_APART = 0.5  # of the short side: two cards whose middles are nearer cannot both lie there to be seen
_NUDGED = 0.3  # of the short side


@dataclass(slots=True, eq=False)
class CardPlace:
    """A place where a card lies, as a face has found it. ``corners`` are within its rim, from its own top left.

    ``kinds``: the likeliest first; the only one that counts once it is named. ``view``: as it looked then.
    """

    number: int
    corners: Corners
    kinds: tuple[str, ...]
    view: Face
    sure: int = 0
    tries: int = 1
    is_told: bool = False
    is_dull: bool = False  # none of those, somebody said

    @property
    def is_named(self) -> bool:
        return self.is_told or self.sure >= SURE_LOOKS

    @property
    def is_doubtful(self) -> bool:
        return not self.is_named and not self.is_dull and self.tries >= TRIES

    @property
    def box(self) -> Region:
        return _box(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class FacesFound:
    """``pending``: places about which nothing can be said in this look; ``unsettled``: where cards may lie that have no
    name yet; ``tagged``: what lay there as a face and shows its tag now, by the number of its place."""

    named: tuple[CardPlace, ...] = ()
    doubtful: tuple[CardPlace, ...] = ()
    pending: tuple[Box, ...] = ()
    unsettled: tuple[Region, ...] = ()
    tagged: dict[int, str] = field(default_factory=dict)


class FaceWatch:
    def __init__(self, gallery: Callable[[], Gallery], card_mm: tuple[float, float] = CARD_MM) -> None:
        """``gallery``: the faces as learnt by now."""
        self._gallery = gallery
        self._card_mm = card_mm
        self._number = 0
        self.forget()

    def forget(self) -> None:
        """The camera was moved: everything is searched anew."""
        self._unsearched = Unsearched()
        self._places: list[CardPlace] = []
        self._leaving: list[CardPlace] = []  # no longer as they were; what lies there now is not known yet
        self._outlines: list[Corners] = []
        self._last: tuple[Region, int] | None = None  # the part that was searched last, and how often before
        self._maybe: list[tuple[Judged, tuple[str, ...]]] = []

    def look(self, grey: Grey, plane: Plane, tags: Sequence[Sighting], motion: Motion) -> FacesFound:
        """``plane``: in millimetres, or nobody knows how large a card is."""
        gallery = self._gallery()
        self._unsearched.look(grey)
        tagged = self._give_way(tags)
        pending = [place for place in self._places if not is_calm(place.box, motion)]
        left = self._look_again(grey, gallery, pending)
        size = self.size_at(plane, (grey.shape[1] / 2, grey.shape[0] / 2))
        least, later = _LEAST_PART * size.short * size.long, [place.box for place in pending]
        parts = self._unsearched.parts(motion.covered, least, later) if gallery.kinds else []
        if self._outlines:
            self._judge(grey, gallery, left)
        elif left > 0 and (wanted := self._next_part(parts, tags, size)) is not None:
            self._search(grey, plane, gallery, tags, wanted)
            self._unsearched.done(wanted[0], later)
        if not self._outlines:
            self._ask()
            self._leaving = [place for place in self._leaving if self._unsearched.touches(place.box)]
        named = tuple(place for place in self._places if place.is_named and place not in pending)
        doubtful = tuple(place for place in self._places if place.is_doubtful and place not in pending)
        boxes = tuple(_as_box(place.box) for place in (*pending, *self._leaving))
        unnamed = (_heart(place.box) for place in self._places if not place.is_named and not place.is_dull)
        again = self._searched_in_vain(tags, size)
        unsettled = (*parts, *map(_box, self._outlines), *unnamed, *(again or ())[:1])
        return FacesFound(named, doubtful, boxes, unsettled, tagged)

    def tell(self, number: int, kind: str | None) -> None:
        """Somebody says what lies there; None: none of the kinds that were asked about."""
        for place in self._places:
            if place.number == number and kind is None:
                place.is_dull = True
            elif place.number == number and kind is not None:
                place.kinds, place.is_told = (kind,), True

    def size_at(self, plane: Plane, at: Point) -> CardSize:
        return card_size_at(plane, at, self._card_mm)

    # What is known already.

    def _give_way(self, tags: Sequence[Sighting]) -> dict[int, str]:
        """A card whose tag is read is known by that, and not twice."""
        tagged: dict[int, str] = {}
        for tag in tags:
            under = [place for place in (*self._places, *self._leaving) if holds(place.corners, tag.centre)]
            tagged |= {place.number: tag.text for place in under}
        self._places = [place for place in self._places if place.number not in tagged]
        self._leaving = [place for place in self._leaving if place.number not in tagged]
        return tagged

    def _look_again(self, grey: Grey, gallery: Gallery, pending: list[CardPlace]) -> float:
        """Places that have changed, and cards of which one look was sure; what there is no time for is pending."""
        left = WORK
        for place in [place for place in self._places if place not in pending]:
            if self._unsearched.touches(place.box):
                if left <= 0:
                    pending.append(place)
                    continue
                left -= AGAIN
                self._recheck(grey, gallery, place)
            elif not place.is_named and not place.is_dull and place.tries < TRIES and left > 0:
                left -= 1
                self._try_again(grey, gallery, place)
        return left

    def _recheck(self, grey: Grey, gallery: Gallery, place: CardPlace) -> None:
        """The same card as before if it looks the same, or is still the likeliest to lie there."""
        if gallery.unlike(place.view, grey, place.corners) > gallery.bars.margin:
            ranked = gallery.rank(grey, place.corners) if place.is_named else []
            best = ranked[0] if ranked else None
            if best is None or best.kind != place.kinds[0] or best.likeness < gallery.bars.asked:
                self._places.remove(place)
                self._leaving += [place] if place.is_named else []
                return
            place.corners, place.view = best.corners, _view(grey, best)
        self._unsearched.done(place.box)

    def _try_again(self, grey: Grey, gallery: Gallery, place: CardPlace) -> None:
        ranked = gallery.rank(grey, place.corners)
        place.tries += 1
        if not ranked:
            return
        kinds = tuple(one.kind for one in ranked)
        if ranked[0].sure:
            place.sure = place.sure + 1 if kinds[0] == place.kinds[0] else 1
            place.corners, place.view = ranked[0].corners, _view(grey, ranked[0])
        place.kinds = kinds

    # What is new.

    def _next_part(
        self, parts: Sequence[Region], tags: Sequence[Sighting], size: CardSize
    ) -> tuple[Region, int] | None:
        """What to search now: the last part once more, or the largest that has changed, or a piece of it."""
        again = self._searched_in_vain(tags, size)
        if again is not None or not parts:
            return again
        return self._unsearched.piece(parts[0], int(_TILE * size.short)), 0

    def _searched_in_vain(self, tags: Sequence[Sighting], size: CardSize) -> tuple[Region, int] | None:
        """The part that was searched last, if it may hold a card and none was found there; and how often it was.

        What has changed since is searched anew in its turn.
        """
        if self._last is None or self._outlines or self._unsearched.touches(self._last[0]):
            return None
        (left, top, right, bottom), turn = self._last
        lying = [middle(place.corners) for place in self._places] + [tag.centre for tag in tags]
        is_empty = not any(left <= x <= right and top <= y <= bottom for x, y in lying)
        is_large = (right - left) * (bottom - top) > _MUCH * size.short * size.long
        return (self._last[0], turn + 1) if is_empty and is_large and turn + 1 < len(_AROUND) else None

    def _search(
        self, grey: Grey, plane: Plane, gallery: Gallery, tags: Sequence[Sighting], last: tuple[Region, int]
    ) -> None:
        """Outlines in a part that has changed; they are judged from the next look on."""
        self._last = part, turn = last
        size = self.size_at(plane, ((part[0] + part[2]) / 2, (part[1] + part[3]) / 2))
        left, top, right, bottom = _grown(part, int(_AROUND[turn] * size.long), grey.shape)
        crop = np.ascontiguousarray(grey[top:bottom, left:right])
        found = [_moved(corners, left, top) for corners in find_outlines(crop, size)]
        taken = [place.corners for place in self._places]
        free = [
            corners
            for corners in found
            if not any(holds(corners, tag.centre) for tag in tags) and _is_free(corners, taken, size.short)
        ]
        guesses = [(gallery.guess(grey, corners), corners) for corners in free[:MOST_OUTLINES]]
        likely = sorted((item for item in guesses if item[0] >= gallery.bars.coarse), reverse=True)
        self._outlines = [corners for _, corners in likely]

    def _judge(self, grey: Grey, gallery: Gallery, left: float) -> None:
        """Outlines in the order of their likelihood; a bad one of a card may come before a good one of it."""
        while self._outlines and left > 0:
            corners = self._outlines.pop(0)
            short = dist(corners[0], corners[1])
            if not _is_free(corners, [place.corners for place in self._places], short):
                continue
            left -= 1
            ranked = gallery.rank(grey, corners)
            if not ranked:
                continue
            best, kinds = ranked[0], tuple(one.kind for one in ranked)
            if best.sure or self._was_here(best):
                self._add(best, kinds, grey, sure=1 if best.sure else SURE_LOOKS)
            elif best.likeness >= gallery.bars.asked:
                self._maybe.append((best, kinds))
                self._grey = grey

    def _was_here(self, best: Judged) -> bool:
        """Nudged a little: the card that lay there, if it is the likeliest still."""
        short = dist(best.corners[0], best.corners[1])
        return (
            any(
                place.kinds[0] == best.kind and dist(middle(place.corners), middle(best.corners)) < _NUDGED * short
                for place in self._leaving
            )
            and best.likeness >= self._gallery().bars.asked
        )

    def _ask(self) -> None:
        """Those that are like a face and not like enough, the likeliest first, where no better one lies."""
        for best, kinds in sorted(self._maybe, key=lambda item: -item[0].likeness):
            short = dist(best.corners[0], best.corners[1])
            if _is_free(best.corners, [place.corners for place in self._places], short):
                self._add(best, kinds, self._grey, sure=0)
        self._maybe = []

    def _add(self, best: Judged, kinds: tuple[str, ...], grey: Grey, sure: int) -> None:
        if len(self._places) < MOST_PLACES:
            self._number += 1
            self._places.append(CardPlace(self._number, best.corners, kinds, _view(grey, best), sure))


def is_calm(region: Region, motion: Motion) -> bool:
    """Whether nothing moves or lies over this part of the picture."""
    left, top, right, bottom = (max(0, value) // CELL for value in region)
    return not motion.covered[top : bottom + 1, left : right + 1].any()


def card_size_at(plane: Plane, at: Point, card_mm: tuple[float, float]) -> CardSize:
    """Of a card in pixels, where it lies."""
    x, y = plane.to_table(*at)
    across = dist(plane.to_picture(x - 5, y), plane.to_picture(x + 5, y)) / 10
    down = dist(plane.to_picture(x, y - 5), plane.to_picture(x, y + 5)) / 10
    short, long = sorted(card_mm)
    return CardSize(short * (across + down) / 2, long * (across + down) / 2)


def holds(corners: Corners, point: Point) -> bool:
    return cv2.pointPolygonTest(np.array(corners, np.float32), point, False) >= 0


def _box(corners: Corners) -> Region:
    xs, ys = zip(*corners, strict=True)
    return int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1


def _heart(region: Region) -> Region:
    """Its middle: a card lies in one zone, whatever else it reaches into."""
    x, y = (region[0] + region[2]) // 2, (region[1] + region[3]) // 2
    return x, y, x, y


def _view(grey: Grey, judged: Judged) -> Face:
    return learn_face(judged.kind, straighten(grey, judged.corners))


def _is_free(corners: Corners, taken: Sequence[Corners], short: float) -> bool:
    here = middle(corners)
    return all(dist(here, middle(other)) >= _APART * short for other in taken)


def _moved(corners: Corners, dx: float, dy: float) -> Corners:
    a, b, c, d = ((x + dx, y + dy) for x, y in corners)
    return a, b, c, d


def _grown(part: Region, by: int, shape: tuple[int, ...]) -> Region:
    left, top, right, bottom = part
    return max(0, left - by), max(0, top - by), min(shape[1], right + by), min(shape[0], bottom + by)


def _as_box(region: Region) -> Box:
    left, top, right, bottom = region
    return float(left), float(top), float(right), float(bottom)
