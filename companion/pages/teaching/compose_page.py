"""Composing facts with several parts (powers, incomes) for a whole pile; what differs is asked for each card.

The likeliest answers have their own buttons. If a card is the answer, laying it on the mat gives it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.play.tell_page import doors_model
from companion.pages.teaching.answer_picker import FEW, FindScreen, Like, Shown, behind_doors, numbered, ranked
from companion.pages.teaching.classroom_page import ClassroomPage
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.pick_page import PickPage, composed_by_hand
from companion.pages.teaching.pile_page import PilePage
from companion.screens import Answered, Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors import DOORS
from companion.screens.doors_screen import DoorsModel
from companion.screens.intents import Typed
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Navigation, Open, Page, Replace
from companion.screens.pile_screen import LaidCard, PileModel, PileScreen
from companion.screens.tell_screen import Node
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom
from companion.teaching.composing import Composing, composed_before, left_to_compose
from companion.teaching.course import Told, so_far_lines
from companion.teaching.dialogue import Ask
from companion.teaching.pile_telling import sortings
from rules.core.words import words

CROWDED = FEW - DOORS  # with one more, the likeliest answer would lose its own button


def next_pile_page(context: Context, room: Classroom) -> Page:
    """The next page of teaching by piles: simple facts, then composed ones, then whatever is left."""
    if not all(one.is_done for one in sortings(room)):
        return PilePage(context, room, after=lambda: next_pile_page(context, room))
    sort = next((sort for sort in room.course.made_sorts if left_to_compose(room, sort)), None)
    return LessonPage(context, room) if sort is None else ComposePage(context, room, sort)


class ComposePage(ClassroomPage):
    """Until the first answer, the pile is all untold cards in view, or those picked by hand."""

    looks_for: LooksFor = "tags"

    def __init__(self, context: Context, room: Classroom, sort: str) -> None:
        super().__init__(context, room)
        self._sort = sort
        self._picked: tuple[str, ...] = ()
        self._in_view: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()  # cards in view when the last question came
        self._screen: Screen | None = None
        self._left: tuple[object, tuple[str, ...]] = (None, ())
        self._composing: Composing | None = None
        self._gather()

    @property
    def is_stale(self) -> bool:
        return not self.left

    @property
    def left(self) -> tuple[str, ...]:
        """The things still to be told, by name."""
        course = self._room.course
        if self._left[0] is not course:
            self._left = (course, left_to_compose(self._room, self._sort))
        return self._left[1]

    @property
    def pile(self) -> tuple[str, ...]:
        return () if self._composing is None else self._composing.pile

    @property
    def thing(self) -> str:
        """The card that is asked about; empty for the pile."""
        return "" if self._composing is None else self._composing.thing

    @property
    def ask(self) -> Ask | None:
        return None if self._composing is None else self._composing.ask

    @property
    def in_view(self) -> frozenset[str]:
        return self._in_view

    def see(self, seen: TableSeen) -> None:
        self._in_view = seen.cards
        self._before &= self._in_view
        if self._composing is None or not self._composing.is_under_way:
            self._gather()

    def _gather(self) -> None:
        """Takes the pile as it lies there now, and starts its questions."""
        found = {self._room.course.thing_of(card) for card in self._in_view} | set(self._picked)
        pile = tuple(thing for thing in self.left if thing in found)
        if not pile and not self._context.has_camera:
            pile = self.left[:1]  # no camera: one card at a time
        if pile == self.pile:
            return
        self._screen = None
        self._composing = Composing(self._room, self._sort, pile) if pile else None

    def _shown(self) -> tuple[str, ...]:
        """Things laid down since the question came."""
        found = (self._room.course.thing_of(card) for card in sorted(self._in_view - self._before))
        return tuple(thing for thing in found if thing is not None)

    def screen(self, now_ms: int) -> Screen:
        if self._composing is None:
            return self._waiting(now_ms)
        ask = self._composing.ask
        assert ask is not None
        if ask.is_text:
            if not isinstance(self._screen, KeyboardScreen):
                self._screen = KeyboardScreen(keyboard_model(self._room.say, self._room.say.say(ask.words)))
            return self._screen
        model = self._doors(self._composing, ask, now_ms)
        if not isinstance(self._screen, FindScreen):
            self._screen = FindScreen(model)
        self._screen.show(model)
        return self._screen

    def _waiting(self, now_ms: int) -> Screen:
        say = self._room.say
        sort = words(f"teach.sort.{self._sort}")
        key = "lay" if self._context.has_camera else "pick"
        left = say("teach.made.left", n=len(self.left), sort=sort)
        choices = (Choice(say("teach.piles.tick"), "tick", icon="list"), Choice(say("screen.hint.back"), "leave"))
        model = PileModel(
            self._header(),
            "",
            say(f"teach.made.{key}", sort=sort),
            choices,
            tuple(LaidCard(self._room.name(thing), "open") for thing in self.left),
            left,
            hints=list_hints(say, menu=False),
            notices=self._notices(now_ms),
        )
        if not isinstance(self._screen, PileScreen):
            self._screen = PileScreen(model)
        self._screen.show(model)
        return self._screen

    def _header(self) -> Header:
        say, every = self._room.say, len(self._room.course.things)
        return Header(say(f"teach.sort.{self._sort}"), say("teach.progress", n=every - len(self.left), all=every))

    def _doors(self, composing: Composing, ask: Ask, now_ms: int) -> DoorsModel:
        say, subject = self._room.say, composing.subject
        why = say.clauses(so_far_lines(self._room.course, ask, subject, say))
        pile = () if subject else tuple(Node(self._room.name(one), one) for one in composing.pile)
        return doors_model(
            say,
            self._header(),
            NowLine(say.pair(composing.subject_name, say.say(ask.words)), why),
            behind_doors(self._nodes(composing, ask), say("teach.made.otherwise")),
            notices=self._notices(now_ms),
            so_far=("", pile),
        )

    def _nodes(self, composing: Composing, ask: Ask) -> list[Node]:
        say, nodes = self._room.say, ranked(ask, self._room.say)
        if not self._context.has_camera:  # there may be a keyboard
            nodes = numbered(nodes)
        shown = self._shown()
        if shown and composing.takes(shown):
            names = say.row(map(self._room.name, shown))
            nodes.insert(0, Node(say("teach.made.shown", things=names), Shown(shown), icon="cards"))
        if like := self._like():
            nodes = [node for node in nodes if not isinstance(node.command, list)]
            nodes.insert(0, Node(say("teach.made.like", thing=self._room.name(like)), Like(like), icon="cards"))
        return [*nodes, *self._like_any()] if len(nodes) <= CROWDED else nodes

    def _like_any(self) -> Iterator[Node]:
        """Without a camera, the template is chosen from all fully known cards."""
        if self._context.has_camera or self._composing is None or self._composing.is_under_way:
            return
        if known := self._forms():
            nodes = tuple(Node(self._room.name(one), Like(one)) for one in known)
            yield Node(self._room.say("teach.page.made_like"), children=nodes, pinned=True)

    def _like(self) -> str | None:
        """A fully known card laid beside the pile, as a template."""
        if self._composing is not None and self._composing.is_under_way:
            return None
        forms = self._forms()
        return next((one for one in self._shown() if one in forms), None)

    def _forms(self) -> tuple[str, ...]:
        """Cards that can be the template."""
        return tuple(one for one in composed_before(self._room, self._sort) if one not in self.left)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("tick"):
                return self._pick_by_hand()
            case Answered(Typed(text)):
                return self._pick_by_hand(text)
            case Chosen(value) | Finished(value) if self._composing is not None:
                self._answer(self._composing, value)
                return self._go_on(now_ms)
            case Undo():
                return None if self._back() else Close()
            case Goto("leave") | Leave():
                return Close()
        return None

    def _pick_by_hand(self, typed: str = "") -> Navigation:
        self._picked, left = (), self.left
        return Open(PickPage(self._room, lambda: composed_by_hand(self._room, left, self._picked), self._pick, typed))

    def _pick(self, thing: str) -> None:
        others = tuple(one for one in self._picked if one != thing)
        self._picked = others if thing in self._picked else (*others, thing)
        self._gather()

    def _answer(self, composing: Composing, value: object) -> None:
        match value:
            case Shown(things):
                composing.show(things)
            case Like(thing):
                self._composing = Composing(self._room, self._sort, composing.pile, thing)
            case _:
                composing.answer(value)

    def _go_on(self, now_ms: int) -> Navigation:
        """Goes to the next question, if need be of the next card; a complete answer is written at once."""
        assert self._composing is not None
        self._screen, self._before = None, self._in_view
        if not self._composing.go_on(lambda told: self._tell(told, now_ms)):
            return None
        self._picked, self._composing = (), None
        self._gather()
        return Replace(next_pile_page(self._context, self._room)) if self.is_stale else None

    def _tell(self, told: Told, now_ms: int) -> bool:
        try:
            self._room.tell(told)
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            return False
        self._room.get_used_to(self._sort, told)
        return True

    def _back(self) -> bool:
        """One question back, if need be to the previous card, which is then told again."""
        self._screen = None
        return self._composing is not None and self._composing.back()
