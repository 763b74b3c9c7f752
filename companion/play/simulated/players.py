"""What simulated players do: put cards down, pick them up, say something by buttons, answer questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from companion.play.simulated.simulated_table import SimulatedTable
from rules.core.commands import value_of
from rules.core.questions import Question
from rules.core.table import Move
from rules.core.view import View

# The meaning of a missing fact about a thing that has others; None: unknown.
Blank: TypeAlias = Callable[[str], Any]

if TYPE_CHECKING:
    from companion.play.live_game import LiveGame  # a command without a camera must not load one


@dataclass(frozen=True, slots=True)
class LayDown:
    cards: tuple[str, ...]
    zone: str


@dataclass(frozen=True, slots=True)
class PickUp:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """A legal command given by buttons, for what no camera can see."""

    command: Any


Act: TypeAlias = LayDown | PickUp | Say
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class OnView(Generic[V]):
    """What players can see of the companion: its view, who must show cards, what may be said by button, and at the end
    which of that seat's cards have been read."""

    view: V
    focus: int | None
    options: tuple[Any, ...]
    read: frozenset[str] = frozenset()


def on_view(live: LiveGame) -> OnView[View]:
    """What there is to see now."""
    read = frozenset[str]() if live.focus is None else live.reading.laid(live.focus)
    return OnView(live.view, live.focus, live.options, read)


class SimulatedPlayers(Protocol):
    """The players at the simulated table, with what only they know: hands, deck, what is printed on the cards."""

    table: SimulatedTable

    def next_act(self, shown: OnView[View]) -> Act | None:
        """The next act; None: they wait for the companion, or the game is over."""
        ...

    def answer(self, question: Question) -> Any:
        """The command that answers a question truthfully."""
        ...

    def put_back(self, move: Move) -> Act:
        """Puts one card back, as an undo asks for."""
        ...

    def follow(self, command: Any) -> None:
        """Somebody told the companion what happens: moves the card accordingly, if it is still in the open."""
        ...

    def take_up(self, views: Sequence[View]) -> None:
        """Lays the table as in a game in progress, whatever lies there now; unseen cards are dealt again.

        ``views``: what each seat may know.
        """
        ...

    def truth(self) -> dict[str, Any]:
        """Where everything really is, to be compared with what the companion believes."""
        ...

    def belief(self, view: View) -> dict[str, Any]:
        """What a view says about the same things, in the same form."""
        ...


def truthful(question: Question, document: Mapping[str, Any], blank: Blank = lambda _: None) -> Any:
    """The answer by the printed cards of this box; "later" if even they do not tell."""
    value = printed(document, question.fact, blank)
    fitting = [answer for answer in question.answers if value_of(answer) == value]
    return fitting[0] if fitting and value is not None else question.answers[-1]


def printed(document: Mapping[str, Any], fact: str, blank: Blank = lambda _: None) -> Any:
    """What the cards say; None if they do not."""
    *way, last = fact.split(".")
    value: Any = document
    for part in way:
        value = value.get(part) if isinstance(value, Mapping) else None
    if isinstance(value, str):
        return value  # the same on every copy
    return value.get(last, blank(fact)) if isinstance(value, Mapping) else None
