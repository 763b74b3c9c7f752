"""What somebody may tell on the pad. ``seat`` is whom it is told of; all of it lies open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from rules.core.codec import Codec
from rules.core.pad.state import Areas, Claim, Points, Stay, Way
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all


@open_to_all
@dataclass(frozen=True, slots=True)
class Begin:
    """The game begins in this way; with what was told before it had a journal, if anything was."""

    way: Way
    areas: Areas = ()
    seat: Seat = 0
    asked: tuple[str, ...] = ()
    settled: tuple[Claim, ...] = ()
    points: tuple[Points, ...] = ()
    round: int = 0
    stays: tuple[Stay, ...] = ()
    skipped: tuple[Seat, ...] = ()


@open_to_all
@dataclass(frozen=True, slots=True)
class ChangeWay:
    """From now on the game is told in this way."""

    way: Way


@open_to_all
@dataclass(frozen=True, slots=True)
class Ask:
    """This seat is asked now: whatever is laid on the mat is theirs."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class LayCards:
    """These cards lie before the seat, whether they were seen or told."""

    seat: Seat
    cards: tuple[str, ...]


@open_to_all
@dataclass(frozen=True, slots=True)
class ClaimCards:
    """These cards, and no others, lie before the seat that is asked although they were read with another."""

    seat: Seat
    cards: tuple[str, ...]
    by_itself: ClassVar[bool] = True


@open_to_all
@dataclass(frozen=True, slots=True)
class SettleClaim:
    """The card that the seat claims is the ``owner``'s."""

    seat: Seat
    card: str
    owner: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class ClearArea:
    """The seat's cards are laid anew."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class EndArea:
    """These are all of the seat's cards."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class GivePoints:
    """A card counts so much, whatever is printed on it."""

    card: str
    points: int


@open_to_all
@dataclass(frozen=True, slots=True)
class TellStay:
    """This card stays with the seat in this round; no card: nothing does."""

    seat: Seat
    card: str = ""


@open_to_all
@dataclass(frozen=True, slots=True)
class SkipSeat:
    """Nobody tells now what stays with the seat in this round."""

    seat: Seat


@open_to_all
@dataclass(frozen=True, slots=True)
class StopEarly:
    """This player has to go, and the rules do not say how to play on without: the game is counted as it stands."""

    seat: Seat


TellCommand: TypeAlias = (
    Begin | ChangeWay | Ask | LayCards | ClaimCards | SettleClaim | ClearArea | EndArea | GivePoints | TellStay
    | SkipSeat
)  # fmt: skip
PadCommand: TypeAlias = TellCommand | StopEarly
PAD_COMMANDS: Codec[Any] = Codec("do", PadCommand.__args__)
