"""What may be shown of a game, as JSON values; sentences in it are ``Words``.

Every game has the required keys, and each adds its own. The optional ones are understood by whatever shows any game:
a game that has such a thing gives it that name.
"""

from __future__ import annotations

from typing import Any, Generic, NotRequired, TypeAlias, TypedDict, TypeVar

from rules.core.seats import Seat
from rules.core.words import Words


class PlayerView(TypedDict):
    """What every game shows of a player."""

    name: str


P = TypeVar("P")


class ViewOf(TypedDict, Generic[P]):
    """A view with players of its own sort: ``class ChessView(ViewOf[ChessPlayerView])``."""

    round: int
    phase: str
    turn: Seat | None  # None: all act at once, or nobody
    players: list[P]  # by seat
    order: NotRequired[list[Seat]]
    why: NotRequired[list[Words]]  # why each stands there in the order
    waiting: NotRequired[list[Seat]]  # who is asked to show cards
    notes: NotRequired[list[Words]]  # what everybody should know now
    missing: NotRequired[list[str]]  # facts put off and still unknown, by their path in the facts file
    practice: NotRequired[bool]  # played by made-up values
    start: NotRequired[Seat]
    rounds: NotRequired[int]  # where it is known how many there will be


# The view of any game: read its players as ``PlayerView``. (A list of one sort of players is no list of another to
# the type checker, so the sort is left open here.)
View: TypeAlias = ViewOf[Any]
