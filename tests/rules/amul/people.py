"""People with a real shuffled deck and real hands, apart from the rules under test: they know what nobody else can.

They draw, offer, pick and reveal by themselves and tell the referee what became visible, so that a game is played
with the cards there are, and every belief of the referee can be held against the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.amul import GAME
from rules.amul import commands as c
from rules.amul.state import State
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.rules.amul.tables import NAMES
from tests.rules.setups import amul_facts

FILL = {3: 1, 4: 2}


class People:
    """Plays one game; ``state`` is what the referee believes."""

    def __init__(self, players: int, random: Random, *, tea: int = 0, facts: Mapping[str, Any] | None = None) -> None:
        self.random = random
        self.players = players
        document = amul_facts("practice") if facts is None else facts
        start = random.randrange(players)
        state = GAME.new(Setup("amul", NAMES[:players], start, {"tea": tea}, document))
        assert isinstance(state, State), state
        self.state = state
        self.deck = self._shuffled(tea)
        self.hands = [[self.deck.pop() for _ in range(6)] for _ in range(players)]  # five, and one of round 1

    def _shuffled(self, tea: int) -> list[str]:
        facts = self.state.facts
        market = [card for card in facts.of_source("market") if card.kind != "tea"]
        deck = [card.id for card in market if (card.min_players or 3) <= self.players]
        deck += self.random.sample([card.id for card in facts.of_source("market") if card.kind == "tea"], tea)
        self.random.shuffle(deck)
        return deck

    def play(self) -> Iterator[tuple[State, c.Command, tuple[Any, ...]]]:
        """The state before, the command, its events; ends with the game."""
        while self.state.phase != "over":
            before, command = self.state, self._next()
            events = GAME.decide(before, command)
            assert not isinstance(events, Refused), (command, events)
            yield before, command, events
            self.state = advance(GAME, before, events)
            if isinstance(command, c.Upkeep) and self.state.phase == "replenish":
                for hand in self.hands:
                    hand.append(self.deck.pop())

    def _next(self) -> c.Command:
        state = self.state
        match state.phase:
            case "replenish":
                return c.Fill(state.start, self.deck.pop())
            case "offer":
                seat = self._somebody()
                return c.Offer(seat, self._play(seat))
            case "pick":
                card = self.random.choice(state.market)
                self.hands[state.waiting[0]].append(card)
                return c.Pick(state.waiting[0], card)
            case "reveal":
                seat = self._somebody()
                return c.Reveal(seat, self._reveal(seat))
            case "hands":
                return self._show()
        return self.random.choice(GAME.options(state))  # type: ignore[return-value]

    def _somebody(self) -> int:
        return self.random.choice([seat for seat, card in enumerate(self.state.face_down) if card is None])

    def _play(self, seat: int) -> str:
        return self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))

    def _reveal(self, seat: int) -> str:
        """Mostly a card that stays, as the rules advise."""
        staying = [card for card in self.hands[seat] if self.state.facts.kind_of(card).position != "hand"]
        if not staying or self.random.random() < 0.2:
            return self._play(seat)
        card = self.random.choice(staying)
        self.hands[seat].remove(card)
        return card

    def _show(self) -> c.Command:
        seat = self.random.choice([seat for seat in range(self.players) if seat not in self.state.done])
        for card in self.hands[seat]:
            if self.state.facts.kind_of(card).position in ("hand", "both"):
                self.hands[seat].remove(card)
                return c.Show(seat, card)
        self.hands[seat] = []
        return c.Done(seat)
