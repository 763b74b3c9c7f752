"""Whether a card is still there although its tag is not seen, by how its place looks. Pure.

The look of the table is kept each time something becomes part of it. A card is what has changed around its tag since
then; it was taken away once its place looks as before. A card that was not seen being laid is assumed to lie around its
tag like the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.footprint import Footprint, Mask, assume_footprint, claimed, find_footprint, patch_at, stayed
from vision.table.outline import UNSURE, Outline, cells_within, common_outline
from vision.tags.changes import Map

_LONGEST_MS = 60_000  # a card is believed to lie under something for at most so long
_SURELY_MS = 1000  # a place must be bare, or a tag unseen, for so long before it is forgotten
_LONG_MS = 3000  # a tag read for so long has nothing lying on it
_NEW_MS = 60_000  # the footprint of a tag is looked for in the first minute
_FRESH_MS, _NOW_AND_THEN_MS = 4000, 1000
_PAST = 24  # earlier looks of the table kept
_LEARNT = 20  # footprints from which the common outline is taken
_TOUCHED = 0.06  # changed share of a card on which something lies
_LIES_ON = 8  # changed cells on visible cards from which something counts as lying on them
_LEAVES_MS = 2000  # something that lay there so recently may still be there, undetected in this look
_SMALL = np.ones((3, 3), np.uint8)
_GAP = np.ones((5, 5), np.uint8)  # bridges bare table between two cards, which may be a sleeve as dark as the table


@dataclass(slots=True, eq=False)
class _Table:
    """How the table looked at ``at_ms``, under brightness ``light``."""

    look: Map
    light: float
    at_ms: int


@dataclass(slots=True)
class _Read:
    """A tag at one place: since when it has been read there, and when last."""

    item: Sighting
    since_ms: int
    last_ms: int
    tried_ms: int = 0  # last attempt to find its footprint
    guessed_ms: int = 0  # last attempt to assume one

    def is_due(self, at_ms: int) -> bool:
        """Whether to look for its footprint: in each look at first, then now and then, for a minute."""
        age = at_ms - self.since_ms
        if age > _NEW_MS or (age > _FRESH_MS and at_ms - self.tried_ms < _NOW_AND_THEN_MS):
            return False
        self.tried_ms = at_ms
        return True

    def is_late(self, at_ms: int) -> bool:
        """Whether to assume a footprint, as none was found while the card was new; at most now and then."""
        if at_ms - self.since_ms <= _FRESH_MS or at_ms - self.guessed_ms < _NOW_AND_THEN_MS:
            return False
        self.guessed_ms = at_ms
        return True


@dataclass(slots=True)
class CardPresence:
    _cards: dict[str, Footprint] = field(default_factory=dict)
    _read: dict[str, _Read] = field(default_factory=dict)
    _past: deque[_Table] = field(default_factory=lambda: deque(maxlen=_PAST))
    _light: float = 1.0
    _reached: dict[int, Mask] = field(default_factory=dict)  # cells under things on cards, by time of the look
    _outlines: deque[Outline] = field(
        default_factory=lambda: deque(maxlen=_LEARNT)
    )  # of the last cards seen being laid
    _shown: frozenset[str] = frozenset()  # tags read when the table was last kept for them

    def keep(self, table: Map, at_ms: int) -> None:
        """Something is about to become part of the table, which has looked like this so far."""
        if not self._past or self._past[-1].at_ms != at_ms:
            self._past.append(_Table(table.copy(), self._light, at_ms))

    def follow(self, light: float) -> None:
        self._light *= light
        for card in self._cards.values():
            card.relight(light)

    def showing(self, strange: Grey, seen: Collection[Sighting], at_ms: int) -> Mask:
        """The strange cells that are cards rather than an arm, because their tags have been read for a while.

        A card covers the common outline around its tag, or the whole connected patch while that is unknown.
        """
        shown = np.zeros(strange.shape, np.bool_)
        outline = common_outline(self._outlines)
        for item in seen:
            if self._is_long_read(item, at_ms):
                own = patch_at(strange, item) if outline is None else cells_within(outline, item, shown.shape, -UNSURE)
                shown |= own & (strange > 0)
        return shown

    def _is_long_read(self, item: Sighting, at_ms: int) -> bool:
        known = self._read.get(item.text)
        if known is None or not stayed(known.item, item) or at_ms - known.last_ms > _SURELY_MS:
            return False
        return at_ms - known.since_ms >= _LONG_MS

    def look(self, now: Map, table: Map, covered: Grey, at_ms: int, seen: Collection[Sighting]) -> list[Sighting]:
        """Cards still there although their tags are not seen; ``table``: its look under resting arms, which count as
        ``covered``."""
        here = {item.text: item for item in seen}
        if here.keys() != self._shown and not covered.any():
            # Cards are swapped quickly: a place may be bare for less time than it takes to become the table.
            self._shown = frozenset(here)
            self.keep(now, at_ms)
        for text, item in here.items():
            self._note(item, at_ms)
            if text in self._cards:
                self._remember(self._cards[text], now, covered, at_ms)
        due = [item for text, item in here.items() if text not in self._cards and self._read[text].is_due(at_ms)]
        tables = list(self._tables(table)) if due else []
        for item in due:
            if card := find_footprint(item, now, tables, covered, seen):
                card.looked_ms = at_ms
                self._cards[item.text] = card
                self._outlines.append(card.outline)
        self._assume(now, covered, at_ms, seen)
        return self._left(now, covered, at_ms, here)

    def are_bare(self, texts: Collection[str]) -> bool:
        """Whether the places of these cards look as they did before, in the last look."""
        cards = [self._cards.get(text) for text in texts]
        return all(card is not None and card.bare_ms is not None for card in cards)

    def _assume(self, now: Map, covered: Grey, at_ms: int, seen: Collection[Sighting]) -> None:
        """Footprints of cards not seen being laid, once the common outline is known."""
        late = [item for item in seen if item.text not in self._cards and self._read[item.text].is_late(at_ms)]
        outline = common_outline(self._outlines) if late else None
        if outline is None:
            return
        claims = claimed(outline, seen, now.shape)
        for item in late:
            if card := assume_footprint(item, now, outline, covered, claims):
                card.looked_ms = at_ms
                self._cards[item.text] = card

    def _left(self, now: Map, covered: Grey, at_ms: int, here: dict[str, Sighting]) -> list[Sighting]:
        lost = [card for text, card in self._cards.items() if text not in here]
        if not lost:
            return []
        cards, spread = self._all_cells(now), self._lately(self._spread(now, here), at_ms)
        left = []
        for card in lost:
            card.lost_ms = at_ms if card.lost_ms is None else card.lost_ms
            # The look of its place says nothing if another card shows its tag there.
            is_under = any(card.is_under(item, now.shape) for item in here.values())
            if is_under or at_ms - card.lost_ms >= _LONGEST_MS or card.is_gone(now, cards, spread, covered):
                card.bare_ms = at_ms if card.bare_ms is None else card.bare_ms
                if at_ms - card.bare_ms >= _SURELY_MS:
                    del self._cards[card.item.text]
            else:
                card.bare_ms = None
                left.append(card.item)
        return left

    def _all_cells(self, now: Map) -> Mask:
        cells = np.zeros(now.shape, np.bool_)
        for card in self._cards.values():
            cells[card.window] |= card.place
        return cells

    def _spread(self, now: Map, here: Collection[str]) -> Mask:
        """Cells under things that lie on visible cards, and as far as these reach over others."""
        changed, on_others = (np.zeros(now.shape, np.uint8) for _ in range(2))
        for text, card in self._cards.items():
            unlike = card.unlike(now)
            changed[card.window] |= unlike
            # Where a later card covers an earlier one, changes of the earlier one do not count.
            on_others[card.window][card.place] = 0
            if text in here:
                on_others[card.window] |= unlike
        on_others = np.asarray(cv2.morphologyEx(on_others, cv2.MORPH_OPEN, _SMALL), dtype=np.uint8)
        _, labels = cv2.connectedComponents(cv2.dilate(changed, _GAP))
        numbers = np.flatnonzero(np.bincount(labels[on_others > 0], minlength=1) >= _LIES_ON)
        return np.asarray(np.isin(labels, numbers[numbers > 0]), dtype=np.bool_)

    def _lately(self, spread: Mask, at_ms: int) -> Mask:
        """The union with recent looks."""
        self._reached = {ms: mask for ms, mask in self._reached.items() if at_ms - ms < _LEAVES_MS}
        self._reached[at_ms] = spread
        return np.asarray(np.logical_or.reduce(list(self._reached.values())), dtype=np.bool_)

    def _note(self, item: Sighting, at_ms: int) -> None:
        known = self._read.get(item.text)
        lies = item.text in self._cards
        if known is None or not stayed(known.item, item) or (not lies and at_ms - known.last_ms > _SURELY_MS):
            self._read[item.text] = _Read(item, at_ms, at_ms)
            self._cards.pop(item.text, None)
        else:
            known.last_ms = at_ms

    def _tables(self, newest: Map) -> Iterator[Map]:
        """Earlier looks, the newest first, scaled to the present light."""
        yield newest
        for table in reversed(self._past):
            yield table.look * np.float32(self._light / table.light)

    def _remember(self, card: Footprint, now: Map, covered: Grey, at_ms: int) -> None:
        """Updates the card's look, except for changed cells, which may be a sleeve, unless they stay changed."""
        card.lost_ms = card.bare_ms = None
        if at_ms - card.looked_ms < _NOW_AND_THEN_MS or covered[card.window][card.place].any():
            return
        card.looked_ms = at_ms
        if card.changed(now) < _TOUCHED:
            card.changed_ms = None
        elif card.changed_ms is None:
            card.changed_ms = at_ms
        stays = card.changed_ms is not None and at_ms - card.changed_ms >= _LONGEST_MS
        card.look = np.where(card.unlike(now) & (not stays), card.look, now[card.window])
