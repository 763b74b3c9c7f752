"""Powers, incomes: what has to be put together, for a pile at once. What differs is asked of each of its cards.

The likeliest answers stand on buttons of their own; a card laid on the mat while a card is asked for is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.lesson import NOTICE_MS, LessonPage
from companion.pages.picking import PickPage
from companion.pages.piles import PilePage, cards_in
from companion.pages.tell import doors_model
from companion.screens import Answered, Chosen, Done, Goto, Input, Leave, Outcome, Screen, Undo
from companion.screens.doors import DOORS, DoorsModel, DoorsScreen
from companion.screens.intents import Typed
from companion.screens.keyboard import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page, Replace
from companion.screens.piles import LaidCard, PileModel, PileScreen
from companion.screens.tell import Node
from companion.teaching.classroom import Classroom
from companion.teaching.dialogue import Ask, Dialogue, Script, ranking
from companion.teaching.piles import Sorting
from rules.core.words import Words, words

DONE = "done"
MOST_KEYS = 9
MOST_NAMED = 24  # of those left
FEW = DOORS * DOORS  # two presses reach each of so many
NEAR = 1 + 2 * DOORS  # of more: one press the likeliest, two presses the next eight


@dataclass(frozen=True, slots=True)
class Shown:
    """In place of an answer: the things that were laid on the mat for it, as often as they lie there."""

    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Like:
    """In place of the first answer: as that card, but …"""

    thing: str


class FindScreen(DoorsScreen):
    """Doors behind which there are more: letters find what is behind all of them, a number takes it at once."""

    def handle(self, wish: Input) -> Outcome | None:
        outcome = super().handle(wish)
        if isinstance(wish, Typed) and self.text.isdecimal() and len(self.found) == 1:
            return self._taken(self.found[0])
        return outcome

    @property
    def names(self) -> dict[int, str]:
        """Answers are no names: from which letter to which says nothing about them."""
        return {n: door[0].label if len(door) == 1 else self.model.more for n, door in self.doors.items()}

    @property
    def page(self) -> tuple[Node, ...]:
        page = super().page
        return tuple(_leaves(page)) if self.text else page


def _group(nodes: Sequence[Node]) -> Node:
    """A few behind one door, which names them."""
    return Node(" · ".join(node.label for node in nodes), children=tuple(nodes), likely=True)


def numbered(nodes: list[Node]) -> list[Node]:
    """The likeliest answers with a digit in front, where no answer is a number itself."""
    if any(node.label.lstrip("-−")[:1].isdecimal() for node in nodes):
        return nodes
    return [replace(node, label=f"{n} {node.label}") if n <= MOST_KEYS else node for n, node in enumerate(nodes, 1)]


def _leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if node.children:
            yield from _leaves(node.children)
        else:
            yield node


def page_of_piles(context: Context, room: Classroom) -> Page:
    """Where teaching by piles goes on: what one look tells, then what is put together, then what is left."""
    held = room.held
    if any(Sorting(sort, held.get(sort.name, {})).left for sort in room.pile_sorts):
        return PilePage(context, room, after=lambda: page_of_piles(context, room))
    made = (MadePage(context, room, sort) for sort in room.course.made_sorts)
    return next((page for page in made if page.left), LessonPage(context, room))


class MadePage(Lasting):
    """``picked``: a pile by hand. The cards in view that nothing was told of are the pile, until the first answer."""

    def __init__(self, context: Context, room: Classroom, sort: str) -> None:
        self._context = context
        self._room = room
        self._sort = sort
        self._picked: tuple[str, ...] = ()
        self._in_view: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()  # cards that lay there when the last question came
        self._notice: tuple[Words, int] | None = None
        self._screen: Screen | None = None
        self._left: tuple[object, tuple[str, ...]] = (None, ())
        self._begin()

    def _begin(self) -> None:
        self._pile: tuple[str, ...] = ()
        self._steps: list[tuple[str, Dialogue[Any]]] = []  # "" for the pile, then each of its things
        self._gather()

    # What the camera sees.

    @property
    def slug(self) -> str:
        return self._room.slug

    @property
    def document(self) -> Mapping[str, Any]:
        return self._room.course.document

    @property
    def is_stale(self) -> bool:
        return not self.left

    @property
    def left(self) -> tuple[str, ...]:
        """Of which it is still to be told, by their names."""
        course = self._room.course
        if self._left[0] is not course:
            self._left = (course, tuple(one for one in self._room.order if self._sort in course.open_sorts(one)))
        return self._left[1]

    @property
    def pile(self) -> tuple[str, ...]:
        return self._pile

    @property
    def thing(self) -> str:
        """The card that is asked about; empty: the pile."""
        return self._steps[-1][0] if self._steps else ""

    def see(self, seen: TableSeen) -> None:
        self._in_view = cards_in(seen)
        self._before &= self._in_view
        if not self._is_under_way:
            self._gather()

    @property
    def _is_under_way(self) -> bool:
        return len(self._steps) > 1 or bool(self._steps and self._steps[0][1].answers)

    def _gather(self) -> None:
        """The pile as it lies there now, and the first question about it."""
        found = {self._room.course.thing_of(card) for card in self._in_view} | set(self._picked)
        pile = tuple(thing for thing in self.left if thing in found)
        if not pile and not self._context.has_camera:
            pile = self.left[:1]  # nothing can be laid: card after card
        if pile == self._pile:
            return
        self._pile, self._screen = pile, None
        course = self._room.course
        self._steps = [("", Dialogue(lambda: course.shared_script(self._sort, pile)))] if pile else []

    def _shown(self) -> tuple[str, ...]:
        """Things laid there since the question came."""
        found = (self._room.course.thing_of(card) for card in sorted(self._in_view - self._before))
        return tuple(thing for thing in found if thing is not None)

    # What is to be seen.

    def screen(self, now_ms: int) -> Screen:
        if not self._steps:
            return self._waiting(now_ms)
        ask = self._steps[-1][1].ask
        assert ask is not None
        if ask.is_text:
            if not isinstance(self._screen, KeyboardScreen):
                self._screen = KeyboardScreen(keyboard_model(self._room.say, self._room.say.say(ask.words)))
            return self._screen
        model = self._doors(ask, now_ms)
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
            tuple(LaidCard(self._room.name(thing), "open") for thing in self.left[:MOST_NAMED]),
            left,
            hints=list_hints(say, menu=False),
            notices=self._context.notices(self._said(now_ms), say=say),
        )
        if not isinstance(self._screen, PileScreen):
            self._screen = PileScreen(model)
        self._screen.show(model)
        return self._screen

    def _said(self, now_ms: int) -> Words | None:
        return self._notice[0] if self._notice is not None and now_ms < self._notice[1] else None

    def _header(self) -> Header:
        say, course = self._room.say, self._room.course
        count = sum(1 for thing in course.things if self._sort not in course.open_sorts(thing))
        return Header(say(f"teach.sort.{self._sort}"), say("teach.progress", n=count, all=len(course.things)))

    def _doors(self, ask: Ask, now_ms: int) -> DoorsModel:
        say, thing = self._room.say, self.thing
        named = thing or (self._pile[0] if len(self._pile) == 1 else "")
        who = self._room.name(named) if named else say("teach.made.of_pile", n=len(self._pile), thing="")
        sentences, example = self._room.course.so_far(ask.so_far, named, say)
        why = "; ".join((*sentences, *([example] if example else [])))
        so_far = tuple(Node(self._room.name(one), one) for one in self._pile)
        return doors_model(
            say,
            self._header(),
            NowLine(f"{who}: {say.say(ask.words)}", why),
            self._nodes(ask),
            notices=self._context.notices(self._said(now_ms), say=say),
            so_far=("", () if named else so_far),
        )

    def _nodes(self, ask: Ask) -> tuple[Node, ...]:
        """The likeliest on buttons of their own; where there are very many, the others behind the last one."""
        say = self._room.say
        nodes = {n: Node(say.say(o.words), o.value, colour=o.colour) for n, o in enumerate(ask.options)}
        ranked = [nodes[n] for n in ranking(ask)]
        if not self._context.has_camera:  # then there is a keyboard, perhaps
            ranked = numbered(ranked)
        if shown := self._shown_node(ask):
            ranked.insert(0, shown)
        if like := self._like():
            ranked = [node for node in ranked if not isinstance(node.command, list)]
            ranked.insert(0, Node(say("teach.made.like", thing=self._room.name(like)), Like(like), icon="cards"))
        if len(ranked) <= FEW:
            return (*(replace(node, likely=True) for node in ranked[: DOORS - 1]), *ranked[DOORS - 1 :])
        near, far = ranked[1:NEAR], ranked[NEAR:]
        groups = (_group(near[:DOORS]), _group(near[DOORS:]))
        other = Node(say("teach.made.otherwise"), children=tuple(far), pinned=True)
        return (replace(ranked[0], likely=True), *groups, other)

    def _shown_node(self, ask: Ask) -> Node | None:
        shown = self._shown()
        if not shown or self._room.course.shown_answers(ask, shown) is None:
            return None
        names = ", ".join(map(self._room.name, shown))
        return Node(self._room.say("teach.made.shown", things=names), Shown(shown), icon="cards")

    def _like(self) -> str | None:
        """A card laid beside the pile of which everything is known."""
        if self._is_under_way:
            return None
        course = self._room.course
        return next((one for one in self._shown() if one not in self.left and course.like(self._sort, one)), None)

    # What people answer.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("tick"):
                return Open(PickPage(self._room, self.left, self.pick))
            case Answered(Typed(text)):
                return Open(PickPage(self._room, self.left, self.pick, text))
            case Goto("leave"):
                return Close()
            case Chosen(Shown(things)):
                return self._answer_shown(things, now_ms)
            case Chosen(Like(thing)):
                return self._be_like(thing, now_ms)
            case Chosen(value) | Done(value):
                return self._answer(value, now_ms)
            case Undo():
                return None if self._back() else Close()
            case Leave():
                return Close()
        return None

    def pick(self, things: tuple[str, ...]) -> None:
        self._picked = things
        self._gather()

    def _answer_shown(self, things: tuple[str, ...], now_ms: int) -> Navigation:
        dialogue = self._steps[-1][1]
        assert dialogue.ask is not None
        for value in self._room.course.shown_answers(dialogue.ask, things) or ():
            dialogue.answer(value)
        for thing in things:
            if dialogue.ask is not None and dialogue.ask.by_letters:
                dialogue.answer(thing)
        if dialogue.ask is not None and dialogue.ask.by_letters:
            dialogue.answer(DONE)
        return self._go_on(now_ms)

    def _be_like(self, thing: str, now_ms: int) -> Navigation:
        """The same form; what that card says is likeliest in every question."""
        course = self._room.course
        self._room.get_used_to(self._sort, course.told_of(self._sort, thing))
        template = course.like(self._sort, thing)
        self._steps = [("", Dialogue(lambda: _nothing_asked(template)))]
        return self._go_on(now_ms)

    def _answer(self, value: object, now_ms: int) -> Navigation:
        self._steps[-1][1].answer(value)
        return self._go_on(now_ms)

    def _go_on(self, now_ms: int) -> Navigation:
        """To the next question, of the next card of the pile if need be; what is whole is told at once."""
        self._screen, self._before = None, self._in_view
        shared, course = self._steps[0][1], self._room.course
        while self._steps[-1][1].is_done:
            thing, dialogue = self._steps[-1]
            if thing and not self._tell(dialogue.result or {}, now_ms):
                dialogue.back()
                return None
            done = {name for name, _ in self._steps}
            following = next((name for name in self._pile if name not in done), None)
            if following is None:
                self._picked = ()
                self._begin()
                return Replace(self._after()) if self.is_stale else None
            course = self._room.course
            self._steps.append((following, Dialogue(_filling(course, self._sort, following, shared.result))))
        return None

    def _after(self) -> Page:
        return page_of_piles(self._context, self._room)

    def _tell(self, told: Mapping[str, Any], now_ms: int) -> bool:
        try:
            self._room.tell(told)
        except CompanionError as error:
            self._notice = (words("teach.not_saved", why=error.said), now_ms + NOTICE_MS)
            return False
        self._room.get_used_to(self._sort, told)
        return True

    def _back(self) -> bool:
        """One question back, also over to the card before; what was told there is told anew."""
        self._screen = None
        while self._steps:
            if self._steps[-1][1].back():
                return True
            if len(self._steps) == 1:
                return False
            self._steps.pop()
        return False


def _nothing_asked(result: Any) -> Script[Any]:
    yield from ()
    return result


def _filling(course: Any, sort: str, thing: str, shared: Any) -> Any:
    return lambda: course.fill_script(sort, thing, shared)
