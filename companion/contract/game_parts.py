"""The parts of a game, one by one: what the program asks each of them, and a plain card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from companion.facts.box import GameBox
from companion.language.i18n import Phrases
from companion.models import Action, CardModel, Choice, Header, Notice, NowLine, Reading, SetupLine, Shelf
from rules.core.words import Value, Words

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.keeping.session_stats import RoundPoints
    from companion.screens import Outcome, Screen
    from companion.screens.navigation import Navigation, Page
    from companion.screens.tell_screen import Node
    from companion.teaching.classroom import Classroom
    from companion.teaching.course import Course
    from hardware.camera.settings import CameraLock
    from rules.core.scoring import Score
    from rules.core.view import View


Give: TypeAlias = Callable[[str, int, int], None]  # a card, its points, the time


@dataclass(frozen=True, slots=True)
class MomentOf:
    """An event that is a moment of its own: the key of its word, and the field of the event with its number."""

    key: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class AuctionPart:
    """A game whose bidders may be hurried, as the settings of the night want it.

    ``bidder``: whose bid it is in a state, None outside of auctions; ``late``: the command of a seat whose time is up;
    ``said``: the key of what is said then, about that ``seat``.
    """

    bidder: Callable[[Any], int | None]
    late: Callable[[int], Any]
    said: str


class CameraHold(Protocol):
    """A camera whose focus and light can be held as they are."""

    @property
    def held(self) -> CameraLock: ...

    def hold(self) -> None: ...

    def release(self) -> None: ...


class Tellable(NamedTuple):
    """What can be told by hand now: the question, and what may answer it.

    Where no camera looks on this is the screen of the game, so a board may say what it shows besides: ``header``,
    ``now``, and what of this step was told already (``so_far``).
    """

    text: str
    nodes: tuple[Node, ...]
    header: Header | None = None
    now: NowLine | None = None
    so_far: tuple[Node, ...] = ()
    so_far_title: str = ""


class Heading(NamedTuple):
    """Where we are, what now, why, and how long the turn has lasted or how long it may last."""

    header: Header
    now: NowLine


class Board(Protocol):
    """What is shown while a game is played."""

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """The table as it lies now."""
        ...

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether what a person chose was about the screen itself and has been dealt with here."""
        ...

    def things(self) -> Iterable[str]:
        """What is worth a line of help (``help.<thing>``) to somebody who plays for the first time."""
        ...

    def tellable(self) -> Tellable:
        """What can be told by hand now, and the question it answers; the same whatever is hidden."""
        ...


class LastChoices(Protocol):
    """What can be done once a game is over: play again, take it home, read how it went."""

    @property
    def link(self) -> str: ...

    def remarks(self) -> tuple[str, ...]: ...

    def rounds(self, score: Score) -> tuple[RoundPoints, ...]: ...

    def round_ends(self) -> tuple[tuple[int, Any], ...]: ...

    def choices(self) -> tuple[Choice, ...]: ...

    def turn(self, outcome: Outcome) -> Navigation: ...


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line that a game adds to a menu, with the text ``key``; ``detail`` is the key of what stands below it, which
    may depend on the facts. ``fits``: whether it is there at all, by the state of a game in progress."""

    name: str
    key: str
    icon: str
    page: Callable[..., Page]
    detail: Callable[[Mapping[str, Any]], str]
    needs_camera: bool = False
    fits: Callable[[Any], bool] = lambda _: True


class WrittenTable(Protocol):
    """A table out of a file: the facts it rests on, who sat there, and its score."""

    @property
    def document(self) -> Mapping[str, Any]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    def score(self) -> Score: ...


class TableScoring(Protocol):
    """Scoring a table nobody followed."""

    def cards(self, facts: Mapping[str, Any]) -> Sequence[str]:
        """Every card that may lie before somebody, in the order of the box."""
        ...

    def score(
        self,
        facts: Mapping[str, Any],
        areas: Sequence[Sequence[str]],
        names: Sequence[str],
        named: str,
        *,
        told: Mapping[str, int],
        house: Mapping[str, str | int],
    ) -> Score:
        """What lies there, scored; ``named``: what the facts were asked for by, ``told``: points given by hand,
        ``house``: what the group agreed on."""
        ...

    def read_file(self, document: Mapping[str, Any], path: Path, box: GameBox) -> WrittenTable:
        """A table written down in a file; raises ``CompanionError`` in one line."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """One page of laying out the table before the first card.

    Where cards lie open that nobody has told of, ``zones`` are the places the camera reads meanwhile, and ``left`` says
    how many there are. They can be told by hand too: ``likely`` are those that can lie there, ``others`` whatever else
    might be meant; the value of each is the commands it stands for. What cannot be is refused in the game's words.
    """

    icon: str
    name: str
    title: str
    lines: tuple[SetupLine, ...]
    shelves: tuple[Shelf, ...] = ()
    zones: tuple[str, ...] = ()
    left: int = 0
    likely: tuple[Choice, ...] = ()
    others: tuple[Choice, ...] = ()


def setup_step(
    say: Phrases, key: str, icon: str, lines: Mapping[str, str], values: Mapping[str, Value], **more: Any
) -> SetupStep:
    """The page whose texts are ``<key>.name``, ``<key>.title`` and ``<key>.<line>``; ``lines``: of each its figure."""
    said = tuple(SetupLine(say(f"{key}.{line}", **values), figure) for line, figure in lines.items())
    title = say(f"{key}.title", **values)
    return SetupStep(icon=icon, name=say(f"{key}.name"), title=title, lines=said, **more)


@dataclass(frozen=True, slots=True)
class ScribePart:
    """A game of which it is enough to tell what stays: so many rounds, in each a card for each player."""

    rounds: int
    areas: Callable[[View], tuple[tuple[str, ...], ...]]  # what lies before everybody in a game that was followed


@dataclass(frozen=True, slots=True)
class ToldInWords:
    """A value that is being told, in sentences, and an example of what it would bring."""

    sentences: tuple[str, ...]
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPart:
    """A game's own fields on the page in a browser; without them the questions of its course are asked there.

    ``script``: its JavaScript among the game's data; ``assets/web/teach.js`` says what it must answer.
    """

    more: Callable[[Classroom], Mapping[str, Any]]  # what the script needs beside the facts, as JSON values
    script: str = "fields.js"
    # Course, thing, value, language; raises ``InvalidValue`` for a value that makes no sense.
    preview: Callable[[Course, str, Any, Phrases], ToldInWords] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a phone's page: what it is about, and lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePart:
    """What a game says on phones; what it does not bring is made of its view, its commands and its texts.

    All get a state of the game. ``places`` and ``of_seat`` are for everybody, so they tell what the view for all holds.
    ``own``, ``offered`` and ``acts`` are for the phones of one seat: they may tell what that player may know, and
    nothing that another hides.
    """

    places: Callable[[Any, Phrases], tuple[Block, ...]] = lambda *_: ()  # what lies open
    of_seat: Callable[[Any, int, Phrases], tuple[str, ...]] | None = None
    own: Callable[[Any, int, Phrases], tuple[Block, ...]] = lambda *_: ()
    # Commands that a seat is offered; None: those that the screen which all see offers for that seat.
    offered: Callable[[Any, int], tuple[Any, ...]] | None = None
    # The same in words: things that are alike may be one act.
    acts: Callable[[Any, tuple[Any, ...], Phrases], tuple[Action, ...]] | None = None


class PhoneHost(Protocol):
    """Phones as seats, switched on and off by whoever holds the buttons. Players are known by their names."""

    @property
    def url(self) -> str:
        """Where the page is; empty while they are switched off."""
        ...

    @property
    def watching(self) -> int:
        """Phones that only look on."""
        ...

    @property
    def alarm(self) -> int:
        """How many wrong codes were tried, as a power of ten; 0: none but slips."""
        ...

    def start(self) -> None:
        """Raises ``CompanionError`` where there is no network, or none that is private."""
        ...

    def stop(self) -> None: ...

    def code(self, player: str | None) -> str:
        """Of the table, or of a seat: that one counts as long as it is asked for with every picture."""
        ...

    def count(self, player: str) -> int:
        """Phones of this seat."""
        ...

    def free(self, player: str) -> None:
        """Sends the phones of this seat away."""
        ...


class ClubHost(Protocol):
    """The box in a club, as its page shows it."""

    @property
    def is_on(self) -> bool: ...

    @property
    def club(self) -> str: ...

    @property
    def table(self) -> str:
        """As the board calls it."""
        ...

    @property
    def condition(self) -> Words:
        """Whether the broker is reached, or why not."""
        ...

    @property
    def called(self) -> datetime | None:
        """Since when this table calls; None: it does not."""
        ...

    def call(self, *, on: bool) -> None: ...


def plain_card(card: str, say: Phrases, facts: Mapping[str, Any], state: Reading = "") -> CardModel:  # noqa: ARG001
    """A card of which only the name is shown."""
    return CardModel(card, say.name("card", card), state=state, plain=True)
