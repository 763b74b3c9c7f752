"""Teach the box: progress, the next card, any card by name or under the camera, the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.contract import Context
from companion.inbox import TableSeen
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage, ScreenPage
from companion.pages.teaching.classroom_page import ClassroomPage
from companion.pages.teaching.compose_page import next_pile_page
from companion.pages.teaching.editor_page import web_page
from companion.pages.teaching.export_facts import to_stick_page
from companion.pages.teaching.faces_page import FacesPage
from companion.pages.teaching.import_facts import stick_page
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.qr_transfer_page import read_page, show_page
from companion.screens import Answered, Chosen, Goto, Leave, Outcome, Screen
from companion.screens.list_screen import ListModel, ListScreen, Remark
from companion.screens.navigation import Close, Navigation, Open, Page, Quit, Replace
from companion.screens.tell_screen import Node, TellModel, TellScreen, by_letters
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom
from companion.teaching.course import Lesson, open_lessons, taught


def which_box(context: Context, *, alone: bool = False) -> Page:
    """Chooses among the boxes that can be taught; ``alone``: the program was started only for this."""
    say = context.say
    choices = [
        Choice(
            say(f"screen.game.{game.slug}"),
            lambda slug=game.slug: Replace(TeachPage(context, slug, alone=alone)),
            icon=game.icon,
        )
        for game in context.games
        if game.course is not None
    ]
    if alone:
        choices.append(Choice(say("page.menu.quit"), Quit(), icon="off"))
    return ChoicePage(context, say("teach.which_game"), tuple(choices))


def classroom(context: Context, slug: str) -> Classroom:
    """The classroom for that box, with the facts of this data folder."""
    course = context.games[slug].course
    assert course is not None
    return Classroom(context.box(slug), course, context.language)


class TeachPage(ClassroomPage):
    """A card under the camera opens what is known of it."""

    looks_for: LooksFor = "cards"

    def __init__(self, context: Context, slug: str, *, alone: bool = False) -> None:
        super().__init__(context, classroom(context, slug))
        self._alone = alone
        self._screens = context.games[slug].screens
        self._seen: frozenset[str] | None = None
        self._fresh: str | None = None
        self._screen = ListScreen(self._model())

    def see(self, seen: TableSeen) -> None:
        cards = seen.cards
        fresh = [self._room.course.thing_of(card) for card in sorted(cards - (self._seen or frozenset()))]
        self._seen = cards
        self._fresh = next((thing for thing in fresh if thing is not None), self._fresh)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> ListModel:
        say = self._room.say
        return ListModel(
            Header(say("teach.title"), say(f"screen.game.{self.slug}")),
            self._choices(),
            say("teach.hold") if self._context.has_camera else "",
            self._remarks(),
            self._progress(),
            hints=list_hints(say, menu=False),
            notices=self._context.notices(say=say),
        )

    def _progress(self) -> str:
        return self._room.say.say(self._room.course.progress_words(taught(self._room.course)))

    def _remarks(self) -> tuple[Remark, ...]:
        """How much is known of each sort."""
        course, say = self._room.course, self._room.say
        counts: dict[str, list[int]] = {}
        for thing in course.things:
            for lesson in course.lessons(thing):
                known = counts.setdefault(lesson.sort, [0, 0])
                known[0] += lesson.is_known
                known[1] += 1
        return tuple(
            Remark(
                say(f"teach.sort.{sort}"),
                say("teach.progress", n=known, all=of),
                "tick" if known == of else "question",
                "good" if known == of else "info",
            )
            for sort, (known, of) in counts.items()
        )

    @property
    def _has_piles(self) -> bool:
        """Whether anything is left to tell by piles."""
        return any(len(sort.known) < len(sort.units) for sort in self._room.pile_sorts)

    def _choices(self) -> tuple[Choice, ...]:
        say, following = self._room.say, self._fresh or self._room.next_open(None)
        choices = []
        if following is not None:
            choices.append(Choice(say("teach.go_on", thing=self._room.course.name(following)), "on", icon="play"))
        if self._room.pile_sorts:
            # With a camera, piles come first.
            piles = Choice(say("teach.piles.title"), "piles", say("teach.piles.detail"), "cards")
            choices.insert(0 if self._context.has_camera and self._has_piles else len(choices), piles)
        choices.append(Choice(say.say(self._room.course.choose_words), "choose", icon="list"))
        choices += [
            Choice(say(line.key), line.name, say(line.detail(self.document)), line.icon)
            for line in self._screens.teaching
        ]
        if self._screens.deck is not None:
            choices.append(Choice(say("teach.to_deck"), "deck", say("teach.to_deck_detail"), "cards"))
        if self._context.has_camera and self._context.config.camera.faces:
            choices.append(Choice(say("faces.lesson.title"), "faces", say("faces.lesson.detail"), "camera"))
        choices.append(Choice(say("teach.takeover.title"), "stick", say("teach.takeover.detail"), "plus"))
        choices.append(Choice(say("teach.takeover.to_title"), "to stick", say("teach.takeover.to_detail"), "file"))
        if self._context.has_camera:
            choices.append(Choice(say("teach.codes.read"), "read codes", say("teach.codes.read_detail"), "plus"))
        choices.append(Choice(say("teach.codes.show"), "show codes", say("teach.codes.show_detail"), "cards"))
        choices.append(Choice(say("teach.to_web"), "web", say("teach.to_web_detail"), "list"))
        return tuple(choices)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        pages: dict[str, Callable[[], Page]] = {
            "choose": lambda: ThingsPage(self._context, self._room),
            "piles": lambda: next_pile_page(self._context, self._room),
            "deck": self._deck,
            "faces": lambda: FacesPage(self._context, self.slug, self.document),
            "stick": lambda: stick_page(self._context, self._room),
            "to stick": lambda: to_stick_page(self._context, self._room),
            "read codes": lambda: read_page(self._context, self._room),
            "show codes": lambda: show_page(self._context, self._room),
            "web": lambda: web_page(self._context, self._room.reload, self._room.slug),
        }
        pages |= {line.name: partial(line.page, self._context, self._room) for line in self._screens.teaching}
        match outcome:
            case Goto("on"):
                return self._go_on()
            case Goto(name) if name in pages:
                return Open(pages[name]())
            case Leave():
                return Quit() if self._alone else Close()
        return None

    def _deck(self) -> Page:
        assert self._screens.deck is not None
        return self._screens.deck(self._context, self._room)

    def _go_on(self) -> Navigation:
        thing, self._fresh = self._fresh, None
        if thing is not None and not open_lessons(self._room.course, thing):
            return Open(ThingPage(self._context, self._room, thing))
        return Open(LessonPage(self._context, self._room, thing))


class ThingsPage(ScreenPage[TellScreen]):
    """All cards, grouped by first letter."""

    def __init__(self, context: Context, room: Classroom) -> None:
        self._context = context
        self._room = room
        say, cards = room.say, room.course.document.get("cards", {})
        nodes = [Node(room.name(thing), thing, colour=cards.get(thing, {}).get("colour")) for thing in room.order]
        header = Header(say("teach.title"), say(f"screen.game.{room.slug}"))
        hints = list_hints(say, menu=False)
        self._screen = TellScreen(TellModel(header, say("teach.which_thing"), by_letters(nodes), hints))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(str(thing)):
                return Open(ThingPage(self._context, self._room, thing))
        return super().act(outcome, now_ms)


class ThingPage(ModelPage[ListScreen]):
    """What is known of one card; each fact can be told or changed."""

    def __init__(self, context: Context, room: Classroom, thing: str) -> None:
        self._context = context
        self._room = room
        self._thing = thing
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        say, course = self._room.say, self._room.course
        choices = tuple(
            Choice(
                say(f"teach.sort.{lesson.sort}"),
                lesson,
                _known_text(lesson, say),
                "tick" if lesson.is_known else "question",
            )
            for lesson in course.lessons(self._thing)
        )
        header = Header(self._room.name(self._thing), say("teach.title"))
        return ListModel(header, choices, hints=list_hints(say, menu=False), notices=self._context.notices(say=say))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(lesson):
                return Open(LessonPage(self._context, self._room, self._thing, only=getattr(lesson, "sort", "")))
        return super().act(outcome, now_ms)


def _known_text(lesson: Lesson, say: Phrases) -> str:
    """The current value, and where it comes from."""
    if not lesson.value:
        return say("teach.unknown")
    value = say.clauses(map(say.say, lesson.value))
    return value if lesson.origin is None else f"{value} · {say.say(lesson.origin)}"
