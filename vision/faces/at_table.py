"""Faces at the table behind one call: cards are found, named and tracked, and learnt where their tags are read."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from math import dist

import numpy as np

from vision.faces.face_watch import FaceWatch
from vision.faces.names import FaceNames
from vision.faces.online_learning import FaceLibrary, OnlineLearner
from vision.faces.places import FacesFound, card_size_at, middle
from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.table.by_face import DoubtfulCard, FacesSeen
from vision.table.motion import Motion
from vision.table.plane import Plane
from vision.table.tracker import TagPlace, Tracker
from vision.table.zones import Zones
from vision.tags.changes import Region

BY_FACE = "face"
_AS_CODE = 0.17  # of a card's sides: the size of a tag on it
_RIM = 1 / 0.94  # from the inset corners to the card's own


class FaceEye:
    """``kinds``: the kind of card of each tag; ``searches``: if False, faces are only learnt."""

    def __init__(
        self,
        kinds: Mapping[str, str],
        library: FaceLibrary,
        *,
        searches: bool = True,
    ) -> None:
        self._watch = FaceWatch(lambda: library.gallery)
        self._learner = OnlineLearner(kinds, library)
        self._names = FaceNames(kinds)
        self._searches = searches
        self._told: deque[tuple[int, str | None]] = deque()  # from another thread

    def forget(self) -> None:
        self._watch.forget()
        self._names.forget()

    def tell(self, number: int, kind: str | None) -> None:
        """The owner's answer to what lies at a doubtful place; from any thread."""
        self._told.append((number, kind))

    def look(
        self,
        grey: Grey,
        plane: Plane,
        zones: Zones,
        tags: Sequence[Sighting],
        motion: Motion,
        *,
        tracker: Tracker,
    ) -> FacesSeen:
        while self._told:
            self._watch.tell(*self._told.popleft())
        found = self._watch.look(grey, plane, tags, motion) if self._searches else FacesFound()
        self._hand_over(found, tracker)
        learnt = self._learner.look(grey, tags, motion, partial(card_size_at, plane))
        read = frozenset(tag.text for tag in tags)
        placed = self._names.placed(found.named, tracker.table.places, read, partial(_place, plane, zones))
        named = [(place, text) for place in found.named if (text := self._names.of(place.number)) is not None]
        return FacesSeen(
            tuple(placed),
            tuple(Sighting(text, _scaled(place.corners, _AS_CODE), BY_FACE) for place, text in named),
            {text: _scaled(place.corners, _RIM) for place, text in named},
            tuple(
                DoubtfulCard(place.number, at.zone, place.kinds, place.is_strange)
                for place in found.doubtful
                if (at := _place(plane, zones, place.corners))
            ),
            found.pending,
            frozenset(zone for region in found.unsettled for zone in _zones(plane, zones, region)),
            None if learnt is None else learnt.kind,
        )

    def _hand_over(self, found: FacesFound, tracker: Tracker) -> None:
        """A card recognised by its face that now shows its tag is one card."""
        for number, tag in found.tagged.items():
            name = self._names.of(number)
            if name is not None:
                tracker.rename(name, tag)


def _place(plane: Plane, zones: Zones, corners: Corners) -> TagPlace | None:
    x, y = plane.to_table(*middle(corners))
    zone = zones.zone_at(x, y)
    reach = dist(plane.to_table(*corners[0]), plane.to_table(*corners[2])) / 2
    (x0, y0), (x1, y1) = corners[:2]
    angle = float(np.degrees(np.arctan2(y1 - y0, x1 - x0)) % 360.0)
    return None if zone is None else TagPlace(zone, x, y, angle, reach)


def _zones(plane: Plane, zones: Zones, region: Region) -> set[str]:
    """The zones that a part of the picture reaches into."""
    left, top, right, bottom = region
    points = ((left, top), (right, top), (right, bottom), (left, bottom), ((left + right) / 2, (top + bottom) / 2))
    found = (zones.zone_at(*plane.to_table(*point)) for point in points)
    return {zone for zone in found if zone is not None}


def _scaled(corners: Corners, share: float) -> Corners:
    ring = np.array(corners, np.float64)
    a, b, c, d = ((float(x), float(y)) for x, y in ring.mean(0) + share * (ring - ring.mean(0)))
    return a, b, c, d
