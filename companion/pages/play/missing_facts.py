"""Asks for the facts a score lacks, one by one. Each may wait, or its card be given points by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.contract import Give
from companion.language.i18n import Phrases
from companion.models import Header, NowLine
from companion.pages.play.ask_page import AskPage
from companion.pages.play.asking import Ticking, is_pair
from companion.pages.play.choice_run import ChoiceRun, HasValue
from companion.pages.play.points_page import PointsPage
from companion.pages.play.tell_page import doors_model
from companion.play.live_game import LiveGame
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page, Replace
from companion.screens.tell_screen import Node
from companion.teaching.correction import told_facts
from companion.teaching.course import Course
from rules.core.questions import Ticks
from rules.core.scoring import PointsLine, Score


@dataclass(frozen=True, slots=True)
class Later:
    """Not now: skips the question."""


@dataclass(frozen=True, slots=True)
class GivePoints:
    """Gives points for tonight in place of a fact nobody knows."""


Ask: TypeAlias = Callable[[str, tuple[Node, ...]], AskPage]  # a fact by its path, and extra tiles


class MissingPage(Lasting):
    """Closes by itself when nothing is left to ask; leaving it early leaves the rest unknown."""

    def __init__(
        self,
        score: Callable[[], Score],
        course: Callable[[], Course],
        ask: Ask,
        say: Phrases,
        give: Give | None = None,
        *,
        live: LiveGame | None = None,
        beside_points: bool = False,
        has_rules: bool = False,
    ) -> None:
        """``live``: takes the command that tells several facts at once; ``beside_points``: asks only for what is needed
        where the points of every card are told by hand; ``has_rules``: of the game on the table."""
        self._beside_points = beside_points
        self._header = Header(say("teach.play.facts"), rules=has_rules)
        self._live = live
        self._ticking, self._run = Ticking(), ChoiceRun()
        self._doors: DoorsScreen | None = None
        self._most = 0  # facts that were missing at the start
        self._score = score
        self._course = course
        self._ask = ask
        self._say = say
        self._give = give
        self._put_off: set[str] = set()
        self._asked: tuple[str, AskPage | Page] | None = None
        self._last: tuple[int, str] | None = None  # what was put together last: its entry in the journal, and in words

    @property
    def is_stale(self) -> bool:
        return self.fact is None

    @property
    def is_put_off(self) -> bool:
        """Whether something was left for later."""
        return bool(self._put_off)

    @property
    def fact(self) -> str | None:
        """The first missing fact that was not skipped and has a question."""
        return next(self._missing(), None)

    def _missing(self) -> Iterator[str]:
        """Looked for as far as somebody asks: whether there is one at all is asked several times for each picture."""
        course = self._course()
        missing = (fact for fact in self._score()["missing"] if fact not in self._put_off)
        if self._beside_points:
            missing = (fact for fact in missing if course.beside_points(fact))
        return (fact for fact in missing if course.script_for(fact) is not None)

    def ticks(self) -> Ticks | None:
        """What can be told together comes first."""
        return None if self._live is None else self._course().ticks(list(self._missing()))

    @property
    def asked(self) -> Page:
        """The page of the question that is shown; none while things are told together."""
        return self._page()

    def _page(self) -> Page:
        fact = self.fact
        assert fact is not None, "a page without a question has closed"
        if self._asked is None or self._asked[0] != fact:
            page = self._ask(fact, tuple(self._more(fact)))
            page.counter, page.reason = self._counter(), self._say("page.missing.why")
            page.has_rules = self._header.rules
            page.before = self._told_last
            self._asked = (fact, page)
        return self._asked[1]

    @property
    def _told_last(self) -> str:
        """It can be taken back as long as nothing followed."""
        if self._last is None or self._live is None or self._last[0] != self._live.session.last_seq:
            return ""
        return self._last[1]

    def _note(self, fact: str) -> None:
        """Keeps in sight what was put together: nobody was asked whether it is right."""
        course, live, say = self._course(), self._live, self._say
        if live is not None and fact not in self._missing() and fact.rpartition(".")[2] in course.made_sorts:
            value = told_facts(live.session).get(fact)
            said = say.clauses(map(say.say, course.value_words(fact, value)))
            self._last = live.session.last_seq, say.pair(say.say(course.name(fact.split(".")[1])), said)

    def _counter(self) -> str:
        left = sum(1 for _ in self._missing())
        self._most = max(self._most, left)
        return self._say("page.answer.counter", n=self._most - left + 1, of=self._most)

    def _more(self, fact: str) -> Iterable[Node]:
        if self._give is not None and self._lines(fact):
            yield Node(self._say("page.missing.by_hand"), GivePoints(), icon="hand", pinned=True)
        yield Node(self._say("page.missing.later"), Later(), icon="clock", pinned=True)

    def _lines(self, fact: str) -> tuple[PointsLine, ...]:
        """The score lines that are unknown because of this fact."""
        score, course = self._score(), self._course()
        lines = (line for player in score["players"] for line in player.get("lines", ()))
        thing = fact.split(".")[1]
        return tuple(line for line in lines if line["card"] and course.thing_of(line["card"]) == thing)

    def screen(self, now_ms: int) -> Screen:
        if (ticks := self.ticks()) is None:
            return self._page().screen(now_ms)
        return self._choice_screen(ticks) if ticks.is_choice else self._tick_screen(ticks)

    def _choice_screen(self, ticks: Ticks) -> Screen:
        more = tuple(self._more(ticks.things[0][1]))
        return self._run.screen(ticks, self._header, self._say, more)

    def _tick_screen(self, ticks: Ticks) -> Screen:
        say = self._say
        header = replace(self._header, place=self._counter())
        now = NowLine(say.say(ticks.words), say("page.missing.why"))
        model = replace(
            doors_model(say, header, now, self._ticking.nodes(ticks, say), leaves=True), keeps=not is_pair(ticks)
        )
        self._doors = self._doors or DoorsScreen(model)
        self._doors.show(model)
        return self._doors

    def _act_on_ticks(self, live: LiveGame, ticks: Ticks, outcome: Outcome, now_ms: int) -> Navigation:
        if isinstance(outcome, Leave | Undo):
            return Close()
        told = self._ticking.told(ticks, outcome)
        if told is not None:
            values, others = told
            self._put_off |= {
                fact for fact in self._missing() if any(f"{one}.".startswith(f"{fact}.") for one in others)
            }
            if values:
                live.do(ticks.tell(values, ()), now_ms)
        return None

    def _act_on_choice(self, live: LiveGame, ticks: Ticks, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(HasValue(fact, value) as told):
                if live.do(ticks.tell({fact: value}, ()), now_ms).steps:
                    self._run.add(ticks, told, live.session.last_seq)
            case Undo() if self._run.take_back(live.session.last_seq):
                live.undo(now_ms)
                self._run.taken_back(live.session.last_seq)
            case Leave() | Undo():
                return Close()
            case _:
                return self._act_beside(ticks.things[0][1], outcome)
        return None

    def _act_beside(self, fact: str, outcome: Outcome) -> Navigation:
        """Not now, or points for tonight."""
        match outcome:
            case Chosen(Later()):
                self._put_off.add(fact)
            case Chosen(GivePoints()) if self._give is not None:
                cards = dict.fromkeys(str(line["card"]) for line in self._lines(fact))
                return Open(PointsPage(tuple(cards), self._say, self._give))
        return None

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._live is not None and (ticks := self.ticks()) is not None:
            act = self._act_on_choice if ticks.is_choice else self._act_on_ticks
            return act(self._live, ticks, outcome, now_ms)
        page, fact = self._page(), self.fact
        assert fact is not None
        if isinstance(outcome, Chosen) and isinstance(outcome.command, Later | GivePoints):
            return self._act_beside(fact, outcome)
        turn = page.act(outcome, now_ms)
        match turn:
            case Replace(other):
                self._asked = (fact, other)
            case Close() if outcome == Undo() and self._told_last and self._live is not None:
                self._live.undo(now_ms)
                self._asked = None
            case Close() if isinstance(outcome, Leave | Undo):
                return turn
            case Close():
                self._asked = None
                self._note(fact)
            case _:
                return turn
        return None
