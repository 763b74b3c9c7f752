"""What has happened. All of it is public: cards change hands openly, and hands themselves are never told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.amulett.spells import Phase
from rules.core.codec import Codec
from rules.core.secrecy import open_to_all


@open_to_all
@dataclass(frozen=True, slots=True)
class SpellDealt:
    seat: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A spell phase begins; ``aside`` is the number of cards set aside."""

    round: int
    aside: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn in the metal or the energy phase."""

    seat: int


@open_to_all
@dataclass(frozen=True, slots=True)
class SpellOpened:
    seat: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class BidMade:
    seat: int
    amount: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SpellBought:
    seat: int
    spell: str
    stones: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SpellUnsold:
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class GemLifted:
    seat: int
    area: str
    gem: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class GemMoved:
    """Teleportation: the lifted gem is in ``area`` now."""

    seat: int
    gem: str
    area: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SpellDeclined:
    seat: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class IncomeGiven:
    """Printed and extra income; ``free`` cards of the player's choice follow."""

    seat: int
    metals: Mapping[str, int]
    free: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class MetalChosen:
    seat: int
    metal: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class MetalNamed:
    seat: int
    metal: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class MarkerPicked:
    seat: int
    marker: int


@open_to_all
@dataclass(frozen=True, slots=True)
class MarkerDrawn:
    seat: int
    marker: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class AreaFound:
    """Without a board: an area is reached for the first time; with its gems from the set-up."""

    area: str
    gems: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class ExchangeBegan:
    area: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class ExchangeSkipped:
    area: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class ExchangeWon:
    seat: int
    amount: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class ExchangeUnsold:
    area: str


@open_to_all
@dataclass(frozen=True, slots=True)
class BidLaid:
    seat: int
    metals: Mapping[str, int]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CardTaken:
    seat: int
    metal: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class TakingEnded:
    seat: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class BidReturned:
    """The rest of the bid goes back to the stacks."""

    metals: Mapping[str, int]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class GemTaken:
    """The winning gem ends the game with this event."""

    seat: int
    gem: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class GiftDeclined:
    seat: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class PartyMoved:
    seat: int
    area: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class PartyStayed:
    seat: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StoneShifted:
    seat: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class StoneDrained:
    """``by`` is the spell of ``seat`` that took a stone off ``spell`` of ``owner``."""

    seat: int
    by: str
    owner: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class CostsPaid:
    """How many stones left each spell."""

    seat: int
    stones: Mapping[str, int]


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class SpellExpired:
    """A spell without stones went under the deck."""

    seat: int
    spell: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class FactTold:
    """``corrected``: told again without being asked."""

    fact: str
    value: Any
    corrected: bool = False


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class FactPutOff:
    fact: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class FactForgotten:
    fact: str


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class GemsCounted:
    """This many gems are there; the difference is in areas that were not counted."""

    area: str
    gems: int


Event: TypeAlias = (
    SpellDealt | RoundBegan | PhaseBegan | TurnBegan | SpellOpened | BidMade | Passed | SpellBought | SpellUnsold
    | GemLifted | GemMoved | SpellDeclined | IncomeGiven | MetalChosen | MetalNamed | MarkerPicked | MarkerDrawn
    | AreaFound | ExchangeBegan | ExchangeSkipped | ExchangeWon | ExchangeUnsold | BidLaid | CardTaken | TakingEnded
    | BidReturned | GemTaken | GiftDeclined | PartyMoved | PartyStayed | StoneShifted | StoneDrained | CostsPaid
    | SpellExpired | FactTold | FactPutOff | FactForgotten | GemsCounted
)  # fmt: skip

EVENTS: Codec[Any] = Codec("event", Event.__args__)
