"""What has happened on the pad; can always be applied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.codec import Codec, name_of
from rules.core.pad.state import Areas, Claim, Points, Stay, Way
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all
from rules.core.telling import open_values
from rules.core.words import Words


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Begun:
    way: Way
    areas: Areas
    seat: Seat = 0
    asked: tuple[str, ...] = ()
    settled: tuple[Claim, ...] = ()
    points: tuple[Points, ...] = ()
    round: int = 0
    stays: tuple[Stay, ...] = ()
    skipped: tuple[Seat, ...] = ()


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class WayChanged:
    """``areas``: with what the rules know by now; ``followed``: that alone; ``settled``: see ``KnownTable``."""

    way: Way
    areas: Areas
    followed: Areas
    round: int
    seat: Seat = 0
    settled: tuple[Seat, ...] = ()


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CaughtUp:
    """Rounds were told beside the rules: they go on at the beginning of this one, with these cards before everybody.

    ``untold``: by seat, the rounds of which nobody has told what stayed.
    """

    round: int
    areas: Areas
    untold: tuple[tuple[int, ...], ...] = ()


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SeatAsked:
    seat: Seat


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class CardsLaid:
    """Hands are among what is laid."""

    seat: Seat
    cards: tuple[str, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CardsClaimed:
    seat: Seat
    cards: tuple[str, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class ClaimSettled:
    seat: Seat
    card: str
    owner: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class AreaCleared:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TableTold:
    """Everybody has shown everything."""


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class PointsGiven:
    card: str
    points: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StayTold:
    round: int
    seat: Seat
    card: str = ""


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SeatSkipped:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundBegan:
    """This round is told from now on, beginning with the first seat."""

    round: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StoppedEarly:
    """This player had to go: the game is over, and counted as it stands."""

    seat: Seat


PadEvent: TypeAlias = (
    Begun | WayChanged | CaughtUp | SeatAsked | CardsLaid | CardsClaimed | ClaimSettled | AreaCleared | TableTold
    | PointsGiven | StayTold | SeatSkipped | RoundBegan | StoppedEarly
)  # fmt: skip
PAD_EVENTS: Codec[Any] = Codec("event", PadEvent.__args__)


def tell_pad(event: PadEvent) -> Words:
    """The event as a sentence all may hear: ``pad.event.<name>``, of some in several readings."""
    name, values = name_of(type(event)), open_values(event)
    match event:
        case Begun(way) | WayChanged(way):
            return Words(f"pad.event.{name}.{way}")
        case StayTold(card=""):
            name = "nothing_stayed"
        case CardsClaimed(cards=()):
            name = "cards_cleared"
        case CardsLaid() | CardsClaimed():
            values["n"] = len(event.cards)
        case PointsGiven():
            values["n"] = event.points
        case ClaimSettled():
            values["seat"] = event.owner
    return Words(f"pad.event.{name}", values)
