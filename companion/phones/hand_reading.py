"""A hand laid under the camera and told to its owner's phone alone.

While a seat reads its hand, the table is told nothing of what the camera sees: nothing of it is stored, shown or said.
Afterwards it is told again as soon as no more lies there than before, or when the owner says that all may see the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.contract import Context
from companion.inbox import TableSeen
from companion.table.table import Table
from rules.core.seats import Seat
from rules.core.table import TableCards
from rules.core.words import Words, words

READING_MS = 60_000  # after the last card that was read
PART = "phones.hand"  # under this name the screen says who has the camera
NOTHING = TableSeen(TableCards(), frozenset(), at_ms=0)


@dataclass(frozen=True, slots=True)
class Hand:
    """``before``: what lay there already; ``cards``: read since, in order; ``is_closing``: no more are read."""

    number: int  # of the game
    seat: Seat
    player: str
    before: frozenset[str]
    until_ms: int
    cards: tuple[str, ...] = ()
    is_closing: bool = False


class HandReading:
    """At most one seat at a time."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._last = NOTHING  # the last look, whoever got it
        self._unheard: TableSeen | None = None  # the last look that the table was not told of
        self._with_cards: tuple[int, bool] = (0, False)  # the game, and whether it has any to read
        self.hand: Hand | None = None

    @property
    def is_on(self) -> bool:
        return self.hand is not None

    def may_begin(self, table: Table) -> bool:
        """Whether there is a camera, and cards that it could read."""
        if self._with_cards[0] != table.number:
            self._with_cards = table.number, bool(self._context.box(table.slug).card_tags(table.document))
        return self._context.has_camera and self._with_cards[1]

    def of(self, seat: Seat) -> Hand | None:
        return self.hand if self.hand is not None and self.hand.seat == seat else None

    def begin(self, table: Table, seat: Seat, now_ms: int) -> Words | None:
        if self.hand is not None and self.hand.seat != seat:
            return words("phones.hand_taken", player=self.hand.player)
        if not self.may_begin(table):
            return words("phones.hand_no_camera")
        before = _lying(self._last) if self.hand is None else self.hand.before
        self.hand = Hand(table.number, seat, table.people[seat], before, now_ms + READING_MS)
        return None

    def end(self, table: Table, seat: Seat, now_ms: int) -> Words | None:
        """The owner has heard enough; said once more: what lies there now is for all."""
        if (hand := self.of(seat)) is None:
            return words("phones.moved_on")
        if hand.is_closing or self._is_clear(self._last):
            self._give_back(table, now_ms)
        else:
            self.close()
        return None

    def close(self, player: str | None = None) -> None:
        """Reads no more, of that player or of any; the table is told again once the hand has gone."""
        if self.hand is not None and player in (None, self.hand.player):
            self.hand = replace(self.hand, is_closing=True)

    def keeps(self, seen: TableSeen, table: Table | None, *, is_of_table: bool) -> bool:
        """Whether this look is not for the table. ``is_of_table``: not of a page that looks for something else."""
        if is_of_table:
            self._last = seen
        if self.hand is None or table is None or not is_of_table:
            return self.is_on
        if self.hand.is_closing and self._is_clear(seen):
            self.hand = self._unheard = None
            return False
        self._unheard = seen
        if not self.hand.is_closing:
            self._read(seen)
        return True

    def _read(self, seen: TableSeen) -> None:
        assert self.hand is not None
        if new := sorted(seen.cards - self.hand.before - frozenset(self.hand.cards)):
            until_ms = max(self.hand.until_ms, seen.at_ms + READING_MS)
            self.hand = replace(self.hand, cards=(*self.hand.cards, *new), until_ms=until_ms)

    def _is_clear(self, seen: TableSeen) -> bool:
        return self.hand is not None and _lying(seen) <= self.hand.before

    def _give_back(self, table: Table, now_ms: int) -> None:
        """The camera looks on for the table, which has missed what changed meanwhile."""
        missed, self._unheard, self.hand = self._unheard, None, None
        if missed is not None:
            table.see(replace(missed, at_ms=now_ms))

    def tick(self, table: Table | None, now_ms: int) -> None:
        hand = self.hand
        if hand is not None and (table is None or table.number != hand.number):
            hand = self.hand = self._unheard = None
        if hand is not None and table is not None and not hand.is_closing and now_ms >= hand.until_ms:
            self.end(table, hand.seat, now_ms)
        if self.hand is None:
            self._context.parts.pop(PART, None)
        else:
            said = "phones.hand_closing_on_screen" if self.hand.is_closing else "phones.hand_on_screen"
            self._context.parts[PART] = words(said, player=self.hand.player)


def _lying(seen: TableSeen) -> frozenset[str]:
    """Everything in view, settled or not; also what is there without a name yet."""
    return seen.cards | seen.seen | {f"unsure {card.number}" for card in seen.unsure}
