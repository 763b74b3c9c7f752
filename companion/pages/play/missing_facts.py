"""Asks for the facts a score lacks, one by one. Each may wait, or its card be given points by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from companion.contract import Give
from companion.language.i18n import Phrases
from companion.pages.play.corrections_page import AskPage
from companion.pages.play.points_page import PointsPage
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page, Replace
from companion.screens.tell_screen import Node
from companion.teaching.course import Course
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
    ) -> None:
        self._score = score
        self._course = course
        self._ask = ask
        self._say = say
        self._give = give
        self._put_off: set[str] = set()
        self._asked: tuple[str, Page] | None = None

    @property
    def is_stale(self) -> bool:
        return self._fact is None

    @property
    def _fact(self) -> str | None:
        """The first missing fact that was not skipped and has a question."""
        course = self._course()
        missing = (fact for fact in self._score()["missing"] if fact not in self._put_off)
        return next((fact for fact in missing if course.script_for(fact) is not None), None)

    def _page(self) -> Page:
        fact = self._fact
        assert fact is not None, "a page without a question has closed"
        if self._asked is None or self._asked[0] != fact:
            self._asked = (fact, self._ask(fact, tuple(self._more(fact))))
        return self._asked[1]

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
        return self._page().screen(now_ms)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        page, fact = self._page(), self._fact
        assert fact is not None
        match outcome:
            case Chosen(Later()):
                self._put_off.add(fact)
                return None
            case Chosen(GivePoints()) if self._give is not None:
                cards = dict.fromkeys(str(line["card"]) for line in self._lines(fact))
                return Open(PointsPage(tuple(cards), self._say, self._give))
        turn = page.act(outcome, now_ms)
        match turn:
            case Replace(other):
                self._asked = (fact, other)
            case Close() if isinstance(outcome, Leave | Undo):
                return turn
            case Close():
                self._asked = None
            case _:
                return turn
        return None
