"""Seats are numbers from 0, clockwise round the table."""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int


def next_seat(seat: Seat, count: int) -> Seat:
    """The neighbour to the left: the next one clockwise."""
    return (seat + 1) % count


def clockwise(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats once, beginning with ``first``."""
    return tuple((first + step) % count for step in range(count))


def neighbours(seat: Seat, count: int) -> tuple[Seat, ...]:
    """Left, then right; never the seat itself, and nobody twice."""
    return tuple(dict.fromkeys(((seat + 1) % count, (seat - 1) % count)))
