"""A sheet as a value: what ``checking`` makes of a file that is in order. Nothing here can be wrong any more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rules.sheets.nodes import Leaf, Literally, Node
from rules.sheets.numbers import Number

FORMAT = 1
FEWEST_PLAYERS, MOST_PLAYERS = 2, 12
MOST_ROWS = 60
MOST_ROUNDS = 99
MOST_KINDS, MOST_CARDS, MOST_MARKS = 200, 400, 12
LOWEST_SAID, HIGHEST_SAID = -999, 9999  # where a row has no range of its own

EVERY_LANGUAGE = ""
Names: TypeAlias = Mapping[str, str]  # by language; ``EVERY_LANGUAGE`` alone for one name in all


def name_in(names: Names, language: str) -> str:
    """The name in this language, else in every language, else in English, else in the first there is."""
    for code in (language, EVERY_LANGUAGE, "en"):
        if code in names:
            return names[code]
    return next(iter(names.values()))


class Win(StrEnum):
    MOST = "most"
    LEAST = "least"


class Begins(StrEnum):
    """Who begins the next round."""

    ROTATES = "rotates"
    WINNER = "winner"
    LOSER = "loser"
    SAME = "same"


class When(StrEnum):
    ROUND = "round"
    END = "end"


class Ask(StrEnum):
    NUMBER = "number"
    YES = "yes"
    NONE = "none"


class Tied(StrEnum):
    """What players get who share a place."""

    FULL = "full"
    SHARE = "share"
    DOWN = "down"
    LOWER = "lower"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Worth:
    """The number times this; a row without a way of counting is worth 1."""

    factor: Number = 1


@dataclass(frozen=True, slots=True)
class Steps:
    """Looked up; ``beyond`` for each one more than the last."""

    points: tuple[Number, ...]
    beyond: Number = 0


@dataclass(frozen=True, slots=True)
class Places:
    """By rank among all players; ``needs``: less than this gets no place."""

    points: tuple[Number, ...]
    of: Win = Win.MOST
    needs: Number | None = None
    tied: Tied = Tied.FULL


@dataclass(frozen=True, slots=True)
class Formula:
    """``leaves``: the rows, cards and numbers of the game it names."""

    text: str
    root: Node
    leaves: tuple[Leaf, ...]


Counting: TypeAlias = Worth | Steps | Places | Formula


@dataclass(frozen=True, slots=True)
class Row:
    """``low`` to ``high`` may be said; for ``Ask.YES`` 0 is no and 1 is yes. ``secret``: hidden until all are in."""

    id: str
    names: Names
    when: When
    ask: Ask = Ask.NUMBER
    low: Number = LOWEST_SAID
    high: Number = HIGHEST_SAID
    counting: Counting = Worth()
    secret: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether it can ever be worth something by itself; others are numbers that formulas of other rows use."""
        match self.counting:
            case Worth(factor=0) | Formula(root=Literally(number=0)):
                return False
            case _:
                return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card, with numbers that formulas can count."""

    id: str
    names: Names
    copies: int = 1
    marks: Mapping[str, Number] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of its copies."""
        return tuple(f"{self.id}#{copy}" for copy in range(1, self.copies + 1)) if self.copies > 1 else (self.id,)


@dataclass(frozen=True, slots=True)
class TieRow:
    """A row that breaks a tie; ``less``: less is better."""

    row: str
    less: bool = False


class Open:
    """Rounds until they are ended by hand, or by ``until``."""


OPEN = Open()
# How many rounds: a number; by number of players; ``OPEN``; None for one count at the end.
Rounds: TypeAlias = int | Mapping[int, int] | Open | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One game. ``players``: fewest and most."""

    id: str
    names: Names
    rows: tuple[Row, ...]
    players: tuple[int, int] = (FEWEST_PLAYERS, MOST_PLAYERS)
    win: Win = Win.MOST
    ties: tuple[TieRow, ...] = ()
    rounds: Rounds = None
    until: Number | None = None
    begins: Begins | None = None
    turn_seconds: int | None = None
    bgg: int | None = None
    source: str = ""
    kinds: tuple[Kind, ...] = ()
    back: tuple[int, int] | None = None  # millimetres of a card

    @property
    def has_rounds(self) -> bool:
        return self.rounds is not None

    @property
    def has_cards(self) -> bool:
        return bool(self.kinds)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card, in the order of the file."""
        return tuple(card for kind in self.kinds for card in kind.cards)

    @property
    def secret(self) -> frozenset[str]:
        """The rows of which all see nothing until everybody's number is in."""
        return frozenset(row.id for row in self.rows if row.secret)

    def row(self, row: str) -> Row:
        return next(one for one in self.rows if one.id == row)

    def rows_of(self, when: When) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.when is when)

    def rounds_for(self, players: int) -> int | None:
        """How many rounds this many players play; None where that is open, or not said for so many."""
        if isinstance(self.rounds, Mapping):
            return self.rounds.get(players)
        return self.rounds if isinstance(self.rounds, int) else None
