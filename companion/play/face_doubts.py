"""Doubts about cards seen by their faces: which card it is if several faces fit, and whose it was.

If two players hold equal cards and one is played, its face does not show whose it was. So before asking why a table
cannot be, the companion gives up what it believes about hands. If another player might have shown the card, people are
asked, and one answer is that it belongs to the player who had to show one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.inbox import UnsureCard
from companion.models import kind_of
from companion.play.copies import Copies, Situation
from rules.core.game import Game, advance
from rules.core.refusals import Refused
from rules.core.table import Doubt, Reading, Resolution, TableCards
from rules.core.words import words

PATIENCE_MS = 1500  # a card in passing is not worth a question, a card left there is


@dataclass(frozen=True, slots=True)
class NameCard:
    """What somebody says it is; no card: none of those named."""

    number: int
    card: str | None


class UnsureCards:
    def __init__(self) -> None:
        self._cards: tuple[UnsureCard, ...] = ()
        self._since: dict[int, int] = {}
        self._settled: frozenset[int] = frozenset()

    def see(self, cards: tuple[UnsureCard, ...], now_ms: int) -> None:
        self._cards = cards
        here = {card.number for card in cards}
        self._since = {number: self._since.get(number, now_ms) for number in here}
        self._settled &= here

    def doubt(self, now_ms: int) -> Doubt | None:
        for card in self._cards:
            if card.number not in self._settled and now_ms - self._since[card.number] >= PATIENCE_MS:
                return _asked(card)
        return None

    def settle(self, told: NameCard) -> None:
        self._settled |= {told.number}
        for card in self._cards:
            if card.number == told.number:
                card.tell(told.card)


def _asked(unsure: UnsureCard) -> Doubt:
    likely = tuple(
        Resolution(words("faces.is", card=card), (NameCard(unsure.number, card),))
        for card in dict.fromkeys(unsure.cards)
    )
    zone, nothing = words(f"mat.zone.{unsure.zone}"), (NameCard(unsure.number, None),)
    if unsure.is_strange:
        leave = Resolution(words("faces.leave"), nothing)
        return Doubt(words("faces.unknown", zone=zone), unsure.cards, (leave, *likely))
    none = Resolution(words("faces.none"), nothing)
    key = "faces.which" if len({kind_of(card) for card in unsure.cards}) > 1 else "faces.whether"
    return Doubt(words(key, zone=zone), unsure.cards, (*likely, none))


@dataclass(frozen=True, slots=True)
class TableByFace:
    """A table in a situation, with the cards that were recognised only by their faces."""

    game: Game[Any]
    copies: Copies
    zones: Mapping[str, frozenset[str]]
    by_face: frozenset[str]
    now: Situation

    def track_to_lose(self, doubt: Doubt) -> tuple[Any, ...]:
        """Commands that forget cards in hands so that the rules explain more: of the kinds in doubt, else of all."""
        if any(answer.commands for answer in doubt.answers):
            return ()
        before = len(self._read(self.now).doubts)
        for kinds in (frozenset(map(kind_of, doubt.cards)), None):
            commands, then = self._without_track(kinds)
            if commands and len(self._read(then).doubts) < before:
                return commands
        return ()

    def with_own(self, doubt: Doubt) -> Doubt:
        """The same question, with one more answer: the card belongs to the player who must show one."""
        if self.now.focus is None or not any(answer.commands for answer in doubt.answers):
            return doubt
        commands, then = self._without_track(frozenset(map(kind_of, doubt.cards)))
        shown = self._read(then).commands if commands else ()
        if not shown:
            return doubt
        own = Resolution(words("ladder.own", seat=self.now.focus), (*commands, *shown))
        return replace(doubt, answers=(own, *doubt.answers))

    def _without_track(self, kinds: frozenset[str] | None) -> tuple[tuple[Any, ...], Situation]:
        commands, state = self.copies.lost_track(self.now.state, self.copies.by_face_alone(kinds)), self.now.state
        for command in commands:
            events = self.game.decide(state, command)
            if isinstance(events, Refused):
                return (), self.now
            state = advance(self.game, state, events)
        return commands, replace(self.now, state=state, read=partial(self.game.read, state))

    def _read(self, now: Situation) -> Reading:
        return now.read(TableCards(self.copies.clone().settle(self.zones, self.by_face, now), now.focus))
