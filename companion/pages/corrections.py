"""What was told in this game and what is missing: answered now, or answered otherwise, with what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import Phrases
from companion.pages import Close, Context, Lasting, Open, Replace, Turn, list_hints
from companion.pages.asking import ask_model
from companion.pages.choice import ChoicePage
from companion.pages.letters import keyboard_model
from companion.play.night import Night
from companion.screens import Answered, Chosen, Done, Leave, Outcome, Screen, Undo
from companion.screens.keyboard import KeyboardScreen
from companion.screens.listing import ListModel, ListScreen
from companion.screens.teach import TeachScreen
from companion.teaching.amul import symbols_words
from companion.teaching.classroom import course_of
from companion.teaching.correction import Rehearsal, changes, rehearse, tell_command, told_facts
from companion.teaching.course import Course, Told
from companion.teaching.dialogue import Dialogue
from companion.teaching.sentences import power_words
from companion.teaching.single import fact_script
from companion.views.model import Choice, Header
from rules.core.refusals import Refused
from rules.core.words import Words, words


class CorrectionsPage(Lasting):
    """Missing facts first, then what was told, each with its answer."""

    def __init__(self, context: Context, night: Night, say: Phrases) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._screen = ListScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    def _model(self, now_ms: int) -> ListModel:
        say = self._say
        told = told_facts(self._night.session)
        choices = [
            Choice(fact_text(fact, say), _Fact(fact), say("teach.play.is_missing"), "question")
            for fact in missing_facts(self._night)
        ]
        choices += [
            Choice(fact_text(fact, say), _Fact(fact), value_text(fact, value, say), "tick")
            for fact, value in told.items()
        ]
        return ListModel(
            Header(say("teach.play.facts")),
            tuple(choices) or (Choice(say("screen.hint.back"), _Fact(""), icon="back"),),
            say("teach.play.ask" if choices else "teach.play.none"),
            hints=list_hints(say, menu=False),
            notices=self._context.notices(self._night.notice(now_ms), say=say),
        )

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        match outcome:
            case Answered(_Fact(fact)) if fact:
                return self._ask(fact)
            case Answered() | Leave():
                return Close()
        return None

    def _ask(self, fact: str) -> Turn:
        cards = _cards_by_hand(self._night, fact)
        if not cards or fact not in missing_facts(self._night):
            return Open(FactPage(self._context, self._night, self._say, fact))
        say = self._say
        choices = [Choice(say("teach.play.power"), lambda: Replace(self._page(fact)), icon="list")]
        choices += [
            Choice(say("teach.ask.by_hand", card=card), _replaced(self._page, f"points.{card}"), icon="hand")
            for card in cards
        ]
        return Open(ChoicePage(self._context, fact_text(fact, say), tuple(choices)))

    def _page(self, fact: str) -> FactPage:
        return FactPage(self._context, self._night, self._say, fact)


def _replaced(page: Callable[[str], FactPage], fact: str) -> Callable[[], Turn]:
    return lambda: Replace(page(fact))


class _Fact:
    __match_args__ = ("fact",)

    def __init__(self, fact: str) -> None:
        self.fact = fact

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fact) and other.fact == self.fact

    def __hash__(self) -> int:
        return hash(self.fact)


class FactPage:
    """Asks one fact. A new one counts at once; another answer is shown with what it changes."""

    def __init__(self, context: Context, night: Night, say: Phrases, fact: str) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._fact = fact
        self._course: Course = course_of(night.session.game.slug, night.facts)
        script = fact_script(self._course, fact)
        self._dialogue: Dialogue[Told] | None = None if script is None else Dialogue(script)
        self._screen: Screen | None = None

    @property
    def is_stale(self) -> bool:
        return self._dialogue is None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        assert self._dialogue is not None
        ask, say = self._dialogue.ask, self._say
        assert ask is not None
        if self._screen is None and ask.is_text:
            self._screen = KeyboardScreen(keyboard_model(say, say.say(ask.words)))
        if self._screen is None:
            thing = self._fact.split(".")[1]
            header = Header(say("teach.play.facts"), fact_text(self._fact, say))
            self._screen = TeachScreen(ask_model(ask, say, self._course, header=header, thing=thing))
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        assert self._dialogue is not None
        self._screen = None
        match outcome:
            case Chosen(value) | Done(value):
                self._dialogue.answer(value)
            case Undo() | Leave():
                return None if self._dialogue.back() else Close()
        if self._dialogue.result is None:
            return None
        (fact, value), *_ = self._dialogue.result.items()
        return self._told(fact, value, now_ms)

    def _told(self, fact: str, value: Any, now_ms: int) -> Turn:
        rehearsal = rehearse(self._night.session, fact, value)
        if isinstance(rehearsal, Refused):
            self._night.say(rehearsal.words, now_ms)
            return Close()
        if rehearsal is None:
            return self._from_now_on(fact, value, now_ms)
        if rehearsal.is_whole:
            return self._again(fact, value, rehearsal, now_ms)
        return Replace(self._choice(fact, value, rehearsal, now_ms))

    def _choice(self, fact: str, value: Any, rehearsal: Rehearsal, now_ms: int) -> ChoicePage:
        say = self._say
        lines = "\n".join(say.say(line) for line in changes(self._night.session, rehearsal))
        choices = (
            Choice(say("teach.correct.now"), lambda: self._from_now_on(fact, value, now_ms), icon="play"),
            Choice(say("teach.correct.do"), lambda: self._again(fact, value, rehearsal, now_ms), icon="undo"),
            Choice(say("teach.correct.leave"), Close(), icon="back"),
        )
        title = say("teach.correct.changes", value=value_text(fact, value, say))
        return ChoicePage(self._context, f"{fact_text(fact, say)}. {title}", choices, lines)

    def _again(self, fact: str, value: Any, rehearsal: Rehearsal, now_ms: int) -> Turn:
        lines = changes(self._night.session, rehearsal)
        self._night.rewrite(rehearsal.to, rehearsal.steps, now_ms, whole=rehearsal.is_whole)
        self._night.say(_line(fact, value, lines, self._say), now_ms)
        return Close()

    def _from_now_on(self, fact: str, value: Any, now_ms: int) -> Turn:
        self._night.do(tell_command(self._night.session, fact, value), now_ms)
        return Close()


def _line(fact: str, value: Any, lines: tuple[Words, ...], say: Phrases) -> Words:
    text = fact_text(fact, say)
    return words(
        "teach.correct.done", fact=text, value=value_text(fact, value, say), what=" ".join(map(say.say, lines))
    )


def missing_facts(night: Night) -> tuple[str, ...]:
    """What order or score lack, by path."""
    session = night.session
    score = session.game.score(session.state)
    return tuple(dict.fromkeys((*score.get("missing", ()), *night.view.get("missing", ()))))


def _cards_by_hand(night: Night, fact: str) -> tuple[str, ...]:
    """Cards of a kind without a known power that lie in somebody's area: their points may be told instead."""
    _, _, rest = fact.partition(".")
    kind, _, key = rest.partition(".")
    if key != "power":
        return ()
    areas = (player.get("area", ()) for player in night.view["players"])
    return tuple(card for area in areas for card in area if card.partition("#")[0] == kind)


def fact_text(fact: str, say: Phrases) -> str:
    sort, _, rest = fact.partition(".")
    name, _, key = rest.partition(".")
    if sort == "points":
        return f"{say.name('card', rest)}: {say('teach.play.points')}"
    kind = {"cards": "kind", "spells": "spell", "areas": "area"}.get(sort, "kind")
    if key.startswith("traits."):
        return f"{say.name(kind, name)}: {say.name('trait', key.partition('.')[2])}"
    return f"{say.name(kind, name)}: {say(f'teach.sort.{key}')}"


def value_text(fact: str, value: Any, say: Phrases) -> str:
    """The answer as the players' language has it."""
    if isinstance(value, bool):
        return say("teach.yes" if value else "teach.no")
    if isinstance(value, Mapping):
        counts = value.get("min_players") if fact.endswith(".palace") else None
        return ", ".join(map(str, counts)) if counts else say.say(symbols_words(value))
    if isinstance(value, list | tuple) and fact.endswith(".power"):
        return "; ".join(map(say.say, power_words(value)))
    if isinstance(value, list | tuple):
        return ", ".join(say.name("metal", str(item)) for item in value) or "–"
    key = _NAMED_VALUES.get(fact.rpartition(".")[2])
    return str(value) if key is None or not say.has(f"{key}.{value}") else say(f"{key}.{value}")


_NAMED_VALUES = {
    "colour": "name.row",
    "position": "page.answer.position",
    "effect": "page.answer.effect",
    "terrain": "name.terrain",
    "wall": "teach.wall",
}
