"""Online learning: a tagged card that lies still shows the face of its kind. One attempt per look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Protocol

import numpy as np

from vision.faces.gallery import Face, Gallery
from vision.faces.learning import learn_tagged
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import holds, is_calm, moved
from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.table.motion import Motion
from vision.tags.changes import Region

TRIES = 6  # attempts to find the outline of a card
CALM_LOOKS = 3
_STILL_PX = 2.0


class FaceLibrary(Protocol):
    """The faces learnt so far; more can be added."""

    @property
    def gallery(self) -> Gallery: ...

    def wants(self, kind: str) -> bool:
        """Whether another view of this kind would be kept."""
        ...

    def learn(self, face: Face) -> None: ...


@dataclass(slots=True)
class _Lying:
    at: tuple[float, float]
    looks: int = 1
    tries: int = 0


class OnlineLearner:
    """``kinds``: the kind of card of each tag."""

    def __init__(self, kinds: Mapping[str, str], library: FaceLibrary) -> None:
        self._kinds = kinds
        self._library = library
        self._lying: dict[str, _Lying] = {}

    def look(
        self, grey: Grey, tags: Sequence[Sighting], motion: Motion, size_at: Callable[[tuple[float, float]], CardSize]
    ) -> Face | None:
        """The kind learnt in this look, if any."""
        self._follow(tags)
        for tag in tags:
            kind = self._kinds.get(tag.text)
            lying = self._lying.get(tag.text)
            if kind is None or lying is None or lying.looks < CALM_LOOKS or lying.tries >= TRIES:
                continue
            if not self._library.wants(kind):
                lying.tries = TRIES
                continue
            size = size_at(tag.centre)
            if is_calm(_around(tag, size), motion):
                lying.tries += 1
                return self._learn(grey, tag, kind, size, tags)
        return None

    def _follow(self, tags: Sequence[Sighting]) -> None:
        before, self._lying = self._lying, {}
        for tag in tags:
            lying = before.get(tag.text)
            if lying is None or dist(lying.at, tag.centre) > _STILL_PX:
                self._lying[tag.text] = _Lying(tag.centre)
            else:
                lying.looks += 1
                self._lying[tag.text] = lying

    def _learn(self, grey: Grey, tag: Sighting, kind: str, size: CardSize, tags: Sequence[Sighting]) -> Face | None:
        """A first view of a kind, or another if the known views do not recognise this card."""
        (x, y), reach = tag.centre, size.long * 1.2
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        crop = np.ascontiguousarray(grey[top : int(y + reach), left : int(x + reach)])
        code = moved(tag.corners, -left, -top)
        others = [moved(other.corners, -left, -top) for other in tags if other is not tag]
        # If another tag lies on the outline, another card does too.
        found = find_outlines(crop, size, whole=True)
        outlines = [one for one in found if not any(_reaches(one, other) for other in others)]
        if kind in self._library.gallery.kinds and self._knows(crop, kind, outlines, code):
            self._lying[tag.text].tries = TRIES
            return None
        face = learn_tagged(kind, crop, code, size, outlines)
        if face is not None:
            self._lying[tag.text].tries = TRIES
            self._library.learn(face)
        return face

    def _knows(self, grey: Grey, kind: str, outlines: Sequence[Corners], code: Corners) -> bool:
        here = [one for one in outlines if all(holds(one, corner) for corner in code)]
        if not here:
            return True  # nothing to learn from
        judged = self._library.gallery.judge(grey, here[0])
        return judged is not None and judged.sure and judged.kind == kind


def _around(tag: Sighting, size: CardSize) -> Region:
    (x, y), long = tag.centre, size.long
    return int(x - long), int(y - long), int(x + long), int(y + long)


def _reaches(outline: Corners, code: Corners) -> bool:
    return any(holds(outline, corner) for corner in code)
