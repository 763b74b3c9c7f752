"""Reading a picture taken from the side: rectified by the known slant, then searched as if seen from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.changes import Region
from vision.tags.codes import MODULES
from vision.tags.hard_decode import MOST_GLANCED, HardDecoder, are_curled, is_worth_a_glance, places_at
from vision.tags.known_sizes import APART, kinds_of
from vision.tags.scale import Scale
from vision.tags.search import Search, UnreadPlace, unhurried
from vision.tags.slant import ENOUGH, Rectified, Slant
from vision.tags.texture import STRETCHED, Contrast, Texture

_MOST_OTHERS = 2  # sizes besides the usual one
_ABOUT = (0.91, 1.0, 1.09)  # factors to try while the slant is uncertain


class RectifiedReader:
    """The usual search and the hard decoder, on rectified pictures."""

    def __init__(self, search: Search, hard_decoder: HardDecoder, *, hurried: bool) -> None:
        self._search = search
        self._hard_decoder = hard_decoder
        self._unhurried = not hurried

    def read(
        self,
        grey: Grey,
        texture: Texture,
        found: Sequence[Sighting],
        region: Region,
        slant: Slant,
        *,
        lately: Sequence[Sighting] = (),
        is_late: Callable[[], bool] = unhurried,
    ) -> tuple[list[Sighting], list[UnreadPlace]] | None:
        """What is new besides ``found`` in this region; None if nothing in it can be read.

        ``lately``: tags read in the last pictures, whose sizes are sought as well; ``is_late``: as in a search.
        """
        part = slant.cut(region)
        if part is None:
            return None
        there, known = part.rectify_texture(texture), [part.rectify_sighting(item) for item in found]
        rectified = Rectified(part, grey)
        flat, show = rectified.picture, rectified.show
        unsure = len(found) < ENOUGH
        scale = Scale(part.px, factors=(1.0,), sure=True)
        new, left, hints = self._search.run(flat, there, known, scale, briefly=unsure, show=show)
        if unsure and not new:
            about = replace(scale, factors=_ABOUT)
            new, left, hints = self._search.run(flat, there, known, about, is_late=is_late, show=show)
        for px in _other_sizes(known, [part.rectify_sighting(item) for item in lately], part.px):
            more, also, _ = self._search.run(flat, there, [*known, *new], replace(scale, px=px), show=show)
            new, left = new + more, left + also
        if not is_worth_a_glance(flat, [*found, *new]):
            places = places_at(hints, part.px, flat.shape)
            show(places)
            new += self._hard_decoder.read(flat, places, part.px)
        read = [Sighting(item.text, part.back(item.corners), item.by) for item in new]
        return read, [UnreadPlace(part.back(item.corners)) for item in left]

    def glance(
        self, grey: Grey, contrast: Contrast, tags: Sequence[Sighting], region: Region, slant: Slant
    ) -> tuple[list[Sighting], bool]:
        """What the searches besides these tags missed in this region; and whether they are curled."""
        part = slant.cut(region)
        known = [] if part is None else [part.rectify_sighting(item) for item in tags]
        curled = grey.size <= MOST_GLANCED and are_curled(known)
        if part is None or not (curled or is_worth_a_glance(grey, tags, unhurried=self._unhurried)):
            return [], False
        texture = part.rectify_texture(contrast.texture(STRETCHED))
        rectified = Rectified(part, grey)
        new = self._hard_decoder.glance(rectified.picture, texture, known, part.px, show=rectified.show)
        return [Sighting(item.text, part.back(item.corners), item.by) for item in new], curled


def _other_sizes(known: Sequence[Sighting], lately: Sequence[Sighting], px: float) -> list[float]:
    """Pixels per module of rectified tags that are not of the usual size; of a lone one only if it is ``known``."""
    sizes = []
    for kind in kinds_of([*known, *lately]):
        own = kind[len(kind) // 2].side / MODULES
        if abs(log(max(own, 0.1) / px)) > APART and (len(kind) > 1 or kind[0] in known):
            sizes.append(own)
    return sizes[:_MOST_OTHERS]
