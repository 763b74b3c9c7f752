"""A question about the box on doors: each button is an answer, and no press answers by itself; or cards to tick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.contract import Desk
from companion.language.i18n import Phrases
from companion.language.sorting import sort_key
from companion.models import Header, Notice, NowLine
from companion.pages.play.question_models import sentence
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Outcome
from companion.screens.doors import APART
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.tell_screen import Node
from companion.table.texts import answer_label, rest_label, value_label
from rules.core.commands import value_of
from rules.core.questions import Question, Ticks

LONG = 24  # letters; longer answers are read line by line on the screen for questions
FEW = 9  # answers that are worth their own order; more are found by their letters
MOST_TILES = 40  # more answers than this are lists, told thing by thing


@dataclass(frozen=True, slots=True)
class Tick:
    """One more tick for a thing, by its fact; after the last one it has none again."""

    fact: str


@dataclass(frozen=True, slots=True)
class TickTogether:
    """A tick for each of these at once."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OnlyTicked:
    """These have a tick, the others none, and that is all."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllTicked:
    """What is ticked is told; the others show ``rest``, or are told later."""

    later: bool = False


class Ticking:
    """What is ticked so far on one page."""

    def __init__(self) -> None:
        self._ticked: dict[str, int] = {}
        self._together: frozenset[str] = frozenset()  # ticked at once: not offered again

    def nodes(self, ticks: Ticks, say: Phrases) -> tuple[Node, ...]:
        if is_pair(ticks):
            return pair_nodes(ticks, say)
        facts = [fact for _, fact in ticks.things]
        self._ticked = {fact: times for fact, times in self._ticked.items() if fact in facts}
        together = () if self._together.intersection(facts) else tuple(_likely(ticks, say))
        return tuple(tick_nodes(ticks, self._ticked, say, together))

    def told(self, ticks: Ticks, outcome: Outcome) -> tuple[dict[str, Any], tuple[str, ...]] | None:
        """Values by fact and the facts without one, when that is all; None: only a tick, or something else."""
        match outcome:
            case Chosen(Tick(fact)):
                times = (self._ticked.get(fact, 0) + 1) % (len(ticks.values) + 1)
                self._ticked = {**_without(self._ticked, fact), **({fact: times} if times else {})}
            case Chosen(TickTogether(facts)):
                self._ticked, self._together = dict.fromkeys(facts, 1) | self._ticked, frozenset(facts)
            case Chosen(OnlyTicked(facts)):
                self._ticked = dict.fromkeys(facts, 1)
                return self.told(ticks, Chosen(AllTicked()))
            case Chosen(AllTicked(later)):
                told = {fact: ticks.values[times - 1] for fact, times in self._ticked.items()}
                others = tuple(fact for _, fact in ticks.things if fact not in told)
                self._ticked, self._together = {}, frozenset()
                if later:
                    return told, others
                return told | dict.fromkeys(others, ticks.rest), ()
        return None


class Asking:
    """The questions of one game, one after another, with what is ticked so far."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: DoorsScreen | None = None
        self._ticking = Ticking()
        self._run = ("", 0, 0)  # the fact asked for last, how many were left then, and which of its run it was
        self._made: tuple[Question, tuple[Node, ...]] | None = None

    @staticmethod
    def has_doors(question: Question, say: Phrases) -> bool:
        if question.ticks is not None or len(question.answers) > MOST_TILES:
            return True
        single = (answer for answer in _answers(question) if not isinstance(value_of(answer), list))
        return all(len(answer_label(answer, say)) <= LONG for answer in single)

    def screen(self, question: Question, header: Header, notices: tuple[Notice, ...]) -> DoorsScreen:
        say, ticks = self._desk.say, question.ticks
        asked = question.words if ticks is None else ticks.words
        now = NowLine(sentence(say.say(asked)), self.reason(question))
        if ticks is None:
            nodes = self._nodes(question)
        else:
            nodes = self._ticking.nodes(replace(ticks, likely=self._desk.game.likely(ticks)), say)
        model = doors_model(say, header, now, nodes, notices=notices, menu=True)
        model = replace(model, keeps=ticks is not None and not is_pair(ticks))
        return self._show(model)

    def _show(self, model: DoorsModel) -> DoorsScreen:
        if self._screen is None:
            self._screen = DoorsScreen(model)
        self._screen.show(model)
        return self._screen

    def reason(self, question: Question) -> str:
        """Which of how many, and what the game needs it for."""
        say = self._desk.say
        number = self._count(question)
        of = number - 1 + question.left
        counter = say("page.answer.counter", n=number, of=of) if of > 1 and question.ticks is None else ""
        return " · ".join(filter(None, (counter, say.say(question.why) if question.why else "")))

    def _count(self, question: Question) -> int:
        """A run goes on while fewer are left; what is ticked together is none."""
        fact, left, number = self._run
        if question.ticks is not None:
            self._run = ("", 0, 0)
            return 1
        if fact != question.fact:
            is_on = question.left < left and fact.partition(".")[0] == question.fact.partition(".")[0]
            number = number + left - question.left if is_on else 1
            self._run = (question.fact, question.left, number)
        return number

    def _nodes(self, question: Question) -> tuple[Node, ...]:
        if self._made is None or self._made[0] is not question:
            lists = len(question.answers) > MOST_TILES
            made = one_by_one(question, self._desk.say) if lists else answer_nodes(question, self._desk.say)
            self._made = (question, made)
        return self._made[1]

    def answer(self, question: Question, outcome: Outcome) -> Any:
        """The command that somebody has chosen; None: only a tick, or something else."""
        if question.ticks is not None:
            told = self._ticking.told(question.ticks, outcome)
            return None if told is None else question.ticks.tell(*told)
        return outcome.command if isinstance(outcome, Chosen) else None


def is_pair(ticks: Ticks) -> bool:
    """Two things and one value: every answer has its own button."""
    return len(ticks.things) == 2 and len(ticks.values) == 1


def pair_nodes(ticks: Ticks, say: Phrases) -> tuple[Node, ...]:
    """One of them, the other, both or later, and neither; if both probably are, these come first."""
    things = sorted(((say.say(named), fact) for named, fact in ticks.things), key=lambda one: sort_key(one[0]))
    both = Node(say("page.answer.both"), OnlyTicked(tuple(fact for _, fact in things)), icon="tick", likely=True)
    later = Node(say("screen.hint.later"), AllTicked(later=True), icon="clock", likely=True)
    alone = tuple(_only(((name, fact),), say) for name, fact in things)
    are_both = ticks.likely.issuperset(fact for _, fact in things)
    return (
        *((both, _behind(*alone), later) if are_both else (*alone, _behind(both, later))),
        Node(rest_label(ticks, say, is_any=False), AllTicked(), icon="list", pinned=True),
    )


def _behind(first: Node, second: Node) -> Node:
    """A door of its own for two answers."""
    return Node(f"{first.label} / {second.label}", children=(first, second), icon="plus", likely=True)


def _only(things: Sequence[tuple[str, str]], say: Phrases) -> Node:
    """These by name and fact, and nothing else: the whole answer in one press."""
    name, *more = (name for name, _ in things)
    label = say("page.answer.only", thing=name) if not more else say("page.answer.only_these", n=len(things))
    listed = tuple(name for name, _ in things) if more else ()
    return Node(label, OnlyTicked(tuple(fact for _, fact in things)), icon="tick", listed=listed, likely=True)


def _likely(ticks: Ticks, say: Phrases) -> Iterator[Node]:
    """One button for all things that are probably ticked: where that may be all, it answers; else it ticks them."""
    things = sorted(
        ((say.say(named), fact) for named, fact in ticks.things if fact in ticks.likely),
        key=lambda one: sort_key(one[0]),
    )
    if things and len(ticks.values) == 1:
        yield replace(_only(things, say), icon="play")  # the mark of a tick is for what has one
    elif len(things) > 1:
        names, facts = zip(*things, strict=True)
        yield Node(say("page.answer.together", n=len(things)), TickTogether(facts), listed=names)


def tick_nodes(
    ticks: Ticks, ticked: Mapping[str, int], say: Phrases, together: tuple[Node, ...] = ()
) -> Iterator[Node]:
    """Each thing with what is ticked, the likely ones first, "later", and last what all the others have."""
    yield from together
    things = [(say.say(named), fact) for named, fact in ticks.things]
    for name, fact in sorted(things, key=lambda one: (one[1] not in ticks.likely, sort_key(one[0]))):
        times = ticked.get(fact, 0)
        shown = times and len(ticks.values) > 1
        value = APART + value_label(ticks.sort, ticks.values[times - 1], say) if shown else ""
        yield Node(name + value, Tick(fact), icon="tick" if times else "colour.unknown")
    yield Node(say("screen.hint.later"), AllTicked(later=True), icon="clock", pinned=True)
    yield Node(rest_label(ticks, say, is_any=bool(ticked)), AllTicked(), icon="list", pinned=True)


def _without(ticked: dict[str, int], fact: str) -> dict[str, int]:
    return {other: times for other, times in ticked.items() if other != fact}


def _answers(question: Question) -> tuple[Any, ...]:
    return (*question.answers, *(one.answer for one in question.barred))


def answer_nodes(question: Question, say: Phrases) -> tuple[Node, ...]:
    """The answers in their order, the impossible ones, several things at once behind one door, and "later" last.

    Many, such as letters, are found by their alphabet.
    """
    in_order = len(question.answers) <= FEW
    told = tuple(answer for answer in question.answers if value_of(answer) is not None)
    nodes = tuple(Node(answer_label(answer, say), answer, seat=_seat(answer), likely=in_order) for answer in told)
    lists = tuple(node for node, answer in zip(nodes, told, strict=True) if isinstance(value_of(answer), list))
    if lists and len(lists) < len(nodes):
        single = tuple(node for node in nodes if node not in lists)
        nodes = (*single, Node(say("page.answer.several"), children=lists, icon="plus"))
    why = say("page.answer.barred")
    barred = (Node(answer_label(one.answer, say), one, icon="no", likely=in_order, note=why) for one in question.barred)
    return (*nodes, *barred, *_later(question, say))


def _seat(answer: Any) -> int | None:
    """Whose answer it is, if it names a player."""
    value = value_of(answer)
    return value if answer.fact.endswith(".seat") and isinstance(value, int) else None


def _later(question: Question, say: Phrases) -> tuple[Node, ...]:
    later = (answer for answer in question.answers if value_of(answer) is None)
    return tuple(Node(answer_label(answer, say), answer, icon="clock", pinned=True) for answer in later)


def one_by_one(question: Question, say: Phrases) -> tuple[Node, ...]:
    """For answers that are lists, too many for one page: picks thing by thing, in any order."""
    later = _later(question, say)
    told = {_counted(value_of(answer)): answer for answer in question.answers if value_of(answer) is not None}
    things = tuple(dict.fromkeys(thing for answer in told.values() for thing in value_of(answer)))
    sort = question.fact.rpartition(".")[2]

    def page(so_far: tuple[str, ...]) -> tuple[Node, ...]:
        answer = told.get(_counted(so_far))
        label = say("page.answer.all", items=answer_label(answer, say)) if so_far else say("page.answer.nothing")
        done = () if answer is None else (Node(label, answer, icon="tick", likely=True),)
        more = tuple(
            Node(
                say.name(sort, thing),
                told[_counted(longer)],
                children=page(longer) if _can_grow(longer) else (),
                likely=True,
            )
            for thing in things
            if _counted(longer := (*so_far, thing)) in told
        )
        return (*done, *more, *later) if so_far else (*more, *done, *later)

    def _can_grow(so_far: tuple[str, ...]) -> bool:
        return any(_counted((*so_far, thing)) in told for thing in things)

    return page(())


def _counted(things: Sequence[str]) -> tuple[str, ...]:
    """Counts the things; their order means nothing."""
    return tuple(sorted(things))
