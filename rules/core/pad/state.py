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

    ``rounds``: how many there are, in each of which cards stay; 0: it cannot be told round by round. ``round``: the
    first of which the rules do not know everything that stays; ``settled``: seats of which they do in this one.
    ``points``: what cards were given by hand while the game was followed. ``leaving``: cards known never to stay
    before anybody.
    """

    cards: tuple[str, ...]
    areas: Areas
    rounds: int = 0
    round: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    leaving: frozenset[str] = frozenset()
    settled: tuple[Seat, ...] = ()


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
    """``followed``: what lay before everybody by the rules when the pad last took that over; ``by_rules``: what they
    know of which round and seat, so that nobody is asked."""

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
    by_rules: frozenset[tuple[int, Seat]] = frozenset()
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
        """Rounds of which nobody has told what stayed with the player who is asked, since somebody began to tell."""
        first = 1 if self.by_rules else min((stay.round for stay in self.stays), default=self.round)
        return tuple(number for number in self.untold_of(self.seat, self.round) if number >= first)

    def untold_of(self, seat: Seat, before: int) -> tuple[int, ...]:
        """Rounds before that one of which neither the rules nor anybody else has said what stayed with this seat."""
        told = {stay.round for stay in self.stays if stay.seat == seat}
        return tuple(
            number for number in range(1, before) if number not in told and (number, seat) not in self.by_rules
        )

    def owner(self, card: str) -> Seat | None:
        return next((seat for seat, area in enumerate(self.areas) if card in area), None)

    @property
    def is_told_of(self) -> bool:
        """Whether somebody has told of this round: then it is as good as played."""
        return any(stay.round == self.round for stay in self.stays)

    def has_stay(self, seat: Seat) -> bool:
        """Whether it is known what stayed with this seat in this round."""
        told = any((stay.round, stay.seat) == (self.round, seat) for stay in self.stays)
        return told or (self.round, seat) in self.by_rules

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
