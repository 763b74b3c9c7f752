"""The commands of Das Amulett. Several choices are given one by one, except the cards of a bid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.codec import Codec
from rules.core.secrecy import open_to_all


@open_to_all
@dataclass(frozen=True, slots=True)
class Deal:
    """Set-up: a spell dealt to this seat."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Open:
    """The spell that came up for auction."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Bid:
    """Stones for a spell, or metal cards in an exchange."""

    seat: int
    amount: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Pass:
    seat: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Lift:
    """Teleportation: the gem that will be moved, and its area."""

    seat: int
    area: str
    gem: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Place:
    """Teleportation: where the lifted gem goes."""

    seat: int
    area: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Decline:
    """Does not use a spell, or stops using it."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Choose:
    """The metal card for one joker symbol, or in place of one whose stack is empty."""

    seat: int
    metal: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Name:
    """Brennendes Verlangen: one more metal for this phase."""

    seat: int
    metal: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Pick:
    """Magische Reise: the chosen round marker."""

    seat: int
    marker: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Draw:
    """The round marker drawn from the bag."""

    seat: int
    marker: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Lay:
    """The winner shows the bid: how many cards of which metals."""

    seat: int
    metals: Mapping[str, int]


@open_to_all
@dataclass(frozen=True, slots=True)
class TakeBack:
    """One card out of the open bid, by a spell."""

    seat: int
    metal: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Enough:
    """Takes no more cards out of the bid, or no more gems."""

    seat: int


@open_to_all
@dataclass(frozen=True, slots=True)
class TakeGem:
    seat: int
    gem: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Move:
    """Moves the party."""

    seat: int
    area: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Shift:
    """Energiebogen: moves one of its stones to another spell of the same player."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Drain:
    """Sog der Finsternis, Sog des Lichts: takes one stone off another player's spell."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class PutUnder:
    """Which of several spells without stones goes under the deck next."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Tell:
    """The answer to the open question."""

    seat: int
    fact: str
    value: Any


@open_to_all
@dataclass(frozen=True, slots=True)
class Later:
    """The open question is put off."""

    seat: int
    fact: str


@open_to_all
@dataclass(frozen=True, slots=True)
class TellAll:
    """Several facts at once, by path, where they are asked for together; those in ``later`` are put off."""

    seat: int
    told: Mapping[str, Any]
    later: tuple[str, ...] = ()


@open_to_all
@dataclass(frozen=True, slots=True)
class Correct:
    """Corrects or supplies a fact; not a move of the game, so not an option."""

    seat: int
    fact: str
    value: Any


@open_to_all
@dataclass(frozen=True, slots=True)
class Forget:
    """Withdraws what was told of an area; it will be asked again. Not a move of the game, so not an option."""

    seat: int
    forgotten: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Count:
    """Corrects how many gems are in an area now. Not a move of the game, so not an option."""

    seat: int
    area: str
    gems: int


Single: TypeAlias = (
    Deal | Open | Bid | Pass | Lift | Place | Decline | Choose | Name | Pick | Draw | Lay | TakeBack | Enough | TakeGem
    | Move | Shift | Drain | PutUnder | Tell | Later | Correct | Forget | Count
)  # fmt: skip
Command: TypeAlias = Single | TellAll

COMMANDS: Codec[Any] = Codec("do", Command.__args__)
