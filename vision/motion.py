"""Hands and motion, on the coarse map of the picture: where nothing can be said about what lies there. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.changes import CELL, Map, coarse
from vision.frames import Grey
from vision.tracker import Box

_MOVED = 10.0  # grey levels by which a cell must differ
_SMALLEST_ARM = 0.006  # of the picture
_ABSORB_MS = 700  # a change away from the edge that lies still this long is furniture: a card, a cup
_ABSORB_ARM_MS = 6000  # one that reaches the edge may be a resting arm


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """``covered``: a map of cells under something that moves or reaches in; ``boxes``: the same in pixels."""

    covered: Grey
    boxes: tuple[Box, ...]

    @property
    def share(self) -> float:
        return float(self.covered.mean())


class MotionWatch:
    """Compares each picture with the last one, and with the table as it lay when it was calm."""

    def __init__(self) -> None:
        self._last: Map | None = None
        self._calm: Map | None = None
        self._still_since: int | None = None

    def watch(self, grey: Grey, at_ms: int) -> Motion:
        now = coarse(grey)
        if self._last is None or self._calm is None or self._last.shape != now.shape:
            self._last, self._calm, self._still_since = now, now.copy(), at_ms
            return Motion(np.zeros(now.shape, np.uint8), ())
        moving = _differ(now, self._last)
        strange = _differ(now, self._calm)
        self._last = now
        arms, rest = _reaching_in(strange)
        self._absorb(now, moving, (arms, rest), at_ms)
        covered = np.asarray(cv2.dilate(moving | arms, np.ones((3, 3), np.uint8)), dtype=np.uint8)
        return Motion(covered, _boxes(covered))

    def _absorb(self, now: Map, moving: Grey, parts: tuple[Grey, Grey], at_ms: int) -> None:
        """What has become part of the table; light that changes slowly goes with it."""
        assert self._calm is not None
        arms, rest = parts
        if moving.mean() > 0.001:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = at_ms
        # The rim of an arm differs only a little: were it taken for the table, the arm would melt away.
        near_arms = cv2.dilate(arms, np.ones((7, 7), np.uint8))
        still = 0 if self._still_since is None else at_ms - self._still_since
        if still >= _ABSORB_MS:
            take = (near_arms == 0) if still < _ABSORB_ARM_MS else np.ones_like(arms, bool)
            self._calm[take] = now[take]
        quiet = (rest == 0) & (near_arms == 0)
        self._calm[quiet] += 0.1 * (now[quiet] - self._calm[quiet])


def _differ(now: Map, before: Map) -> Grey:
    mask = (cv2.absdiff(now, before) > _MOVED).astype(np.uint8)
    # Single cells are noise or a flickering edge.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)


def _reaching_in(strange: Grey) -> tuple[Grey, Grey]:
    """What differs and hangs on the picture's edge, and the rest."""
    closed = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    height, width = strange.shape
    arms = np.zeros_like(strange)
    for n in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[n])
        at_edge = x == 0 or y == 0 or x + w == width or y + h == height
        if at_edge and area > _SMALLEST_ARM * strange.size:
            arms[labels == n] = 1
    return arms, np.where(arms > 0, 0, strange).astype(np.uint8)


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
