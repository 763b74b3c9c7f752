"""Hands and motion on the coarse map of the picture: where nothing can be said about the cards. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.footprint import Mask, is_card_shaped
from vision.table.presence import CardPresence
from vision.table.tracker import Box
from vision.tags.changes import CELL, Map, above_noise, coarse

_MOVED = 10.0  # grey levels by which a cell must differ
_SMALLEST_ARM = 0.006  # share of the picture
_ABSORB_MS = 700  # a change away from the edge that stays still this long becomes table: a card, a cup
_ABSORB_ARM_MS = 6000  # the same for a change that reaches the edge, which may be a resting arm
_AROUND_TAG = 0.9  # radius around a tag, in code sides
_ON_TAG = 0.25  # changed share of that: something lies on the tag, or it has gone
_CARD_TO_CODE = 45  # area of a sleeved card with its shadow, in code areas
_LARGER = 40  # area of something larger than a card, in code areas: a bare card has 27
_SEAM = 7.0  # rise in grey levels of the step between neighbouring cells along the edge of something added
_SEAMED = 0.11  # least share of that edge: much of it may match what it lies on
_AROUND = np.ones((3, 3), np.uint8)
_ABOVE_TABLE = 1.5  # multiple of the table's own median step
_LIGHT = 0.4, 2.5  # bounds for the light relative to the calm table
_FLICKER = 0.12  # relative deviation of one row from the others, under a flickering lamp
_NO_WORSE = 1.2  # ratio of differing cells up to which a correction for light is accepted
_FOLLOWS = 0.1  # share of a change of light followed per look


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """``covered``: cells under something that moves or reaches in; ``boxes``: the same in pixels."""

    covered: Grey
    boxes: tuple[Box, ...]
    resting: tuple[Box, ...] = ()  # under things that lie still and may hide cards

    @property
    def share(self) -> float:
        return float(self.covered.mean())


class MotionWatch:
    """Compares each picture with the last one and with the calm table."""

    def __init__(self) -> None:
        self._last: Map = np.zeros((0, 0), np.float32)
        self._calm: Map = self._last
        self._under: Map = self._last  # the table below arms that rested so long that they count as table
        self._moved_ms: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._known: dict[str, tuple[int, int, float]] = {}  # cell and side of each tag when last read
        self._presence = CardPresence()

    def watch(self, grey: Grey, at_ms: int, seen: Sequence[Sighting] = ()) -> Motion:
        """``seen``: tags just read; no arm lies on those."""
        now = coarse(grey)
        if self._last.shape != now.shape:
            self._start(now)
        moving = _differ(_in_light_of(self._last, now)[0], self._last)
        self._last = now
        now = self._in_calm_light(now)
        self._moved_ms[cv2.dilate(moving, _AROUND) > 0] = at_ms
        self._known |= {item.text: _cell_of(item) for item in seen}
        arms = self._arms(now, at_ms, seen)
        covered = np.asarray(cv2.dilate(moving | arms, _AROUND), dtype=np.uint8)
        resting = self._resting(seen, at_ms)
        left = self._presence.look(now, self._under, covered | resting, at_ms, seen)
        return Motion(covered, _boxes(covered), (*_boxes(resting), *map(_box_of, left)))

    def _start(self, now: Map) -> None:
        self._last, self._calm, self._under = now, now.copy(), now.copy()
        self._moved_ms = np.zeros(now.shape, np.int64)
        self._known = {}
        self._presence = CardPresence()

    def _in_calm_light(self, now: Map) -> Map:
        """Scaled to the light of the calm table, which slowly follows that of the room."""
        seen, light = _in_light_of(self._calm, now)
        follow = np.float32(light**_FOLLOWS)
        self._calm *= follow
        self._under *= follow
        self._presence.follow(float(follow))
        return seen * follow

    def _arms(self, now: Map, at_ms: int, seen: Sequence[Sighting]) -> Grey:
        """Cells of arms that reach in. Anything else that is new becomes table once it has been still for a while."""
        self._uncover(now)
        strange = _differ(now, self._calm)
        arms = np.zeros_like(strange)
        for part, reaches in _parts(strange):
            lost = self._lost(part, seen)
            lies_on = bool(lost) and not is_card_shaped(part)
            hides = lies_on and self._seam(part, strange, now) > _SEAMED
            large = lies_on and self._is_large(part, lost)
            is_arm = (hides or reaches or large) and not _shows_cards(part, seen)
            if at_ms - int(self._moved_ms[part].max()) >= (_ABSORB_ARM_MS if is_arm else _ABSORB_MS):
                self._presence.keep(self._under, at_ms)
                rests = is_arm and (reaches or large) and (hides or not self._is_bare(part, lost))
                self._absorb(part, now, rests, lost)
            elif is_arm:
                arms[part] = 1
        # The edge of an arm differs only a little: if it were absorbed, the arm would gradually melt into the table.
        quiet = (strange == 0) & (cv2.dilate(arms, np.ones((7, 7), np.uint8)) == 0)
        self._follow_light(now, quiet)
        return arms

    def _lost(self, part: Mask, seen: Sequence[Sighting]) -> list[str]:
        """Tags under this part that are no longer read."""
        here = {item.text for item in seen}
        return [text for text, place in self._known.items() if text not in here and _covers(part, *place)]

    def _seam(self, part: Mask, strange: Grey, now: Map) -> float:
        """The share of its edge that is new, with steps higher than the table's own.

        Something added has such an edge, even a sleeve as dark as the table. Where a card was taken there is none.
        """
        steps, before = _steps(now), _steps(self._calm)
        quiet = steps[strange == 0]
        seam = max(_SEAM, _ABOVE_TABLE * float(np.median(quiet if quiet.size else steps)))
        mask = part.astype(np.uint8)
        rim = (cv2.dilate(mask, _AROUND) > 0) & (cv2.erode(mask, _AROUND, borderValue=1) == 0)
        return float((steps > before + seam)[rim].sum()) / max(1, int(rim.sum()))

    def _is_bare(self, part: Mask, lost: Sequence[str]) -> bool:
        """Whether it is no larger than the cards that are no longer seen: they were taken away."""
        return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * sum(self._known[text][2] ** 2 for text in lost)

    def _is_large(self, part: Mask, lost: Sequence[str]) -> bool:
        """Whether it is larger than one card, as a cat or a coat; cards taken together are as large, but leave the
        table as it was before."""
        card = _LARGER * max(self._known[text][2] for text in lost) ** 2
        return float(part.sum()) * CELL * CELL > card and not self._presence.are_bare(lost)

    def _resting(self, seen: Sequence[Sighting], at_ms: int) -> Grey:
        """Where an arm has become table, except where cards show."""
        resting = _differ(self._calm, self._under)
        if not resting.any():
            return resting
        free = self._presence.showing(resting, seen, at_ms)
        self._under[free], resting[free] = self._calm[free], 0
        return np.asarray(cv2.dilate(resting, _AROUND), dtype=np.uint8)

    def _uncover(self, now: Map) -> None:
        """Restores the table where an arm had become part of it and has left."""
        back = (cv2.absdiff(now, self._under) <= _MOVED) & (cv2.absdiff(now, self._calm) > _MOVED)
        self._calm[back] = now[back]

    def _absorb(self, part: Mask, now: Map, is_arm: bool, lost: Sequence[str]) -> None:
        self._calm[part] = now[part]
        if not is_arm:
            self._under[part] = now[part]
            for text in lost:
                del self._known[text]

    def _follow_light(self, now: Map, quiet: Mask) -> None:
        same = quiet & (cv2.absdiff(self._under, self._calm) <= _MOVED)
        self._calm[quiet] += _FOLLOWS * (now[quiet] - self._calm[quiet])
        self._under[same] = self._calm[same]


def _in_light_of(before: Map, now: Map) -> tuple[Map, float]:
    """Scaled to the earlier light row by row, as a flickering lamp makes bands; and the ratio of the light."""
    rows = np.median((now[:, ::8] + 1) / (before[:, ::8] + 1), axis=1)
    light = float(np.clip(np.median(rows), *_LIGHT))
    rows = np.clip(rows / light, 1 - _FLICKER, 1 + _FLICKER)
    smooth = light * cv2.blur(rows[:, None].astype(np.float32), (1, 5), borderType=cv2.BORDER_REPLICATE)
    lit: Map = np.asarray(now / smooth, dtype=np.float32)
    # If most of the table is covered, its cover would be mistaken for a change of light.
    apart, unlit = ((cv2.absdiff(one, before) > _MOVED).sum() for one in (lit, now))
    return (lit, light) if apart <= _NO_WORSE * unlit else (now, 1.0)


def _steps(values: Map) -> Map:
    """The range of grey levels in each cell's neighbourhood."""
    return np.asarray(cv2.morphologyEx(values, cv2.MORPH_GRADIENT, _AROUND), dtype=np.float32)


def _box_of(item: Sighting) -> Box:
    across, down = zip(*item.corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _cell_of(item: Sighting) -> tuple[int, int, float]:
    x, y = item.centre
    return int(x / CELL), int(y / CELL), item.side


def _covers(part: Mask, x: int, y: int, side: float) -> bool:
    """Whether it covers much of a tag's surroundings: the tag alone may look like what covers it."""
    reach = max(1, round(_AROUND_TAG * side / CELL))
    there = part[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return there.size > 0 and bool(np.count_nonzero(there) / there.size > _ON_TAG)


def _differ(now: Map, before: Map) -> Grey:
    apart: Map = np.asarray(cv2.absdiff(now, before), dtype=np.float32)
    mask = (apart > above_noise(apart, _MOVED)).astype(np.uint8)
    # Single cells are noise or flicker at an edge.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)


def _parts(strange: Grey) -> list[tuple[Mask, bool]]:
    """Each connected change, and whether it touches the edge of the picture and is as large as an arm."""
    closed = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, _AROUND)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    height, width = strange.shape
    parts = []
    for n in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[n])
        at_edge = x == 0 or y == 0 or x + w == width or y + h == height
        parts.append((labels == n, at_edge and area > _SMALLEST_ARM * strange.size))
    return parts


def _shows_cards(part: Mask, seen: Sequence[Sighting]) -> bool:
    """Whether the tags read in it account for its area: cards at the edge, not an arm."""
    height, width = part.shape
    cells = ((int(item.centre[0] / CELL), int(item.centre[1] / CELL), item.side) for item in seen)
    cards = sum(side * side for x, y, side in cells if x < width and y < height and part[y, x])
    return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * cards


def _boxes(covered: Grey) -> tuple[Box, ...]:
    """Covered cells as boxes, one per run in each band of four rows."""
    if not covered.any():
        return ()
    boxes = []
    for top in range(0, covered.shape[0], 4):
        band = covered[top : top + 4].any(0)
        edges = np.flatnonzero(np.diff(np.concatenate([[0], band.astype(np.int8), [0]])))
        boxes += [
            (float(a * CELL), float(top * CELL), float(b * CELL), float((top + 4) * CELL))
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]
    return tuple(boxes)
