"""What may be shown of a game, as JSON values; sentences in it are ``Words``.

Every game has the required keys and adds its own. Optional keys are understood by everything that shows games: a
game that has such a thing uses that name.
"""

from __future__ import annotations

from typing import Any, Generic, NotRequired, TypeAlias, TypedDict, TypeVar

from rules.core.seats import Seat
from rules.core.words import Words


class PlayerView(TypedDict):
    """What every game shows about a player."""

    name: str


P = TypeVar("P")


class ViewOf(TypedDict, Generic[P]):
    """A view with its own type of players: ``class ChessView(ViewOf[ChessPlayerView])``."""

    round: int
    phase: str
    turn: Seat | None  # None: all act at once, or nobody
    players: list[P]  # by seat
    order: NotRequired[list[Seat]]
    why: NotRequired[list[Words]]  # the reason for each place in the order
    waiting: NotRequired[list[Seat]]  # who is asked to show cards
    notes: NotRequired[list[Words]]  # what everybody should know now
    missing: NotRequired[list[str]]  # facts put off and still unknown, by their path in the facts file
    practice: NotRequired[bool]  # played with made-up values
    lying: NotRequired[dict[str, list[str]]]  # cards that lie open, by zone
    start: NotRequired[Seat]
    rounds: NotRequired[int]  # if it is known how many there will be


# The view of any game: read its players as ``PlayerView``. (Lists are invariant for the type checker, so the type of
# players is left open here.)
View: TypeAlias = ViewOf[Any]
