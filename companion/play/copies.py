"""Decides which copy a card is when only its face was recognised: a face only tells the kind.

A card in a place where the game has one of its kind is that one. Any other is the copy that the rules explain best.
It stays that copy for as long as the number of its kind there does not drop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from companion.models import kind_of
from rules.core.table import Reading, TableCards

MOST_TRIALS = 40  # tables tried with the rules in one look

CardsByZone = dict[str, frozenset[str]]
Guess = list[tuple[tuple[str, str], str | None]]  # zone and kind of each card, with the copy it may be
Where = Callable[[Any, str], str | None]
LostTrack = Callable[[Any, Collection[str]], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Situation:
    """The context for reading a table: the state, how the rules read a table in it, and whose cards are on the mat.

    ``is_laying``: whole areas are being laid, in layers; ``laid``: what the seat has laid so far.
    """

    state: Any
    read: Callable[[TableCards], Reading]
    focus: int | None = None
    is_laying: bool = False
    laid: frozenset[str] = frozenset()


class Copies:
    def __init__(self, cards: Iterable[str], where: Where, lost_track: LostTrack = lambda _, __: ()) -> None:
        """``cards``: all cards of the box; ``where``: the place of a card in a state; ``lost_track``: commands after
        which cards are not known to be in hands."""
        self.lost_track = lost_track
        self._copies: dict[str, list[str]] = {}
        for card in cards:
            self._copies.setdefault(kind_of(card), []).append(card)
        self._where = where
        self._chosen: dict[tuple[str, str], list[str]] = {}  # by zone and kind
        self._looked: set[str] = set()  # zones that have been in view
        self._assumed: set[str] = set()  # copies chosen for cards whose tags were not read
        self._read: set[str] = set()  # copies whose tags were read

    def by_face_alone(self, kinds: Collection[str] | None = None) -> frozenset[str]:
        """Cards with other copies whose tags were never read: they may be one of the others."""
        wanted = [self._copies.get(kind, []) for kind in (self._copies if kinds is None else kinds)]
        return frozenset(card for copies in wanted if len(copies) > 1 for card in copies) - self._read

    def clone(self) -> Copies:
        """A copy to experiment with."""
        return deepcopy(self)

    def settle(self, zones: Mapping[str, frozenset[str]], by_face: frozenset[str], now: Situation) -> CardsByZone:
        """The same zones, with the copies that the game has there."""
        read = {zone: cards - by_face for zone, cards in zones.items()}
        self._read |= _all(read)
        if not by_face and not self._chosen and not self._assumed:
            return dict(zones)
        settled = self._renamed(read, now)
        seen = {zone: sorted(kind_of(card) for card in cards & by_face) for zone, cards in zones.items()}
        left = self._known(settled, seen, now)
        self._try(settled, left or self._doubted(settled, now), now)
        self._looked |= set(zones)
        return settled

    def _renamed(self, read: Mapping[str, frozenset[str]], now: Situation) -> CardsByZone:
        """Renames a card whose tag was read after its face: the game has it under another copy's number."""
        everything = frozenset[str]().union(*read.values())
        renamed: CardsByZone = {}
        for zone, cards in read.items():
            renamed[zone] = cards
            for card in sorted(cards):
                if self._where(now.state, card) == zone:
                    continue
                twin = next((one for one in self._here(zone, kind_of(card), now) if one in self._assumed), None)
                if twin is not None and twin not in everything | renamed[zone]:
                    renamed[zone] = renamed[zone] - {card} | {twin}
        return renamed

    def _here(self, zone: str, kind: str, now: Situation) -> list[str]:
        return [card for card in self._copies.get(kind, ()) if self._where(now.state, card) == zone]

    def _known(self, settled: CardsByZone, seen: Mapping[str, list[str]], now: Situation) -> list[tuple[str, str]]:
        """Settles copies chosen before and those that the game has there; returns the rest by zone and kind."""
        before, self._chosen = (
            self._chosen,
            {key: cards for key, cards in self._chosen.items() if key[0] not in settled},
        )
        left: list[tuple[str, str]] = []
        for zone, kinds in seen.items():
            for kind in dict.fromkeys(kinds):
                count = kinds.count(kind)
                taken = _all(settled) | frozenset(card for cards in self._chosen.values() for card in cards)
                wanted = [*self._here(zone, kind, now), *before.get((zone, kind), ())]
                known = [card for card in dict.fromkeys(wanted) if card not in taken][:count]
                self._take(settled, zone, kind, known)
                left += [(zone, kind)] * (count - len(known))
        return left

    def _doubted(self, settled: CardsByZone, now: Situation) -> list[tuple[str, str]]:
        """Copies chosen when less was known that the rules cannot explain: they may be others."""
        if not self._chosen:
            return []
        doubts = now.read(TableCards(settled, now.focus)).doubts
        doubted = {card for doubt in doubts for card in doubt.cards}
        left: list[tuple[str, str]] = []
        for (zone, kind), cards in self._chosen.items():
            if zone in settled:
                unclear = [card for card in cards if card in doubted and self._where(now.state, card) != zone]
                settled[zone] -= frozenset(unclear)
                self._chosen[zone, kind] = [card for card in cards if card not in unclear]
                left += [(zone, kind)] * len(unclear)
        return left

    def _take(self, settled: CardsByZone, zone: str, kind: str, cards: list[str]) -> None:
        if cards:
            self._chosen[zone, kind] = [*self._chosen.get((zone, kind), ()), *cards]
            self._assumed |= set(cards)
            settled[zone] = settled[zone] | frozenset(cards)

    def _try(self, settled: CardsByZone, left: list[tuple[str, str]], now: Situation) -> None:
        """Settles the rest with the copies that leave the fewest doubts; among equals, the likeliest.

        One hand can explain one of two cards, so the order of trials matters.
        """
        ways = [self._one_by_one(settled, order, now) for order in (left, left[::-1])] if left else []
        for (zone, kind), card in min(ways, key=lambda way: self._worth(settled, way, now), default=[]):
            self._take(settled, zone, kind, [] if card is None else [card])

    def _one_by_one(self, settled: CardsByZone, left: list[tuple[str, str]], now: Situation) -> Guess:
        """Chooses for one card after another the copy that leaves the fewest doubts."""
        way: Guess = []
        for zone, kind in left:
            way.append(((zone, kind), next(iter(self._candidates(zone, kind, _all(_with(settled, way)), now)), None)))
        trials = MOST_TRIALS
        for at, (zone, kind) in enumerate(left):
            others = way[:at] + way[at + 1 :]
            cards = self._candidates(zone, kind, _all(_with(settled, others)), now)[: max(1, trials)]
            trials -= len(cards)
            scores = [self._score(_with(settled, [*others, ((zone, kind), card)]), zone, now) for card in cards]
            way[at] = (zone, kind), cards[scores.index(min(scores))] if cards else None
        return way

    def _worth(self, settled: CardsByZone, way: Guess, now: Situation) -> tuple[int, ...]:
        """A rank for comparison; the least is best."""
        ranks = sum(self._rank(card, zone, now)[1] for (zone, _), card in way if card is not None)
        return *self._score(_with(settled, way), way[0][0][0], now), ranks

    def _candidates(self, zone: str, kind: str, taken: Collection[str], now: Situation) -> list[str]:
        """One copy for each place where copies are, the likeliest first."""
        free = [card for card in self._copies.get(kind, ()) if card not in taken]
        if now.is_laying and zone == "mat":
            # A face does not show whether the card comes from the hand or was there before: people decide.
            free = [card for card in free if self._rank(card, zone, now) == (False, 0)]
        elif zone == "mat" and zone in self._looked:
            # Cards shown earlier and not cleared yet are known already; any other comes from a hand.
            free = [card for card in free if _may_come(self._where(now.state, card), now.focus)]
        found: dict[tuple[str | None, bool], str] = {}
        for card in sorted(free, key=lambda card: self._rank(card, zone, now)):
            found.setdefault((self._where(now.state, card), card in now.laid), card)
        return list(found.values())

    def _rank(self, card: str, zone: str, now: Situation) -> tuple[bool, int]:
        """How likely a copy is to be there; the least is the likeliest."""
        place, own = self._where(now.state, card), (f"hand-{now.focus}", f"down-{now.focus}", f"seat-{now.focus}")
        if now.is_laying and zone == "mat":
            return card in now.laid, 0 if place == own[2] else 1 if place in own else 2 if place is None else 3
        # Prefer a card known to be in a hand to an unseen one: then hands never seem fuller than they are, and whatever
        # is played later can still be explained.
        held = place in own[:2] or (now.focus is None and _is_held(place))
        return False, 0 if held else 1 if place is None else 2 if place == own[2] else 3

    def _score(self, zones: CardsByZone, zone: str, now: Situation) -> tuple[int, int]:
        """Few doubts first; then an explanation by commands, unless the cards may simply still be there."""
        reading = now.read(TableCards(zones, now.focus))
        if now.is_laying:
            return len(reading.doubts), 0
        news = len(reading.commands)
        return len(reading.doubts), news if zone not in self._looked else -news


def _may_come(place: str | None, focus: int | None) -> bool:
    return place is None or place.startswith("hand-") or place == f"down-{focus}"


def _is_held(place: str | None) -> bool:
    return place is not None and place.partition("-")[0] in ("hand", "down")


def _all(zones: CardsByZone) -> frozenset[str]:
    return frozenset[str]().union(*zones.values())


def _with(settled: CardsByZone, way: Guess) -> CardsByZone:
    zones = dict(settled)
    for (zone, _), card in way:
        if card is not None:
            zones[zone] = zones[zone] | {card}
    return zones
