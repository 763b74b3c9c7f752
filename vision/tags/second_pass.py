"""A second pass over what the first left unread: a little per look while the table lies still, or all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, Candidate, find_candidates
from vision.tags.changes import Region
from vision.tags.codes import MODULES
from vision.tags.cold_start import SIZES
from vision.tags.hard_decode import HardDecoder, least_texture, unread_places
from vision.tags.overlap import middle_of, tiles_of, touches
from vision.tags.region_reader import RegionReader
from vision.tags.texture import measure_texture

_MOST_PLACES, _PLACES_AT_ONCE = 120, 6  # in total, and per look
_LARGE = 4_000_000  # pixels
_MOST_SIZES = 2  # of stickers, at each place
_MOST_ANY_SIZE = 12  # candidates for tags of any size
_MOST_TRIES = 2  # at a place where nothing changes: only the noise differs
_NEAR = 24  # pixels between two candidates that are one
_SELDOM = 240  # still looks between two searches for every size
_TILES = 4, 3  # across and down, of a table that is hard to read; one per look


class _Tried:
    """Where something was tried and nothing read. A place has all its tries again once something changes there."""

    def __init__(self) -> None:
        self._points: list[tuple[float, float]] = []

    def add(self, points: Iterable[tuple[float, float]]) -> None:
        self._points += points

    def change(self, regions: Sequence[Region]) -> None:
        self._points = [point for point in self._points if not touches(point, regions)]

    def allow(self, point: tuple[float, float], near: float) -> bool:
        return sum(dist(point, other) < near for other in self._points) < _MOST_TRIES


class SecondPass:
    """``region_reader`` knows the tag size and the slant; before it does there is nothing to look for."""

    def __init__(self, hard_decoder: HardDecoder, region_reader: RegionReader) -> None:
        self._hard_decoder = hard_decoder
        self._region_reader = region_reader
        self._sizes: list[float] = list(SIZES)  # not yet tried on the whole picture
        self._since_sizes = 0
        self.forget()

    def forget(self) -> None:
        """The whole picture is another."""
        self._places_tried, self._candidates_tried = _Tried(), _Tried()
        self.change([])

    def change(self, regions: Sequence[Region]) -> None:
        """Something was laid there or taken away: plan anew."""
        self._places_tried.change(regions)
        self._candidates_tried.change(regions)
        self._due: list[Region] | None = None  # places or tiles; None: not planned yet
        self._any_size: list[Candidate] = []
        self._least: float | None = None  # least texture of a tag, if tiles are due

    def at(self, grey: Grey, places: Sequence[Region]) -> list[Sighting]:
        """The tag at each of these places, of any size that lies on the table."""
        reader = self._region_reader
        sizes = reader.sizes.all_px[: 1 if reader.slant else _MOST_SIZES]
        return [item for px in sizes for item in self._hard_decoder.read(grey, places, px, reader.slant)]

    def at_all(self, grey: Grey, found: Sequence[Sighting]) -> list[Sighting]:
        """All tags besides those found; a large picture tile by tile, which takes a fraction of the memory."""
        least = least_texture(measure_texture(grey, 0.0), found)
        counts = _TILES if grey.size > _LARGE else (1, 1)
        new: list[Sighting] = []
        for tile in tiles_of(grey.shape, counts, round(2 * MODULES * (self._region_reader.px or 0.0))):
            new += self._in_tile(grey, [*found, *new], tile, least)
        return new

    def next_step(self, grey: Grey, found: Sequence[Sighting], *, troubled: bool) -> list[Sighting]:
        """A glance at it all, then the next few places that may hold a tag; on a ``troubled`` table the next tile."""
        if self._due is None:
            self._plan(grey, found, troubled)
            return self._region_reader.glance(grey, found)
        if self._least is None:
            places, self._due = self._due[:_PLACES_AT_ONCE], self._due[_PLACES_AT_ONCE:]
            self._places_tried.add(map(middle_of, places))
            return self.at(grey, places) if places else self._of_other_size(grey)
        return self._in_tile(grey, found, self._due.pop(0), self._least) if self._due else self._of_other_size(grey)

    def _of_other_size(self, grey: Grey) -> list[Sighting]:
        """Tags of a size that nothing else on the table has: at the next few candidates; seldom, at the next size."""
        due, self._any_size = self._any_size[:CANDIDATES_AT_ONCE], self._any_size[CANDIDATES_AT_ONCE:]
        if due:
            self._candidates_tried.add(due)
            return self._region_reader.seek(grey, due)
        self._since_sizes += 1
        if self._since_sizes > _SELDOM:
            self._sizes, self._since_sizes = list(SIZES), 0
        return self._region_reader.seek_hard(grey, self._sizes.pop(0)) if self._sizes else []

    def _plan(self, grey: Grey, found: Sequence[Sighting], troubled: bool) -> None:
        px = self._region_reader.px
        if px is None:
            return
        texture = measure_texture(grey, 0.0)
        candidates = find_candidates(texture, found)
        self._any_size = [place for place in candidates if self._candidates_tried.allow(place, _NEAR)][:_MOST_ANY_SIZE]
        if troubled:
            self._least = least = least_texture(texture, found)
            tiles = tiles_of(grey.shape, _TILES, round(2 * MODULES * px))
            full = {tile: float((texture.cut(tile).values > least).mean()) for tile in tiles}
            self._due = sorted(filter(full.get, tiles), key=full.__getitem__, reverse=True)
        else:
            places = unread_places(texture, found, px, _MOST_PLACES)
            self._due = [place for place in places if self._places_tried.allow(middle_of(place), MODULES * px / 2)]

    def _in_tile(self, grey: Grey, found: Sequence[Sighting], tile: Region, least: float) -> list[Sighting]:
        px, slant = self._region_reader.px, self._region_reader.slant
        if px is None:
            return []
        left, top, right, bottom = tile
        here = np.ascontiguousarray(grey[top:bottom, left:right])
        read = [item.shifted(-left, -top) for item in found if touches(item.centre, [tile])]
        part = None if slant is None else slant.cut(tile)
        if part is None:
            new = self._hard_decoder.read_everywhere(here, read, px, least)
        else:
            known = [part.rectify_sighting(item) for item in read]
            rectified = self._hard_decoder.read_everywhere(part.rectify(here), known, part.px, least)
            new = [Sighting(item.text, part.back(item.corners), item.by) for item in rectified]
        return [item.shifted(left, top) for item in new]
