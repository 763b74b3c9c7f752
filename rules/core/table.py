"""The cards on the table by zone, as the camera reports them, and what a game reads from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.seats import Seat
from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class TableCards:
    """The settled cards. ``zones`` has every zone in view, even empty ones; a zone out of view is missing.

    ``focus`` is the seat whose cards are on the mat, when the companion has asked one seat to show them.
    """

    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    focus: Seat | None = None

    def zone(self, name: str) -> frozenset[str]:
        return self.zones.get(name, frozenset())

    def place_of(self, card: str) -> str | None:
        return next((name for name, cards in self.zones.items() if card in cards), None)


Table = TableCards  # as games made for 1.0 call it


@dataclass(frozen=True, slots=True)
class Resolution:
    """One way to settle a doubt: give commands, undo the last step, or leave everything as it is."""

    words: Words
    commands: tuple[object, ...] = ()
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something on the table that no rule explains: a question, the cards, and ways to settle it."""

    words: Words
    cards: tuple[str, ...]
    answers: tuple[Resolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a game reads from the table: legal commands in order, then what is left unexplained."""

    commands: tuple[object, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A card to move on the real table, from one place to another: a zone, ``hand-2``, ``deck`` or ``box``.

    ``hand``: back to the player who had it; ``down``: the same, or face down in front of a player who laid one.
    ``hidden``: it is face down; only its owner may be told which card it is.
    """

    card: str
    origin: str
    target: str
    hidden: bool = False
