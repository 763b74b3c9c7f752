"""What has happened in a game of Āmul. Events are outcomes: a replay asks nothing and judges nothing."""

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
    """How many cards each seat got; less than one each means that the deck ran out."""

    cards: tuple[int, ...]


@open_to_all
@dataclass(frozen=True, slots=True)
class Filled:
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StepBegan:
    """A step in which everybody acts at once, or only the start player."""

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
    """In id order, so that it does not show who offered what."""

    cards: tuple[str, ...]


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class OffersRead:
    """The offers of these seats, read together from the table."""

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
    """A hand card at the end; everybody sees it when all hands are read."""

    seat: Seat
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class HandDone:
    """``removed``: openly picked cards without a hand icon; the rest of the hand leaves unseen."""

    seat: Seat
    removed: tuple[str, ...]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Moved:
    """The final reading corrected the log: the card is in front of ``seat``; None: it is in no play area."""

    card: str
    seat: Seat | None


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TrackLost:
    """The card is no longer known to be in this hand: it may be there, in another hand or in the deck."""

    seat: Seat
    card: str


@open_to_all(discloses="cards")
@dataclass(frozen=True, slots=True)
class HandsOpened:
    """The shown cards, by seat, join the play areas; the game is over."""

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
    CardLaid | Dealt | Filled | StepBegan | OrderSet | Offered | OffersOpened | OffersRead | Picked | Revealed
    | RevealsOpened | Taken | Declined | NothingToTake | RoundEnded | Shown | HandDone | Moved | TrackLost | HandsOpened
    | Told | PutOff
)  # fmt: skip

EVENTS: Codec[Any] = Codec("event", Event.__args__)
