"""Hands and motion, on the coarse map of the picture: where nothing can be said about what lies there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import CELL, Map, above_noise, coarse
from vision.frames import Grey
from vision.sightings import Sighting
from vision.tracker import Box

Mask = NDArray[np.bool_]

_MOVED = 10.0  # grey levels by which a cell must differ
_SMALLEST_ARM = 0.006  # of the picture
_ABSORB_MS = 700  # a change away from the edge that lies still this long is furniture: a card, a cup
_ABSORB_ARM_MS = 6000  # one that reaches the edge may be a resting arm
_CARD_TO_CODE = 45  # area of a card in its sleeve and shadow, in areas of its code


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """``covered``: a map of cells under something that moves or reaches in; ``boxes``: the same in pixels."""

    covered: Grey
    boxes: tuple[Box, ...]
    resting: tuple[Box, ...] = ()  # where an arm lay so long that it counts as the table, and cards may be under it

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

    def watch(self, grey: Grey, at_ms: int, seen: Sequence[Sighting] = ()) -> Motion:
        """``seen``: what was just read; where cards show their tags, no arm lies on them."""
        now = coarse(grey)
        if self._last.shape != now.shape:
            self._start(now)
        moving = _differ(now, self._last)
        self._last = now
        self._moved_ms[cv2.dilate(moving, np.ones((3, 3), np.uint8)) > 0] = at_ms
        self._known |= {item.text: _cell_of(item) for item in seen}
        arms = self._arms(now, at_ms, seen)
        covered = np.asarray(cv2.dilate(moving | arms, np.ones((3, 3), np.uint8)), dtype=np.uint8)
        return Motion(covered, _boxes(covered), _boxes(self._resting(seen)))

    def _start(self, now: Map) -> None:
        self._last, self._calm, self._under = now, now.copy(), now.copy()
        self._moved_ms = np.zeros(now.shape, np.int64)
        self._known = {}

    def _arms(self, now: Map, at_ms: int, seen: Sequence[Sighting]) -> Grey:
        """What reaches in. All else that is strange becomes part of the table when it has lain still for a while."""
        self._uncover(now)
        strange = _differ(now, self._calm)
        arms = np.zeros_like(strange)
        for part, reaches in _parts(strange):
            is_arm = reaches and not _shows_cards(part, seen)
            if at_ms - int(self._moved_ms[part].max()) >= (_ABSORB_ARM_MS if is_arm else _ABSORB_MS):
                self._absorb(part, now, is_arm and not self._is_bare(part, seen))
            elif is_arm:
                arms[part] = 1
        # The rim of an arm differs only a little: were it taken for the table, the arm would melt away.
        quiet = (strange == 0) & (cv2.dilate(arms, np.ones((7, 7), np.uint8)) == 0)
        self._follow_light(now, quiet)
        return arms

    def _is_bare(self, part: Mask, seen: Sequence[Sighting]) -> bool:
        """Whether cards that are not seen any more explain all of it: they were taken away, and the table shows."""
        here = {item.text for item in seen}
        height, width = part.shape
        lost = [(text, *at) for text, at in self._known.items() if text not in here]
        lost = [(text, x, y, side) for text, x, y, side in lost if x < width and y < height and part[y, x]]
        for text, *_ in lost:
            del self._known[text]
        return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * sum(side * side for *_, side in lost)

    def _resting(self, seen: Sequence[Sighting]) -> Grey:
        """Where an arm became the table; not where a tag shows."""
        resting = _differ(self._calm, self._under)
        if not resting.any():
            return resting
        _, labels = cv2.connectedComponents(resting)
        height, width = resting.shape
        for x, y, _ in map(_cell_of, seen):
            if x < width and y < height and (number := int(labels[y, x])):
                free = labels == number
                self._under[free], resting[free] = self._calm[free], 0
        return np.asarray(cv2.dilate(resting, np.ones((3, 3), np.uint8)), dtype=np.uint8)

    def _uncover(self, now: Map) -> None:
        """Where an arm lay so long that it became the table, and what was under it shows again."""
        back = (cv2.absdiff(now, self._under) <= _MOVED) & (cv2.absdiff(now, self._calm) > _MOVED)
        self._calm[back] = now[back]

    def _absorb(self, part: Mask, now: Map, is_arm: bool) -> None:
        self._calm[part] = now[part]
        if not is_arm:
            self._under[part] = now[part]

    def _follow_light(self, now: Map, quiet: Mask) -> None:
        same = quiet & (cv2.absdiff(self._under, self._calm) <= _MOVED)
        self._calm[quiet] += 0.1 * (now[quiet] - self._calm[quiet])
        self._under[same] = self._calm[same]


def _cell_of(item: Sighting) -> tuple[int, int, float]:
    x, y = item.centre
    return int(x / CELL), int(y / CELL), item.side


def _differ(now: Map, before: Map) -> Grey:
    apart: Map = np.asarray(cv2.absdiff(now, before), dtype=np.float32)
    mask = (apart > above_noise(apart, _MOVED)).astype(np.uint8)
    # Single cells are noise or a flickering edge.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)


def _parts(strange: Grey) -> list[tuple[Mask, bool]]:
    """Each patch of what differs, and whether it hangs on the picture's edge and is as large as an arm."""
    closed = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
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
    boxes = []
    for top in range(0, covered.shape[0], 4):
        band = covered[top : top + 4].any(0)
        edges = np.flatnonzero(np.diff(np.concatenate([[0], band.astype(np.int8), [0]])))
        boxes += [
            (float(a * CELL), float(top * CELL), float(b * CELL), float((top + 4) * CELL))
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]
    return tuple(boxes)
