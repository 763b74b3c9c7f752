"""Asks for one fact of a box by its course: each button is an answer, and none is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from companion.language.i18n import Phrases
from companion.models import CardModel, Header, NowLine
from companion.pages.play.question_models import sentence
from companion.pages.play.tell_page import doors_model
from companion.pages.teaching.answer_picker import ONE_AHEAD, FindScreen, behind_doors, ranked
from companion.pages.teaching.ask_model import MANY_NUMBERS, ask_model, asked_number
from companion.screens import NONE, Chosen, Finished, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.number_screen import MOST_BESIDE
from companion.screens.teach_screen import TeachScreen
from companion.screens.tell_screen import MOST_TILES, Node
from companion.teaching.course import Course, Told, so_far_lines
from companion.teaching.dialogue import Ask, Dialogue, Script

TellFact: TypeAlias = Callable[[Told, int], Navigation]  # what was answered, the time
LONG = 32  # letters; longer answers are read line by line
LIKELY = 5  # names that are likely come first; of fewer, all are found by the alphabet
LONG_QUESTION = 80  # letters; why it is asked then has no room beside it


class AskPage(Lasting):
    """``tell`` takes the answer and returns where to go. ``more``: extra tiles."""

    def __init__(
        self,
        course: Course,
        fact: str,
        say: Phrases,
        tell: TellFact,
        *,
        more: tuple[Node, ...] = (),
        card: CardModel | None = None,
    ) -> None:
        self._say = say
        self._fact = fact
        self._course = course
        self._tell = tell
        self._more = more
        self._card = card
        script = script_for(course, fact)
        self._dialogue: Dialogue[Told] | None = None if script is None else Dialogue(script)
        self._screen: Screen | None = None
        self.counter = ""  # which of how many questions
        self.reason = ""  # what the answer is needed for
        self.has_rules = False  # of the game on the table
        self.before = ""  # what was told last, which holding back takes back

    @property
    def is_stale(self) -> bool:
        return self._dialogue is None

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        assert self._dialogue is not None
        assert self._dialogue.ask is not None
        return self._dialogue.ask

    @property
    def is_first(self) -> bool:
        """Whether nothing was answered yet."""
        return self._dialogue is not None and not self._dialogue.answers

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen = self._screen or self._asked(self.ask)
        return self._screen

    def _asked(self, ask: Ask) -> Screen:
        say = self._say
        if ask.is_text:
            return KeyboardScreen(keyboard_model(say, say.say(ask.words)))
        about = say.say(self._course.fact_words(self._fact))
        place = " · ".join(filter(None, (self.counter, about)))
        header = Header(say("teach.play.facts"), place, rules=self.has_rules)
        number = asked_number(ask, say, header=header, card=self._card, more=self._more)
        return number or self._doors(ask, header) or self._tiles(ask, header)

    def _doors(self, ask: Ask, header: Header) -> Screen | None:
        say, is_made = self._say, self._fact.rpartition(".")[2] in self._course.made_sorts
        is_ranked = is_made and not (ask.by_letters and len(ask.ahead) < LIKELY)
        if is_ranked:
            nodes = behind_doors(ranked(ask, say), say("teach.made.otherwise"), self._more, most=ONE_AHEAD)
        else:
            nodes = answer_doors(ask, self._more, say)
        if not is_made and any(len(node.label) > LONG for node in nodes):
            return None
        lines = so_far_lines(self._course, ask, self._thing, say)
        text = sentence(say.say(ask.words))
        now = NowLine(text, " · ".join(lines) or (self.reason if len(text) < LONG_QUESTION else ""))
        told = (say("page.tell.told"), (Node(self.before),) if self.before else ())
        leaves = not self.before and self.is_first
        model = doors_model(say, header, now, nodes, so_far=told, leaves=leaves)
        return (FindScreen if is_ranked else DoorsScreen)(model)

    def _tiles(self, ask: Ask, header: Header) -> Screen:
        """For long answers. None of them is marked: OK alone tells nothing."""
        model = ask_model(ask, self._say, self._course, header=header, thing=self._thing, more=self._more)
        return TeachScreen(replace(model, card=self._card, start=NONE))

    @property
    def _thing(self) -> str:
        return self._fact.split(".")[1]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        assert self._dialogue is not None
        self._screen = None
        match outcome:
            case Chosen(value) | Finished(value):
                self._dialogue.answer(value)
            case Undo() | Leave():
                return None if self._dialogue.back() else Close()
        if self._dialogue.result is None:
            return None
        return self._tell(self._dialogue.result, now_ms)


def script_for(course: Course, fact: str) -> Callable[[], Script[Told]] | None:
    """How a fact is asked for; one that is put together in as few questions as it takes."""
    _, thing, *key = fact.split(".")
    sort = ".".join(key)
    if sort in course.made_sorts and thing in course.things:
        return lambda: course.one_script(sort, thing)
    return course.script_for(fact)


def answer_doors(ask: Ask, more: tuple[Node, ...], say: Phrases) -> tuple[Node, ...]:
    """Up to a page of answers in the order of the question; of more, the likely ones first, the others by name.

    Many numbers are entered; what else there is then shares a door.
    """
    in_order = len(ask.options) <= MOST_TILES
    first = () if in_order else ("done", *ask.ahead)
    nodes = tuple(
        Node(say.say(option.words), option.value, colour=option.colour, likely=in_order or option.value in first)
        for option in ask.options
    )
    numbers = {node.command: replace(node, number=node.command) for node in nodes if type(node.command) is int}
    if len(numbers) > MANY_NUMBERS:
        beside = (*(node for node in nodes if type(node.command) is not int), *more)
        return _with_numbers(tuple(numbers.values()), beside, say)
    return (*sorted(nodes, key=lambda node: first.index(node.command) if node.command in first else len(first)), *more)


def _with_numbers(numbers: tuple[Node, ...], beside: tuple[Node, ...], say: Phrases) -> tuple[Node, ...]:
    if len(beside) > MOST_BESIDE:
        beside = (Node(say("screen.doors.more"), children=beside, pinned=True),)
    return (Node(say("phones.number"), children=numbers), *beside)
