"""The footprint of one card on the coarse map: which cells it covers, and whether they are bare once its tag is no
longer seen. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.outline import UNSURE, Outline, cells_within, outline_of
from vision.tags.changes import CELL, Map

Mask = NDArray[np.bool_]
Window = tuple[slice, slice]

_SAME = 10.0  # grey levels within which a cell counts as unchanged
_LEFT = 0.35  # unchanged share of a card that is still there, with something on its tag
_BARE, _MOSTLY = (
    0.5,
    0.62,
)  # share near the tag, and of the footprint, that looks as before the card was laid: it was taken away
_SURELY_BARE = 0.85  # the same for the footprint alone, whatever lies nearby
_CUT_OUT, _QUIET = 0.12, 0.8  # unchanged share of a card at most, and of its rim at least, if only the card has gone
_STILL = 0.97  # unchanged share of the rim if a card not seen being laid has gone: anything on it would reach the rim
_LIKE_TABLE, _AS_ROUGH = (
    0.7,
    2.0,
)  # share of the footprint that looks like its rim; tolerance in multiples of the rim's own variation
_LEAST_RIM = 30  # cells
_MOST_BEFORE, _ALIKE = 4, 0.8  # earlier looks kept of a place; share of equal cells at which two count as one
_FAR = 6.0  # code sides from the tag to a card's farthest corner
_AROUND_TAG = 0.75  # the same, to the surroundings of the code
_NEAR = 2.5  # the same, to cells that must be bare once it has gone
_OTHER = 0.35  # share of the tag's cells that differ from a table without it
_AREA = 8.0, 45.0  # of a sleeved card with its shadow, in code areas
_FILLED = 0.85  # share of its bounding rectangle that a card fills
_ROUGHLY_FILLED = 0.6  # the same if parts of it look like the table
_LONGER = 1.1, 1.8  # aspect ratio of a card, or of its visible part
_STAYED = 1.0  # code sides: a tag farther away has moved
_SMALL, _WIDE = np.ones((3, 3), np.uint8), np.ones((9, 9), np.uint8)


@dataclass(slots=True, eq=False)
class Footprint:
    """``place``: the card's cells in the window. They differ from how the table looked ``before``, or are assumed if it
    was not seen being laid."""

    item: Sighting
    window: Window
    place: Mask
    near: Mask  # the cells of ``place`` around the tag
    reach: Mask  # cells the card may cover at most
    look: Map  # of the whole window, kept up to date
    around: Map  # the same when the footprint was found, before any arm came to rest there
    before: list[Map]  # looks of the window without the card; empty if it was not seen being laid
    looked_ms: int = 0
    lost_ms: int | None = None
    bare_ms: int | None = None
    changed_ms: int | None = None

    def unlike(self, now: Map) -> Mask:
        """Cells of the card that have changed."""
        return np.asarray(self.place & (cv2.absdiff(now[self.window], self.look) > _SAME), dtype=np.bool_)

    @property
    def outline(self) -> Outline:
        rows, columns = np.nonzero(self.place)
        return outline_of(self.item, rows + self.window[0].start, columns + self.window[1].start)

    def changed(self, now: Map) -> float:
        return float(self.unlike(now).sum()) / float(self.place.sum())

    def relight(self, light: float) -> None:
        self.look, self.around = self.look * np.float32(light), self.around * np.float32(light)
        self.before = [look * np.float32(light) for look in self.before]

    def is_gone(self, now: Map, cards: Mask, spread: Mask, covered: Grey) -> bool:
        """Whether the card was taken away.

        Little of it may look unchanged. In addition, either only the card has changed and not its rim, or its place
        looks as before it was laid or like the table around it, with nothing reaching in from other cards.

        ``cards``: the cells of all cards; ``spread``: those under things that lie on other cards.
        """
        changed = self.changed(now)
        if 1 - changed > _LEFT:
            return False
        near, whole = self._bareness(now)
        if whole > _SURELY_BARE:
            return True
        here, rim = now[self.window], self._rim(cards)
        same = np.asarray(cv2.absdiff(here, self.look if self.before else self.around) <= _SAME, dtype=np.bool_)
        quiet = _share(same, rim)
        if 1 - changed < _CUT_OUT and quiet > _QUIET:
            return True
        if spread[self.window][self.near].any():
            return False
        if not self.before and quiet > _STILL:
            return True
        if covered[self.window][cv2.dilate(self.place.astype(np.uint8), _SMALL) > 0].any():
            return False
        # A hand as grey as the table hides a card too, but its fingers do not look like bare table.
        return (near > _BARE and whole > _MOSTLY) or (quiet > _BARE and _goes_on(here, self.near, rim & same))

    def is_under(self, item: Sighting, shape: tuple[int, ...]) -> bool:
        """Whether another tag lies on it, or where its own tag was."""
        place = np.zeros(shape, np.bool_)
        place[self.window] = cv2.morphologyEx(self.place.astype(np.uint8), cv2.MORPH_CLOSE, _WIDE) > 0
        return _is_in(item, place) or stayed(self.item, item)

    def _bareness(self, now: Map) -> tuple[float, float]:
        """The share that looks as before the card was laid, near its tag and overall."""
        alike = [cv2.absdiff(now[self.window], look) <= _SAME for look in self.before]
        found = ((float(same[self.near].mean()), float(same[self.place].mean())) for same in alike)
        return max(found, default=(0.0, 0.0))

    def _rim(self, cards: Mask) -> Mask:
        """Cells around the card that belong to no other card."""
        mask = self.reach.astype(np.uint8)
        rim = (cv2.dilate(mask, _WIDE) > 0) & (cv2.dilate(mask, _SMALL) == 0)
        return np.asarray(rim & (cv2.dilate(cards[self.window].astype(np.uint8), _SMALL) == 0), dtype=np.bool_)


def find_footprint(
    item: Sighting, now: Map, tables: Iterable[Map], covered: Grey, seen: Iterable[Sighting]
) -> Footprint | None:
    """The footprint of a tag's card: what differs around the tag from the last look without it.

    ``tables``: earlier looks, the newest first. None while it cannot be told.
    """
    window, middle, tag = _window(item, _FAR, now.shape), _cell(item), _window(item, _AROUND_TAG, now.shape)
    if now[tag].size == 0 or covered[tag].any():
        return None
    before = [table[window] for table in tables if _differs(now[tag], table[tag])]
    if not before:
        return None
    unlike = (cv2.absdiff(now[window], before[0]) > _SAME) & (covered[window] == 0)
    place = _around(unlike, (middle[0] - window[1].start, middle[1] - window[0].start))
    place = _own(item, place, seen, now.shape)
    card = _make(item, now, place, place)
    if card is None or not is_card_shaped(card.place, _ROUGHLY_FILLED):
        return None
    card.before = _different(before, card.place)
    return card


def assume_footprint(item: Sighting, now: Map, outline: Outline, covered: Grey, claims: Grey) -> Footprint | None:
    """The footprint of a card that was not seen being laid, placed around its tag like the others. None if covered.

    ``claims``: how many cards may cover each cell; cells with several claims are left out.
    """
    window = _window(item, _FAR, now.shape)
    place = cells_within(outline, item, now.shape) & (covered == 0) & (claims <= 1)
    reach = cells_within(outline, item, now.shape, -UNSURE)
    return _make(item, now, place[window], reach[window])


def claimed(outline: Outline, items: Iterable[Sighting], shape: tuple[int, ...]) -> Grey:
    """How many cards may cover each cell."""
    claims = np.zeros(shape, np.uint8)
    for item in items:
        claims += cells_within(outline, item, shape)
    return claims


def _make(item: Sighting, now: Map, place: Mask, reach: Mask) -> Footprint | None:
    """None if the area is too small or too large for a card."""
    window = _window(item, _FAR, now.shape)
    near = place & (_apart(window, _cell(item)) <= (_NEAR * item.side / CELL) ** 2)
    area = float(place.sum()) * CELL * CELL / item.side**2
    if not (_AREA[0] < area < _AREA[1] and near.any()):
        return None
    return Footprint(item, window, place, near, reach, now[window].copy(), now[window].copy(), [])


def _own(item: Sighting, place: Mask, seen: Iterable[Sighting], shape: tuple[int, ...]) -> Mask:
    """The cells that are not closer to another tag."""
    window, middle = _window(item, _FAR, shape), _cell(item)
    whole = np.zeros(shape, np.bool_)
    whole[window] = place
    for other in seen:
        if other is not item and _is_in(other, whole):
            place = place & (_apart(window, middle) <= _apart(window, _cell(other)))
    return place


def patch_at(cells: Grey, item: Sighting) -> Mask:
    """The connected component that holds the centre of a tag."""
    _, labels = cv2.connectedComponents(cells)
    x, y = _cell(item)
    number = int(labels[y, x]) if y < cells.shape[0] and x < cells.shape[1] else 0
    return np.asarray((labels == number) & (number > 0), dtype=np.bool_)


def is_card_shaped(part: Mask, filled: float = _FILLED) -> bool:
    _, (wide, high), _ = cv2.minAreaRect(np.argwhere(part).astype(np.float32))
    wide, high = sorted((wide + 1, high + 1))
    return bool(part.sum() > filled * wide * high) and _LONGER[0] < high / wide < _LONGER[1]


def stayed(before: Sighting, now: Sighting) -> bool:
    (x, y), (was_x, was_y) = now.centre, before.centre
    return max(abs(x - was_x), abs(y - was_y)) <= _STAYED * now.side


def _share(cells: Mask, of: Mask) -> float:
    return float(cells[of].mean()) if int(of.sum()) >= _LEAST_RIM else 0.0


def _goes_on(now: Map, near: Mask, rim: Mask) -> bool:
    """Whether it looks like its rim: the bare table continues there."""
    if int(rim.sum()) < _LEAST_RIM:
        return False
    apart = np.abs(now - float(np.median(now[rim])))
    reach = max(_SAME, _AS_ROUGH * float(np.median(apart[rim])))
    return _share(np.asarray(apart <= reach, dtype=np.bool_), near) > _LIKE_TABLE


def _differs(now: Map, before: Map) -> bool:
    return float((cv2.absdiff(now, before) > _SAME).mean()) >= _OTHER


def _different(looks: Sequence[Map], place: Mask) -> list[Map]:
    """The first few looks that differ from each other there."""
    kept: list[Map] = []
    for look in looks:
        alike = (float((cv2.absdiff(look, other) <= _SAME)[place].mean()) > _ALIKE for other in kept)
        if len(kept) < _MOST_BEFORE and not any(alike):
            kept.append(look.copy())
    return kept


def _around(unlike: Mask, middle: tuple[int, int]) -> Mask:
    """The connected change that the tag lies in."""
    x, y = middle
    _, labels = cv2.connectedComponents(cv2.morphologyEx(unlike.astype(np.uint8), cv2.MORPH_CLOSE, _SMALL))
    near = labels[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    number = int(np.bincount(near[near > 0]).argmax()) if near.any() else -1
    return np.asarray(unlike & (labels == number), dtype=np.bool_)


def _apart(window: Window, cell: tuple[int, int]) -> NDArray[np.int64]:
    """Squared distance of each cell of a window from one cell."""
    down, across = np.ogrid[window]
    return np.asarray((across - cell[0]) ** 2 + (down - cell[1]) ** 2, dtype=np.int64)


def _window(item: Sighting, sides: float, shape: tuple[int, ...]) -> Window:
    """The cells within ``sides`` code sides of a tag's centre."""
    (x, y), reach = _cell(item), max(1, round(sides * item.side / CELL))
    return (
        slice(min(max(0, y - reach), shape[0]), min(y + reach + 1, shape[0])),
        slice(min(max(0, x - reach), shape[1]), min(x + reach + 1, shape[1])),
    )


def _cell(item: Sighting) -> tuple[int, int]:
    x, y = item.centre
    return int(x / CELL), int(y / CELL)


def _is_in(item: Sighting, part: Mask) -> bool:
    x, y = _cell(item)
    return y < part.shape[0] and x < part.shape[1] and bool(part[y, x])
