"""Single cards: ids, where a card belongs, and the order of ids (slug, then market copies, then palace copies)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["market", "palace", "bazaar"]

COLOURS = ("yellow", "blue", "purple", "red", "green", "orange", "bazaar")
POSITIONS = ("hand", "area", "both")
SOURCES: tuple[Source, ...] = ("market", "palace", "bazaar")
TRAITS = ("arab", "mongol", "prowess")  # the three with a meaning of their own

TEA = "tea"
TEA_TRADER = "tea-trader"
TRADERS = tuple(f"trader-{number}" for number in range(1, 9))
BAZAAR = frozenset((*TRADERS, TEA_TRADER))
EFFECTS = ("arab-merchant", "mongol-merchant", "contract", "scavenger", "mughal-warlord")  # A-EFF-2

_ID = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:#p?([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the box. ``min_players`` is None while nobody has told it."""

    id: str
    kind: str
    source: Source
    number: int
    min_players: int | None = None

    @property
    def rank(self) -> tuple[str, bool, int]:
        """Where it stands in id order."""
        return (self.kind, self.source == "palace", self.number)

    def is_used_by(self, players: int) -> bool | None:
        """A-DECK-2; None: not known. Tea and the Tea Trader are used in their variant only, whatever this says."""
        return None if self.min_players is None else self.min_players <= players


@dataclass(frozen=True, slots=True)
class CardName:
    """A card id taken apart: ``number`` is None for a bare slug."""

    slug: str
    number: int | None = None


def parse_id(text: str) -> CardName | None:
    """``gold#p1`` taken apart; None when it is no card id at all."""
    match = _ID.fullmatch(text) if len(text) <= 60 else None
    if match is None:
        return None
    slug, number = match.groups()
    return CardName(slug, int(number) if number else None)


def cards_of(
    slug: str,
    copies: int,
    palace_copies: int,
    min_players: tuple[int, ...] | None = None,
    palace_min_players: tuple[int, ...] | None = None,
) -> tuple[Card, ...]:
    """All cards of a kind in id order; a kind with one card in all goes by its bare slug."""
    alone = copies + palace_copies == 1
    source: Source = "bazaar" if slug in BAZAAR else "market"
    market = (
        Card(slug if alone else f"{slug}#{number}", slug, source, number, _at(min_players, number))
        for number in range(1, copies + 1)
    )
    palace = (
        Card(slug if alone else f"{slug}#p{number}", slug, "palace", number, _at(palace_min_players, number))
        for number in range(1, palace_copies + 1)
    )
    return (*market, *palace)


def _at(counts: tuple[int, ...] | None, number: int) -> int | None:
    return None if counts is None else counts[number - 1]
