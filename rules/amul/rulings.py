"""Rulings on open questions of the rulebooks, by the id of the rule; the first value is the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.values import choice, table

# Rulings that affect the score.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "A-MIL-5": ("normal", "start"),
    "A-SCO-6": ("count", "ignore"),
    "A-WIN-3": ("shared", "letters"),
}
RULINGS: Mapping[str, tuple[str, ...]] = {**OPTIONS, "A-MIL-8": ("anew", "pick"), "A-EFF-3": ("may", "must")}

# Rulings that a group may choose before a game.
HOUSE_RULES: Mapping[str, tuple[str, ...]] = {
    rule: RULINGS[rule] for rule in ("A-WIN-3", "A-MIL-5", "A-MIL-8", "A-EFF-3", "A-SCO-6")
}


def parse_rulings(value: object) -> dict[str, str]:
    """The rulings that the cards of a box settle, without their origins."""
    given = table(value, "rulings", (*RULINGS, "origin"))
    return {rule: choice(told, f"rulings.{rule}", RULINGS[rule]) for rule, told in given.items() if rule != "origin"}


def settled(chosen: Mapping[str, Any], told: Mapping[str, str]) -> dict[str, str]:
    """Every ruling of a game: the group's choice, else what the box says, else the default."""
    return {rule: chosen.get(rule, told.get(rule, values[0])) for rule, values in RULINGS.items()}
