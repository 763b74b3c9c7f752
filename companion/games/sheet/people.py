"""Simulated people with a sheet: they tell every number, and play some rounds where nobody says how many."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.play.simulated.players import Act, OnView, Say
from companion.play.simulated.random_players import RandomPlayers
from companion.play.simulated.simulated_table import SimulatedTable
from rules.core.game import Setup
from rules.core.view import View
from rules.sheets.game.messages import EndRounds, Finish, NextRound

ENOUGH = 8  # rounds of a game whose rounds are open


class SheetPlayers(RandomPlayers):
    def next_act(self, shown: OnView[View]) -> Act | None:
        options = [one for one in shown.options if not isinstance(one, NextRound)]
        is_enough = "rounds" not in shown.view and shown.view["round"] > ENOUGH
        ends = [one for one in options if isinstance(one, EndRounds)]
        if is_enough and ends:
            return Say(ends[0])
        others = [one for one in options if not isinstance(one, EndRounds | Finish)] or options
        return Say(self._random.choice(others)) if others else None


def sheet_players(_: Setup, box: Mapping[str, Any], table: SimulatedTable, random: Random) -> SheetPlayers:
    return SheetPlayers(box, table, random)
