"""Learning faces: each card is shown to the camera once, and found as what is new on the empty mat."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

import numpy as np

from companion.facts.box import GameBox
from companion.inbox import Preview, ShownCard, TableSeen
from companion.seeing.face_memory import FaceMemory
from companion.seeing.preview import ReadInFrame, preview_of
from rules.core.table import TableCards
from vision.faces.learning import learn_shown
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import card_size_at, is_calm, middle
from vision.faces.unsearched import Unsearched
from vision.frames import Frame, Grey
from vision.sightings import Corners
from vision.table.calibration import Quality
from vision.table.eye import Eye, Seen
from vision.table.mat import parse_mats
from vision.table.plane import PICTURE
from vision.tags.changes import Region

STEADY_LOOKS = 2
_LEAST_PART = 0.3  # of a card's area
_AROUND = 0.3  # of the long side
_STILL_PX = 4.0


class FaceLessonEyes:
    """The first calm look is the empty mat. A card that was learnt is ignored until it is taken away."""

    def __init__(self, eye: Eye, memory: FaceMemory) -> None:
        self._eye = eye
        self._memory = memory
        self._empty: Unsearched | None = None
        self._taken = Unsearched()
        self._shown: ShownCard | None = None
        self._part: Region | None = None
        self._corners: Corners | None = None
        self._looks = self._number = 0

    def look(self, frame: Frame) -> TableSeen:
        """``shown``: a card that can be learnt; None without a mat in view."""
        seen = self._eye.see(frame)
        self._memory.refresh()
        if self._eye.plane is PICTURE:
            self._shown = None
        elif self._empty is not None or seen.motion.share == 0:
            self._search(frame.grey, seen)
        zones: dict[str, frozenset[str]] = {zone: frozenset() for zone in self._eye.zones.names}
        return TableSeen(TableCards(zones), frozenset(), at_ms=frame.at_ms, shown=self._shown)

    def preview(self, frame: Frame) -> Preview:
        shown = () if self._corners is None else (("", self._corners, self._shown is not None),)
        quality: tuple[Quality, ...] = ()
        return preview_of(frame, ReadInFrame((), _NOBODY, frozenset(), 0, shown), self._eye, quality)

    def _search(self, grey: Grey, seen: Seen) -> None:
        self._taken.look(grey)
        if self._empty is None or seen.bumped:
            self._empty = Unsearched()
            for reference in (self._empty, self._taken):
                reference.look(grey)
                reference.done((0, 0, grey.shape[1], grey.shape[0]))
        self._empty.look(grey)
        size = card_size_at(self._eye.plane, (grey.shape[1] / 2, grey.shape[0] / 2))
        parts = self._taken.parts(seen.motion.covered, _LEAST_PART * size.short * size.long)
        fresh = (part for part in parts if self._empty.share(part) > 0.5 * self._taken.share(part))
        part = next((part for part in fresh if is_calm(part, seen.motion)), None)
        self._note(None if part is None else (part, self._face(grey, part, size)))

    def _face(self, grey: Grey, part: Region, size: CardSize) -> ShownCard | None:
        by = int(_AROUND * size.long)
        left, top = max(0, part[0] - by), max(0, part[1] - by)
        crop = np.ascontiguousarray(grey[top : part[3] + by, left : part[2] + by])
        found = learn_shown(crop, size, find_outlines(crop, size, whole=True))
        if found is None:
            return None
        face, corners = found
        judged = self._memory.gallery.judge(crop, corners)
        known = judged.kind if judged is not None and judged.sure else None
        a, b, c, d = ((x + left, y + top) for x, y in corners)
        return ShownCard(self._number, face, known, (a, b, c, d), self._take)

    def _note(self, found: tuple[Region, ShownCard | None] | None) -> None:
        """A card can be learnt once it has been seen in the same place in two looks."""
        card = None if found is None else found[1]
        if found is None or card is None:
            self._shown = self._corners = self._part = None
            self._looks = 0
            return
        is_same = self._corners is not None and dist(middle(self._corners), middle(card.corners)) < _STILL_PX
        self._looks = self._looks + 1 if is_same else 1
        self._number += not is_same
        self._part, self._corners = found[0], card.corners
        if self._looks >= STEADY_LOOKS and (self._shown is None or not is_same):
            self._shown = card
        elif not is_same:
            self._shown = None

    def _take(self) -> None:
        """The card was learnt. Called from the main thread; touches only one reference, so no lock is needed."""
        if self._part is not None:
            self._taken.done(self._part)
        self._shown = None


_NOBODY: Mapping[str, str] = {}


def lesson_eyes_for(box: GameBox, memory: FaceMemory) -> FaceLessonEyes:
    """Eyes for learning faces; the game's mat is found by its corner marks."""
    mats = parse_mats(box.layout(), f"{box.slug}/zones.toml")
    return FaceLessonEyes(Eye(frozenset(), mats=mats), memory)
