"""All tags of a picture in one call: cheap steps first, expensive ones only where a tag may still be unread."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from math import dist

from vision.errors import DecoderMissing
from vision.frames import Frame, Grey
from vision.sightings import Sighting
from vision.tags.candidates import CANDIDATES_AT_ONCE, find_candidates
from vision.tags.changes import Changes, Region
from vision.tags.closed_set import ClosedSet
from vision.tags.codes import MODULES
from vision.tags.cold_start import ColdStart
from vision.tags.decoders import Decoder, open_decoder
from vision.tags.decoders.process import HELPER
from vision.tags.finders import find_squares
from vision.tags.hard_decode import HARD_DECODED, MOST_GLANCED, HardDecoder
from vision.tags.overlap import are_near, area_of, box_around, in_parts, middle_of, outside, touches, with_tags
from vision.tags.region_reader import RegionReader
from vision.tags.scale import Scale
from vision.tags.search import COMPARED, Search, UnreadPlace
from vision.tags.second_pass import SecondPass
from vision.tags.slant import Slant
from vision.tags.text import parse_tag
from vision.tags.texture import measure_texture

_MOST_TRIES = 24  # retries of unread codes while the table lies still, one per look
_MOST_PIXELS = 1_000_000  # of a region that a hurried reader takes at once
_LONGEST_S = 0.25  # processor time after which a hurried reader leaves the rest to the next look
_MOST_IN_VAIN = 8  # looks that find nothing until sizes and slant are forgotten
_MOST_STEPS = 2  # towards the first tag in a look that is not hurried
_MOST_AT_ONCE = 24  # matched codes confirmed per look


class Reader:
    """``known``: the tags that may lie on this table; None or not ``strict``: any text with a valid check character.

    It remembers the last look: parts that have not changed are decoded again only now and then.
    ``hurried``: no look takes long; what cannot be read at once is spread over several looks.
    """

    def __init__(self, known: Collection[str] | None = None, *, strict: bool = True, hurried: bool = False) -> None:
        self._known = None if known is None else frozenset(known)
        self._strict = strict and known is not None
        self._hurried = hurried
        zxing = open_decoder("zxing")
        closed = ClosedSet(self._known) if self._known else None
        self._hard_decoder = HardDecoder(closed)
        self._search = Search(closed, [("sharpened", zxing), *_second_opinion()])
        self._region_reader = RegionReader(
            zxing, self._search, self._hard_decoder, self._accepts, hurried=hurried, is_late=self._is_late
        )
        self._cold_start = ColdStart(self._region_reader)
        self._second_pass = SecondPass(self._hard_decoder, self._region_reader)
        self.forget(all_of_it=True)

    def forget(self, all_of_it: bool = False) -> None:
        """The next frame shows another table; ``all_of_it``: perhaps from another camera, at another scale."""
        if all_of_it:
            self._region_reader.forget()
        self._changes = Changes()
        self._found: list[Sighting] = []
        self._unread: list[UnreadPlace] = []
        self._unconfirmed: list[Sighting] = []
        self._tries = 0
        self._due: list[tuple[Region, Region]] = []  # regions to read: what is replaced there, and what is looked at
        self._may_repeat = False
        self._read_by: list[tuple[Region, Region, Slant | None]] = []  # parts read, and by which slant
        self._in_vain = 0
        self._strange: list[Sighting] = []
        self._cold_start.forget()
        self._second_pass.forget()

    @property
    def strangers(self) -> tuple[str, ...]:
        """Texts of codes in the last look that are not tags of this table."""
        return tuple(item.text for item in self._strange)

    def look(self, frame: Frame) -> tuple[Sighting, ...]:
        """The tags of one frame."""
        self._started_s = _spent_s()
        self._doubt()
        regions = with_tags(self._changes.since_last(frame.grey), self._found, frame.grey.shape)
        if regions:
            self._tries = 0
            self._second_pass.change(regions)
            self._cold_start.change(regions)
            self._plan(frame.grey, regions)
        if regions or self._due:
            self._read_due(frame.grey)
        else:
            self._look_again(frame.grey)
        if not self._hurried and frame.grey.size > MOST_GLANCED:
            self._seek_first(frame.grey)
        return tuple(self._found)

    def _seek_first(self, grey: Grey) -> None:
        """A large picture has too few candidates where print or a loud cloth takes them all: tries on for a while."""
        for _ in range(_MOST_STEPS):
            if self._region_reader.px is not None:
                break
            self._start_with(grey, self._cold_start.next_try(grey))

    def _plan(self, grey: Grey, regions: Sequence[Region]) -> None:
        """What to read: in a hurry, large regions in parts, over several looks."""
        px = self._region_reader.px
        left = [part for part in self._due if not touches(middle_of(part[0]), regions)]
        if not self._hurried or all(area_of(region) <= _MOST_PIXELS for region in regions):
            self._due = [(region, region) for region in regions] + left
        elif px is not None:
            overlap = round(2 * MODULES * px)
            parts = [part for region in regions for part in in_parts(region, grey.shape, overlap)]
            self._due = sorted(parts, key=self._turn) + left
            self._may_repeat = True
        else:
            self._found, self._strange, self._due = [], [], []
            self._start_with(grey, self._region_reader.begin(grey))

    def _turn(self, part: tuple[Region, Region]) -> int:
        """What has been due for longest comes first, or under changing light the first parts would be read for ever."""
        middle = middle_of(part[0])
        return next((n for n, (core, _) in enumerate(self._due) if touches(middle, [core])), len(self._due))

    def _read_due(self, grey: Grey) -> None:
        """Reads what is due until the time of one look is spent. What is not read yet stays as it was."""
        before, read = self._found, []
        while self._due and not self._is_late():
            core, region = self._due.pop(0)
            read.append(core)
            self._found, self._strange = outside(self._found, [core]), outside(self._strange, [core])
            self._unread = [item for item in self._unread if not touches(item.corners[0], [core])]
            self._read(grey, region)
            self._read_by.append((core, region, self._region_reader.read_by))
        for item in (item for item in before if not self._has(item)):
            here = box_around(item, grey.shape)
            if here in read:  # just for this tag: it is not postponed again
                self._keep_all(self._closely(grey, item) if item.by == HARD_DECODED else ())
            elif self._is_late():
                self._found.append(item)
                self._due.append((here, here))
            else:
                self._read_anew(grey, item)
        self._unconfirmed = self._compared()
        if not self._due:
            self._repeat()

    def _is_late(self) -> bool:
        return self._hurried and _spent_s() - self._started_s > _LONGEST_S

    def _repeat(self) -> None:
        """Parts were read by the slant that few tags gave, or not to the end: once again, those that it misfits."""
        read, self._read_by = self._read_by, []
        if self._may_repeat:
            self._may_repeat = False
            self._due = [(core, region) for core, region, slant in read if self._is_askew(slant, region)]

    def _is_askew(self, slant: Slant | None, region: Region) -> bool:
        now = self._region_reader.slant
        return now is not slant and (now is None or slant is None or bool(slant.unlike(now, region)))

    def _doubt(self) -> None:
        """If nothing is found any more, what is known of the table may be wrong: begins anew."""
        self._region_reader.sizes.next_look()
        self._in_vain = 0 if self._found else self._in_vain + 1
        if self._in_vain == _MOST_IN_VAIN and self._region_reader.px is not None:
            self.forget(all_of_it=True)

    def _read_anew(self, grey: Grey, item: Sighting) -> None:
        """This tag was read a moment ago and perhaps only its surroundings changed: read just there."""
        if item.by == HARD_DECODED:
            self._keep_all(self._closely(grey, item))
        if not self._has(item):
            self._read(grey, box_around(item, grey.shape))

    def look_thoroughly(self, grey: Grey) -> tuple[Sighting, ...]:
        """All tags of any size in the picture just looked at, however long it takes."""
        if self._region_reader.px is None:
            self._start_with(grey, self._cold_start.all_at_once(grey))
        candidates = find_candidates(measure_texture(grey), self._found)
        for first in range(0, len(candidates), CANDIDATES_AT_ONCE):
            self._keep_all(
                self._search.read_candidates(grey, candidates[first : first + CANDIDATES_AT_ONCE], tiny=False) or ()
            )
        self._keep_all(self._second_pass.at_all(grey, self._found))
        return tuple(self._found)

    def _look_again(self, grey: Grey) -> None:
        """Nothing has changed: confirm tags that were only matched, and retry what is unread."""
        due, self._unconfirmed = self._unconfirmed[:_MOST_AT_ONCE], self._unconfirmed[_MOST_AT_ONCE:]
        sure = self._confirm(grey, due)
        doubtful = [item for item, holds in zip(due, sure, strict=True) if not holds]
        if doubtful:
            self._found = [item for item in self._found if item not in doubtful]
            self._unread += [UnreadPlace(item.corners) for item in doubtful]
        if self._unread and not due and self._tries < _MOST_TRIES:
            self._tries += 1
            self._retry(grey)
        elif not due:
            troubled = 2 * len(self._compared()) > len(self._found)
            sizes = len(self._region_reader.sizes.all_px)
            self._keep_all(self._second_pass.next_step(grey, self._found, troubled=troubled))
            if len(self._region_reader.sizes.all_px) > sizes:
                self._read_all(grey)
        if self._region_reader.px is None:
            self._start_with(grey, self._cold_start.next_try(grey))

    def _start_with(self, grey: Grey, first: Sequence[Sighting]) -> None:
        """With the size of the first tags known, reads the whole picture again."""
        if first:
            self._keep_all(first)
            self._cold_start.forget()
            self._read_all(grey)

    def _confirm(self, grey: Grey, items: Sequence[Sighting]) -> list[bool]:
        """Whether each still reads the same, by the step that found it."""
        plain = [item for item in items if item.by == COMPARED]
        holds = dict(zip(map(id, plain), self._search.confirm(grey, plain), strict=True))
        for item in items:
            if item.by == HARD_DECODED:
                holds[id(item)] = any(other.text == item.text for other in self._closely(grey, item))
        return [holds[id(item)] for item in items]

    def _closely(self, grey: Grey, item: Sighting) -> list[Sighting]:
        """The same tag where it lay, or one of its size at its place, by the hard decoder."""
        box = box_around(item, grey.shape)
        if self._hard_decoder.holds(grey, item, box):
            return [item]
        return self._hard_decoder.read(grey, [box], item.side / MODULES, self._region_reader.slant)

    def _read_all(self, grey: Grey) -> None:
        """The whole picture again, now that the tag size is known."""
        self._tries = 0
        self._second_pass.forget()
        self._plan(grey, [(0, 0, grey.shape[1], grey.shape[0])])
        self._read_due(grey)

    def _compared(self) -> list[Sighting]:
        return [item for item in self._found if item.by in (COMPARED, HARD_DECODED)]

    def _read(self, grey: Grey, region: Region) -> None:
        found, unread = self._region_reader.read(grey, region, self._found)
        self._keep_all(found)
        self._unread += unread

    def _retry(self, grey: Grey) -> None:
        item = self._unread.pop(0)
        side = dist(item.corners[0], item.corners[1])
        x, y = (round(sum(p[axis] for p in item.corners) / 4) for axis in (0, 1))
        reach = round(side)
        box = (max(0, x - reach), max(0, y - reach), min(grey.shape[1], x + reach), min(grey.shape[0], y + reach))
        squares = find_squares(grey, [box], Scale(side / MODULES))
        found, left = self._search.read_squares(grey, squares, side / MODULES)
        self._keep_all(found)
        self._unread += [] if found else left or [item]

    def _keep_all(self, items: Sequence[Sighting]) -> None:
        """Each code once; the same text in two places is kept twice, for the tracker to resolve."""
        for item in items:
            kept = self._found if self._accepts(item.text) else self._strange
            if not any(item.text == other.text and are_near(item, other) for other in kept):
                kept.append(item)

    def _has(self, item: Sighting) -> bool:
        return any(item.text == other.text for other in self._found)

    def _accepts(self, text: str) -> bool:
        return parse_tag(text) is not None and (not self._strict or text in (self._known or ()))


def _spent_s() -> float:
    """Processor time of this thread, and of the decoders."""
    return time.thread_time() + HELPER.cpu_s


def _second_opinion() -> list[tuple[str, Decoder]]:
    """pyzbar, if its system library is installed."""
    try:
        return [("zbar", open_decoder("zbar"))]
    except DecoderMissing:
        return []
