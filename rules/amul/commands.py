"""What a seat, or the table for all, can tell the referee of Āmul. Cards that nobody can know are named here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from rules.core.codec import Codec
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all


@open_to_all
@dataclass(frozen=True, slots=True)
class Lay:
    """A palace or bazaar card is in use: the facts do not say which ones are."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Fill:
    """The start player turns up a market card from the deck."""

    seat: Seat
    card: str


@open_to_all("seat")
@dataclass(frozen=True, slots=True)
class Offer:
    """Face down until all have offered."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class TurnUp:
    """All offers still outstanding, read together from the table: nobody says who offered what."""

    cards: tuple[str, ...]


@open_to_all
@dataclass(frozen=True, slots=True)
class Pick:
    seat: Seat
    card: str


@open_to_all("seat")
@dataclass(frozen=True, slots=True)
class Reveal:
    """Face down until all have chosen."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Take:
    """By an immediate effect."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Decline:
    """An immediate effect."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class Upkeep:
    """Market emptied, First Pick passed on, tracker moved: one confirmation by the start player."""

    seat: Seat


@open_to_all("seat")
@dataclass(frozen=True, slots=True)
class Show:
    """After round 9: a hand card with a hand icon."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Done:
    """After round 9: no hand card with a hand icon is left."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class Found:
    """After round 9 the table was read and is right: the card lies before this seat, wherever the log had it."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Missing:
    """After round 9 the table was read and is right: the card is not in this seat's play area, nor in any other."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class LoseTrack:
    """Whether a card is still in this hand nobody can say: equal ones were played, and only faces were seen."""

    hand: Seat
    lost: str
    by_itself: ClassVar[bool] = True


@open_to_all
@dataclass(frozen=True, slots=True)
class Tell:
    """A fact of the box, asked for or corrected: ``fact`` is its path in the facts file."""

    fact: str
    value: Any


@open_to_all
@dataclass(frozen=True, slots=True)
class Later:
    """The fact asked for is put off: play goes on without it."""

    fact: str


OneCard: TypeAlias = Lay | Fill | Offer | Pick | Reveal | Take | Show | Found | Missing
Command: TypeAlias = OneCard | TurnUp | Decline | Upkeep | Done | LoseTrack | Tell | Later

COMMANDS: Codec[Command] = Codec(
    "do",
    (Lay, Fill, Offer, TurnUp, Pick, Reveal, Take, Decline, Upkeep, Show, Done, Found, Missing, LoseTrack, Tell, Later),
)


def cards_of(command: Command) -> tuple[str, ...]:
    """The cards a command names."""
    if isinstance(command, TurnUp):
        return command.cards
    return (command.card,) if isinstance(command, OneCard) else ()
