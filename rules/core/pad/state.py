"""The pad as a value: who has which cards as far as told, what stayed in which round, who is asked now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.seats import Seat

Way: TypeAlias = Literal["follow", "scribe", "score"]
Areas: TypeAlias = tuple[tuple[str, ...], ...]  # cards by seat


@dataclass(frozen=True, slots=True)
class KnownTable:
    """What the rules know of the table: its cards in the order of the box, and what lies before everybody.

    ``rounds``: how many there are, in each of which cards stay; 0: it cannot be told round by round. ``points``: what
    cards were given by hand while the game was followed. ``leaving``: cards known never to stay before anybody.
    """

    cards: tuple[str, ...]
    areas: Areas
    rounds: int = 0
    round: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    leaving: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Claim:
    """A card that lay before a seat although it had been read with another."""

    card: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Points:
    """What a card was given by hand."""

    card: str
    points: int


@dataclass(frozen=True, slots=True)
class Stay:
    """What stayed with a seat in a round; no card: nothing did, and that was said."""

    round: int
    seat: Seat
    card: str = ""


@dataclass(frozen=True, slots=True)
class Pad:
    """``followed``: what lay before everybody by the rules when the pad last took that over."""

    areas: Areas
    way: Way = "follow"
    seat: Seat = 0  # who is asked, or whose cards are on the mat
    asked: tuple[str, ...] = ()  # cards that lie before this seat and were read with another
    settled: tuple[Claim, ...] = ()  # those that stay with the other
    points: tuple[Points, ...] = ()  # by hand, in place of what nobody can tell
    round: int = 0  # the one that is told; 0: none was
    stays: tuple[Stay, ...] = ()
    skipped: tuple[Seat, ...] = ()  # seats that were passed over in this round: nobody has told of them
    is_final: bool = False  # everybody has shown everything, and the score counts
    followed: Areas = ()
    gone: Seat | None = None  # who had to go, so that the game is counted as it stands

    @property
    def seats(self) -> int:
        return len(self.areas)

    @property
    def cards(self) -> frozenset[str]:
        """All that lie before somebody."""
        return frozenset(card for area in self.areas for card in area)

    @property
    def told(self) -> dict[str, int]:
        """Points by hand, of cards that lie somewhere."""
        there = self.cards
        return {given.card: given.points for given in self.points if given.card in there}

    @property
    def untold_rounds(self) -> tuple[int, ...]:
        """Rounds of which nobody has told what stayed with the player who is asked."""
        told = {stay.round for stay in self.stays if stay.seat == self.seat}
        first = min((stay.round for stay in self.stays), default=self.round)
        return tuple(number for number in range(first, self.round) if number not in told)

    def owner(self, card: str) -> Seat | None:
        return next((seat for seat, area in enumerate(self.areas) if card in area), None)

    def has_stay(self, seat: Seat) -> bool:
        """Whether it was told what stayed with this seat in this round."""
        return any((stay.round, stay.seat) == (self.round, seat) for stay in self.stays)

    def waiting(self, after: Seat) -> Iterator[Seat]:
        """Whoever is to be asked in this round still, clockwise from the seat behind ``after``."""
        behind = ((after + step) % self.seats for step in range(1, self.seats + 1))
        return (seat for seat in behind if seat not in self.skipped and not self.has_stay(seat))


def new_pad(seats: int) -> Pad:
    """Nothing was told: the game is followed."""
    return Pad(((),) * seats)


def with_known(pad: Pad, areas: Areas) -> Areas:
    """The pad's areas, with what has changed by the rules since they were last taken over; all else stays as told."""
    before, now = _owners(pad.followed), _owners(areas)
    moved = {card: now.get(card) for card in {**before, **now} if now.get(card) != before.get(card)}
    return tuple(
        (
            *(card for card in area if moved.get(card, seat) == seat),
            *(card for card, owner in moved.items() if owner == seat and card not in area),
        )
        for seat, area in enumerate(pad.areas)
    )


def _owners(areas: Areas) -> dict[str, Seat]:
    return {card: seat for seat, area in enumerate(areas) for card in area}
