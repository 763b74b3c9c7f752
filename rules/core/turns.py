"""Turn orders as values: who acts after whom, and why."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.seats import Seat, clockwise
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class Order:
    """Seats in the order they act, with a reason for each."""

    seats: tuple[Seat, ...]
    why: tuple[Words, ...]

    def __post_init__(self) -> None:
        if len(self.seats) != len(self.why):
            raise ValueError(f"expected a reason for each of {len(self.seats)} seats, got {len(self.why)}")


def all_at_once(first: Seat, count: int) -> Order:
    """Everybody acts at the same time; the seats are listed clockwise."""
    seats = clockwise(first, count)
    return Order(seats, tuple(words("why.together", seat=seat) for seat in seats))
