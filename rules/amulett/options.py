"""Rulings on open questions of the rulebook: options named by rule id; the first value is the default.

An option with a single value has no other sensible reading; ``ledger.toml`` gives the reason. Some are settled by the
owner's cards: those are facts of the box, under ``rulings`` in its file, asked once when they first matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.amulett.spells import DESIRE, GIFT_WALL, GREED, INFLUENCE, INFLUENCE_PYRAMID, INFLUENCE_WALL
from rules.core.refusals import Refused, refused

RulingValue = str | int

OPTIONS: dict[str, tuple[RulingValue, ...]] = {
    "M-SET-4": (1,),
    "M-MET-4": ("nothing",),
    "M-SPT-3": ("may", "must"),
    "M-GEM-5": ("mixed", "one"),
    "M-GEM-8": ("may-bid", "no-exchange"),
    "M-GEM-16": ("marker", "free"),
    "M-GEM-17": ("stay",),
    "M-G5": ("once",),
    "M-R1": ("all", "owner"),
    "M-R3": ("as-M-R2",),
    "M-R4": (1, 2),
    "M-R5": (2, 1),
    "M-R6": (2, 1),
    "M-R8": ("wall", "pyramid"),
    "M-R18": ("mover", "owner"),
    "M-R19": ("plus-one", "power-stays"),
    "M-B1": ("any",),
    "judge": ("yes", "no"),
    # Whether answers about areas are checked against the counts of the board; games of version 2 did not check.
    "areas": ("counted", "as-told"),
}


# What the owner's cards settle, with the card that does; M-R3 has only one known reading.
SPELL_OF = {
    "M-R1": DESIRE,
    "M-R3": GREED,
    "M-R4": INFLUENCE,
    "M-R5": INFLUENCE_WALL,
    "M-R6": INFLUENCE_PYRAMID,
    "M-R8": GIFT_WALL,
}
OF_THE_BOX = tuple(SPELL_OF)

# What no card settles: a group may choose it before a game.
HOUSE_RULES: Mapping[str, tuple[RulingValue, ...]] = {
    rule: OPTIONS[rule] for rule in ("M-SPT-3", "M-GEM-5", "M-GEM-8", "M-GEM-16", "M-R18", "M-R19", "judge")
}


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one game: the group's choice, else what the box says, else the default."""

    chosen: Mapping[str, RulingValue]
    told: Mapping[str, RulingValue] = field(default_factory=dict)

    def __getitem__(self, rule: str) -> RulingValue:
        return self.chosen.get(rule, self.told.get(rule, OPTIONS[rule][0]))

    def decided_by(self, rule: str) -> str:
        """``chosen`` by the group, ``told`` by the box, or the ``default``."""
        return "chosen" if rule in self.chosen else "told" if rule in self.told else "default"

    def is_open(self, rule: str) -> bool:
        """Whether the cards could settle it but nobody has looked."""
        return rule not in self.chosen and rule not in self.told and len(OPTIONS[rule]) > 1

    def count(self, rule: str) -> int:
        """The value of a ruling that is a number."""
        return int(self[rule])

    @property
    def judges(self) -> bool:
        """Whether bids are compared with the hand."""
        return self["judge"] == "yes"


def wrong_options(options: Mapping[str, Any]) -> Refused | None:
    """Why these options are refused, if they are."""
    for key, value in options.items():
        known = OPTIONS.get(key)
        if known is None:
            return refused("unknown_option", option=str(key)[:40], known=", ".join(OPTIONS))
        if not is_reading(key, value):
            return refused("bad_option", option=key, known=", ".join(map(str, known)))
    return None


def is_reading(rule: str, value: object) -> bool:
    """Whether the value is one of the readings of a rule."""
    return any(type(choice) is type(value) and choice == value for choice in OPTIONS[rule])
