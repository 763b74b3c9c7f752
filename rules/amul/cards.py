"""Single cards: their ids, where they belong, and the id order (slug, then market copies, then palace copies)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["market", "palace", "bazaar"]

COLOURS = ("yellow", "blue", "purple", "red", "green", "orange", "bazaar")
POSITIONS = ("hand", "area", "both")
STAYS = "stays"  # in place of a position: the play area, and perhaps the hand too
SOURCES: tuple[Source, ...] = ("market", "palace", "bazaar")
TRAITS = ("arab", "mongol", "prowess")  # the three that the rules know

TEA = "tea"
TEA_TRADER = "tea-trader"
TRADERS = tuple(f"trader-{number}" for number in range(1, 9))
BAZAAR = frozenset((*TRADERS, TEA_TRADER))
EFFECTS = ("arab-merchant", "mongol-merchant", "contract", "scavenger", "mughal-warlord")  # A-EFF-2

_ID = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:#p?([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the box. ``min_players`` and the pick-order ``letter`` are None while unknown."""

    id: str
    kind: str
    source: Source
    number: int
    min_players: int | None = None
    letter: str | None = None

    @property
    def copy(self) -> str:
        """Which copy of its kind: ``2``, or ``p1`` in the palace."""
        return f"p{self.number}" if self.source == "palace" else str(self.number)

    @property
    def rank(self) -> tuple[str, bool, int]:
        """Its place in id order."""
        return (self.kind, self.source == "palace", self.number)

    def is_used_by(self, players: int) -> bool | None:
        """A-DECK-2; None: unknown. Tea and the Tea Trader are used in their variant only, whatever this says."""
        return None if self.min_players is None else self.min_players <= players


@dataclass(frozen=True, slots=True)
class CardName:
    """A parsed card id; ``number`` is None for a bare slug."""

    slug: str
    number: int | None = None


def parse_id(text: str) -> CardName | None:
    """Parses ``gold#p1``; None if it is not a card id."""
    match = _ID.fullmatch(text) if len(text) <= 60 else None
    if match is None:
        return None
    slug, number = match.groups()
    return CardName(slug, int(number) if number else None)


@dataclass(frozen=True, slots=True)
class PlaceCopies:
    """The copies of a kind in one place, with what is known of each; None where nothing is known."""

    count: int = 0
    min_players: tuple[int, ...] | None = None
    letters: tuple[str | None, ...] | None = None

    def cards(self, slug: str, source: Source, mark: str | None) -> Iterator[Card]:
        """``mark``: what is between slug and number in an id; None if the kind has only one card."""
        for at in range(self.count):
            name = slug if mark is None else f"{slug}{mark}{at + 1}"
            players = None if self.min_players is None else self.min_players[at]
            yield Card(name, slug, source, at + 1, players, None if self.letters is None else self.letters[at])


@lru_cache(maxsize=1024)  # called for every kind after every told fact
def cards_of(slug: str, market: PlaceCopies, palace: PlaceCopies) -> tuple[Card, ...]:
    """All cards of a kind in id order; a kind with only one card has its bare slug as id."""
    alone = market.count + palace.count == 1
    source: Source = "bazaar" if slug in BAZAAR else "market"
    return (
        *market.cards(slug, source, None if alone else "#"),
        *palace.cards(slug, "palace", None if alone else "#p"),
    )
