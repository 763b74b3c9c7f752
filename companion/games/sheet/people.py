"""Simulated people with a sheet: they tell every number, lay their cards on the mat, and play some rounds where nobody
says how many."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.play.mat_reading import MAT
from companion.play.simulated.players import Act, LayDown, OnView, Say
from companion.play.simulated.random_players import PATIENCE, RandomPlayers
from companion.play.simulated.simulated_table import SimulatedTable
from rules.core.game import Setup
from rules.core.seats import Seat
from rules.core.view import View
from rules.sheets.checking import parse_sheet
from rules.sheets.game import sheet_of
from rules.sheets.game.messages import EndCards, EndRounds, Finish, LayCards, NextRound

ENOUGH = 8  # rounds of a game whose rounds are open
MOST_HELD = 12  # cards of a player: as many as lie beside each other on the mat


class SheetPlayers(RandomPlayers):
    """``hands``: the cards that each player has in the end."""

    def __init__(self, setup: Setup, box: Mapping[str, Any], table: SimulatedTable, random: Random) -> None:
        super().__init__(box, table, random)
        deck, count = list(parse_sheet(sheet_of(box)).cards), len(setup.players)
        random.shuffle(deck)
        held = min(MOST_HELD, len(deck) // count)
        self.hands = tuple(tuple(deck[seat * held : (seat + 1) * held]) for seat in range(count))
        self._laid: Seat | None = None

    def next_act(self, shown: OnView[View]) -> Act | None:
        if shown.view["phase"] == "cards" and (seat := shown.view["turn"]) is not None:
            return self._count_cards(shown.view, seat)
        options = [one for one in shown.options if not isinstance(one, NextRound)]
        is_enough = "rounds" not in shown.view and shown.view["round"] > ENOUGH
        ends = [one for one in options if isinstance(one, EndRounds)]
        if is_enough and ends:
            return Say(ends[0])
        others = [one for one in options if not isinstance(one, EndRounds | Finish)] or options
        return Say(self._random.choice(others)) if others else None

    def _count_cards(self, view: View, seat: Seat) -> Act | None:
        """Lays the hand, waits until it is read, tells what was not, and clears the mat for the next one."""
        read: Mapping[str, Any] = view["players"][seat]
        unread = [card for card in self.hands[seat] if card not in read["cards"]]
        if self._laid != seat:
            self._laid, self._waited = seat, 0
            self.table.lay(self.hands[seat], MAT)
            return LayDown(self.hands[seat], MAT)
        self._waited += 1
        if unread and self._waited < PATIENCE:
            return None
        if unread:
            return Say(LayCards(seat, tuple(unread), by_hand=True))
        if self.table.lying:
            return self._lift([lying.card for lying in self.table.lying])
        return Say(EndCards(seat))

    def truth(self) -> dict[str, Any]:
        return {f"cards of {seat + 1}": sorted(hand) for seat, hand in enumerate(self.hands) if hand}

    def belief(self, view: View) -> dict[str, Any]:
        shown: list[Mapping[str, Any]] = list(view["players"])
        return {f"cards of {seat + 1}": sorted(one.get("cards", ())) for seat, one in enumerate(shown)}
