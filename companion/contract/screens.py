"""What a game shows in its own way, and what a page gets to show it with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from companion.contract.context import Context, Desk
from companion.language.i18n import Phrases
from companion.models import CardModel, Choice, Notice, Reading

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.drawing.icons import Draw
    from companion.drawing.theme import Rgb
    from companion.screens import Outcome, Screen
    from companion.screens.navigation import Navigation, Page
    from companion.screens.samples import Change, Sample
    from companion.screens.tell import Node
    from companion.teaching.classroom import Classroom
    from rules.core.scoring import Score
    from rules.core.view import View


class Board(Protocol):
    """What is shown while a game is played."""

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """The table as it lies now."""
        ...

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether what a person chose was about the screen itself and has been dealt with here."""
        ...

    def tick(self, now_ms: int) -> None:
        """Time passes; a strict clock may act."""
        ...

    def things(self) -> Iterable[str]:
        """What is worth a line of help (``help.<thing>``) to somebody who plays for the first time."""
        ...

    def tellable(self) -> tuple[str, tuple[Node, ...]]:
        """What can be told by hand now, and the question it answers."""
        ...


class LastChoices(Protocol):
    """What can be done once a game is over: play again, take it home, read how it went."""

    @property
    def link(self) -> str: ...

    def remarks(self) -> tuple[str, ...]: ...

    def choices(self) -> tuple[Choice, ...]: ...

    def turn(self, outcome: Outcome) -> Navigation: ...


@dataclass(frozen=True, slots=True)
class TableAtEnd:
    """A finished game. ``desk``: it stands on the table still; None: it is a past night that is looked at."""

    context: Context
    say: Phrases
    score: Callable[[], Score]
    view: View
    after: LastChoices
    desk: Desk | None = None


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line that a game adds to a menu, with the text ``key``; ``detail`` is the key of what stands below it, which
    may depend on the facts."""

    name: str
    key: str
    icon: str
    page: Callable[..., Page]
    detail: Callable[[Mapping[str, Any]], str]
    needs_camera: bool = False


def plain_card(card: str, say: Phrases, facts: Mapping[str, Any], state: Reading = "") -> CardModel:  # noqa: ARG001
    """A card of which only the name is shown."""
    return CardModel(card, say.name("card", card), state=state, plain=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreens:
    """What a game shows in its own way; None: the stock one."""

    # What is still to be chosen before the first card: names and the seat that begins.
    begin: Callable[[Context, tuple[str, ...], int], Navigation] | None = None
    board: Callable[[Desk], Board] | None = None
    end: Callable[[TableAtEnd], Page] | None = None
    card: Callable[..., CardModel] = plain_card  # card, say, facts, state
    row_mark: Callable[[str], tuple[str, str | None]] = lambda _: ("pad", None)  # icon and card colour of a pad's row
    menu: tuple[MenuLine, ...] = ()  # of a game in progress; pages are made of (desk, the log's page)
    teaching: tuple[MenuLine, ...] = ()  # of teaching its box; pages are made of (context, classroom)
    deck: Callable[[Context, Classroom], Page] | None = None  # asks what the deck depends on, then checks it
    icons: Mapping[str, Draw] = field(default_factory=dict)  # of its own things, by name
    icon_colours: Mapping[str, Rgb] = field(default_factory=dict)  # of those that have one by themselves
    samples: Mapping[str, Sample] = field(default_factory=dict)
    changes: Mapping[str, Change] = field(default_factory=dict)  # typical ones, for the benchmark
