"""Teaching by piles: lay all blue cards on the mat, their names appear with ticks, OK. Without a camera by ticking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.pages.teaching.classroom_page import ClassroomPage
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.pick_page import TickPage
from companion.pages.teaching.pile_models import pile_choices, pile_model
from companion.pages.teaching.pile_questions import doubt_page, which_fact, which_pile, which_word
from companion.screens import Answered, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.intents import Typed
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Navigation, Open, Page, Replace
from companion.screens.pile_screen import PileScreen
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom, PileTold
from companion.teaching.piles import Sorting
from rules.core.words import words


class PilePage(ClassroomPage):
    """Pile after pile, fact after fact, until nothing is left or somebody leaves; every pile is on disk at once."""

    looks_for: LooksFor = "tags"

    def __init__(self, context: Context, room: Classroom, after: Callable[[], Page]) -> None:
        """``after``: where it goes on when piles have told all they can."""
        super().__init__(context, room)
        self._told: list[PileTold] = []
        self._in_view: frozenset[str] = frozenset()
        self._sorting: Sorting | None = None
        self._typing: KeyboardScreen | None = None
        self._screen: PileScreen | None = None
        self._after = after
        self._course = room.course
        self._turns = 0  # piles of this fact that were told
        self._begin()

    # What the camera sees.

    @property
    def is_stale(self) -> bool:
        self._heed_others()
        return self._sorting is None

    def _heed_others(self) -> None:
        """What was told card after card meanwhile."""
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

    # Which fact is told.

    @property
    def _is_round(self) -> bool:
        """Whether every pile of this fact has had its turn."""
        return self._sorting is not None and self._turns >= len(self._sorting.sort.piles)

    def _begin(self, name: str = "") -> None:
        """That fact, or the first of which something is left."""
        sorts, held = self._room.pile_sorts, self._room.held
        self._course = self._room.course
        sorting = [Sorting(sort, held.get(sort.name, {})) for sort in sorts]
        wanted = [one for one in sorting if one.sort.name == name] if name else [s for s in sorting if not s.is_done]
        self._sorting = next(iter(wanted), None)
        self._screen = None
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.look(self._in_view)
            self._sorting.choose(0)

    def _again(self, at: int) -> None:
        """The same fact with what is known now, at another of its piles; the next fact if nothing is left."""
        before = self._sorting
        assert before is not None
        self._begin(before.sort.name)
        if self._sorting is not None and self._sorting.is_done:
            self._begin()
        elif self._sorting is not None:
            self._sorting.look(self._in_view)
            self._sorting.choose(at)

    # What is to be seen.

    def screen(self, now_ms: int) -> Screen:
        if self._typing is not None:
            return self._typing
        self._heed_others()
        assert self._sorting is not None
        sorting, has_camera = self._sorting, self._context.has_camera
        sums = sorting.sort.cannot_be(sorting.told()) if sorting.sort.piles else ()
        wrong = words("teach.piles.cannot", why=sums[0]) if sums else None
        choices = pile_choices(
            self._room, sorting, has_camera=has_camera, is_round=self._is_round, can_go_back=bool(self._told)
        )
        model = pile_model(self._room, sorting, choices, self._notices(now_ms, wrong), has_camera=has_camera)
        if self._screen is None:
            self._screen = PileScreen(model)
        self._screen.show(model)
        return self._screen

    # What people choose.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto(name):
                return self._chosen(name, now_ms)
            case Answered(Typed(text)):
                return Open(TickPage(self._room, lambda: self._sorting, text)) if self._can_tick else None
            case Finished(str(name)):
                self._typing = None
                self._name_more(name)
            case Undo():
                self._take_back(now_ms)
            case Leave() if self._typing is not None:
                self._typing = None
            case Leave():
                return Close()
        return None

    @property
    def _can_tick(self) -> bool:
        return self._sorting is not None and bool(self._sorting.sort.piles)

    def _chosen(self, name: str, now_ms: int) -> Navigation:
        assert self._sorting is not None
        sorting, room = self._sorting, self._room
        acts: Mapping[str, Callable[[], Navigation]] = {
            "all": lambda: self._all(now_ms),
            "rest": lambda: self._tell(sorting.told(rest=True), now_ms),
            "none": lambda: self._tell(dict.fromkeys(sorting.sort.units, True), now_ms),
            "here": lambda: self._tell(sorting.all_left(), now_ms),
            "gone": lambda: self._gone(now_ms),
            "more": lambda: Open(which_word(room, self._name_chosen)),
            "skip": lambda: self._other(sorting.at + 1),
            "each": lambda: Open(LessonPage(self._context, room, within=sorting.sort.name.partition(".")[0])),
            "tick": lambda: Open(TickPage(room, lambda: self._sorting)),
            "other": lambda: Open(which_pile(room, sorting, self._take_pile)),
            "facts": lambda: Open(which_fact(room, sorting.sort.name, lambda name: self._begin(str(name)))),
            "back": lambda: self._take_back(now_ms),
        }
        return acts[name]() if name in acts else None

    def _other(self, at: int) -> Navigation:
        assert self._sorting is not None
        self._sorting.choose(at)
        self._screen = None
        return None

    def _take_pile(self, at: object) -> None:
        self._other(int(str(at)))

    def _name_chosen(self, word: object) -> None:
        say = self._room.say
        if word:
            self._name_more(str(word))
        else:
            self._typing = KeyboardScreen(keyboard_model(say, say("teach.piles.more_name")))

    def _name_more(self, name: str) -> None:
        word = name.strip().lower()
        if word:
            self._room.named = (*self._room.named, word)
            self._begin()

    def _all(self, now_ms: int) -> Navigation:
        """What contradicts is asked first, one card after the other."""
        assert self._sorting is not None
        sorting = self._sorting

        def tell(kept: tuple[str, ...]) -> Navigation:
            return self._tell(sorting.told(but=kept), now_ms)

        return Open(doubt_page(self._context, self._room, sorting, tell)) if sorting.doubts else tell(())

    def _gone(self, now_ms: int) -> Navigation:
        assert self._sorting is not None
        assert self._sorting.sort.gone is not None
        values = self._sorting.told()
        return self._tell(values, now_ms, self._sorting.sort.gone(values))

    def _tell(self, values: Mapping[str, Any], now_ms: int, more: Mapping[str, Any] | None = None) -> Navigation:
        assert self._sorting is not None
        sorting, sort = self._sorting, self._sorting.sort
        name = sorting.pile.name if sort.piles else sort.words
        try:
            told = self._room.tell_pile(sort, values, name, sorting.at, more or {})
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            return None
        count = sum(1 for unit, value in values.items() if sorting.values.get(unit) != value)
        self._told.append(told)
        self._remark(words("teach.piles.kept", pile=name, n=count), now_ms)
        turns = self._turns + 1
        self._again(sorting.at + 1)
        self._turns = turns if self._sorting is not None and self._sorting.sort.name == sort.name else 0
        return Replace(self._after()) if self.is_stale else None

    def _take_back(self, now_ms: int) -> Navigation:
        if not self._told:
            self._remark(words("teach.piles.no_back"), now_ms)
            return None
        told = self._told[-1]
        try:
            self._room.take_back(told)
        except CompanionError as error:
            self._remark(words("teach.not_saved", why=error.said), now_ms)
            return None
        self._told.pop()
        self._begin(told.sort)
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.choose(told.at)
        self._remark(words("teach.piles.back_done", pile=told.pile), now_ms)
        return None
