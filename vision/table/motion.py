"""Hands and motion, on the coarse map of the picture: where nothing can be said about what lies there. Pure."""

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
_SMALLEST_ARM = 0.006  # of the picture
_ABSORB_MS = 700  # a change away from the edge that lies still this long is furniture: a card, a cup
_ABSORB_ARM_MS = 6000  # one that reaches the edge may be a resting arm
_AROUND_TAG = 0.9  # of its side, from its middle
_ON_TAG = 0.25  # of that: then what has changed there lies on it, or it has gone
_CARD_TO_CODE = 45  # area of a card in its sleeve and shadow, in areas of its code
_SEAM = 7.0  # grey levels by which neighbouring cells differ more than before, along the rim of what was added
_SEAMED = 0.11  # of that rim, at the least: much of it may be as dark as what it lies on, or lie on art
_AROUND = np.ones((3, 3), np.uint8)
_ABOVE_TABLE = 1.5  # times the steps between the table's own cells
_LIGHT = 0.4, 2.5  # times the light of the calm table, at the least and the most
_FLICKER = 0.12  # more or less light in a row of the picture than in the others
_NO_WORSE = 1.2  # times as many cells that differ
_FOLLOWS = 0.1  # of what is left of a change of light, in each look


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """``covered``: a map of cells under something that moves or reaches in; ``boxes``: the same in pixels."""

    covered: Grey
    boxes: tuple[Box, ...]
    resting: tuple[Box, ...] = ()  # what is hidden by what lies still: under it cards may lie

    @property
    def share(self) -> float:
        return float(self.covered.mean())


class MotionWatch:
    """Compares each picture with the last one, and with the table as it lay when it was calm."""

    def __init__(self) -> None:
        self._last: Map = np.zeros((0, 0), np.float32)
        self._calm: Map = self._last
        self._under: Map = self._last  # what lay there before an arm rested so long that it counts as the table
        self._moved_ms: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._known: dict[str, tuple[int, int, float]] = {}  # cell and side of each tag, where it was last read
        self._presence = CardPresence()

    def watch(self, grey: Grey, at_ms: int, seen: Sequence[Sighting] = ()) -> Motion:
        """``seen``: what was just read; where cards show their tags, no arm lies on them."""
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
        """As the calm table is lit, whose light follows the room's slowly."""
        seen, light = _in_light_of(self._calm, now)
        follow = np.float32(light**_FOLLOWS)
        self._calm *= follow
        self._under *= follow
        self._presence.follow(float(follow))
        return seen * follow

    def _arms(self, now: Map, at_ms: int, seen: Sequence[Sighting]) -> Grey:
        """What reaches in. All else that is strange becomes part of the table when it has lain still for a while."""
        self._uncover(now)
        strange = _differ(now, self._calm)
        arms = np.zeros_like(strange)
        for part, reaches in _parts(strange):
            lost = self._lost(part, seen)
            seam = self._seam(part, strange, now) if lost else 0.0
            hides = seam > _SEAMED and not is_card_shaped(part)
            is_arm = (hides or reaches) and not _shows_cards(part, seen)
            if at_ms - int(self._moved_ms[part].max()) >= (_ABSORB_ARM_MS if is_arm else _ABSORB_MS):
                self._presence.keep(self._under, at_ms)
                self._absorb(part, now, is_arm and reaches and (hides or not self._is_bare(part, lost)), lost)
            elif is_arm:
                arms[part] = 1
        # The rim of an arm differs only a little: were it taken for the table, the arm would melt away.
        quiet = (strange == 0) & (cv2.dilate(arms, np.ones((7, 7), np.uint8)) == 0)
        self._follow_light(now, quiet)
        return arms

    def _lost(self, part: Mask, seen: Sequence[Sighting]) -> list[str]:
        """Tags under it that are not read any more."""
        here = {item.text for item in seen}
        return [text for text, place in self._known.items() if text not in here and _covers(part, *place)]

    def _seam(self, part: Mask, strange: Grey, now: Map) -> float:
        """How much of its rim was not there before, with higher steps than the table's own.

        What was added has one: a hand, be its sleeve as dark as the table. Where a card was taken the table goes on.
        """
        steps, before = _steps(now), _steps(self._calm)
        quiet = steps[strange == 0]
        seam = max(_SEAM, _ABOVE_TABLE * float(np.median(quiet if quiet.size else steps)))
        mask = part.astype(np.uint8)
        rim = (cv2.dilate(mask, _AROUND) > 0) & (cv2.erode(mask, _AROUND, borderValue=1) == 0)
        return float((steps > before + seam)[rim].sum()) / max(1, int(rim.sum()))

    def _is_bare(self, part: Mask, lost: Sequence[str]) -> bool:
        """Whether cards that are not seen any more explain all of it: they were taken away, and the table shows."""
        return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * sum(self._known[text][2] ** 2 for text in lost)

    def _resting(self, seen: Sequence[Sighting], at_ms: int) -> Grey:
        """Where an arm became the table; not where cards show."""
        resting = _differ(self._calm, self._under)
        if not resting.any():
            return resting
        free = self._presence.showing(resting, seen, at_ms)
        self._under[free], resting[free] = self._calm[free], 0
        return np.asarray(cv2.dilate(resting, _AROUND), dtype=np.uint8)

    def _uncover(self, now: Map) -> None:
        """Where an arm lay so long that it became the table, and what was under it shows again."""
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
    """With the light of before, row by row, since a lamp that flickers makes bands; and how much more there is now."""
    rows = np.median((now[:, ::8] + 1) / (before[:, ::8] + 1), axis=1)
    light = float(np.clip(np.median(rows), *_LIGHT))
    rows = np.clip(rows / light, 1 - _FLICKER, 1 + _FLICKER)
    smooth = light * cv2.blur(rows[:, None].astype(np.float32), (1, 5), borderType=cv2.BORDER_REPLICATE)
    lit: Map = np.asarray(now / smooth, dtype=np.float32)
    # Where most of the table is covered, the light of what covers it would be taken for the room's.
    apart, unlit = ((cv2.absdiff(one, before) > _MOVED).sum() for one in (lit, now))
    return (lit, light) if apart <= _NO_WORSE * unlit else (now, 1.0)


def _steps(values: Map) -> Map:
    """By how much each cell and its neighbours differ."""
    return np.asarray(cv2.morphologyEx(values, cv2.MORPH_GRADIENT, _AROUND), dtype=np.float32)


def _box_of(item: Sighting) -> Box:
    across, down = zip(*item.corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _cell_of(item: Sighting) -> tuple[int, int, float]:
    x, y = item.centre
    return int(x / CELL), int(y / CELL), item.side


def _covers(part: Mask, x: int, y: int, side: float) -> bool:
    """Whether it lies on much of a tag and what is around it: the tag by itself may look like the table below."""
    reach = max(1, round(_AROUND_TAG * side / CELL))
    there = part[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return there.size > 0 and float(there.mean()) > _ON_TAG


def _differ(now: Map, before: Map) -> Grey:
    apart: Map = np.asarray(cv2.absdiff(now, before), dtype=np.float32)
    mask = (apart > above_noise(apart, _MOVED)).astype(np.uint8)
    # Single cells are noise or a flickering edge.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)


def _parts(strange: Grey) -> list[tuple[Mask, bool]]:
    """Each patch of what differs, and whether it hangs on the picture's edge and is as large as an arm."""
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
    """Whether the tags read in it are enough to make it cards laid down at the edge, and nothing more."""
    height, width = part.shape
    cells = ((int(item.centre[0] / CELL), int(item.centre[1] / CELL), item.side) for item in seen)
    cards = sum(side * side for x, y, side in cells if x < width and y < height and part[y, x])
    return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * cards


def _boxes(covered: Grey) -> tuple[Box, ...]:
    """Rows of covered cells as boxes: as many as it takes to follow a slanting arm, no more."""
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
