"""What simulated people do: put cards down, pick them up, say something with the buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from companion.play.simulated.simulated_table import SimulatedTable
from rules.core.commands import value_of
from rules.core.questions import Question
from rules.core.table import Move
from rules.core.view import View

# What it means that a fact is not printed on a thing of which others are; None: that nobody knows.
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
    """A legal command, given by the buttons: what no camera can see."""

    command: Any


Act: TypeAlias = LayDown | PickUp | Say
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class OnView(Generic[V]):
    """What people can see of the companion: its view, who is asked to show cards, what may be said by button, and at
    the end which of that seat's cards have been read."""

    view: V
    focus: int | None
    options: tuple[Any, ...]
    read: frozenset[str] = frozenset()


def on_view(live: LiveGame) -> OnView[View]:
    """What there is to see now."""
    read = frozenset[str]() if live.focus is None else live.reading.laid(live.focus)
    return OnView(live.view, live.focus, live.options, read)


class SimulatedPlayers(Protocol):
    """The people at the simulated table, with what only they know: hands, deck, what is printed on the cards."""

    table: SimulatedTable

    def next_act(self, shown: OnView[View]) -> Act | None:
        """What happens next; None: they wait for the companion, or the game is over."""
        ...

    def answer(self, question: Question) -> Any:
        """The command that answers a question as the printed cards do."""
        ...

    def put_back(self, move: Move) -> Act:
        """Carries one card back to where it lay, as an undo asks for."""
        ...

    def follow(self, command: Any) -> None:
        """Somebody told the companion what happens: carry the card the same way, if it still lies open."""
        ...

    def take_up(self, views: Sequence[View]) -> None:
        """Lays the table as a game in progress has it; what nobody has seen is dealt anew, for nobody can tell.

        ``views``: what each seat may know.
        """
        ...

    def truth(self) -> dict[str, Any]:
        """What really lies where, to be compared with what the companion believes."""
        ...

    def belief(self, view: View) -> dict[str, Any]:
        """What a view says of the same things, in the same form."""
        ...


def truthful(question: Question, document: Mapping[str, Any], blank: Blank = lambda _: None) -> Any:
    """The answer that the printed cards of this box give; "later" when even they do not tell."""
    value = printed(document, question.fact, blank)
    fitting = [answer for answer in question.answers if value_of(answer) == value]
    return fitting[0] if fitting and value is not None else question.answers[-1]


def printed(document: Mapping[str, Any], fact: str, blank: Blank = lambda _: None) -> Any:
    """What the cards say; None where they do not."""
    *way, last = fact.split(".")
    value: Any = document
    for part in way:
        value = value.get(part) if isinstance(value, Mapping) else None
    if isinstance(value, str):
        return value  # the same on every copy
    return value.get(last, blank(fact)) if isinstance(value, Mapping) else None
