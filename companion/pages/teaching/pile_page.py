"""Teaching by piles: lay all blue cards on the mat, check the names, OK. Without a camera, tick the names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.language.wording import Trouble
from companion.pages.teaching.classroom_page import ClassroomPage
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.pick_page import HandPickedPile, PickPage, sorted_by_hand
from companion.pages.teaching.pile_models import (
    doubt_page,
    pile_choices,
    pile_model,
    which_fact,
    which_pile,
    which_word,
)
from companion.screens import Answered, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.intents import Typed
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Navigation, Open, Page, Replace
from companion.screens.pile_screen import PileScreen
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom
from companion.teaching.pile_telling import CannotUndo, UndoStack, name_symbol, sortings, tell_pile
from companion.teaching.piles import WAYS, Sorting, Way
from rules.core.words import words


class PilePage(ClassroomPage):
    """Pile after pile, fact after fact, until nothing is left or somebody leaves. Every pile is stored at once."""

    looks_for: LooksFor = "tags"

    def __init__(self, context: Context, room: Classroom, after: Callable[[], Page]) -> None:
        """``after``: the page to open when piles have told all they can."""
        super().__init__(context, room)
        self._undo = UndoStack()
        self._in_view: frozenset[str] = frozenset()
        self._sorting: Sorting | None = None
        self._typing: KeyboardScreen | None = None
        self._screen: PileScreen | None = None
        self._after = after
        self._course = room.course
        self._turns = 0  # piles of this fact told so far
        self._begin()

    @property
    def is_stale(self) -> bool:
        self._reload_if_changed()
        return self._sorting is None

    def _reload_if_changed(self) -> None:
        """Takes over what was told elsewhere in the meantime."""
        if self._sorting is not None and self._course is not self._room.course:
            name = self._sorting.sort.name
            self._begin(name)
            if self._sorting is None or self._sorting.is_done:
                self._begin()

    @property
    def sorting(self) -> Sorting | None:
        return self._sorting

    def see(self, seen: TableSeen) -> None:
        self._in_view = seen.cards
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.look(self._in_view)

    @property
    def _had_all_piles(self) -> bool:
        """Whether every pile of this fact has been told once."""
        return self._sorting is not None and self._turns >= len(self._sorting.sort.piles)

    def _begin(self, name: str = "") -> None:
        """Starts that fact, or the first with something left."""
        self._course = self._room.course
        found = sortings(self._room)
        self._sorting = next((one for one in found if (one.sort.name == name if name else not one.is_done)), None)
        self._screen = None
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.look(self._in_view)
            self._sorting.choose(0)

    def _again(self, at: int) -> None:
        """Continues this fact at another pile, with what is known now; the next fact if nothing is left."""
        before = self._sorting
        assert before is not None
        self._begin(before.sort.name)
        if self._sorting is not None and self._sorting.is_done:
            self._begin()
        elif self._sorting is not None:
            self._sorting.look(self._in_view)
            self._sorting.choose(at)

    def screen(self, now_ms: int) -> Screen:
        if self._typing is not None:
            return self._typing
        self._reload_if_changed()
        assert self._sorting is not None
        sorting, has_camera = self._sorting, self._context.has_camera
        wrong = sorting.contradictions
        notices = self._notices(now_ms, words("teach.piles.cannot", why=wrong[0]) if wrong else None)
        choices = pile_choices(
            self._room,
            sorting,
            has_camera=has_camera,
            is_round=self._had_all_piles,
            can_go_back=self._undo.last is not None,
        )
        model = pile_model(self._room, sorting, choices, notices, has_camera=has_camera)
        if self._screen is None:
            self._screen = PileScreen(model)
        self._screen.show(model)
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto(name):
                return self._chosen(name, now_ms)
            case Answered(Typed(text)):
                return self._pick_by_hand(text)
            case Finished(str(name)):
                self._typing = None
                self._name_more(name, now_ms)
            case Undo():
                self._take_back(now_ms)
            case Leave() if self._typing is not None:
                self._typing = None
            case Leave():
                return Close()
        return None

    def _pick_by_hand(self, typed: str = "") -> Navigation:
        if self._sorting is None or not self._sorting.sort.piles:
            return None
        return Open(PickPage(self._room, self._by_hand, self._tick, typed))

    def _by_hand(self) -> HandPickedPile | None:
        return None if self._sorting is None else sorted_by_hand(self._room, self._sorting)

    def _tick(self, unit: str) -> None:
        assert self._sorting is not None
        self._sorting.tick(unit)

    def _chosen(self, name: str, now_ms: int) -> Navigation:
        assert self._sorting is not None
        sorting, room = self._sorting, self._room
        acts: Mapping[str, Callable[[], Navigation]] = {
            "all": lambda: self._all(now_ms),
            "more": lambda: Open(which_word(room, lambda word: self._name_chosen(word, now_ms))),
            "skip": lambda: self._other(sorting.at + 1),
            "each": lambda: Open(LessonPage(self._context, room, within=sorting.sort.name.partition(".")[0])),
            "tick": self._pick_by_hand,
            "other": lambda: Open(which_pile(room, sorting, self._take_pile)),
            "facts": lambda: Open(which_fact(room, sorting.sort.name, lambda name: self._begin(str(name)))),
            "back": lambda: self._take_back(now_ms),
        }
        if name in acts:
            return acts[name]()
        way = next((way for way in WAYS if way == name), None)
        return None if way is None else self._tell(way, now_ms)

    def _other(self, at: int) -> Navigation:
        assert self._sorting is not None
        self._sorting.choose(at)
        self._screen = None
        return None

    def _take_pile(self, at: object) -> None:
        self._other(int(str(at)))

    def _name_chosen(self, word: object, now_ms: int) -> None:
        say = self._room.say
        if word:
            self._name_more(str(word), now_ms)
        else:
            self._typing = KeyboardScreen(keyboard_model(say, say("teach.piles.more_name")))

    def _name_more(self, name: str, now_ms: int) -> None:
        try:
            self._room.named = name_symbol(self._room.named, name)
        except Trouble as trouble:
            self._remark(trouble.said, now_ms)
        else:
            self._begin()

    def _all(self, now_ms: int) -> Navigation:
        """Asks about contradictions first, card by card."""
        assert self._sorting is not None
        sorting = self._sorting

        def tell(kept: tuple[str, ...]) -> Navigation:
            return self._tell("all", now_ms, kept)

        return Open(doubt_page(self._context, self._room, sorting, tell)) if sorting.doubts else tell(())

    def _tell(self, way: Way, now_ms: int, kept: tuple[str, ...] = ()) -> Navigation:
        assert self._sorting is not None
        sorting = self._sorting
        try:
            said = tell_pile(self._room, self._undo, sorting, way, kept)
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            return None
        self._remark(said, now_ms)
        turns = self._turns + 1
        self._again(sorting.at + 1)
        self._turns = turns if self._sorting is not None and self._sorting.sort.name == sorting.sort.name else 0
        return Replace(self._after()) if self.is_stale else None

    def _take_back(self, now_ms: int) -> Navigation:
        try:
            told = self._undo.take_back(self._room)
        except CannotUndo as trouble:
            self._remark(trouble.said, now_ms)
            return None
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            return None
        self._begin(told.sort)
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.choose(told.at)
        self._remark(words("teach.piles.back_done", pile=told.pile), now_ms)
        return None
