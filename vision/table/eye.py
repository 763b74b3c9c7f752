"""Frames in, the table out: reader, motion, plane, zones and tracker behind one call."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import dist

from vision.frames import Frame, Grey
from vision.sightings import Corners, Sighting
from vision.table.by_face import FacesSeen, KnowsFaces
from vision.table.mat import Mat, which_mat
from vision.table.motion import Motion, MotionWatch
from vision.table.plane import LEAST_MARKS, PICTURE, Plane, find_marks, find_marks_near, fit_plane, is_bumped
from vision.table.screens import ScreenWatch
from vision.table.tracker import Look, Pace, TableEvent, TagOnScreen, TagPlace, TrackedTable, Tracker
from vision.table.zone_masks import ZoneMasks
from vision.table.zones import ONE_ZONE, Zones
from vision.tags.reader import Reader

_ALIGN_MS, _SEEK_MS = 1000, 2000  # interval of checking the known marks, and of searching for a mat
_RIM = 0.8  # of half a code's diagonal: anything within may hide the tag
_SURE_OF_ANOTHER = 3  # marks needed to switch to another mat
_LOOSE = Pace(near=40.0)  # pixels within which a card was only nudged


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The result of one frame. ``bumped``: the camera or the mat was moved, and the plane refitted."""

    at_ms: int
    sightings: tuple[Sighting, ...]
    events: tuple[TableEvent, ...]
    table: TrackedTable
    motion: Motion
    bumped: bool = False
    faces: FacesSeen = field(default_factory=FacesSeen)


class Eye:
    """With ``mats``, the picture is one zone in pixels until the marks of a mat are seen; from then on places are in
    millimetres on that mat, with its zones.

    Without mats the plane is the given one: the picture itself, or a measured plane.
    """

    def __init__(
        self,
        known: Collection[str] | None,
        zones: Zones = ONE_ZONE,
        plane: Plane = PICTURE,
        mats: Sequence[Mat] = (),
        pace: Pace | None = None,
        *,
        faces: KnowsFaces | None = None,
    ) -> None:
        """``faces``: also recognises cards by their faces, once places are in millimetres."""
        self._faces = faces
        self._by_face: tuple[Sighting, ...] = ()  # in the last look
        self._reader = Reader(known, hurried=True)
        self._zones = ONE_ZONE if mats else zones
        self._mats = tuple(mats)
        self._mat: Mat | None = None
        self._mat_pace = pace or Pace()
        self._tracker = Tracker(self._zones.names, _LOOSE if plane is PICTURE else self._mat_pace)
        self._watch = MotionWatch()
        self._screens = ScreenWatch()
        self._shown: frozenset[str] = frozenset()  # tags on a screen in the last look
        self._zone_masks: ZoneMasks | None = None
        self._aligned_ms: int | None = None
        self.plane = plane

    @property
    def strangers(self) -> tuple[str, ...]:
        """Texts of codes in the last frame that are not tags of this game."""
        return self._reader.strangers

    @property
    def zones(self) -> Zones:
        """The zones in use: one for the whole picture until the marks of a mat are seen."""
        return self._zones

    @property
    def table(self) -> TrackedTable:
        return self._tracker.table

    def see(self, frame: Frame) -> Seen:
        try:
            return self._see(frame)
        except Exception:
            # A half-read frame must be read again, not be taken as seen.
            self._reader.forget(all_of_it=True)
            raise

    def _see(self, frame: Frame) -> Seen:
        bumped = self._align(frame)
        mat = self._mat
        sightings, shown = self._screens.split(frame.grey, self._reader.look(frame))
        motion = self._watch.watch(frame.grey, frame.at_ms, (*sightings, *self._by_face))
        if self._mats and self._have_jumped(sightings):
            self._aligned_ms = None
            bumped = self._align(frame) or bumped
            if mat is not self._mat and mat is not None:
                sightings = ()
        placed = [(item.text, self._place(item)) for item in sightings]
        faces = self._look_at_faces(frame.grey, sightings, motion, bumped=bumped)
        look = Look(
            frame.at_ms,
            (*((text, place) for text, place in placed if place is not None), *faces.placed),
            tuple(self._on_table(box) for box in (*motion.boxes, *motion.resting, *faces.pending)),
            self._hidden(motion, frame.grey),
            self._reader.strangers,
        )
        events = self._tracker.observe(look)
        return Seen(
            frame.at_ms,
            sightings,
            (*events, *self._news_of(shown, frame.at_ms)),
            self._tracker.table,
            motion,
            bumped,
            faces,
        )

    def _news_of(self, shown: Sequence[Sighting], at_ms: int) -> list[TagOnScreen]:
        """Said once for each tag on a screen, until it is gone."""
        before, self._shown = self._shown, frozenset(item.text for item in shown)
        return [TagOnScreen(text, at_ms) for text in sorted(self._shown - before)]

    def forget(self) -> None:
        """A new game: everything on the table is news again."""
        self._tracker.forget()

    def _look_at_faces(self, grey: Grey, sightings: tuple[Sighting, ...], motion: Motion, *, bumped: bool) -> FacesSeen:
        if self._faces is None or self.plane is PICTURE:
            return FacesSeen()
        if bumped:
            self._faces.forget()
        seen = self._faces.look(grey, self.plane, self._zones, sightings, motion, tracker=self._tracker)
        self._by_face = seen.sightings
        return seen

    def _place(self, item: Sighting) -> TagPlace | None:
        x, y = self.plane.to_table(*item.centre)
        zone = self._zones.zone_at(x, y)
        reach = _RIM * dist(self.plane.to_table(*item.corners[0]), self.plane.to_table(*item.corners[2])) / 2
        return None if zone is None else TagPlace(zone, x, y, item.angle, reach)

    def _have_jumped(self, sightings: Collection[Sighting]) -> bool:
        """Whether most tags moved at once: the camera or the mat was moved, so the marks are checked immediately."""
        before = self._tracker.table.places
        places = {item.text: self._place(item) for item in sightings if item.text in before}
        moved = [text for text, at in places.items() if at is None or _apart(at, before[text]) > self._mat_pace.near]
        return len(moved) > 1 and 2 * len(moved) > len(places)

    def _on_table(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        left, top, right, bottom = box
        corners = [self.plane.to_table(x, y) for x in (left, right) for y in (top, bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across), max(down)

    def _align(self, frame: Frame) -> bool:
        due_ms = _SEEK_MS if self._mat is None else _ALIGN_MS
        if not self._mats or (self._aligned_ms is not None and frame.at_ms - self._aligned_ms < due_ms):
            return False
        self._aligned_ms = frame.at_ms
        seen = self._marks_in(frame.grey)
        mat = self._mat_with(seen)
        if mat is None or (mat is self._mat and not is_bumped(self.plane, seen, mat.marks)):
            return False
        height, width = frame.grey.shape
        plane = fit_plane(seen, mat.marks, (width, height))
        if plane is None:
            return False
        before, self.plane, self._mat = self._mat, plane, mat
        if mat is not before:
            self._zones = mat.zones
            self._tracker = Tracker(self._zones.names, self._mat_pace)
            if before is not None:  # nothing that lay on another mat is taken for a card on this one
                self._reader.forget()
        return before is not None

    def _marks_in(self, grey: Grey) -> dict[int, Corners]:
        """Looked for where they were, and in the whole picture only if they are no longer there."""
        if self._mat is not None:
            near = find_marks_near(grey, self.plane, self._mat.marks)
            if len(near) >= LEAST_MARKS and not is_bumped(self.plane, near, self._mat.marks):
                return near
        return find_marks(grey)

    def _mat_with(self, seen: Mapping[int, Corners]) -> Mat | None:
        """The mat of these marks. The current mat is not given up for a pattern that resembles a mark."""
        found = which_mat(self._mats, seen)
        if found is None or self._mat is None or len(set(seen) & set(found.marks.corners)) >= _SURE_OF_ANOTHER:
            return found
        return self._mat

    def _hidden(self, motion: Motion, grey: Grey) -> dict[str, float]:
        """The share of each zone that is covered."""
        if not motion.boxes:
            return {}
        of = (grey.shape, self._zones, self.plane)
        if self._zone_masks is None or not self._zone_masks.are_for(*of):
            self._zone_masks = ZoneMasks(*of)
        return {zone: float(motion.covered[mask].mean()) for zone, mask in self._zone_masks.masks()}


def _apart(one: TagPlace, other: TagPlace) -> float:
    return dist((one.x, one.y), (other.x, other.y))
