"""Motion that explains: what was taken flies to its owner, once, in less than a second."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.regions import Region
from companion.models import CardModel, TableModel

FLIGHT_MS = 650
TAKEN_SIZE = 0.45  # how large the card still is when it arrives


@dataclass(frozen=True, slots=True)
class Motion:
    """Something on its way since ``began_ms``."""

    seat: int
    began_ms: int

    def share(self, now_ms: int) -> float:
        """How far it is, from 0 to 1: quick at first, gentle at the end."""
        gone = min(1.0, max(0.0, (now_ms - self.began_ms) / FLIGHT_MS))
        return 1 - (1 - gone) ** 3

    def is_over(self, now_ms: int) -> bool:
        return now_ms - self.began_ms >= FLIGHT_MS


@dataclass(frozen=True, slots=True)
class Flight(Motion):
    """From the place of a card among ``before`` to the row of ``seat``."""

    card: CardModel
    before: TableModel


def taken(before: TableModel, after: TableModel, now_ms: int) -> Flight | None:
    """The flight that explains what changed: just one card has gone while it was somebody's turn."""
    left = {card.ident for card in after.cards}
    gone = [card for card in before.cards if card.ident not in left]
    if len(gone) != 1 or before.now.seat is None or len(after.cards) != len(before.cards) - 1:
        return None
    return Flight(before.now.seat, now_ms, gone[0], before)


def between(start: Region, end: Region, share: float) -> Region:
    """Where the card is: on its way, and shrinking."""
    size = 1 - (1 - TAKEN_SIZE) * share
    (x1, y1), (x2, y2) = start.centre, end.centre
    x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    return Region(x - start.w * size / 2, y - start.h * size / 2, start.w * size, start.h * size)
