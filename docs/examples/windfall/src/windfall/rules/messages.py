"""Commands, and the events that follow from them. Each says what of it all may see, and how much was hidden before."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.secrecy import open_to_all


@open_to_all("seat")
@dataclass(frozen=True, slots=True)
class Keep:
    """Two recipes go into the hand: nobody else may know which."""

    seat: int
    fruits: tuple[str, ...]


@open_to_all
@dataclass(frozen=True, slots=True)
class TurnUp:
    seat: int
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Bid:
    seat: int
    coins: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Pass:
    seat: int


@open_to_all("seat", discloses=0)
@dataclass(frozen=True, slots=True)
class Kept:
    seat: int
    fruits: tuple[str, ...]


@open_to_all  # one thing that was hidden: nobody knew which crate comes next
@dataclass(frozen=True, slots=True)
class TurnedUp:
    seat: int
    card: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class BidMade:
    seat: int
    coins: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Sold:
    seat: int
    card: str
    coins: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class MarketHeld:
    """At the end of a day everybody sells a little, by itself: so many coins for each seat."""

    coins: tuple[int, ...]


@open_to_all(discloses="fruits")
@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody had in hand lies open."""

    seat: int
    fruits: tuple[str, ...]


COMMANDS = (Keep, TurnUp, Bid, Pass)
EVENTS = (Kept, TurnedUp, BidMade, Passed, Sold, MarketHeld, Shown)
Command = Keep | TurnUp | Bid | Pass
Event = Kept | TurnedUp | BidMade | Passed | Sold | MarketHeld | Shown
