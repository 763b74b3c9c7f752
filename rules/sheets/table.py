"""What was told at a table: numbers by player, round and row. What is not in it is unknown, not 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.sheets.numbers import Number

Said: TypeAlias = Mapping[str, Number]  # by row; yes is 1, no is 0


@dataclass(frozen=True, slots=True)
class ToldPlayer:
    """One player's column. ``rounds``: None in a round without this player, who came later or has left.

    A round that others have begun and that is not in ``rounds`` is unknown. ``cards``: how many of which kind; None
    until told.
    """

    name: str
    rounds: tuple[Said | None, ...] = ()
    end: Said = field(default_factory=dict)
    cards: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class ToldTable:
    """Everybody's columns, by seat. ``at_end``: False while rounds go on, and rows of the end are not asked yet."""

    players: tuple[ToldPlayer, ...]
    at_end: bool = True

    @property
    def rounds_begun(self) -> int:
        return max((len(player.rounds) for player in self.players), default=0)
