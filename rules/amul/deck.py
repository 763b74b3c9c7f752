"""Checks a box against the proven sums (A-DECK-3 to A-DECK-6): reports differences, refuses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.amul.cards import EFFECTS, SOURCES, TEA, TEA_TRADER, Card, Source
from rules.amul.facts import Facts
from rules.core.words import Words, words

PLAYERS = range(3, 9)  # A-DECK-1
_MARKET = {3: 51, 4: 74, 5: 97, 6: 111, 7: 125, 8: 139}
_BOX = {"market": 147, "palace": 16, "bazaar": 9}  # A-DECK-5, Tea and the Tea Trader included


@dataclass(frozen=True, slots=True)
class DeckCount:
    """Cards of one place in use with this many players, without tea: expected, certain and possible."""

    source: Source
    players: int
    expected: int
    used: int
    open: int

    @property
    def fits(self) -> bool:
        """Whether the expected number is still possible."""
        return self.used <= self.expected <= self.used + self.open

    @property
    def words(self) -> Words:
        key = (
            "amul.deck.fits" if self.fits and not self.open else "amul.deck.open" if self.fits else "amul.deck.differs"
        )
        return words(
            key,
            where=words(f"amul.what.source_{self.source}"),
            players=self.players,
            expected=self.expected,
            used=self.used,
            open=self.open,
        )


def expected_cards(source: Source, players: int) -> int:
    """A-DECK-3, A-DECK-4: how many cards of a place are in use, without tea."""
    return {"market": _MARKET[players], "palace": 2 * players, "bazaar": players}[source]


def deck_report(facts: Facts, players: int) -> tuple[DeckCount, ...]:
    """Market, palace and bazaar by these facts for this many players, beside the proven sums."""
    return tuple(_count(facts, source, players) for source in SOURCES)


def _count(facts: Facts, source: Source, players: int) -> DeckCount:
    used = [card.is_used_by(players) for card in _without_tea(facts.of_source(source))]
    return DeckCount(source, players, expected_cards(source, players), used.count(True), used.count(None))


def _without_tea(cards: Iterable[Card]) -> Iterable[Card]:
    return (card for card in cards if card.kind not in (TEA, TEA_TRADER))


def remarks(facts: Facts) -> tuple[Words, ...]:
    """What is odd about a box, in words: impossible sums, effects where the rulebooks have none."""
    box = [(source, len(facts.of_source(source))) for source in SOURCES]
    odd = [
        words("amul.deck.box_differs", where=words(f"amul.what.source_{source}"), expected=_BOX[source], used=count)
        for source, count in box
        if count != _BOX[source]
    ]
    reports = (count for players in PLAYERS for count in deck_report(facts, players))
    odd += [count.words for count in reports if not count.fits]
    odd += [
        words("amul.deck.odd_effect", kind=kind.slug, kinds=EFFECTS)
        for kind in facts.kinds.values()
        if kind.effect is not None and kind.slug not in EFFECTS
    ]
    return tuple(odd)
