"""The parts of a game, and what the program asks of each; and a plain card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from companion.facts.box import GameBox
from companion.language.i18n import Phrases
from companion.models import Action, CardModel, Choice, Header, Notice, NowLine, ReadState, SetupLine, Shelf
from rules.core.words import Value

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.screens import Outcome, Screen
    from companion.screens.navigation import Page
    from companion.screens.tell_screen import Node
    from companion.teaching.classroom import Classroom
    from companion.teaching.course import Course
    from rules.core.scoring import Score


Give: TypeAlias = Callable[[str, int, int], None]  # a card, its points, the time


@dataclass(frozen=True, slots=True)
class MomentOf:
    """An event that is shown as a moment: the key of its word, and the field of the event with its number."""

    key: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class AuctionPart:
    """A game with a clock for bidders, if the settings of the night ask for it.

    ``bidder``: whose bid it is in a state, None outside auctions; ``late``: the command for a seat whose time is up;
    ``said``: the key of what is then said about that ``seat``. ``seconds``: the game's own limit, for a whole turn;
    None: that of the settings, for each bid.
    """

    bidder: Callable[[Any], int | None]
    late: Callable[[int], Any]
    said: str
    seconds: Callable[[Any], int | None] = lambda _: None


class Tellable(NamedTuple):
    """What can be told by hand now: the question, and what may answer it.

    Without a camera this is the screen of the game, so a board may add ``header``, ``now``, and what was already told
    in this step (``so_far``).
    """

    text: str
    nodes: tuple[Node, ...]
    header: Header | None = None
    now: NowLine | None = None
    so_far: tuple[Node, ...] = ()
    so_far_title: str = ""


class Heading(NamedTuple):
    """Where we are, what now and why, and how long the turn has lasted or may last."""

    header: Header
    now: NowLine


class Board(Protocol):
    """What is shown while a game is played."""

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """The table as it is now."""
        ...

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether this choice was about the screen itself and has been handled here."""
        ...

    def things(self) -> Iterable[str]:
        """What deserves a line of help (``help.<thing>``) in somebody's first game; after a blank, which card it is
        about. Only of what is on the screen."""
        ...

    def tellable(self) -> Tellable:
        """What can be told by hand now, and the question it answers; independent of anything hidden."""
        ...


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line that a game adds to a menu, with the text ``key``; ``detail`` gives the key of the text below it, which
    may depend on the facts. ``fits``: whether it is shown, by the state of a game in progress."""

    name: str
    key: str
    icon: str
    page: Callable[..., Page]
    detail: Callable[[Mapping[str, Any]], str]
    needs_camera: bool = False
    fits: Callable[[Any], bool] = lambda _: True


class WrittenTable(Protocol):
    """A table from a file: the facts it rests on, its players and its score."""

    @property
    def document(self) -> Mapping[str, Any]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    def score(self) -> Score: ...


class TableScoring(Protocol):
    """Scores a table that was not followed."""

    def cards(self, facts: Mapping[str, Any]) -> Sequence[str]:
        """Every card that may be in front of a player, in the order of the box."""
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
        """The score of these cards; ``named``: the name of the facts, ``told``: points given by hand, ``house``: the
        group's rulings."""
        ...

    def read_file(self, document: Mapping[str, Any], path: Path, box: GameBox) -> WrittenTable:
        """Parses a table file; raises ``CompanionError`` with one line."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """One page of laying out the table before the first card.

    If there are open cards that nobody has told, ``zones`` are the places that the camera reads meanwhile, and ``left``
    says how many. They can also be told by hand: ``likely`` are those that can be there, ``others`` what else might be
    meant; the value of each is its commands. What cannot be is refused in the game's words. ``first``: what the hands
    do before anybody is asked, as a page of its own.
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
    first: tuple[SetupLine, ...] = ()


def setup_step(
    say: Phrases, key: str, icon: str, lines: Mapping[str, str], values: Mapping[str, Value], **more: Any
) -> SetupStep:
    """The page with the texts ``<key>.name``, ``<key>.title`` and ``<key>.<line>``; ``lines``: each with its figure."""
    said = tuple(SetupLine(say(f"{key}.{line}", **values), figure) for line, figure in lines.items())
    title = say(f"{key}.title", **values)
    return SetupStep(icon=icon, name=say(f"{key}.name"), title=title, lines=said, **more)


@dataclass(frozen=True, slots=True)
class ScribePart:
    """A game for which it is enough to tell what stays: a number of rounds, with one card for each player in each."""

    rounds: int


@dataclass(frozen=True, slots=True)
class ToldInWords:
    """A value that is being told, in sentences, with an example of what it would score."""

    sentences: tuple[str, ...]
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPart:
    """A game's own fields on the teaching page in a browser; without them the page asks the questions of its course.

    ``script``: its JavaScript among the game's data; ``assets/web/teach.js`` says what it must answer.
    """

    more: Callable[[Classroom], Mapping[str, Any]]  # what the script needs besides the facts, as JSON values
    script: str = "fields.js"
    # Course, thing, value, language; raises ``InvalidValue`` for a value that makes no sense.
    preview: Callable[[Course, str, Any, Phrases], ToldInWords] | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """Words with an icon before them, or with the mark of a ``seat``.

    With ``card``: the card of that name as the screen draws it, with icon and words at its foot.
    """

    text: str = ""
    icon: str = ""
    card: str = ""
    seat: int | None = None

    def __str__(self) -> str:
        return self.text


PhoneLine: TypeAlias = str | Sign


@dataclass(frozen=True, slots=True)
class CardDrawing:
    """How a phone draws a card of which the game's own screens draw more than ``CardModel`` holds.

    ``colour``: of its band. The others are icons: at the left and the right of the band, and at the foot.
    """

    colour: str
    sign: str
    signs: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a phone's page: what it is about, and lines."""

    title: str
    lines: tuple[PhoneLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePart:
    """What a game shows on phones; defaults are made from its view, commands and texts.

    All get a state of the game. ``places`` and ``of_seat`` are for everybody, so they may show only what the shared
    view has. ``own``, ``offered`` and ``acts`` are for the phones of one seat: they may show what that player may
    know, and nothing that others hide.
    """

    places: Callable[[Any, Phrases], tuple[Block, ...]] = lambda *_: ()  # open cards and things
    of_seat: Callable[[Any, int, Phrases], tuple[PhoneLine, ...]] | None = None
    own: Callable[[Any, int, Phrases], tuple[Block, ...]] = lambda *_: ()
    # Commands that a seat is offered; None: those that the shared screen offers for that seat.
    offered: Callable[[Any, int], tuple[Any, ...]] | None = None
    # The same in words: equal things may be one act.
    acts: Callable[[Any, tuple[Any, ...], Phrases], tuple[Action, ...]] | None = None
    # A choice as icons with a few letters each, such as cards that are paid with; read out are the words of the act.
    signs: Callable[[Any], tuple[Sign, ...]] = lambda _: ()
    # Commands that end something for everybody; a phone asks twice, as it does for what is laid face down.
    ends: Callable[[Any], bool] = lambda _: False
    # Of the board's ``things`` those whose line of help is about what only the screen has.
    unhelped: tuple[str, ...] = ()
    # How a card looks, by the facts; None: as ``TableGame.card`` has it.
    drawing: Callable[[str, Mapping[str, Any]], CardDrawing | None] = lambda *_: None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPart:
    """What the rules say now, for everybody: from ``rules.toml`` among the game's data, if there is one.

    That file is explained in docs/adding-a-game.md. All but ``printed`` get a state of the game.
    """

    step: Callable[[Any], str] | None = None  # within the phase, if what one may do differs there; None: the phase
    values: Callable[[Any], Mapping[str, Value]] = lambda _: {}  # of the places in the texts
    cards: Callable[[Any], tuple[str, ...]] = lambda _: ()  # in question now: open ones, the most pressing first
    printed: Callable[[str, Phrases, Mapping[str, Any]], str] = lambda *_: ""  # on a card, as far as known
    sort: str = "card"  # the sort of name those cards have
    blocks: Callable[[Any, Phrases], tuple[Block, ...]] | None = None  # instead of the file, for a game that is data


def plain_card(card: str, say: Phrases, facts: Mapping[str, Any], state: ReadState = "") -> CardModel:  # noqa: ARG001
    """A card that shows only its name."""
    return CardModel(card, say.name("card", card), state=state, plain=True)
