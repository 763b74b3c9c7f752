"""The commands of Āmul, given by a seat or by the table for everybody. They name the cards that only people can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from rules.core.codec import Codec
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all


@open_to_all
@dataclass(frozen=True, slots=True)
class Lay:
    """A palace or bazaar card is in use; the facts do not say which ones are."""

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
    """All outstanding offers, read together from the table, without saying who offered what."""

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
    """Takes a card by an immediate effect."""

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
    """After round 9 the table is right, not the log: the card is in front of this seat, wherever the log had it."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Missing:
    """After round 9 the table is right, not the log: the card is not in this play area, nor in any other."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class LoseTrack:
    """It is no longer known whether a card is in this hand: equal ones were played, and only their faces were seen."""

    hand: Seat
    lost: str
    by_itself: ClassVar[bool] = True


@open_to_all
@dataclass(frozen=True, slots=True)
class Tell:
    """A fact of the box, answered or corrected; ``fact`` is its path in the facts file."""

    fact: str
    value: Any


@open_to_all
@dataclass(frozen=True, slots=True)
class Later:
    """Puts off the fact that was asked for; play goes on without it."""

    fact: str


@open_to_all
@dataclass(frozen=True, slots=True)
class TellAll:
    """Several facts at once, by path; the facts in ``later`` are put off."""

    told: Mapping[str, Any]
    later: tuple[str, ...] = ()


OneCard: TypeAlias = Lay | Fill | Offer | Pick | Reveal | Take | Show | Found | Missing
Command: TypeAlias = OneCard | TurnUp | Decline | Upkeep | Done | LoseTrack | Tell | TellAll | Later

COMMANDS: Codec[Any] = Codec("do", Command.__args__)


def cards_of(command: Command) -> tuple[str, ...]:
    """The cards a command names."""
    if isinstance(command, TurnUp):
        return command.cards
    return (command.card,) if isinstance(command, OneCard) else ()
