"""Where nothing is read yet and no size of tags is known: ever dearer tries for a first one, a step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import SCALES, SEEDS_AT_ONCE, Seed, find_anywhere, find_seeds, split_boxes
from vision.tags.changes import Region
from vision.tags.overlap import touches
from vision.tags.region_reader import PartReader
from vision.tags.texture import measure_texture

_HOPES_AT_ONCE, _BLIND_AT_ONCE = 8, 160_000  # seeds, or pixels that may be a tag, in one step
_MOST_WIDE = 3  # times that all of these pixels are searched
_USUAL_PX = 2.0
# Nothing that is faint or in busy art is read in the smallest.
_SIZES = sorted(SCALES[1:], key=lambda px: abs(log(px / _USUAL_PX)))


class Beginning:
    """The first tag found tells the size of all, and with it the usual search finds the others."""

    def __init__(self, part: PartReader) -> None:
        self._part = part
        self.forget()

    def forget(self) -> None:
        """The next picture shows another table."""
        self._part.hopes = []
        self._wide_tries = _MOST_WIDE
        self._blind: list[Region] = []  # places still due in the present one of these tries
        self._sizes = list(_SIZES)  # in which nobody has looked closely yet

    def change(self, regions: Sequence[Region]) -> None:
        """Something was laid there or taken away: what was tried in vain may now succeed."""
        self._part.hopes = [seed for seed in self._part.hopes if not touches(seed, regions)]
        self._wide_tries = max(self._wide_tries, 1)
        self._blind, self._sizes = [], list(_SIZES)

    def next_try(self, grey: Grey) -> list[Sighting]:
        """The next step: seeds, then all that may be a tag, then that in evened light, then all of it again."""
        if self._part.hopes:
            seeds, self._part.hopes = self._part.hopes[:_HOPES_AT_ONCE], self._part.hopes[_HOPES_AT_ONCE:]
            return self._at_seeds(grey, seeds)
        if not self._blind and self._sizes and self._wide_tries < _MOST_WIDE:
            return self._part.seek_closely(grey, self._sizes.pop(0))
        if not self._blind and self._wide_tries:
            self._wide_tries -= 1
            self._blind = find_anywhere(measure_texture(grey))
        places, self._blind = split_boxes(self._blind, _BLIND_AT_ONCE)
        return self._widely(grey, places)

    def all_at_once(self, grey: Grey) -> list[Sighting]:
        """For who has time: until something is read."""
        texture = measure_texture(grey)
        found = self._widely(grey, find_anywhere(texture)) or self._at_seeds(grey, find_seeds(texture))
        sizes = iter(_SIZES)
        while not found and (px := next(sizes, None)) is not None:
            found = self._part.seek_closely(grey, px)
        return found

    def _widely(self, grey: Grey, places: Sequence[Region]) -> list[Sighting]:
        """Where art is stronger than the tags, no seed lies on one: all that may be one is tried, or much of it."""
        return self._part.seek(grey, places, tiny=False) if places else []

    def _at_seeds(self, grey: Grey, seeds: Sequence[Seed]) -> list[Sighting]:
        """In every size, until something is read."""
        for first in range(0, len(seeds), SEEDS_AT_ONCE):
            if found := self._part.seek(grey, seeds[first : first + SEEDS_AT_ONCE]):
                return found
        return []
