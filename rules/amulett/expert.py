"""The set-up for experts (M-SET-4): everyone keeps two of four spells and loads them in secret; then all are shown.

Which four were dealt, and which two went back, need not be told. The result is ``table.spells`` of a new game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.amulett.spells import SPELLS
from rules.amulett.stock import STONES
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat

KEPT = 2

Load = tuple[tuple[str, int], ...]  # spells and their stones


@dataclass(frozen=True, slots=True)
class ExpertSetup:
    """``loads``: what each seat has chosen; None before it has."""

    loads: tuple[Load | None, ...]

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, load in enumerate(self.loads) if load is None)

    @property
    def shown(self) -> tuple[Load, ...] | None:
        """Everyone's spells, once all have chosen; None before."""
        chosen = tuple(load for load in self.loads if load is not None)
        return chosen if len(chosen) == len(self.loads) else None


def begin_expert(count: int) -> ExpertSetup:
    return ExpertSetup((None,) * count)


def load_spells(setup: ExpertSetup, seat: Seat, stones: Mapping[str, int]) -> ExpertSetup | Refused:
    """Sets one seat's choice, which can be changed until all have chosen."""
    if not 0 <= seat < len(setup.loads):
        return refused("no_such_seat", n=len(setup.loads) - 1)
    if not set(stones) <= set(SPELLS):
        return refused("unknown_spell")
    if len(stones) != KEPT:
        return refused("keep_two", n=KEPT)
    if any(type(count) is not int or count < 1 for count in stones.values()) or sum(stones.values()) > STONES:
        return refused("bad_load", n=STONES)
    loads = (*setup.loads[:seat], tuple(stones.items()), *setup.loads[seat + 1 :])
    return replace(setup, loads=loads)


def expert_table(setup: ExpertSetup) -> dict[str, list[dict[str, int]]] | Refused:
    """The table for ``new``; refused while somebody has not chosen, or if two have the same spell."""
    shown = setup.shown
    if shown is None:
        return refused("still_choosing", seats=setup.waiting)
    spells = [spell for load in shown for spell, _ in load]
    twice = sorted(spell for spell in set(spells) if spells.count(spell) > 1)
    if twice:
        return refused("spell_elsewhere", spell=twice[0])
    return {"spells": [dict(load) for load in shown]}
