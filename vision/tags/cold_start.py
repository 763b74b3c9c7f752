"""Finding the first tag while the size of the tags is unknown: ever more expensive attempts, one step per look."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, SCALES, Candidate, find_anywhere, find_candidates, split_boxes
from vision.tags.changes import Region
from vision.tags.overlap import touches
from vision.tags.region_reader import RegionReader
from vision.tags.texture import Contrast

_CANDIDATES_PER_STEP, _PIXELS_PER_STEP = 8, 600_000
_PIXELS_AT_ONCE = 150_000  # of a step that are tried at one size
_MOST_WIDE = 3  # searches of everything that may be a tag
_USUAL_PX = 2.0
# The smallest size is left out: nothing faint, and nothing amid busy art, is readable in it.
SIZES = sorted(SCALES[1:], key=lambda px: abs(log(px / _USUAL_PX)))


class ColdStart:
    """The first tag gives the size of all others, which the usual search then finds."""

    def __init__(self, region_reader: RegionReader) -> None:
        self._region_reader = region_reader
        self.forget()

    def forget(self) -> None:
        """The next picture shows another table."""
        self._region_reader.pending = []
        self._wide_tries = _MOST_WIDE
        self._blind: list[Region] = []  # boxes left of the current wide search
        self._sizes = list(SIZES)  # module sizes the hard decoder has not tried

    def change(self, regions: Sequence[Region]) -> None:
        """Something was laid there or taken away: attempts that failed may succeed now."""
        reader = self._region_reader
        reader.pending = [candidate for candidate in reader.pending if not touches(candidate, regions)]
        self._wide_tries = max(self._wide_tries, 1)
        self._blind, self._sizes = [], list(SIZES)

    def next_try(self, grey: Grey) -> list[Sighting]:
        """One step: first a wide search, then the candidates, the hard decoder at each size, and wide again."""
        reader = self._region_reader
        if reader.pending and not self._blind and self._wide_tries < _MOST_WIDE:
            due, reader.pending = reader.pending[:_CANDIDATES_PER_STEP], reader.pending[_CANDIDATES_PER_STEP:]
            return self._at_candidates(grey, due)
        if not self._blind and self._sizes and self._wide_tries < _MOST_WIDE:
            return reader.seek_hard(grey, self._sizes.pop(0))
        if not self._blind and self._wide_tries:
            self._wide_tries -= 1
            self._blind = find_anywhere(Contrast(grey))
        places, self._blind = split_boxes(self._blind, _PIXELS_PER_STEP)
        return self._widely(grey, places)

    def all_at_once(self, grey: Grey) -> list[Sighting]:
        """All steps in one call, until something is read."""
        contrast = Contrast(grey)
        found = self._widely(grey, find_anywhere(contrast)) or self._at_candidates(
            grey, find_candidates(contrast.texture())
        )
        sizes = iter(SIZES)
        while not found and (px := next(sizes, None)) is not None:
            found = self._region_reader.seek_hard(grey, px)
        return found

    def _widely(self, grey: Grey, places: Sequence[Region]) -> list[Sighting]:
        """Where art has more texture than the tags, no candidate lies on a tag: try all boxes that may hold one."""
        left = list(places)
        while left:  # a few at once, or the cloth decides which size is tried
            here, left = split_boxes(left, _PIXELS_AT_ONCE)
            if found := self._region_reader.seek(grey, here, tiny=False):
                return found
        return []

    def _at_candidates(self, grey: Grey, candidates: Sequence[Candidate]) -> list[Sighting]:
        """At every size, a few candidates at a time, until something is read."""
        for first in range(0, len(candidates), CANDIDATES_AT_ONCE):
            if found := self._region_reader.seek(grey, candidates[first : first + CANDIDATES_AT_ONCE]):
                return found
        return []
