"""What is in the box: metals, gems, round markers, stones; metal cards and the spell deck as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

METALS = ("gold", "silver", "copper", "iron")
ANY = "any"  # the joker symbol
EACH_METAL = 28

GEMS = {
    "red": 7,
    "yellow": 7,
    "green": 7,
    "colourless": 7,
    "white": 4,
    "light-blue": 4,
    "dark-blue": 4,
    "grey": 4,
    "orange": 4,
    "brown": 4,
}
ALL_GEMS = 52
UNTOLD = "?"  # a gem of unknown colour

MARKERS = (3, 4, 4, 5, 5, 6)
MARKER_NUMBERS = tuple(sorted(set(MARKERS)))

STONES = 10  # of each player
ALL_STONES = 60
DEALT_SPELLS = 2
DEALT_STONES = 2  # on each dealt spell

COLOURS_TO_WIN = 7
GEMS_TO_WIN = 8

MetalCards: TypeAlias = tuple[int, ...]  # cards of each metal, in the order of METALS

NOTHING: MetalCards = (0, 0, 0, 0)
ONE_OF_EACH: MetalCards = (1, 1, 1, 1)


def pile(counts: Mapping[str, int]) -> MetalCards:
    return tuple(counts.get(metal, 0) for metal in METALS)


def pile_of(metals: Iterable[str]) -> MetalCards:
    listed = tuple(metals)
    return tuple(listed.count(metal) for metal in METALS)


def counts_of(cards: MetalCards) -> dict[str, int]:
    """All four metals, even those with none."""
    return dict(zip(METALS, cards, strict=True))


def held(cards: MetalCards) -> dict[str, int]:
    """Only the metals with at least one card."""
    return {metal: count for metal, count in counts_of(cards).items() if count}


def plus(first: MetalCards, second: MetalCards) -> MetalCards:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def minus(first: MetalCards, second: MetalCards) -> MetalCards:
    return tuple(a - b for a, b in zip(first, second, strict=True))


def least_of(first: MetalCards, second: MetalCards) -> MetalCards:
    return tuple(min(a, b) for a, b in zip(first, second, strict=True))


def has_won(gems: tuple[str, ...]) -> bool:
    """M-END-1."""
    return len(gems) >= GEMS_TO_WIN or len(set(gems)) >= COLOURS_TO_WIN


@dataclass(frozen=True, slots=True)
class Deck:
    """The spell deck as far as known; ``hidden``: how many cards of unknown order are between top and bottom."""

    top: tuple[str, ...] = ()
    hidden: int = 0
    bottom: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.top) + self.hidden + len(self.bottom)

    @property
    def known(self) -> tuple[str, ...]:
        return self.top + self.bottom


def take(deck: Deck, count: int) -> tuple[tuple[str | None, ...], Deck]:
    """The top cards, as many as there are, and the deck without them; an unknown card is None."""
    top = deck.top[:count]
    unseen = min(deck.hidden, count - len(top))
    bottom = deck.bottom[: count - len(top) - unseen]
    rest = Deck(deck.top[len(top) :], deck.hidden - unseen, deck.bottom[len(bottom) :])
    return (*top, *(None,) * unseen, *bottom), rest


def put_under(deck: Deck, spell: str) -> Deck:
    return replace(deck, bottom=(*deck.bottom, spell))
