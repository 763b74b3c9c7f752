"""What a seat can want. Choices of several things come one by one, except the cards of a bid."""

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
    """Teleportation: the gem that will be moved, and the area it lies in."""

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
    """Does not use a spell, or no further."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Choose:
    """The metal card for one joker symbol, or instead of one whose stack is empty."""

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
    """Magische Reise: the round marker of choice."""

    seat: int
    marker: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Draw:
    """The round marker that came out of the bag."""

    seat: int
    marker: int


@open_to_all
@dataclass(frozen=True, slots=True)
class Lay:
    """The winner lays the bid open: how many cards of which metals."""

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
    """Takes no further card out of the bid, or no further gem."""

    seat: int


@open_to_all
@dataclass(frozen=True, slots=True)
class TakeGem:
    seat: int
    gem: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Move:
    """The party goes on."""

    seat: int
    area: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Shift:
    """Energiebogen: one of its stones to this own spell."""

    seat: int
    spell: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Drain:
    """Sog der Finsternis, Sog des Lichts: one stone off this spell of another."""

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
class Correct:
    """A fact told wrongly or put off before; no move of the game, so no option."""

    seat: int
    fact: str
    value: Any


@open_to_all
@dataclass(frozen=True, slots=True)
class Forget:
    """What was told of an area is taken back: it will be asked again. No move of the game, so no option."""

    seat: int
    forgotten: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Count:
    """So many gems lie in an area now, whatever was followed; no move of the game, so no option."""

    seat: int
    area: str
    gems: int


Command: TypeAlias = (
    Deal | Open | Bid | Pass | Lift | Place | Decline | Choose | Name | Pick | Draw | Lay | TakeBack | Enough | TakeGem
    | Move | Shift | Drain | PutUnder | Tell | Later | Correct | Forget | Count
)  # fmt: skip

COMMANDS: Codec[Any] = Codec("do", Command.__args__)
