"""A part of a picture taken from the side, laid flat by what is known of its slant, and read there."""

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

_ABOUT = (0.91, 1.0, 1.09)  # sizes to try before


class RectifiedReader:
    """The usual search and the closer look, on pictures as from straight above."""

    def __init__(self, search: Search, hard_decoder: HardDecoder) -> None:
        self._search = search
        self._hard_decoder = hard_decoder

    def read(
        self, grey: Grey, texture: Texture, found: Sequence[Sighting], region: Region, slant: Slant
    ) -> tuple[list[Sighting], list[UnreadPlace]] | None:
        """What is read beside ``found`` in this part of the picture; None where nothing in it can be."""
        part = slant.cut(region)
        if part is None:
            return None
        there, laid = part.rectify_texture(texture), [part.lay(item) for item in found]
        flat = part.rectify_where(grey, there, LEAST)
        unsure = len(found) < ENOUGH
        scale = Scale(part.px, factors=(1.0,), sure=True)
        new, left, hints = self._search.run(flat, there, laid, scale, briefly=unsure)
        if unsure and not new:
            new, left, hints = self._search.run(flat, there, laid, replace(scale, factors=_ABOUT))
        new += self._hard_decoder.read(flat, places_at(hints, part.px, flat.shape), part.px)
        read = [Sighting(item.text, part.back(item.corners), item.by) for item in new]
        return read, [UnreadPlace(part.back(item.corners)) for item in left]
