"""Where nothing is read yet and no size of tags is known: ever dearer tries for a first one, a step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, SCALES, Candidate, find_anywhere, find_candidates, split_boxes
from vision.tags.changes import Region
from vision.tags.overlap import touches
from vision.tags.region_reader import RegionReader
from vision.tags.texture import measure_texture

_HOPES_AT_ONCE, _BLIND_AT_ONCE = 8, 160_000  # candidates, or pixels that may be a tag, in one step
_MOST_WIDE = 3  # times that all of these pixels are searched
_USUAL_PX = 2.0
# Nothing that is faint or in busy art is read in the smallest.
_SIZES = sorted(SCALES[1:], key=lambda px: abs(log(px / _USUAL_PX)))


class ColdStart:
    """The first tag found tells the size of all, and with it the usual search finds the others."""

    def __init__(self, part: RegionReader) -> None:
        self._region_reader = part
        self.forget()

    def forget(self) -> None:
        """The next picture shows another table."""
        self._region_reader.hopes = []
        self._wide_tries = _MOST_WIDE
        self._blind: list[Region] = []  # places still due in the present one of these tries
        self._sizes = list(_SIZES)  # in which nobody has looked closely yet

    def change(self, regions: Sequence[Region]) -> None:
        """Something was laid there or taken away: what was tried in vain may now succeed."""
        self._region_reader.hopes = [
            candidate for candidate in self._region_reader.hopes if not touches(candidate, regions)
        ]
        self._wide_tries = max(self._wide_tries, 1)
        self._blind, self._sizes = [], list(_SIZES)

    def next_try(self, grey: Grey) -> list[Sighting]:
        """The next step: candidates, then all that may be a tag, then that in evened light, then all of it again."""
        if self._region_reader.hopes:
            candidates, self._region_reader.hopes = (
                self._region_reader.hopes[:_HOPES_AT_ONCE],
                self._region_reader.hopes[_HOPES_AT_ONCE:],
            )
            return self._at_candidates(grey, candidates)
        if not self._blind and self._sizes and self._wide_tries < _MOST_WIDE:
            return self._region_reader.seek_closely(grey, self._sizes.pop(0))
        if not self._blind and self._wide_tries:
            self._wide_tries -= 1
            self._blind = find_anywhere(measure_texture(grey))
        places, self._blind = split_boxes(self._blind, _BLIND_AT_ONCE)
        return self._widely(grey, places)

    def all_at_once(self, grey: Grey) -> list[Sighting]:
        """For who has time: until something is read."""
        texture = measure_texture(grey)
        found = self._widely(grey, find_anywhere(texture)) or self._at_candidates(grey, find_candidates(texture))
        sizes = iter(_SIZES)
        while not found and (px := next(sizes, None)) is not None:
            found = self._region_reader.seek_closely(grey, px)
        return found

    def _widely(self, grey: Grey, places: Sequence[Region]) -> list[Sighting]:
        """Where art has more texture than the tags, no candidate lies on a tag: try all boxes that may hold one."""
        return self._region_reader.seek(grey, places, tiny=False) if places else []

    def _at_candidates(self, grey: Grey, candidates: Sequence[Candidate]) -> list[Sighting]:
        """In every size, until something is read."""
        for first in range(0, len(candidates), CANDIDATES_AT_ONCE):
            if found := self._region_reader.seek(grey, candidates[first : first + CANDIDATES_AT_ONCE]):
                return found
        return []
