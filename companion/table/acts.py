"""Everything people can do at a table, by button, touch, phone or seat card. ``Table.act`` carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.table import Resolution


@dataclass(frozen=True, slots=True)
class Tell:
    """A command of the game, chosen from what is offered to all. ``aloud``: a refusal is shown to everybody."""

    command: Any
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about the box: a command of the game."""

    command: Any
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class Settle:
    """Settles the open doubt in one of the ways it offers."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undoes the last step, or everything after entry ``to``."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class CardsAreBack:
    """The cards of an undo are back in place, or the players do not want to move them."""


@dataclass(frozen=True, slots=True)
class LayOut:
    """Answers the set-up step that is shown."""

    answer: object


@dataclass(frozen=True, slots=True)
class LayOutBack:
    """Goes back to the previous set-up step."""


@dataclass(frozen=True, slots=True)
class TellOpenCards:
    """Goes back to the set-up steps that still lack open cards."""


@dataclass(frozen=True, slots=True)
class ReadNews:
    """Somebody has read what happened by itself; the clocks run again."""


@dataclass(frozen=True, slots=True)
class LeaveScore:
    """Accepts the score although some facts are unknown."""


Act: TypeAlias = (
    Tell | Answer | Settle | TakeBack | CardsAreBack | LayOut | LayOutBack | TellOpenCards | ReadNews | LeaveScore
)
