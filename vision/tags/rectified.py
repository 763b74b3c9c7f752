"""Reading a picture taken from the side: rectified by the known slant, then searched as if seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.changes import Region
from vision.tags.hard_decode import HardDecoder, places_at
from vision.tags.scale import Scale
from vision.tags.search import Search, UnreadPlace
from vision.tags.slant import ENOUGH, Slant
from vision.tags.texture import LEAST, Texture

_ABOUT = (0.91, 1.0, 1.09)  # factors to try while the slant is uncertain


class RectifiedReader:
    """The usual search and the hard decoder, on rectified pictures."""

    def __init__(self, search: Search, hard_decoder: HardDecoder) -> None:
        self._search = search
        self._hard_decoder = hard_decoder

    def read(
        self, grey: Grey, texture: Texture, found: Sequence[Sighting], region: Region, slant: Slant
    ) -> tuple[list[Sighting], list[UnreadPlace]] | None:
        """What is new besides ``found`` in this region; None if nothing in it can be read."""
        part = slant.cut(region)
        if part is None:
            return None
        there, known = part.rectify_texture(texture), [part.rectify_sighting(item) for item in found]
        flat = part.rectify_where(grey, there, LEAST)
        unsure = len(found) < ENOUGH
        scale = Scale(part.px, factors=(1.0,), sure=True)
        new, left, hints = self._search.run(flat, there, known, scale, briefly=unsure)
        if unsure and not new:
            new, left, hints = self._search.run(flat, there, known, replace(scale, factors=_ABOUT))
        new += self._hard_decoder.read(flat, places_at(hints, part.px, flat.shape), part.px)
        read = [Sighting(item.text, part.back(item.corners), item.by) for item in new]
        return read, [UnreadPlace(part.back(item.corners)) for item in left]
