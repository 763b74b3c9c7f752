"""One part of a picture, read from nothing or with what is known of the size and the slant of its tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, Candidate, find_candidates
from vision.tags.changes import Region
from vision.tags.decoders import Decoder
from vision.tags.grids import refine_corners
from vision.tags.hard_decode import HardDecoder, places_at
from vision.tags.overlap import box_around_all, outside, touches
from vision.tags.rectified import RectifiedReader
from vision.tags.scale import Scale, fit_scale
from vision.tags.search import Search, UnreadPlace
from vision.tags.slant import ENOUGH, Slant, fit_slant
from vision.tags.texture import CELL, STRETCHED, Box, Texture, measure_texture

_BESIDE = 8.0  # sides around the first tags
_MOST_SLANTS = 3  # times that a picture is laid flat
_MOST_VAIN = 2  # groups of candidates that look like codes and are none
_MOST_CANDIDATES = 8  # places from which a hurried reader guesses the size of tags in one look; the others can wait


class RegionReader:
    """``px``: pixels a module of the tags read last; ``hopes``: candidates that a ``hurried`` one has not tried yet."""

    def __init__(
        self,
        decoder: Decoder,
        search: Search,
        hard_decoder: HardDecoder,
        is_tag: Callable[[str], bool],
        *,
        hurried: bool,
    ) -> None:
        self._decoder = decoder
        self._search = search
        self._hard_decoder = hard_decoder
        self._flat = RectifiedReader(search, hard_decoder)
        self._is_tag = is_tag
        self._hurried = hurried
        self.px: float | None = None
        self.slant: Slant | None = None
        self.hopes: list[Candidate] = []

    def read(self, grey: Grey, region: Region, before: Sequence[Sighting]) -> tuple[list[Sighting], list[UnreadPlace]]:
        """All codes of a region and those left unread; ``before``: tags that were read already in this picture."""
        left, top, right, bottom = region
        self._before, self._shape = outside(before, [region]), (grey.shape[0], grey.shape[1])
        inside = [item.shifted(-left, -top) for item in before if touches(item.centre, [region])]
        hopes, self.hopes = self.hopes, []
        found, unread = self._read_picture(np.ascontiguousarray(grey[top:bottom, left:right]), region, inside)
        self.hopes = hopes + [(x + left, y + top) for x, y in self.hopes]
        return [item.shifted(left, top) for item in found], [item.shifted(left, top) for item in unread]

    def seek(self, grey: Grey, places: Sequence[Candidate] | Sequence[Box], *, tiny: bool = True) -> list[Sighting]:
        """Tags around these places of a whole picture, whatever their size: then that is known."""
        return self._learn(self._tags(self._search.read_candidates(grey, places, tiny=tiny) or ()), grey)

    def seek_closely(self, grey: Grey, px: float) -> list[Sighting]:
        """Tags of about this size that are faint or have art up to their rims, in much of what may be one."""
        return self._learn(self._hard_decoder.read_somewhere(grey, px), grey)

    def _learn(self, found: list[Sighting], grey: Grey) -> list[Sighting]:
        if found:
            self.px = fit_scale(found, grey.shape).px
        return found

    def _read_picture(
        self, grey: Grey, region: Region, known: Sequence[Sighting]
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        # Light on dark is tried where nothing is dark on light: all tags of a table are printed alike.
        found = self._decoder.decode(grey) or self._decoder.decode(np.invert(grey))
        found += [item for item in known if not any(item.text == other.text for other in found)]
        if 0 < len(found) < ENOUGH:
            found = _exactly(grey, found)
        texture: Texture | None = None
        if not self._slanting(found, region) and self.px is None and not self._tags(found):
            texture = measure_texture(grey)
            found += self._first_ones(grey, texture)
            self._slanting(found, region)
        if self._slants():
            found, unread = self._read_slanting(grey, found, region)
            if self._slants():  # more tags may deny it
                return found, unread
        return self._read_straight(grey, texture or measure_texture(grey), found, region)

    def _read_straight(
        self, grey: Grey, texture: Texture, found: list[Sighting], region: Region, *, doubting: bool = True
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """As from above; one who doubts it lays the picture flat as soon as what is found tells of a slant."""
        tags = self._tags(found)
        scale = fit_scale(tags, texture.shape) if tags else self._expected_scale()
        if scale is None:
            return found, []
        # Once the slant shows, the rest is found laid flat, and a search as from above would be in vain.
        new, unread, hints = self._search.run(
            grey, texture, found, scale, until=lambda new: doubting and self._slanting([*tags, *new], region)
        )
        if new and self._slants():
            found, unread = self._read_slanting(grey, found + new, region)
            if self._slants():
                return found, unread
            return self._read_straight(grey, texture, found, region, doubting=False)
        if tags or new:
            self.px = fit_scale([*tags, *new], texture.shape).px
            new += self._hard_decoder.read(grey, places_at(hints, self.px, texture.shape), self.px)
        return found + new, unread

    def _slanting(self, found: Sequence[Sighting], region: Region) -> bool:
        """Whether the camera looks from the side, as far as these tags and those read before tell."""
        tags = self._tags(found)
        if tags:
            here = [item.shifted(region[0], region[1]) for item in tags]
            self.slant = fit_slant([*here, *self._before], self._shape)
        return self._slants()

    def _slants(self) -> bool:
        return self.slant is not None

    def _read_slanting(
        self, grey: Grey, found: list[Sighting], region: Region
    ) -> tuple[list[Sighting], list[UnreadPlace]]:
        """Laid flat by what is read; again where what is found there tells better how it slants."""
        unread: list[UnreadPlace] = []
        texture = measure_texture(grey, STRETCHED)
        found = found + self._read_beside(grey, texture, found, region)
        areas: list[Region] = [(0, 0, grey.shape[1], grey.shape[0])]
        for _ in range(_MOST_SLANTS):
            slant, unsure, known = self.slant, len(found) < ENOUGH, len(found)
            if slant is None:
                break
            unread = [item for item in unread if not touches(item.corners[0], areas)]
            for area in areas:
                new, left = self._read_flat(grey, texture, found, region, area)
                found, unread = found + new, unread + left
            self.px = slant.px
            if len(found) == known or not self._slanting(found, region):
                break
            if not unsure:
                areas = self._still_askew(slant, region)
        return found, unread

    def _still_askew(self, slant: Slant, region: Region) -> list[Region]:
        """The areas of a region that were laid flat otherwise than they should be."""
        x, y = region[:2]
        odd = [] if self.slant is None else slant.unlike(self.slant, region)
        return [
            ((left - x) // CELL * CELL, (top - y) // CELL * CELL, right - x, bottom - y)
            for left, top, right, bottom in odd
        ]

    def _read_beside(self, grey: Grey, texture: Texture, found: Sequence[Sighting], region: Region) -> list[Sighting]:
        """One tag or two tell little of the slant: first of all what lies near them."""
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
        """What is new in an area of a region."""
        left, top, right, bottom = area
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        here = (region[0] + left, region[1] + top, region[0] + right, region[1] + bottom)
        shifted = [item.shifted(-left, -top) for item in found]
        laid = self.slant and self._flat.read(part, texture.cut(area), shifted, here, self.slant)
        new, unread = laid or ([], [])
        return [item.shifted(left, top) for item in new], [item.shifted(left, top) for item in unread]

    def _expected_scale(self) -> Scale | None:
        """As in the last picture."""
        return None if self.px is None else Scale(self.px, factors=(1.0,))

    def _first_ones(self, grey: Grey, texture: Texture) -> list[Sighting]:
        """Tags of any size around the most promising candidates: they tell what to search the whole picture for."""
        candidates = find_candidates(texture)
        if self._hurried:
            candidates, self.hopes = candidates[:_MOST_CANDIDATES], candidates[_MOST_CANDIDATES:]
        vain = 0
        for first in range(0, len(candidates), CANDIDATES_AT_ONCE):
            found = self._search.read_candidates(
                grey, candidates[first : first + CANDIDATES_AT_ONCE], tiny=first < _MOST_CANDIDATES
            )
            if found and self._tags(found):
                return found
            vain += found is not None
            if vain >= _MOST_VAIN:  # woven checks and the like, all over
                return []
        return []

    def _tags(self, found: Sequence[Sighting]) -> list[Sighting]:
        return [item for item in found if self._is_tag(item.text)]


def _exactly(grey: Grey, found: Sequence[Sighting]) -> list[Sighting]:
    """Of so few the slant and the size are told by their corners, which must be right then."""
    exact = []
    rings = refine_corners(grey, np.array([item.corners for item in found], np.float32))
    for item, ring in zip(found, rings, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in ring)
        exact.append(Sighting(item.text, (a, b, c, d), item.by))
    return exact
