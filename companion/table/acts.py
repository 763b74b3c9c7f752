"""What can be done at a table, by whomever: buttons, touch, phones, seat cards. ``Table.act`` carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.table import Resolution


@dataclass(frozen=True, slots=True)
class Tell:
    """A command of the game as it was chosen where all can see it. ``aloud``: a refusal is for everybody to read."""

    command: Any
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about the box: a command of the game."""

    command: Any
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class Settle:
    """One of the ways to settle the doubt that stands."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last step, or everything after entry ``to``."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class CardsAreBack:
    """The cards of an undo are back where they were, or nobody cares to move them."""


@dataclass(frozen=True, slots=True)
class LayOut:
    """One of the answers of the set-up step that is shown."""

    answer: object


@dataclass(frozen=True, slots=True)
class LayOutBack:
    """To the set-up step before."""


@dataclass(frozen=True, slots=True)
class TellOpenCards:
    """Back to those set-up steps on which open cards have still to be told."""


@dataclass(frozen=True, slots=True)
class ReadNews:
    """What passed by itself has been read; somebody's time may run again."""


@dataclass(frozen=True, slots=True)
class LeaveScore:
    """The score is left as it is although something is unknown."""


Act: TypeAlias = (
    Tell | Answer | Settle | TakeBack | CardsAreBack | LayOut | LayOutBack | TellOpenCards | ReadNews | LeaveScore
)
