"""Cards as they lay when their tags were last read: whether one is still there when its tag is not seen. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import CELL, Map
from vision.frames import Grey
from vision.sightings import Sighting

Mask = NDArray[np.bool_]

_SAME = 10.0  # grey levels by which a cell may differ and look as before
_LEFT = 0.35  # of a card that looks as before: then it is still there, and something lies on its tag
_LONGEST_MS = 60_000  # for which that is believed
_NEW_MS = 4000  # since when its tag may have been read
_FILLED = 0.85  # of the rectangle around a card
_LONGER = 1.1, 1.8  # times as high as wide is a card, or what shows of it
_STAYED = 1.0  # of its side: farther away it was moved


@dataclass(slots=True, eq=False)
class _Lying:
    """``place``: its cells in the window, those in which it differed from the table that it was laid on."""

    item: Sighting
    window: tuple[slice, slice]
    place: Mask
    look: Map
    lost_ms: int | None = None

    def is_left(self, now: Map, seen: Iterable[Sighting]) -> bool:
        """Whether enough of it looks as before, and no other card shows its tag there: that could look the same."""
        place = np.zeros(now.shape, np.bool_)
        place[self.window] = self.place
        if any(_is_in(item, place) for item in seen):
            return False
        same = cv2.absdiff(now[self.window], self.look) <= _SAME
        return float(same[self.place].mean()) > _LEFT


class LyingCards:
    """Only those that were seen being laid are known: of others nobody can tell where their edges are."""

    def __init__(self) -> None:
        self._cards: dict[str, _Lying] = {}
        self._since: dict[str, tuple[Sighting, int]] = {}  # where each tag is, and since when

    def lay(self, part: Mask, table: Map, now: Map, at_ms: int, seen: Iterable[Sighting]) -> None:
        """Something will be a part of the table; if it is like a card and shows a tag that is new, it is that card."""
        here = [item for item in seen if _is_in(item, part)]
        is_new = [at_ms - self._since[item.text][1] <= _NEW_MS for item in here if item.text in self._since]
        if is_new != [True] or not is_card_shaped(part):
            return
        rows, columns = np.flatnonzero(part.any(1)), np.flatnonzero(part.any(0))
        window = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
        unlike = part[window] & (cv2.absdiff(now[window], table[window]) > _SAME)
        if unlike.any():
            self._cards[here[0].text] = _Lying(here[0], window, unlike, now[window].copy())

    def follow(self, light: float) -> None:
        for card in self._cards.values():
            card.look *= np.float32(light)

    def look(self, now: Map, covered: Grey, at_ms: int, seen: Collection[Sighting]) -> list[Sighting]:
        """Those that are still there although their tags are not seen."""
        here = {item.text: item for item in seen}
        for text, item in here.items():
            if (before := self._since.get(text)) is None or not _stayed(before[0], item):
                self._since[text] = item, at_ms
        left = []
        for text, card in list(self._cards.items()):
            if text in here:
                self._remember(card, here[text], now, covered)
            elif card.is_left(now, seen):
                card.lost_ms = at_ms if card.lost_ms is None else card.lost_ms
                left += [card.item] if at_ms - card.lost_ms < _LONGEST_MS else []
        return left

    def _remember(self, card: _Lying, item: Sighting, now: Map, covered: Grey) -> None:
        card.lost_ms = None
        if not _stayed(card.item, item):
            del self._cards[item.text]
        elif not covered[card.window][card.place].any():
            card.look = now[card.window].copy()


def is_card_shaped(part: Mask) -> bool:
    _, (wide, high), _ = cv2.minAreaRect(np.argwhere(part).astype(np.float32))
    wide, high = sorted((wide + 1, high + 1))
    return bool(part.sum() > _FILLED * wide * high) and _LONGER[0] < high / wide < _LONGER[1]


def _stayed(before: Sighting, now: Sighting) -> bool:
    (x, y), (was_x, was_y) = now.centre, before.centre
    return max(abs(x - was_x), abs(y - was_y)) <= _STAYED * now.side


def _is_in(item: Sighting, part: Mask) -> bool:
    x, y = (int(value / CELL) for value in item.centre)
    return y < part.shape[0] and x < part.shape[1] and bool(part[y, x])
