"""The game on the table in one language: the screen's, or another one that a phone reads.

Cards keep their printed names in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion import CompanionError
from companion.blame import let_through
from companion.contract import Heading
from companion.models import Choice, Header, LogRow, Notice, NowLine, sentence
from companion.play.first_game import OF_BUTTONS, help_line
from companion.table.elsewhere import elsewhere
from companion.table.headings import heading_of
from companion.table.log import log_rows
from companion.table.rules_now import card_words
from companion.table.table import Table
from companion.table.texts import move_text
from companion.teaching.course import Course
from rules.core.questions import Question
from rules.core.scoring import Score, is_settled

UNDO_PART = "phones.undo"  # under this name the screen says that somebody asks for an undo; phones have it in their bar
MOST_LINES = 60  # of the log

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """What everybody is asked: in one sentence, and what belongs to it."""

    title: str
    lines: tuple[str, ...] = ()


class TranslatedTable:
    """The table's texts in one language. Kept is only what all phones show alike, until the table has moved on."""

    def __init__(self, table: Table, language: str) -> None:
        self.table, self.live, self.game = table, table.live, table.game
        self.made_for = table.desk  # stale once the screen's language changes
        self.desk = table.desk_in(language)
        self.say = self.desk.say
        self._course: tuple[Mapping[str, Any], Course | None] | None = None  # with the facts it holds for
        self._facts: Mapping[str, Any] = {}
        self._words: dict[str, tuple[str, ...]] = {}  # by kind of card, as long as these facts hold
        self._log: tuple[int, tuple[LogRow, ...]] = (-1, ())  # with the entry after which it holds
        self._told: dict[int, tuple[str, ...]] = {}
        self._elsewhere: tuple[object, tuple[tuple[str, str], ...]] | None = None  # with the position it holds for

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def people(self) -> tuple[str, ...]:
        return self.table.people

    def ask(self, part: Callable[[], T], instead: S) -> T | S:
        """What a part of the game says that only phones need. If it fails, the table plays on and keeps why."""
        try:
            return part()
        except CompanionError:
            raise
        except BaseException as error:  # noqa: BLE001 - whoever wrote the game
            let_through(error)
            self.table.failed_beside = self.table.failed_beside or error
            return instead

    def heading(self, now_ms: int) -> Heading:
        """While the table is laid out, the step of that."""
        if self.table.laying is None:
            return heading_of(self.desk, now_ms)
        step, say = self.table.laying.in_words(self.desk), self.say
        header = Header(say(f"screen.game.{self.slug}"), say("layout.title"), step.track)
        return Heading(header, NowLine(step.title))

    def notices(self, now_ms: int) -> tuple[Notice, ...]:
        return self.table.context.notices(self.live.notice(now_ms), say=self.say, but=UNDO_PART)

    def help(self) -> str:
        """The line of a first game, as on the screen; empty if it is about the buttons there."""
        thing = self.table.helped
        return "" if thing is None or thing in (*OF_BUTTONS, *self.game.phone.unhelped) else help_line(thing, self.say)

    def asked(self, now_ms: int) -> Asked | None:
        """What has to be answered, laid out or put back before play goes on."""
        if moves := self.live.moves:
            return Asked(self.say("screen.putback.text"), tuple(move_text(move, self.say) for move in moves))
        if self.table.laying is not None:
            step = self.table.laying.in_words(self.desk)
            return Asked(step.title, step.lines)
        if self.live.is_over and not is_settled(self.table.result.score()):
            return self._lacking()
        asked = self.table.asked(now_ms)
        if not isinstance(asked, Question):
            return None if asked is None else Asked(self.say.say(asked.words))
        why = () if asked.why is None else (self.say.say(asked.why),)
        return Asked(self.say.say(asked.words if asked.ticks is None else asked.ticks.words), why)

    def _lacking(self) -> Asked:
        """The game is over, and the score cannot be counted yet."""
        score = self.score()
        unknown = [sentence(thing, self.say) for thing in score.get("unknown", ())]
        title = self.say("page.missing.title", n=len(unknown)) if unknown else self.say("page.missing.something")
        return Asked(title, (self.say.row(unknown),) if unknown else ())

    def to_lay(self) -> tuple[Choice, ...] | None:
        """The choices while the table is laid out; None once it is."""
        return None if self.table.laying is None else self.table.laying.in_words(self.desk).choices

    @property
    def course(self) -> Course | None:
        """How what is printed on the cards is asked for; None: this game asks for nothing."""
        facts, make = self.live.facts, self.game.course
        if self._course is None or self._course[0] is not facts:
            self._course = (facts, None if make is None else make(facts, None))
        return self._course[1]

    def card_words(self, kind: str) -> tuple[str, ...]:
        """What a kind of card does and what is printed on it."""
        facts = self.live.facts
        if facts is not self._facts and facts != self._facts:
            self._facts, self._words = facts, {}
        if kind not in self._words:
            self._words[kind] = card_words(self.desk, kind)
        return self._words[kind]

    def elsewhere(self) -> tuple[tuple[str, str], ...]:
        """Every kind of card, and why it could not be told now."""
        position = self.live.session.position
        if self._elsewhere is None or self._elsewhere[0] is not position:
            self._elsewhere = (position, elsewhere(self.desk, ()))
        return self._elsewhere[1]

    def log(self) -> tuple[LogRow, ...]:
        """The last steps."""
        session = self.live.session
        if self._log[0] != session.last_seq:
            self._log = (session.last_seq, log_rows(session, self.say, most=MOST_LINES, told=self._told))
        return self._log[1]

    def score(self) -> Score:
        return self.table.result.score_in(self.say)
