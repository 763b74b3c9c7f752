"""What was left unread, looked at closely: a little of it in each look at a table that lies still, or all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.changes import Region
from vision.tags.codes import MODULES
from vision.tags.hard_decode import HardDecoder, least_texture, unread_places
from vision.tags.overlap import tiles_of, touches
from vision.tags.region_reader import RegionReader
from vision.tags.texture import measure_texture

_MOST_PLACES, _PLACES_AT_ONCE = 120, 6  # in all, and in one look
_TILES = 4, 3  # of a table whose tags are hard to read, one in each look


class SecondPass:
    """``part`` knows the size of the tags and how the table slants, without which there is nothing to look for."""

    def __init__(self, hard_decoder: HardDecoder, part: RegionReader) -> None:
        self._hard_decoder = hard_decoder
        self._region_reader = part
        self.forget()

    def forget(self) -> None:
        """Another picture, in which all is to be looked at again."""
        self._due: list[Region] | None = None  # places or tiles; None: nobody has looked for them yet
        self._least: float | None = None  # texture of what may be a tag, where tiles are due

    def at(self, grey: Grey, places: Sequence[Region]) -> list[Sighting]:
        """The tag in each of these places."""
        return (
            []
            if self._region_reader.px is None
            else self._hard_decoder.read(grey, places, self._region_reader.px, self._region_reader.slant)
        )

    def at_all(self, grey: Grey, found: Sequence[Sighting]) -> list[Sighting]:
        """All tags beside those that are found."""
        whole = (0, 0, grey.shape[1], grey.shape[0])
        return self._in_tile(grey, found, whole, least_texture(measure_texture(grey, 0.0), found))

    def next_step(self, grey: Grey, found: Sequence[Sighting], *, troubled: bool) -> list[Sighting]:
        """Some places, until all that may hold a tag had a closer look; of a ``troubled`` table every part of it."""
        if self._due is None:
            self._plan(grey, found, troubled)
            return []
        if self._least is None:
            places, self._due = self._due[:_PLACES_AT_ONCE], self._due[_PLACES_AT_ONCE:]
            return self.at(grey, places)
        return self._in_tile(grey, found, self._due.pop(0), self._least) if self._due else []

    def _plan(self, grey: Grey, found: Sequence[Sighting], troubled: bool) -> None:
        if self._region_reader.px is None:
            return
        texture = measure_texture(grey, 0.0)
        if troubled:
            self._least = least = least_texture(texture, found)
            tiles = tiles_of(grey.shape, _TILES, round(2 * MODULES * self._region_reader.px))
            full = {tile: float((texture.cut(tile).values > least).mean()) for tile in tiles}
            self._due = sorted(filter(full.get, tiles), key=full.__getitem__, reverse=True)
        else:
            self._due = unread_places(texture, found, self._region_reader.px, _MOST_PLACES)

    def _in_tile(self, grey: Grey, found: Sequence[Sighting], tile: Region, least: float) -> list[Sighting]:
        if self._region_reader.px is None:
            return []
        left, top, right, bottom = tile
        here = np.ascontiguousarray(grey[top:bottom, left:right])
        read = [item.shifted(-left, -top) for item in found if touches(item.centre, [tile])]
        flat = None if self._region_reader.slant is None else self._region_reader.slant.cut(tile)
        if flat is None:
            new = self._hard_decoder.read_everywhere(here, read, self._region_reader.px, least)
        else:
            laid = self._hard_decoder.read_everywhere(
                flat.rectify(here), [flat.lay(item) for item in read], flat.px, least
            )
            new = [Sighting(item.text, flat.back(item.corners), item.by) for item in laid]
        return [item.shifted(left, top) for item in new]
