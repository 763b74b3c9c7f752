"""Card after card, question after question. Every answer is stored at once, so one can stop at any time."""

from __future__ import annotations

from dataclasses import replace

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.models import CardModel, Header
from companion.pages.teaching.ask_model import ask_model, asked_number
from companion.pages.teaching.classroom_page import ClassroomPage
from companion.screens import Chosen, Finished, Leave, Outcome, Screen, Undo
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Navigation
from companion.screens.number_screen import NumberScreen
from companion.screens.teach_screen import TeachModel, TeachScreen
from companion.screens.tell_screen import Node
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom
from companion.teaching.course import Lesson, Told, open_lessons, taught
from companion.teaching.dialogue import Ask, Dialogue
from rules.core.words import words


class Skip:
    """Not now: skips this question."""


class LessonPage(ClassroomPage):
    """Asks until nothing is left or somebody leaves. ``only``: one lesson of one thing, then back.

    ``within``: only this lesson of every thing.
    """

    looks_for: LooksFor = "cards"

    def __init__(
        self, context: Context, classroom: Classroom, thing: str | None = None, only: str = "", within: str = ""
    ) -> None:
        super().__init__(context, classroom)
        self._only = only
        self._within = within
        self._skipped: set[tuple[str, str]] = set()
        self._seen: frozenset[str] | None = None
        self._thing: str | None = None
        self._lesson: Lesson | None = None
        self._dialogue: Dialogue[Told] | None = None
        self._screen: Screen | None = None
        self._begin(thing)

    @property
    def is_stale(self) -> bool:
        return self._dialogue is None

    @property
    def thing(self) -> str | None:
        return self._thing

    @property
    def sort(self) -> str:
        return "" if self._lesson is None else self._lesson.sort

    def see(self, seen: TableSeen) -> None:
        """Switches to a card that comes into view, not to those already there."""
        cards = seen.cards
        fresh = cards - (self._seen or frozenset())
        self._seen = cards
        found = (self._room.course.thing_of(card) for card in fresh)
        things = {thing for thing in found if thing is not None and thing != self._thing}
        if len(things) == 1 and not self._only:
            self._jump(things.pop(), seen.at_ms)

    def _jump(self, thing: str, at_ms: int) -> None:
        self._skipped = {pair for pair in self._skipped if pair[0] != thing}
        is_open = bool(open_lessons(self._room.course, thing))
        if is_open:
            self._begin(thing)
        key = "teach.jumped" if is_open else "teach.told_all"
        self._remark(words(key, thing=self._room.course.name(thing)), at_ms)

    def _begin(self, thing: str | None) -> None:
        """Starts the first open lesson of this thing, or of the next that has one."""
        if self._only and thing is not None:
            self._start(thing, next(item for item in self._room.course.lessons(thing) if item.sort == self._only))
            return
        if thing is None or not self._open(thing):
            dull = frozenset(name for name in self._room.course.things if not self._open(name))
            thing = self._room.next_open(thing, dull)
        if thing is None:
            self._dialogue = self._screen = None
            return
        sort = self._open(thing)
        self._start(thing, next(lesson for lesson in self._room.course.lessons(thing) if lesson.sort == sort))

    def _open(self, thing: str) -> str:
        """The sort of a thing's next lesson; empty if there is none."""
        sorts = (sort for sort in self._room.course.open_sorts(thing) if self._within in ("", sort))
        return next((sort for sort in sorts if (thing, sort) not in self._skipped), "")

    def _start(self, thing: str, lesson: Lesson) -> None:
        self._thing, self._lesson = thing, lesson
        self._dialogue = Dialogue(lesson.script)
        self._screen = None

    def screen(self, now_ms: int) -> Screen:
        assert self._dialogue is not None
        assert self._dialogue.ask is not None
        ask = self._dialogue.ask
        if self._screen is None and ask.is_text:
            say = self._room.say
            self._screen = KeyboardScreen(keyboard_model(say, say.say(ask.words)))
        if self._screen is None:
            self._screen = asked_number(ask, self._room.say, header=self._header(), more=self._more())
        if isinstance(self._screen, KeyboardScreen | NumberScreen):
            return self._screen
        if not isinstance(self._screen, TeachScreen):
            self._screen = TeachScreen(self._model(ask))
        self._screen.model = replace(self._screen.model, notices=self._notices(now_ms))
        return self._screen

    def _model(self, ask: Ask) -> TeachModel:
        say = self._room.say
        return ask_model(
            ask,
            say,
            self._room.course,
            header=self._header(),
            card=None if self._thing is None else self._card(self._thing),
            thing=self._thing or "",
            more=self._more(),
        )

    def _more(self) -> tuple[Node, ...]:
        return () if self._only else (Node(self._room.say("teach.skip"), Skip(), pinned=True),)

    def _card(self, thing: str) -> CardModel:
        return self._context.games[self.slug].card(thing, self._room.say, self.document)

    def _header(self) -> Header:
        course, say = self._room.course, self._room.say
        return Header(say("teach.title"), say.say(course.progress_words(taught(course))))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(Skip()):
                assert self._thing is not None
                self._skipped.add((self._thing, self.sort))
                self._begin(self._thing)
            case Chosen(value) | Finished(value):
                self._answer(value, now_ms)
            case Undo():
                self._back()
            case Leave():
                return None if self._back() else Close()
        return Close() if self._dialogue is None else None

    def _back(self) -> bool:
        self._screen = None
        return self._dialogue is not None and self._dialogue.back()

    def _answer(self, value: object, now_ms: int) -> None:
        dialogue, lesson, thing = self._dialogue, self._lesson, self._thing
        assert dialogue is not None
        assert lesson is not None
        dialogue.answer(value)
        self._screen = None
        if not dialogue.is_done:
            return
        assert dialogue.result is not None
        try:
            self._room.tell(dialogue.result)
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            dialogue.back()
            return
        self._room.get_used_to(lesson.sort, dialogue.result)
        self._dialogue = None
        if not self._only:
            self._begin(thing)
