"""One game, as the program sees it: the ``TableGame``. What a game does not bring has a working default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from companion.contract.screens import GameScreens
from companion.facts.box import GameBox
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from rules.core.game import Game, Setup
from rules.core.table import Table
from rules.core.words import Words, words

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.play.simulated.acts import SimulatedPlayers
    from companion.play.simulated.table import SimulatedTable
    from companion.sharing.pdf import Sheet
    from companion.teaching.classroom import Classroom
    from companion.teaching.course import Course
    from companion.teaching.deck_check import DeckToCheck
    from rules.core.scoring import Score, Sentence
    from rules.core.view import View

VERSION = 1  # of this contract: a game made for another one is named, and left out


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
        self, facts: Mapping[str, Any], areas: Sequence[Sequence[str]], names: Sequence[str], named: str
    ) -> Score:
        """What lies there, scored; ``named``: what the facts were asked for by."""
        ...

    def read_file(self, document: Mapping[str, Any], path: Path, box: GameBox) -> WrittenTable:
        """A table written down in a file; raises ``CompanionError`` in one line."""
        ...


@dataclass(frozen=True, slots=True)
class Preview:
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
    preview: Callable[[Course, str, Any, Phrases], Preview] | None = None


@dataclass(frozen=True, kw_only=True)
class TableGame:
    """One game. ``rules`` and ``box`` must be there; everything else has a default."""

    rules: Game[Any]
    box: GameBox
    version: int = VERSION
    icon: str = "cards"  # where games are chosen, before its own icons are loaded
    load_screens: Callable[[], GameScreens] = GameScreens  # called when the first screen is wanted

    # At the table.
    place_cards: Callable[[Table, Any], Table] | None = None  # from the whole picture, where no mat has zones
    laying: str = ""  # the phase in which everybody lays all their cards on the mat, in as many looks as it takes
    ready: tuple[type, ...] = ()  # commands that a seat card's "ready" stands for
    passes: tuple[type, ...] = ()  # commands that its "pass" stands for
    # What the screen that all see may offer, where what is legal depends on what is hidden; None: all that is legal.
    offered: Callable[[Any], tuple[Any, ...]] | None = None
    # The command that somebody means who chose one of those; or why it cannot be, in words that betray nothing.
    meant: Callable[[Any, Any], Any] | None = None
    # Parts of a set-up's table that the players do not know, such as the order of a deck.
    unknown_table: tuple[str, ...] = ()
    sounds: Mapping[type, str] = field(default_factory=dict)  # events that have a sound of their own
    answer_command: Callable[[str, Any], Any] | None = None  # tells a fact at any time: path, value

    # At the end.
    scoring: TableScoring | None = None
    figures: tuple[str, ...] = ()  # of each player beside the total, on score sheets: ``<slug>.sheet.<figure>``
    columns: Mapping[str, str] = field(default_factory=dict)  # of a spreadsheet: name, and key of a player's score
    standing: Callable[[Any], Words] | None = None  # how far a player came, where there are no points
    sheet: Callable[[Score, View, Phrases], Sheet] | None = None  # a score sheet of a game without points
    variant: Callable[[Setup], str] = lambda _: ""  # what was played otherwise than usual, for BG Stats

    # Teaching.
    course: Callable[[Mapping[str, Any], dict[str, Any] | None], Course] | None = None
    deck: Callable[[Setup], DeckToCheck] | None = None  # the cards a game is played with
    web: WebPart | None = None  # its fields in a browser

    # Simulated people: set-up, what is printed in their box, table, chance.
    people: Callable[[Setup, Mapping[str, Any], SimulatedTable, Random], SimulatedPlayers] | None = None
    lacking: Callable[[Mapping[str, Any]], Iterable[str]] = lambda _: ()  # what those must know and the box does not

    # For whoever looks for a fault.
    invariants: Callable[[Any], tuple[str, ...]] | None = None
    cards_in_play: Callable[[Any], int | None] | None = None  # cards may move, their number may not

    @property
    def slug(self) -> str:
        return self.rules.slug

    def result_words(self, score: Score, player: Mapping[str, Any]) -> Words:
        """What a player of a kept score has reached."""
        if self.standing is not None:
            return self.standing(player)
        if score["kind"] == "points":
            return words("nights.points", n=player["total"])
        line: Sentence = player["line"]
        return line if isinstance(line, Words) else words("nights.line", line=line)

    @cached_property
    def screens(self) -> GameScreens:
        from companion.drawing.icons import include_icons  # noqa: PLC0415 (see above)

        try:
            screens = self.load_screens()
        except Exception as error:  # a game installed beside us may hold anything
            why = f"{type(error).__name__}: {error}"[:200]
            raise Trouble(words("games.broken", name=self.slug, why=why)) from error
        include_icons(screens.icons, screens.icon_colours)
        return screens
