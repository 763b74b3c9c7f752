"""Which cards on the table are recognised by their faces, look by look, with a bounded amount of work in each.

Only changes are searched. A card is named once two looks are sure of it, and stays that card while its place looks the
same. A card that cannot be named after a few looks is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist

import numpy as np

from vision.faces.gallery import Face, Gallery, Judged, learn_face
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import (
    SURE_LOOKS,
    TRIES,
    CardPlace,
    FacesFound,
    as_box,
    box_of,
    card_size_at,
    centre_of,
    grown,
    holds,
    is_calm,
    middle,
    moved,
)
from vision.faces.portraits import straighten
from vision.faces.unsearched import Unsearched
from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.table.motion import Motion
from vision.table.plane import Plane
from vision.tags.changes import Region

WORK = 5.0  # cards compared with all faces per look, at 16 ms each
AGAIN = 0.4  # cost of comparing a card with its own earlier view
MOST_PLACES = 80
MOST_OUTLINES = 40  # per search

_TILE = 4.0  # side of the largest region searched per look, in short sides of a card
# Margins searched around such a region, in long sides, so that it holds whole cards. If nothing is found, the next is
# tried: faint lines are detected in one crop and not in another.
_AROUND = (0.65, 0.8, 0.5)
_MUCH = 0.5  # of a card's area: smaller changes are not searched again
_LEAST_PART = 0.08  # of a card's area: smaller changes are not cards
_APART = 0.5  # of the short side: two visible cards have centres at least so far apart
_NUDGED = 0.3  # short sides within which a card was only nudged


class FaceWatch:
    def __init__(self, gallery: Callable[[], Gallery]) -> None:
        """``gallery``: gives the faces learnt so far."""
        self._gallery = gallery
        self._number = 0
        self.forget()

    def forget(self) -> None:
        """The camera was moved: search everything again."""
        self._unsearched = Unsearched()
        self._places: list[CardPlace] = []
        self._leaving: list[CardPlace] = []  # changed places, until it is known what lies there now
        self._outlines: list[Corners] = []
        self._last: tuple[Region, int] | None = None  # the region searched last, and how often before
        self._maybe: list[tuple[Judged, tuple[str, ...]]] = []

    def look(self, grey: Grey, plane: Plane, tags: Sequence[Sighting], motion: Motion) -> FacesFound:
        """``plane``: must be in millimetres, as it gives the size of a card."""
        gallery = self._gallery()
        self._unsearched.look(grey)
        tagged = self._give_way(tags)
        pending = [place for place in self._places if not is_calm(place.box, motion)]
        left = self._look_again(grey, gallery, pending)
        size = card_size_at(plane, (grey.shape[1] / 2, grey.shape[0] / 2))
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
        boxes = tuple(as_box(place.box) for place in (*pending, *self._leaving))
        unnamed = (centre_of(place.box) for place in self._places if not place.is_named and not place.is_dull)
        again = self._searched_in_vain(tags, size)
        unsettled = (*parts, *map(box_of, self._outlines), *unnamed, *(again or ())[:1])
        return FacesFound(named, doubtful, boxes, unsettled, tagged)

    def tell(self, number: int, kind: str | None) -> None:
        """The owner says what lies there; None: none of the kinds asked about."""
        for place in self._places:
            if place.number == number and kind is None:
                place.is_dull = True
            elif place.number == number and kind is not None:
                place.kinds, place.is_told = (kind,), True

    # Known places.

    def _give_way(self, tags: Sequence[Sighting]) -> dict[int, str]:
        """Drops places on which a tag is read: the card is known by its tag."""
        tagged: dict[int, str] = {}
        for tag in tags:
            under = [place for place in (*self._places, *self._leaving) if holds(place.corners, tag.centre)]
            tagged |= {place.number: tag.text for place in under}
        self._places = [place for place in self._places if place.number not in tagged]
        self._leaving = [place for place in self._leaving if place.number not in tagged]
        return tagged

    def _look_again(self, grey: Grey, gallery: Gallery, pending: list[CardPlace]) -> float:
        """Rechecks changed places and unnamed cards; places left over for lack of time are pending."""
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
        """Keeps the card if it looks the same, or if its kind is still the best match."""
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
        place.is_strange = place.is_strange and ranked[0].strange
        kinds = tuple(one.kind for one in ranked)
        if ranked[0].sure:
            place.sure = place.sure + 1 if kinds[0] == place.kinds[0] else 1
            place.corners, place.view = ranked[0].corners, _view(grey, ranked[0])
        place.kinds = kinds

    # New places.

    def _next_part(
        self, parts: Sequence[Region], tags: Sequence[Sighting], size: CardSize
    ) -> tuple[Region, int] | None:
        """The next region to search: the last one again, or the largest change or a piece of it."""
        again = self._searched_in_vain(tags, size)
        if again is not None or not parts:
            return again
        return self._unsearched.piece(parts[0], int(_TILE * size.short)), 0

    def _searched_in_vain(self, tags: Sequence[Sighting], size: CardSize) -> tuple[Region, int] | None:
        """The region searched last, if it may hold a card but none was found; and how often it was searched.

        A region that has changed since gets its turn anyway.
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
        """Finds outlines in a changed region; they are judged from the next look on."""
        self._last = part, turn = last
        size = card_size_at(plane, ((part[0] + part[2]) / 2, (part[1] + part[3]) / 2))
        left, top, right, bottom = grown(part, int(_AROUND[turn] * size.long), grey.shape)
        crop = np.ascontiguousarray(grey[top:bottom, left:right])
        found = [moved(corners, left, top) for corners in find_outlines(crop, size)]
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
        """Judges outlines, the best first; of one card, a poor outline may come before a good one."""
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
        """Whether it is a card that lay here and was only nudged."""
        short = dist(best.corners[0], best.corners[1])
        return (
            any(
                place.kinds[0] == best.kind and dist(middle(place.corners), middle(best.corners)) < _NUDGED * short
                for place in self._leaving
            )
            and best.likeness >= self._gallery().bars.asked
        )

    def _ask(self) -> None:
        """Adds the doubtful matches, the best first, where no better card lies."""
        for best, kinds in sorted(self._maybe, key=lambda item: -item[0].likeness):
            short = dist(best.corners[0], best.corners[1])
            if _is_free(best.corners, [place.corners for place in self._places], short):
                self._add(best, kinds, self._grey, sure=0)
        self._maybe = []

    def _add(self, best: Judged, kinds: tuple[str, ...], grey: Grey, sure: int) -> None:
        if len(self._places) < MOST_PLACES:
            self._number += 1
            place = CardPlace(self._number, best.corners, kinds, _view(grey, best), sure, is_strange=best.strange)
            self._places.append(place)


def _view(grey: Grey, judged: Judged) -> Face:
    return learn_face(judged.kind, straighten(grey, judged.corners))


def _is_free(corners: Corners, taken: Sequence[Corners], short: float) -> bool:
    here = middle(corners)
    return all(dist(here, middle(other)) >= _APART * short for other in taken)
