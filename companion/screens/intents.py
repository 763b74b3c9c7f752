"""What a person asks for: button, key, wheel, mouse and touch all become the same few values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Intent(Enum):
    PREVIOUS = "previous"
    NEXT = "next"
    OK = "ok"
    BACK = "back"
    MENU = "menu"
    UNDO = "undo"
    RULES = "rules"
    WHERE = "where"  # am I: what is on the screen is said again


@dataclass(frozen=True, slots=True)
class Typed:
    """Text from a keyboard, for names."""

    text: str


Wish: TypeAlias = Intent | Typed

# The intent of a panel button, by name and sort of press; a hold is an intent of its own.
BUTTONS: dict[tuple[str, str], Intent] = {
    ("previous", "press"): Intent.PREVIOUS,
    ("previous", "hold"): Intent.PREVIOUS,
    ("previous", "repeat"): Intent.PREVIOUS,
    ("next", "press"): Intent.NEXT,
    ("next", "hold"): Intent.NEXT,
    ("next", "repeat"): Intent.NEXT,
    ("ok", "press"): Intent.OK,
    ("ok", "hold"): Intent.MENU,
    ("back", "press"): Intent.BACK,
    ("back", "hold"): Intent.UNDO,
}


def intent_of(button: str, sort: str, *, by_ear: bool = False, to_rules: bool = False) -> Intent | None:
    """The intent of a panel button; None for a press without meaning.

    ``by_ear``: for somebody who listens, holding *previous* says where one is, and *next* does not run on.
    ``to_rules``: holding *next* opens the rules.
    """
    if to_rules and (button, sort) == ("next", "hold"):
        return Intent.RULES
    if by_ear and button in ("previous", "next") and sort != "press":
        return Intent.WHERE if (button, sort) == ("previous", "hold") else None
    return BUTTONS.get((button, sort))
