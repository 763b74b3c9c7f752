"""Hands and motion, on the coarse map of the picture: where nothing can be said about what lies there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import (
    AROUND,
    MOVED,
    SEAM,
    Mask,
    boxes_over,
    differ,
    has_new_rim,
    parts_of,
    steps_of,
    window_around,
    without_flicker,
)
from vision.changes import CELL, Map, coarse
from vision.frames import Grey
from vision.lying import SMALLEST_CARD, LyingCard
from vision.sightings import Sighting
from vision.tracker import Box

_ABSORB_CARD_MS = 200  # a card whose tag is read
_ABSORB_MS = 700  # a change away from the edge that lies still this long is furniture: a card, a cup
_ABSORB_ARM_MS = 6000  # one that reaches the edge may be a resting arm
_CARD_TO_CODE = 45  # area of a card in its sleeve and shadow, in areas of its code
_SEAMED = 0.07  # of the rim of what was added, at the least: arms may be as dark as the table, or as a card
_PATTERNED = 0.4  # of the cells of a patterned table have steps, at the least
_AS_MUCH = 0.6  # of that, a piece of it
_BESIDE, _ENOUGH = 4.5, 0.03  # sides of a code within which cards may lie; of the picture, to judge the table by
_SHOWN = 0.5  # of what was under an arm, before it is believed that the arm has left
_FOLLOWS = 0.1  # of what is left of a change of light, in each look
_SUDDEN = 0.04  # more or less light, from one look to the next
_LEFT_MS = 60_000  # for which a card counts as there because of how it looks
_FORGOTTEN = 20  # looks at a place without its card
_CARD_REACH = 6.0  # sides of a code from its middle to the farthest corner of its card


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """``covered``: a map of cells under something that moves or reaches in; ``boxes``: the same in pixels."""

    covered: Grey
    boxes: tuple[Box, ...]
    resting: tuple[Box, ...] = ()  # where cards may be under what lay there so long that it counts as the table

    @property
    def share(self) -> float:
        return float(self.covered.mean())


class MotionWatch:
    """Compares each picture with the last one, and with the table as it lay when it was calm.

    What differs from the calm table was added or taken away: what is added has a rim of its own, and under it nothing
    can be said to be gone; where a card was taken away the table goes on without one.
    """

    def __init__(self) -> None:
        self._last: Map = np.zeros((0, 0), np.float32)
        self._calm: Map = self._last
        self._under: Map = self._last  # what lay there before something rested so long that it counts as the table
        self._moved_ms: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._cards: dict[str, LyingCard] = {}

    def watch(self, grey: Grey, at_ms: int, seen: Sequence[Sighting] = ()) -> Motion:
        """``seen``: what was just read; where cards show their tags, no arm lies on them."""
        now = coarse(grey)
        if self._last.shape != now.shape:
            self._last, self._calm, self._under = now, now.copy(), now.copy()
            self._moved_ms = np.zeros(now.shape, np.int64)
            self._cards = {}
        self._switch_light(now)
        now = without_flicker(now, self._calm)
        moving = differ(now, self._last)
        self._last = now
        self._moved_ms[cv2.dilate(moving, AROUND) > 0] = at_ms
        self._remember(now, seen)
        arms = self._arms(now, at_ms, seen)
        covered = np.asarray(cv2.dilate(moving | arms, AROUND), dtype=np.uint8)
        resting = self._resting(now, at_ms, seen)
        return Motion(
            covered, boxes_over(covered), boxes_over(resting | self._left(now, at_ms, covered | resting, seen))
        )

    def _arms(self, now: Map, at_ms: int, seen: Sequence[Sighting]) -> Grey:
        """What reaches in or was added. When it has lain still for a while it becomes part of the table."""
        self._uncover(now)
        strange = differ(now, self._calm)
        arms = np.zeros_like(strange)
        for part, reaches in parts_of(strange):
            cards = _shows_cards(part, seen)
            added = not cards and self._is_added(part, now, self._calm, seen)
            self._learn(part, seen)
            patience = _ABSORB_CARD_MS if cards else _ABSORB_ARM_MS if added and reaches else _ABSORB_MS
            if at_ms - int(self._moved_ms[part].max()) >= patience:
                self._absorb(part, now, added)
            elif added:
                arms[part] = 1
        # The rim of an arm differs only a little: were it taken for the table, the arm would melt away.
        quiet = (strange == 0) & (cv2.dilate(arms, np.ones((7, 7), np.uint8)) == 0)
        self._follow_light(now, quiet)
        return arms

    def _resting(self, now: Map, at_ms: int, seen: Sequence[Sighting]) -> Grey:
        """Where something became the table, and cards may lie under it; not where a tag shows, nor without a rim."""
        resting = differ(self._calm, self._under)
        for part, _ in parts_of(resting) if resting.any() else ():
            is_calm = at_ms - int(self._moved_ms[part].max()) >= _ABSORB_MS
            if _within(part, seen) or (is_calm and not self._is_added(part, now, self._under, seen)):
                self._under[part], resting[part] = self._calm[part], 0
        return np.asarray(cv2.dilate(resting, AROUND), dtype=np.uint8)

    def _remember(self, now: Map, seen: Sequence[Sighting]) -> None:
        level = self._level()
        for item in seen:
            window = window_around(item.centre, _CARD_REACH * item.side)
            before = self._cards.get(item.text)
            known = before is not None and before.window == window
            place = before.place if before is not None and known else None
            self._cards[item.text] = LyingCard(item.centre, item.side, window, now[window].copy(), level, place)

    def _level(self) -> float:
        return float(np.median(self._calm[::4, ::4])) + 1.0

    def _learn(self, part: Mask, seen: Sequence[Sighting]) -> None:
        """Where a card lies that was just laid: all that changed around its tag."""
        within = _within(part, seen)
        if len(within) == 1:
            item, area = within[0], float(part.sum()) * CELL * CELL
            if SMALLEST_CARD * item.side**2 < area < _CARD_TO_CODE * item.side**2:
                card = self._cards[item.text]
                card.place = part[card.window].copy()

    def _is_added(self, part: Mask, now: Map, before: Map, seen: Sequence[Sighting]) -> bool:
        """Whether something lies there now, and not the table that was under a card."""
        # What once counted as added is not given up for a little less of a rim, in another's shadow.
        if not has_new_rim(part, now, before, _SEAMED if before is self._calm else _SEAMED / 2):
            return False
        lost = [card for card in self._lost(seen) if part[card.core].any()]
        explained = _CARD_TO_CODE * sum(card.side**2 for card in lost) > float(part.sum()) * CELL * CELL
        return not (explained and self._goes_on(part, now))

    def _goes_on(self, part: Mask, now: Map) -> bool:
        """Whether it is a piece of a patterned table, as full of steps as what lies far from all cards."""
        table = cv2.dilate(part.astype(np.uint8), np.ones((5, 5), np.uint8)) == 0
        for card in self._cards.values():
            table[window_around(card.centre, _BESIDE * card.side)] = False
        if table.mean() < _ENOUGH:
            return False
        steps = steps_of(now) > SEAM
        usual = float(steps[table].mean())
        return usual > _PATTERNED and float(steps[part].mean()) > _AS_MUCH * usual

    def _lost(self, seen: Sequence[Sighting]) -> list[LyingCard]:
        """Cards whose tags are not seen any more."""
        here = {item.text for item in seen}
        return [card for text, card in self._cards.items() if text not in here]

    def _left(self, now: Map, at_ms: int, hidden: Grey, seen: Sequence[Sighting]) -> Grey:
        """Where cards are that still look as before, but for their tags; those of a bare place are forgotten."""
        left, level = np.zeros(now.shape, np.uint8), self._level()
        for card in self._lost(seen):
            if card.is_left(now, level):
                card.left_ms = at_ms if card.left_ms is None else card.left_ms
                # Where a card lies may have been learnt wrongly.
                left[card.core] = at_ms - card.left_ms < _LEFT_MS
            elif not hidden[card.core].any():
                card.looks_gone += 1
        self._cards = {text: card for text, card in self._cards.items() if card.looks_gone < _FORGOTTEN}
        return left

    def _uncover(self, now: Map) -> None:
        """Where something lay so long that it became the table, and most of what was under it shows again."""
        back = (cv2.absdiff(now, self._under) <= MOVED) & (cv2.absdiff(now, self._calm) > MOVED)
        for part, _ in parts_of(differ(self._calm, self._under)) if back.any() else ():
            shown = part & back
            # A few cells of an arm look like that too, in another's shadow.
            if shown.sum() > _SHOWN * part.sum():
                self._calm[shown] = now[shown]

    def _absorb(self, part: Mask, now: Map, added: bool) -> None:
        self._calm[part] = now[part]
        if not added:
            self._under[part] = now[part]

    def _switch_light(self, now: Map) -> None:
        """A lamp, a cloud or the camera's own exposure: all that is remembered becomes as much brighter or darker."""
        more = float(np.median((now[::4, ::4] + 1) / (self._last[::4, ::4] + 1)))
        if abs(more - 1) > _SUDDEN:
            self._last, self._calm, self._under = self._last * more, self._calm * more, self._under * more

    def _follow_light(self, now: Map, quiet: Mask) -> None:
        if not quiet[::3, ::3].any():
            return
        same = quiet & (cv2.absdiff(self._under, self._calm) <= MOVED)
        # Under an arm it grows dark as everywhere else, which a part of the cells tells.
        some = np.zeros_like(quiet)
        some[::3, ::3] = quiet[::3, ::3]
        more = 1 + _FOLLOWS * (float(np.median((now[some] + 1) / (self._calm[some] + 1))) - 1)
        self._under[~same] *= more
        self._calm[~quiet] *= more
        self._calm[quiet] += _FOLLOWS * (now[quiet] - self._calm[quiet])
        self._under[same] = self._calm[same]


def _shows_cards(part: Mask, seen: Sequence[Sighting]) -> bool:
    """Whether the tags read in it are enough to make it cards that were laid down, and nothing more."""
    cards = sum(item.side**2 for item in _within(part, seen))
    return float(part.sum()) * CELL * CELL < _CARD_TO_CODE * cards


def _within(part: Mask, seen: Sequence[Sighting]) -> list[Sighting]:
    height, width = part.shape
    cells = ((int(item.centre[0] / CELL), int(item.centre[1] / CELL), item) for item in seen)
    return [item for x, y, item in cells if x < width and y < height and part[y, x]]
