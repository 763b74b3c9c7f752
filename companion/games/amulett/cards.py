"""Spells as phones draw them: the colour and icon of their phase, a bolt for each stone they cost, and their income."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.contract import CardDrawing
from rules.amulett.spells import PHASES

BANDS = {"metal": "grey", "gem": "red", "energy": "blue"}  # the colour of a card, by the phase of its spell


def spell_drawing(card: str, facts: Mapping[str, Any]) -> CardDrawing | None:
    """None for a metal."""
    phase = PHASES.get(card)
    if phase is None:
        return None
    known = facts.get("spells", {}).get(card, {})
    cost = known.get("cost")
    bolts = ("unknown",) if cost is None else ("energy",) * cost
    income = tuple("metal" if metal == "any" else f"metal.{metal}" for metal in known.get("income") or ())
    return CardDrawing(BANDS[phase], phase, bolts, income)
