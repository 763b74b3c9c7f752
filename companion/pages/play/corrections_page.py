"""Facts told in this game and those still missing: answer one now, or change an answer and see what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.contract import Desk, TableGame
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.play.ask_page import AskPage
from companion.pages.play.question_models import sentence
from companion.play.live_game import LiveGame
from companion.screens import Answered, Chosen, Leave, Outcome, Screen
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Replace
from companion.screens.tell_screen import Node
from companion.teaching.correction import Rehearsal, changes, rehearse, told_facts
from companion.teaching.course import Course, Told
from rules.core.questions import Barred
from rules.core.refusals import Refused
from rules.core.words import Words, words

FORGET = object()  # in place of an answer: the fact is unknown again


class CorrectionsPage(Lasting):
    """Missing facts first, then those told, each with its answer."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._context = desk.context
        self._live = desk.live
        self._say = desk.say
        self._course = course_of(desk)
        self._screen = ListScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    def _model(self, now_ms: int) -> ListModel:
        say = self._say
        told = told_facts(self._live.session)
        choices = [
            Choice(fact_text(fact, self._course, say), _Fact(fact), say("teach.play.is_missing"), "question")
            for fact in missing_facts(self._desk.game, self._live)
        ]
        choices += [
            Choice(fact_text(fact, self._course, say), _Fact(fact), value_text(fact, value, self._course, say), "tick")
            for fact, value in told.items()
        ]
        return ListModel(
            Header(say("teach.play.facts")),
            tuple(choices) or (Choice(say("screen.hint.back"), _Fact(""), icon="back"),),
            say("teach.play.ask" if choices else "teach.play.none"),
            hints=list_hints(say, menu=False),
            notices=self._context.notices(self._live.notice(now_ms), say=say),
        )

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered(_Fact(fact)) if fact:
                return self._ask(fact)
            case Answered() | Leave():
                return Close()
        return None

    def _ask(self, fact: str) -> Navigation:
        others = self._course.instead_of(fact, self._live.view)
        if not others or fact not in missing_facts(self._desk.game, self._live):
            return Open(self._page(fact))
        say = self._say
        choices = [Choice(say("teach.play.power"), lambda: Replace(self._page(fact)), icon="list")]
        choices += [
            Choice(fact_text(other, self._course, say), _replaced(self._page, other), icon="hand") for other in others
        ]
        return Open(ChoicePage(self._context, fact_text(fact, self._course, say), tuple(choices)))

    def _page(self, fact: str) -> FactPage:
        return FactPage(self._desk, fact)


def _replaced(page: Callable[[str], FactPage], fact: str) -> Callable[[], Navigation]:
    return lambda: Replace(page(fact))


class _Fact:
    __match_args__ = ("fact",)

    def __init__(self, fact: str) -> None:
        self.fact = fact

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fact) and other.fact == self.fact

    def __hash__(self) -> int:
        return hash(self.fact)


class FactPage(AskPage):
    """Asks for one fact of a game. A new fact counts at once; a changed one is first shown with what it changes."""

    def __init__(self, desk: Desk, fact: str, more: tuple[Node, ...] = ()) -> None:
        self._context = desk.context
        self._game = desk.game
        self._live = desk.live
        if self._can_forget(fact):
            more = (*more, Node(desk.say("teach.play.forget"), FORGET, icon="undo", pinned=True))
        section, thing, *_ = fact.split(".")
        card = desk.card(thing) if section == "cards" else None
        super().__init__(used_to(course_of(desk), desk.live), fact, desk.say, self._first_told, more=more, card=card)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if outcome == Chosen(FORGET) and self._game.forget_command is not None:
            self._live.do(self._game.forget_command(self._fact), now_ms)
            return Close()
        return super().act(outcome, now_ms)

    def _can_forget(self, fact: str) -> bool:
        """Whether a told fact can become unknown again; it is then asked for when it matters."""
        make, session = self._game.forget_command, self._live.session
        return make is not None and not isinstance(session.game.decide(session.state, make(fact)), Refused)

    def _first_told(self, told: Told, now_ms: int) -> Navigation:
        (fact, value), *_ = told.items()
        return self._told(fact, value, now_ms)

    def _told(self, fact: str, value: Any, now_ms: int) -> Navigation:
        rehearsal = rehearse(self._live.session, fact, value)
        if isinstance(rehearsal, Refused):
            self._live.say(rehearsal.words, now_ms)
            return Close()
        if rehearsal is None:
            return self._from_now_on(fact, value, now_ms)
        if rehearsal.is_whole:
            return self._again(fact, value, rehearsal, now_ms)
        return Replace(self._choice(fact, value, rehearsal, now_ms))

    def _choice(self, fact: str, value: Any, rehearsal: Rehearsal, now_ms: int) -> ChoicePage:
        say = self._say
        lines = "\n".join(say.say(line) for line in changes(self._live.session, rehearsal, self._game.score_at))
        choices = (
            Choice(say("teach.correct.now"), lambda: self._from_now_on(fact, value, now_ms), icon="play"),
            Choice(say("teach.correct.do"), lambda: self._again(fact, value, rehearsal, now_ms), icon="undo"),
            Choice(say("teach.correct.leave"), Close(), icon="back"),
        )
        title = say("teach.correct.changes", value=value_text(fact, value, self._course, say))
        return ChoicePage(self._context, f"{fact_text(fact, self._course, say)}. {title}", choices, lines)

    def _again(self, fact: str, value: Any, rehearsal: Rehearsal, now_ms: int) -> Navigation:
        lines = changes(self._live.session, rehearsal, self._game.score_at)
        self._live.rewrite(rehearsal.to, rehearsal.steps, now_ms, whole=rehearsal.is_whole)
        self._live.say(self._line(fact, value, lines), now_ms)
        return Close()

    def _from_now_on(self, fact: str, value: Any, now_ms: int) -> Navigation:
        assert self._game.answer_command is not None
        self._live.do(self._game.answer_command(fact, value), now_ms)
        return Close()

    def _line(self, fact: str, value: Any, lines: tuple[Words, ...]) -> Words:
        course, say = self._course, self._say
        told, what = value_text(fact, value, course, say), " ".join(map(say.say, lines))
        return words("teach.correct.done", fact=fact_text(fact, course, say), value=told, what=what)


def barred_page(desk: Desk, barred: Barred) -> ChoicePage:
    """Why an answer is impossible, and which other facts may be wrong and can be corrected instead."""

    def correct(fact: str) -> Callable[[], Navigation]:
        return lambda: Replace(FactPage(desk, fact))

    text, choices = barred_choices(barred, course_of(desk), desk.say, correct)
    return ChoicePage(desk.context, text, choices)


def barred_choices(
    barred: Barred, course: Course, say: Phrases, correct: Callable[[str], object]
) -> tuple[str, tuple[Choice, ...]]:
    """The reason, and a line for each fact that may be wrong; ``correct``: what choosing one does."""
    otherwise = Choice(say("teach.play.otherwise"), Close(), icon="back")
    doubtful = (
        Choice(
            sentence(fact_text(fact, course, say)),
            correct(fact),
            value_text(fact, told_value(course.document, fact), course, say),
            "undo",
        )
        for fact in barred.facts
    )
    return say("teach.play.cannot_be", why=barred.words), (otherwise, *doubtful)


def told_value(facts: Mapping[str, Any], fact: str) -> Any:
    """The value of a known fact."""
    section, name, key = fact.split(".", 2)
    return facts[section][name][key]


def missing_facts(game: TableGame, live: LiveGame) -> tuple[str, ...]:
    """Facts that the turn order or the score lacks, by path; a game that is not followed has no order."""
    score = game.score(live.session)
    ordering = live.view.get("missing", ()) if live.is_followed else ()
    return tuple(dict.fromkeys((*score.get("missing", ()), *ordering)))


def course_of(desk: Desk) -> Course:
    """The course of this game, with the facts it is played with."""
    assert desk.game.course is not None
    return desk.game.course(desk.live.facts, None)


def used_to(course: Course, live: LiveGame) -> Course:
    """What was put together for other cards in this game is likely to come again."""
    for fact, value in told_facts(live.session).items():
        if (sort := fact.rpartition(".")[2]) in course.made_sorts:
            course.habits |= course.habits_from(sort, {fact: value})
    return course


def fact_text(fact: str, course: Course, say: Phrases) -> str:
    return say.say(course.fact_words(fact))


def value_text(fact: str, value: Any, course: Course, say: Phrases) -> str:
    """The answer in the players' language."""
    return say.clauses(map(say.say, course.value_words(fact, value)))
