"""What the camera reports, in neutral words: which card lies in which zone; and what a game makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.seats import Seat
from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class TableCards:
    """The settled table. ``zones`` holds every zone in view, also the empty ones; a zone out of view is missing.

    ``focus`` is the seat whose cards lie on the mat now, when the companion has asked one seat to show them.
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
    """One way to settle a doubt: commands to give, or the last step to take back; neither leaves all as it is."""

    words: Words
    commands: tuple[object, ...] = ()
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something on the table that no rule explains: said in words, naming the cards, with ways to settle it."""

    words: Words
    cards: tuple[str, ...]
    answers: tuple[Resolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the table asks for: legal commands in order, then what is left unexplained."""

    commands: tuple[object, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A card to carry on the real table: from one place to another, each a zone, ``hand-2``, ``deck`` or ``box``.

    ``hand``: of whoever had it; ``down``: the same, or face down again before who has laid one.
    ``hidden``: it lies face down; nobody but its owner may be told which card it is.
    """

    card: str
    origin: str
    target: str
    hidden: bool = False
