"""Simulated people playing Āmul with a real deck: hidden hands, cards carried by hand, nothing told but by buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.twin.acts import Act, Lay, Lift, Say, Shown
from companion.twin.answers import truthful
from companion.twin.table import TwinTable
from rules.amul.cards import TEA, TEA_TRADER, Card
from rules.amul.facts import Facts, parse_facts
from rules.core.questions import Question

DECLINES = 0.15  # how often an effect is left alone


class AmulTroupe:
    """They act only when the companion has understood the last thing they did, as patient people would."""

    def __init__(self, document: Mapping[str, Any], players: int, tea: int, table: TwinTable, random: Random) -> None:
        """``document``: what is printed on the cards of this box; every position must be among it."""
        facts = parse_facts(document)
        self.table = table
        self._document = document
        self._random = random
        self._position = {card: facts.kind_of(card).position or "area" for card in facts.cards}
        self._deck = _deck(facts, players, tea, random)
        self._open: set[str] = set()  # cards in hands that all have seen being picked
        self._hands: list[list[str]] = [self._draw(5) for _ in range(players)]
        self._areas: list[list[str]] = [[] for _ in range(players)]
        self._removed: list[str] = []
        self._dealt = self._filled = self._offered = 0  # the last round each was done in
        self._revealed: dict[int, str] = {}
        table.lay([card.id for card in facts.of_source("palace") if card.is_used_by(players)], "palace")
        table.lay([card.id for card in facts.of_source("bazaar") if _trades(card, players, tea)], "bazaar")

    def _draw(self, count: int) -> list[str]:
        drawn, self._deck = self._deck[:count], self._deck[count:]
        return drawn

    def next_act(self, shown: Shown) -> Act | None:
        phases: dict[str, Callable[[Shown], Act | None]] = {
            "replenish": self._replenish,
            "offer": self._offer,
            "pick": self._pick,
            "reveal": self._reveal,
            "effects": self._effects,
            "upkeep": self._upkeep,
            "hands": self._show_hand,
        }
        act = phases.get(shown.view["phase"])
        return act(shown) if act is not None else None

    def truth(self) -> dict[str, Any]:
        return {
            "areas": [sorted(area) for area in self._areas],
            "market": sorted(self.table.zone("market")),
            "palace": sorted(self.table.zone("palace")),
            "bazaar": sorted(self.table.zone("bazaar")),
            "removed": sorted(self._removed),
            "hands": [len(hand) for hand in self._hands],
            "deck": len(self._deck),
        }

    def belief(self, view: Mapping[str, Any]) -> dict[str, Any]:
        players = view["players"]
        return {
            "areas": [sorted(player["area"]) for player in players],
            **{zone: sorted(view[zone]) for zone in ("market", "palace", "bazaar", "removed")},
            "hands": [player["hand_count"] for player in players],
            "deck": view["deck_count"],
        }

    def answer(self, question: Question) -> Any:
        return truthful(question, self._document)

    def _replenish(self, shown: Shown) -> Act | None:
        round_number = shown.view["round"]
        if self._dealt < round_number:
            self._dealt = round_number
            for hand in self._hands:
                hand.extend(self._draw(1))
        if self._filled < round_number and self._is_understood(shown):
            self._filled = round_number
            return self._lay(self._draw(_fill(len(self._hands))), "market")
        return None

    def _offer(self, shown: Shown) -> Act | None:
        if self._offered >= shown.view["round"] or not self._is_understood(shown):
            return None
        self._offered = shown.view["round"]
        return self._lay([self._play(hand) for hand in self._hands], "market")

    def _pick(self, shown: Shown) -> Act | None:
        if not self._is_understood(shown):
            return None
        card = self._random.choice(self.table.zone("market"))
        self._hands[shown.view["turn"]].append(card)
        self._open.add(card)
        return self._lift((card,))

    def _reveal(self, shown: Shown) -> Act | None:
        seat = shown.focus
        if (lying := self.table.zone("mat")) and (seat is None or seat not in self._revealed):
            return self._lift(lying)
        if seat is None or seat in self._revealed:
            return None
        card = self._play(self._hands[seat], stays=True)
        self._revealed[seat] = card
        (self._removed if self._position[card] == "hand" else self._areas[seat]).append(card)
        return self._lay((card,), "mat")

    def _effects(self, shown: Shown) -> Act | None:
        if lying := self.table.zone("mat"):
            return self._lift(lying)
        if not self._is_understood(shown):
            return None
        takes = [option for option in shown.options if _card(option)]
        declines = [option for option in shown.options if not _card(option)]
        if declines and (not takes or self._random.random() < DECLINES):
            return Say(declines[0])
        card = self._random.choice(takes).card
        self._areas[shown.view["turn"]].append(card)
        return self._lift((card,))

    def _upkeep(self, shown: Shown) -> Act | None:
        self._revealed.clear()
        if lying := self.table.zone("mat"):
            return self._lift(lying)
        if left := self.table.zone("market"):
            self._removed += left
            return self._lift(left)
        return Say(shown.options[0])

    def _show_hand(self, shown: Shown) -> Act | None:
        """One seat at a time lays what may stay on the mat and says when that is all."""
        seat, lying = shown.focus, self.table.zone("mat")
        if seat is None:
            return self._lift(lying) if lying else None
        if set(lying) - set(self._areas[seat]):
            return self._lift(lying)
        if len(lying) > shown.view["shown"][seat]:
            return None  # not all of them are ticked off yet
        keeps = [card for card in self._hands[seat] if self._position[card] != "area"]
        if keeps:
            self._hands[seat].remove(keeps[0])
            self._areas[seat].append(keeps[0])
            return self._lay((keeps[0],), "mat")
        self._removed += [card for card in self._hands[seat] if card in self._open]
        self._hands[seat] = []
        return next((Say(option) for option in shown.options if option.seat == seat and not _card(option)), None)

    def _play(self, hand: list[str], stays: bool = False) -> str:
        """Any card; to reveal, rather one that stays, as the rules advise."""
        fitting = [card for card in hand if self._position[card] != "hand"] if stays else []
        card = self._random.choice(fitting or hand)
        hand.remove(card)
        self._open.discard(card)
        return card

    def _is_understood(self, shown: Shown) -> bool:
        return all(set(self.table.zone(zone)) == set(shown.view[zone]) for zone in ("market", "palace", "bazaar"))

    def _lay(self, cards: Sequence[str], zone: str) -> Act:
        self.table.lay(cards, zone)
        return Lay(tuple(cards), zone)

    def _lift(self, cards: Sequence[str]) -> Act:
        self.table.lift(cards)
        return Lift(tuple(cards))


def _deck(facts: Facts, players: int, tea: int, random: Random) -> list[str]:
    """The market cards in use, and as many of the Tea cards as were agreed on, shuffled."""
    market = facts.of_source("market")
    deck = [card.id for card in market if card.kind != TEA and card.is_used_by(players)]
    deck += random.sample([card.id for card in market if card.kind == TEA], tea)
    random.shuffle(deck)
    return deck


def _trades(card: Card, players: int, tea: int) -> bool:
    return tea > 0 if card.kind == TEA_TRADER else bool(card.is_used_by(players))


def _card(option: Any) -> str | None:
    return getattr(option, "card", None)


def _fill(players: int) -> int:
    return min(3, players - 2)
