"""Reads one region of a picture, using the tag sizes and the slant of the table as far as they are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, Candidate, find_candidates
from vision.tags.changes import Region
from vision.tags.decoders import Decoder
from vision.tags.grids import refine_corners
from vision.tags.hard_decode import HARD_DECODED, MOST_GLANCED, HardDecoder, is_worth_a_glance, places_at
from vision.tags.known_sizes import KnownSizes
from vision.tags.overlap import box_around_all, outside, touches
from vision.tags.rectified import RectifiedReader
from vision.tags.scale import Scale, fit_scale, is_bent
from vision.tags.search import Search, UnreadPlace, unhurried
from vision.tags.slant import ENOUGH, Slant, fit_slant
from vision.tags.texture import CELL, STRETCHED, Box, Contrast, Texture, measure_texture

_BESIDE = 8.0  # tag sides around the first tags
_MOST_SLANTS = 3  # rectifications of one picture
_MOST_VAIN = 2  # groups of candidates that look like codes but are not
_USUAL_PX = 2.0, 1.6, 2.5, 1.3  # pixels per module tried at a glance
_AT_EDGES = 0.8, 0.7  # of the usual size: how small a bent lens may show tags
_MOST_CANDIDATES = 8  # that a hurried reader tries in one look; the rest stay pending


class RegionReader:
    """``sizes``: of the tags read lately; ``pending``: candidates a ``hurried`` reader has yet to try.

    ``is_late``: whether the time of this look is spent; ``read_by``: the slant by which the last region was read, None
    if it was read as seen from above, or if there was no time to search all of it.
    """

    def __init__(
        self,
        decoder: Decoder,
        search: Search,
        hard_decoder: HardDecoder,
        is_tag: Callable[[str], bool],
        *,
        hurried: bool,
        is_late: Callable[[], bool] = unhurried,
    ) -> None:
        self._decoder = decoder
        self._search = search
        self._hard_decoder = hard_decoder
        self._rectified = RectifiedReader(search, hard_decoder, hurried=hurried)
        self._is_tag = is_tag
        self._hurried, self._is_late = hurried, is_late
        self.pending: list[Candidate] = []
        self.forget()

    def forget(self) -> None:
        """Nothing is known of the table any more."""
        self.sizes = KnownSizes()
        self.slant: Slant | None = None
        self.read_by: Slant | None = None

    @property
    def px(self) -> float | None:
        """Pixels per module of most tags read lately."""
        return self.sizes.px

    def read(self, grey: Grey, region: Region, before: Sequence[Sighting]) -> tuple[list[Sighting], list[UnreadPlace]]:
        """All codes of a region, and those left unread; ``before``: tags already read in this picture."""
        left, top, right, bottom = region
        self.read_by = None
        self._before, self._shape = outside(before, [region]), (grey.shape[0], grey.shape[1])
        inside = [item.shifted(-left, -top) for item in before if touches(item.centre, [region])]
        pending, self.pending = self.pending, []
        here = np.ascontiguousarray(grey[top:bottom, left:right])
        contrast = Contrast(here)
        found, unread = self._read_picture(here, contrast, region, inside)
        found += self._glance(here, contrast, found, region)
        self.pending = pending + [(x + left, y + top) for x, y in self.pending]
        found = [item.shifted(left, top) for item in found]
        self.sizes.learn(self._tags(found))
        return found, [item.shifted(left, top) for item in unread]

    def glance(self, grey: Grey, found: Sequence[Sighting]) -> list[Sighting]:
        """What was missed in a whole picture that was read in parts: all tags together tell how the table lies."""
        self._before, self._shape = [], (grey.shape[0], grey.shape[1])
        whole, contrast = (0, 0, grey.shape[1], grey.shape[0]), Contrast(grey)
        self._slanting(found, whole)
        new = self._glance(grey, contrast, found, whole)
        # Curled cards are narrow as on a slanting table: looked at also as if it were flat.
        return new + (self._glance_straight(grey, contrast, [*found, *new]) if self._slants() else [])

    def begin(self, grey: Grey) -> list[Sighting]:
        """The first tags of an unknown picture, which tell what to search the rest for."""
        found = self._decoder.decode(grey) or self._decoder.decode(np.invert(grey))
        return self._learn(self._tags(found) or self._tags(self._first_ones(grey, measure_texture(grey))))

    def seek(self, grey: Grey, places: Sequence[Candidate] | Sequence[Box], *, tiny: bool = True) -> list[Sighting]:
        """Tags of any size at these places of a whole picture; learns their size."""
        return self._learn(self._tags(self._search.read_candidates(grey, places, tiny=tiny) or ()))

    def seek_hard(self, grey: Grey, px: float) -> list[Sighting]:
        """Faint or crowded tags of about this size in a whole picture; learns their size."""
        return self._learn(self._hard_decoder.read_somewhere(grey, px))

    def _learn(self, found: list[Sighting]) -> list[Sighting]:
        self.sizes.learn(found)
        return found

    def _read_picture(
        self, grey: Grey, contrast: Contrast, region: Region, known: Sequence[Sighting]
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        # Inverted only if nothing is dark on light: all tags of a table are printed alike.
        found = self._decoder.decode(grey) or self._decoder.decode(np.invert(grey))
        found += [item for item in known if not any(item.text == other.text for other in found)]
        if 0 < len(found) < ENOUGH:
            found = _exactly(grey, found)
        if not self._slanting(found, region) and self.px is None and not self._tags(found):
            first = self._first_ones(grey, contrast.texture())
            found += first
            if not self._slanting(found, region) and first and first[0].by == HARD_DECODED:
                return found, []  # the search found nothing among the candidates, and will find no more now
        if self._slants():
            found, unread = self._read_slanting(grey, contrast, found, region)
            if self._slants():  # more tags may have ruled it out
                return found, unread
        return self._read_straight(grey, contrast, found, region)

    def _read_straight(
        self, grey: Grey, contrast: Contrast, found: list[Sighting], region: Region, *, doubting: bool = True
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """As seen from above; with ``doubting``, switches to rectified reading once the tags found show a slant."""
        texture, tags = contrast.texture(), self._tags(found)
        scales = self._scales(tags, texture.shape, region)
        if not scales:
            return found, []
        # Once the slant shows, the rest is found in the rectified picture; searching on here would be wasted.
        new, unread, hints = self._search.run(
            grey, texture, found, scales[0], until=lambda new: doubting and self._slanting([*tags, *new], region)
        )
        if new and self._slants():
            found, unread = self._read_slanting(grey, contrast, found + new, region)
            if self._slants():
                return found, unread
            return self._read_straight(grey, contrast, found, region, doubting=False)
        for scale in scales[1:]:
            more, left, _ = self._search.run(grey, texture, found + new, scale)
            new, unread = new + more, unread + left
        if (tags or new) and not is_worth_a_glance(grey, [*tags, *new]):
            px = fit_scale([*tags, *new], texture.shape).px
            new += self._hard_decoder.read(grey, places_at(hints, px, texture.shape), px)
        return found + new, unread

    def _glance(self, grey: Grey, contrast: Contrast, found: Sequence[Sighting], region: Region) -> list[Sighting]:
        """What all searches missed, if much was hard to read, or if the lens bends."""
        if self._slants():
            new = self._glance_slanting(grey, contrast, found, region)
        else:
            new = self._glance_straight(grey, contrast, found)
        return new + self._glance_at_edges(grey, contrast, [*found, *new], region)

    def _glance_slanting(
        self, grey: Grey, contrast: Contrast, found: Sequence[Sighting], region: Region
    ) -> list[Sighting]:
        tags = self._tags(found)
        if not tags or self.slant is None:
            return []
        new, curled = self._rectified.glance(grey, contrast, tags, region, self.slant)
        tags += self._tags(new)
        px = fit_scale(tags, grey.shape).px
        return new + (self._hard_decoder.glance_at_curled(grey, contrast.texture(0.0), tags, px) if curled else [])

    def _glance_straight(self, grey: Grey, contrast: Contrast, found: Sequence[Sighting]) -> list[Sighting]:
        tags = self._tags(found)
        if not tags or not is_worth_a_glance(grey, tags, unhurried=not self._hurried):
            return []
        return self._hard_decoder.glance(grey, contrast.texture(), found, fit_scale(tags, grey.shape).px)

    def _glance_at_edges(
        self, grey: Grey, contrast: Contrast, found: Sequence[Sighting], region: Region
    ) -> list[Sighting]:
        """A bent lens shows tags smaller there than any slant explains."""
        tags = self._tags(found)
        read = [*(item.shifted(region[0], region[1]) for item in tags), *self._before]
        if not tags or grey.size > MOST_GLANCED or not is_bent(read, self._shape):
            return []
        px, new = fit_scale(tags, grey.shape).px, list[Sighting]()
        for smaller in _AT_EDGES:
            new += self._hard_decoder.glance(grey, contrast.texture(), [*found, *new], smaller * px)
        return new

    def _slanting(self, found: Sequence[Sighting], region: Region) -> bool:
        """Refits the slant to these tags and those read before; True if the camera looks from the side."""
        tags = self._tags(found)
        if tags:
            read = [*(item.shifted(region[0], region[1]) for item in tags), *self._before]
            # A few tags may be on a phone, or lie on something: those read lately count as well.
            self.slant = fit_slant(read if len(read) >= ENOUGH else [*read, *self.sizes.besides(read)], self._shape)
        return self._slants()

    def _is_cut_short(self) -> bool:
        """Asked only where places are left to be searched."""
        if self._is_late():
            self.read_by = None
            return True
        return False

    def _slants(self) -> bool:
        return self.slant is not None

    def _read_slanting(
        self, grey: Grey, contrast: Contrast, found: list[Sighting], region: Region
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """Rectifies and reads; again where newly found tags improve the estimate of the slant."""
        unread: list[UnreadPlace] = []
        texture = contrast.texture(STRETCHED)
        found = found + self._read_beside(grey, texture, found, region)
        areas: list[Region] = [(0, 0, grey.shape[1], grey.shape[0])]
        for n in range(_MOST_SLANTS):
            slant, unsure, known = self.slant, len(found) < ENOUGH, len(found)
            if slant is None or (n and self._is_late()):
                break
            self.read_by = slant
            unread = [item for item in unread if not touches(item.corners[0], areas)]
            for area in areas:
                new, left = self._read_flat(grey, texture, found, region, area)
                found, unread = found + new, unread + left
            if len(found) == known or not self._slanting(found, region):
                break
            if not unsure:
                areas = self._still_askew(slant, region)
        return found, unread

    def _still_askew(self, slant: Slant, region: Region) -> list[Region]:
        """The areas of a region that the new slant would rectify differently."""
        x, y = region[:2]
        odd = [] if self.slant is None else slant.unlike(self.slant, region)
        return [
            ((left - x) // CELL * CELL, (top - y) // CELL * CELL, right - x, bottom - y)
            for left, top, right, bottom in odd
        ]

    def _read_beside(self, grey: Grey, texture: Texture, found: Sequence[Sighting], region: Region) -> list[Sighting]:
        """Few tags give a poor slant, which holds near them: read there first."""
        if self.slant is None or not 0 < len(found) < ENOUGH:
            return []
        near = box_around_all(found, _BESIDE, grey.shape)
        left, top, right, bottom = near
        if (right - left) * (bottom - top) > grey.size / 2:
            return []
        new, _ = self._read_flat(grey, texture, found, region, near)
        if new:
            self._slanting([*found, *new], region)
        return new

    def _read_flat(
        self, grey: Grey, texture: Texture, found: Sequence[Sighting], region: Region, area: Region
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """Tags that are new in one area of a region."""
        left, top, right, bottom = area
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        here = (region[0] + left, region[1] + top, region[0] + right, region[1] + bottom)
        shifted = [item.shifted(-left, -top) for item in found]
        lately = [item.shifted(-here[0], -here[1]) for item in self.sizes.besides(found)]
        rectified = self.slant and self._rectified.read(
            part, texture.cut(area), shifted, here, self.slant, lately=lately, is_late=self._is_cut_short
        )
        new, unread = rectified or ([], [])
        return [item.shifted(left, top) for item in new], [item.shifted(left, top) for item in unread]

    def _scales(self, tags: Sequence[Sighting], shape: tuple[int, int], region: Region) -> list[Scale]:
        """The sizes to seek in a region, with these tags of it already read; that of most tags first."""
        left, top = region[:2]
        scales: list[Scale] = []
        for kind in self.sizes.kinds([item.shifted(left, top) for item in tags], region):
            local = [item.shifted(-left, -top) for item in kind]
            now = [item for item in local if any(item.text == tag.text for tag in tags)]
            scale = fit_scale(now if len(now) >= ENOUGH else local, shape)
            # What is known from the last pictures needs no trying around; nor may another size take its place.
            scale = scale if now else replace(scale, factors=(1.0,))
            scales.append(replace(scale, sure=True) if scales else scale)
        return scales

    def _first_ones(self, grey: Grey, texture: Texture) -> list[Sighting]:
        """Tags of any size around the best candidates: they tell which size to search the whole picture for."""
        candidates = find_candidates(texture)
        if self._hurried:
            candidates, self.pending = candidates[:_MOST_CANDIDATES], candidates[_MOST_CANDIDATES:]
        vain = 0
        for first in range(0, len(candidates), CANDIDATES_AT_ONCE):
            found = self._search.read_candidates(
                grey, candidates[first : first + CANDIDATES_AT_ONCE], tiny=first < _MOST_CANDIDATES
            )
            if found and self._tags(found):
                return found
            vain += found is not None
            if vain >= _MOST_VAIN:  # woven checks and the like cover the picture
                break
        return [] if self._hurried else self._at_a_glance(grey, texture)

    def _at_a_glance(self, grey: Grey, texture: Texture) -> list[Sighting]:
        """Faint tags, or amid busy art, of one of the usual sizes."""
        if is_worth_a_glance(grey, ()):
            for px in _USUAL_PX:
                if found := self._hard_decoder.glance(grey, texture, (), px):
                    return found
        return []

    def _tags(self, found: Sequence[Sighting]) -> list[Sighting]:
        return [item for item in found if self._is_tag(item.text)]


def _exactly(grey: Grey, found: Sequence[Sighting]) -> list[Sighting]:
    """With so few tags, size and slant rest on their corners, so these are refined."""
    exact = []
    rings = refine_corners(grey, np.array([item.corners for item in found], np.float32))
    for item, ring in zip(found, rings, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in ring)
        exact.append(Sighting(item.text, (a, b, c, d), item.by))
    return exact
