"""What has happened in a game of Āmul. Events are outcomes: a replay asks nobody and rules on nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.core.codec import Codec
from rules.core.seats import Seat
from rules.core.secrecy import open_to_all

Place: TypeAlias = Literal["palace", "bazaar", "market"]


@open_to_all
@dataclass(frozen=True, slots=True)
class CardLaid:
    """A palace or bazaar card was found to be in use."""

    place: Place
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Dealt:
    """How many cards each seat got; fewer than one each says that the deck ran out."""

    cards: tuple[int, ...]


@open_to_all
@dataclass(frozen=True, slots=True)
class Filled:
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StepBegan:
    """A step in which nobody waits for anybody, or just the start player acts."""

    phase: Literal["offer", "reveal", "upkeep"]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class OrderSet:
    """A step in order begins."""

    phase: Literal["pick", "effects"]
    seats: tuple[Seat, ...]


@open_to_all("seat", discloses=0)
@dataclass(frozen=True, slots=True)
class Offered:
    seat: Seat
    card: str


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class OffersOpened:
    """In id order: who offered what is nobody's business."""

    cards: tuple[str, ...]


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class OffersRead:
    """The offers of these seats were read from the table, all together."""

    seats: tuple[Seat, ...]
    cards: tuple[str, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Picked:
    seat: Seat
    card: str


@open_to_all("seat", discloses=0)
@dataclass(frozen=True, slots=True)
class Revealed:
    """Chosen, face down."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Opened:
    """One revealed card: it stays in the play area or leaves the game."""

    seat: Seat
    card: str
    stays: bool


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class RevealsOpened:
    cards: tuple[Opened, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Taken:
    seat: Seat
    card: str
    place: Place


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Declined:
    seat: Seat


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class NothingToTake:
    seat: Seat
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundEnded:
    """``removed`` was left in the market; ``first_pick`` is the seat that has the card now."""

    removed: tuple[str, ...]
    first_pick: Seat


@open_to_all("seat", discloses=0)
@dataclass(frozen=True, slots=True)
class Shown:
    """A hand card of the end; seen by all when all hands are read."""

    seat: Seat
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class HandDone:
    """``removed``: cards picked in the open that have no hand icon; the rest of the hand leaves unseen."""

    seat: Seat
    removed: tuple[str, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Moved:
    """The final reading put the log right: the card lies before ``seat``; None: it is in no play area."""

    card: str
    seat: Seat | None


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TrackLost:
    """It was known to be in this hand, and is not any more: it may be there, in another hand or in the deck."""

    seat: Seat
    card: str


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class HandsOpened:
    """The shown cards join the play areas, by seat; the game is over."""

    cards: tuple[tuple[str, ...], ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Told:
    fact: str
    value: Any


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class PutOff:
    fact: str


Event: TypeAlias = (
    CardLaid
    | Dealt
    | Filled
    | StepBegan
    | OrderSet
    | Offered
    | OffersOpened
    | OffersRead
    | Picked
    | Revealed
    | RevealsOpened
    | Taken
    | Declined
    | NothingToTake
    | RoundEnded
    | Shown
    | HandDone
    | Moved
    | TrackLost
    | HandsOpened
    | Told
    | PutOff
)

EVENTS: Codec[Event] = Codec(
    "event",
    (
        CardLaid,
        Dealt,
        Filled,
        StepBegan,
        OrderSet,
        Offered,
        OffersOpened,
        OffersRead,
        Picked,
        Revealed,
        RevealsOpened,
        Taken,
        Declined,
        NothingToTake,
        RoundEnded,
        Shown,
        HandDone,
        Moved,
        TrackLost,
        HandsOpened,
        Told,
        PutOff,
    ),
)
