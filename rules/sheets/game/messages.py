"""What may be done with a sheet at the table, and what comes of it. ``round`` 0 is the end of the game.

Numbers are whole, or texts such as ``"2.5"``: a journal knows no fractions. Each class says what all may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.codec import Codec
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all

Coded: TypeAlias = int | str


@open_to_all
@dataclass(frozen=True, slots=True)
class WriteDown:
    """The seat has this in a row; a number that stands there already is corrected."""

    seat: Seat
    row: str
    number: Coded
    round: int = 0


@open_to_all("seat", "row", "round")
@dataclass(frozen=True, slots=True)
class WriteSecretly:
    """The same in a row that nobody sees until all are in."""

    seat: Seat
    row: str
    number: Coded
    round: int = 0


@open_to_all
@dataclass(frozen=True, slots=True)
class Erase:
    """Nobody knows what the seat has there."""

    seat: Seat
    row: str
    round: int = 0


@open_to_all
@dataclass(frozen=True, slots=True)
class EndTurn:
    """The seat has had its turn; only where turns have a clock."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class NextRound:
    """What is missing in this round stays unknown."""


@open_to_all
@dataclass(frozen=True, slots=True)
class EndRounds:
    """No more rounds are played."""


@open_to_all
@dataclass(frozen=True, slots=True)
class StandUp:
    """The seat plays no more rounds and keeps its points."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class LayCards:
    """The seat has these cards too. ``by_hand``: told, so that nobody knows which copies they are."""

    seat: Seat
    cards: tuple[str, ...]
    by_hand: bool = False


@open_to_all
@dataclass(frozen=True, slots=True)
class TakeAway:
    """The seat does not have this card after all."""

    seat: Seat
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class EndCards:
    """These are all cards of the seat."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class Finish:
    """The count as it stands is the result."""


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Written:
    seat: Seat
    row: str
    number: Coded
    round: int = 0


@open_to_all("seat", "row", "round", discloses=0)
@dataclass(frozen=True, slots=True)
class WrittenSecretly:
    seat: Seat
    row: str
    number: Coded
    round: int = 0


@open_to_all(discloses="numbers")
@dataclass(frozen=True, slots=True)
class RowShown:
    """All are in: everybody sees them, by seat; an empty text for a seat that does not take part."""

    row: str
    round: int
    numbers: tuple[Coded, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Erased:
    seat: Seat
    row: str
    round: int = 0


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundEnded:
    """``first``: who begins the next one, where that is followed."""

    round: int
    first: Seat | None = None


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundsOver:
    """By hand, by their number, or because somebody has reached the target."""

    by_hand: bool = False


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundsGoOn:
    """A correction: nobody has reached the target yet."""


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StoodUp:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CardsLaid:
    seat: Seat
    cards: tuple[str, ...]
    by_hand: bool = False


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CardTaken:
    seat: Seat
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CardsCounted:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Finished:
    pass


COMMANDS: Codec[Any] = Codec(
    "do",
    (WriteDown, WriteSecretly, Erase, EndTurn, NextRound, EndRounds, StandUp, LayCards, TakeAway, EndCards, Finish),
)
EVENTS: Codec[Any] = Codec(
    "event",
    (
        Written,
        WrittenSecretly,
        RowShown,
        Erased,
        TurnEnded,
        RoundEnded,
        RoundsOver,
        RoundsGoOn,
        StoodUp,
        CardsLaid,
        CardTaken,
        CardsCounted,
        Finished,
    ),
)
