"""The contract of a game, and the few functions that are the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rules.core.codec import Codec
from rules.core.pad.events import CaughtUp
from rules.core.pad.state import KnownTable
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.scoring import Score
from rules.core.seats import Seat
from rules.core.secrecy import shown
from rules.core.table import Move, Reading, TableCards
from rules.core.telling import tell_plainly
from rules.core.view import View
from rules.core.words import Words

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a new game starts from, as plain values. It opens the journal, so a replay needs nothing else.

    ``facts`` is the whole merged facts mapping (rulebook, then the named layer), not a path.
    """

    game: str
    players: tuple[str, ...]
    start: Seat = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)


class Game(Protocol[S]):
    """One game: pure functions over a frozen state. Events are outcomes; ``evolve`` can always apply them.

    Methods with a body here are good enough for a small game that inherits from this class.
    """

    slug: str
    seats: range
    rules_version: int
    commands: Codec[Any]
    events: Codec[Any]

    def new(self, setup: Setup) -> S | Refused:
        """The state before the first command."""
        ...

    def options(self, state: S) -> tuple[Any, ...]:
        """Every legal command now; the answers of the open question, if there is one; nothing when over."""
        ...

    def question(self, state: S) -> Question | None:  # noqa: ARG002
        """The fact that must be told (or put off) before play goes on, if any."""
        return None

    def decide(self, state: S, command: Any) -> tuple[Any, ...] | Refused:
        """The events that follow from the command, including automatic ones."""
        ...

    def evolve(self, state: S, event: Any) -> S: ...

    def show_event(self, event: Any) -> dict[str, Any]:
        """The event as everybody may see it, as JSON values: without the face-down cards that the journal keeps."""
        return shown(event, self.events)

    def tell(self, event: Any) -> Words:
        """The event as a sentence for everybody; the text is empty if the event needs no mention."""
        return tell_plainly(self.slug, event)

    def is_over(self, state: S) -> bool: ...

    def facts(self, state: S) -> Mapping[str, Any]:  # noqa: ARG002
        """The facts of the box as known now, including those told in this game."""
        return {}

    def view(self, state: S, seat: Seat | None = None) -> View:
        """What everybody may see; with a seat, also what that player may know."""
        ...

    def score(self, state: S) -> Score:
        """The score of the table as it is now, as ``companion score --json`` prints it."""
        ...

    def read(self, state: S, table: TableCards) -> Reading:  # noqa: ARG002
        """What follows from the cards seen; nothing for a game that has no use for the camera."""
        return Reading()

    def put_back(self, before: S, after: S) -> tuple[Move, ...]:  # noqa: ARG002
        """The cards to move so that a table in the state ``after`` looks like ``before`` again."""
        return ()


def advance(game: Game[S], state: S, events: tuple[Any, ...]) -> S:
    """The state after these events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def renewed(game: Game[Any], setup: Setup, version: int) -> Setup:
    """A set-up saved by earlier rules, changed so that these rules replay the game the same way; a game may say how."""
    how = getattr(game, "renewed", None)
    if how is None or version >= game.rules_version:
        return setup
    as_before: Setup = how(setup, version)
    return as_before


def known_table(game: Game[S], state: S) -> KnownTable | None:
    """What the pad may be told of, for a game that can be scored without being followed; None: it cannot.

    A game that has rounds there also says how it goes on after them, see ``resumed``.
    """
    how = getattr(game, "known_table", None)
    if how is None:
        return None
    known: KnownTable = how(state)
    return known


def resumed(game: Game[S], state: S, told: CaughtUp) -> S:
    """The game at the beginning of a later round; what else happened in those between is unknown."""
    how: Callable[[S, CaughtUp], S] = game.resumed  # type: ignore[attr-defined]
    return how(state, told)
