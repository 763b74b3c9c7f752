"""Pages for errors: what went wrong, what to do next, and a way to play on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from companion import CompanionError
from companion.contract import Context
from companion.keeping.games_file import Carried
from companion.keeping.storage_places import MEMORY as MEMORY_FOLDER
from companion.keeping.storage_places import carry_facts, memory_place, other_places
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import explain
from companion.models import Choice, list_hints
from companion.pages.background_task import BackgroundTask, Wanted, Work
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.navigation import Close, Home, Navigation, Quit, SitDown, StepBack
from companion.screens.trouble_screen import TroubleModel, TroubleScreen
from rules.core.words import Words, words


class TroublePage(ScreenPage[TroubleScreen]):
    def __init__(self, context: Context, exact: str) -> None:
        say = context.say
        # Errors read "what is wrong; what to do": each half has its own place on the screen.
        what, _, step = exact.partition("; ")
        choices = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
        steps = (step,) if step else ()
        model = TroubleModel(say("screen.trouble.title"), what, steps, "", choices, list_hints(say, menu=False))
        self._screen = TroubleScreen(model)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Answered | Leave) else None


class GameFailedPage(ChoicePage):
    """A game has crashed, in its rules or its screens. What was stored is safe, and the box goes on without it."""

    def __init__(self, context: Context, number: int, name: str, why: str, *, before: bool = False) -> None:
        """``before``: that was an earlier time, and it may be tried again as it is."""
        say = context.say
        again = (Choice(say("page.fallen.again"), lambda: SitDown(number), say("page.fallen.again_detail"), "play"),)
        choices = (
            *(again if before else ()),
            Choice(say("page.fallen.back"), lambda: StepBack(number), say("page.fallen.back_detail"), "undo"),
            Choice(say("page.fallen.home"), Home(), say("page.fallen.home_detail"), "home"),
        )
        super().__init__(context, say(f"page.fallen.{'before' if before else 'text'}", name=name), choices, why)


logger = logging.getLogger(__name__)

TRY_EVERY_MS = 3000
TOO_SOON_MS = 700  # a press so soon after the page came up by itself was meant for the one before
MEMORY, GIVE_UP = "memory", "give up"
T = TypeVar("T")


class NoStorePage:
    """The disk cannot be written. Closes by itself as soon as it can; other disks are tried in the background."""

    def __init__(self, context: Context, error: StoreTrouble) -> None:
        self._context = context
        self._usual = context.store.path.parent
        self._tried_ms: int | None = None
        self._came_ms: int | None = None
        self._places: tuple[Path, ...] = ()
        self._looking = _start_task(lambda _: other_places())
        self._moving: BackgroundTask[_Moved] | None = None
        self._place: Path | None = None
        self.is_stale = False
        self._error: CompanionError = error
        self._screen = TroubleScreen(self._model())

    def _model(self) -> TroubleModel:
        say = self._context.say
        choices = [Choice(say("keeping.again"), Close(), icon="play")]
        for place in self._places:
            said = say("keeping.elsewhere", folder=str(place.parent))
            choices.append(Choice(said, place, icon="book"))  # a folder's full path takes two lines
        choices.append(Choice(say("keeping.memory"), MEMORY, say("keeping.memory_detail"), "warning"))
        choices.append(Choice(say("keeping.quit"), Quit(), icon="off"))
        steps = (say("keeping.not_shown"), *((say("keeping.elsewhere_step"),) if self._places else ()))
        return TroubleModel(
            say("screen.trouble.title"),
            explain(self._error, say),
            steps,
            "",
            tuple(choices),
            list_hints(say, menu=False),
        )

    def _moving_model(self) -> TroubleModel:
        say = self._context.say
        text = say("keeping.moving", folder=str(self._place or MEMORY_FOLDER))
        choices = (Choice(say("keeping.give_up"), GIVE_UP, icon="back"),)
        steps = (say("keeping.moving_step"),)
        return TroubleModel(say("screen.trouble.title"), text, steps, "", choices, list_hints(say, menu=False))

    def tick(self, now_ms: int) -> None:
        """Takes the results of background tasks, and retries the disk now and then."""
        self._came_ms = now_ms if self._came_ms is None else self._came_ms
        if self._looking is not None and self._looking.is_back:
            self._offer(self._looking)
        if self._moving is not None:
            if self._moving.is_back:
                self._end_move(self._moving)
        elif self._tried_ms is None:
            self._tried_ms = now_ms
        elif now_ms - self._tried_ms >= TRY_EVERY_MS:
            self._tried_ms = now_ms
            self.is_stale = self._context.store.takes_something()

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        is_soon = self._came_ms is None or now_ms - self._came_ms < TOO_SOON_MS
        match outcome:
            case Answered(value) if is_soon and not isinstance(value, Close):
                return None
            case Answered(Path() as place):
                self._move(place)
            case Answered(value) if value == MEMORY:
                self._move(None)
            case Answered() | Leave() if self._moving is not None:
                self._stay_here(self._error)
            case Answered(Quit() as quits):
                return quits
            case Answered() | Leave():
                return Close()
        return None

    def _offer(self, looking: BackgroundTask[tuple[Path, ...]]) -> None:
        """Adds the places found, without moving those already on the screen."""
        self._looking = None
        try:
            self._places = looking.result
        except CompanionError as error:
            logger.warning("other disks could not be asked: %s", error)
        if self._moving is None and self._places:
            before = self._screen.model.choices[self._screen.focus].value
            self._screen.model = self._model()
            self._screen.focus = [choice.value for choice in self._screen.model.choices].index(before)

    def _move(self, place: Path | None) -> None:
        """``None``: play on in memory."""
        usual = self._usual
        try:
            carry = self._context.store.begin_move(memory_place() if place is None else place)
            self._moving = BackgroundTask(lambda wanted: _move(carry, usual, place, wanted))
        except CompanionError as error:
            self._stay_here(error)
            return
        self._place = place
        self._screen.focus, self._screen.model = 0, self._moving_model()

    def _stay_here(self, error: CompanionError) -> None:
        """Stays here: the move was cancelled, or the other place failed too."""
        if self._moving is not None:
            self._moving.leave()
        self._moving = None
        self._context.store.end_move(None)
        self._error = error
        self._screen.focus, self._screen.model = 0, self._model()

    def _end_move(self, moving: BackgroundTask[_Moved]) -> None:
        try:
            moved = moving.result
        except CompanionError as error:
            self._stay_here(error)
            return
        self._moving = None
        self._context.store.end_move(moved.carried)
        self._context.parts["store"] = words("keeping.moved_memory") if self._place is None else self._settle_in(moved)
        self.is_stale = True

    def _settle_in(self, moved: _Moved) -> Words:
        """The next start uses the new place and its facts; says so if that cannot be stored."""
        context, folder = self._context, moved.carried.path.parent
        if folder != self._place:
            return words("keeping.moved_beside", folder=str(folder))
        try:
            if context.config.data_path == self._usual:
                if not moved.has_facts:
                    return words("keeping.moved_tonight", folder=str(folder))
                context.change("data.folder", str(folder))
        except CompanionError:
            return words("keeping.moved_tonight", folder=str(folder))
        return words("keeping.moved", folder=str(folder))


def _start_task(work: Work[T]) -> BackgroundTask[T] | None:
    try:
        return BackgroundTask(work)
    except CompanionError as error:
        logger.warning("%s", error)
        return None


@dataclass(frozen=True, slots=True)
class _Moved:
    carried: Carried
    has_facts: bool


def _move(carry: Callable[[], Carried], usual: Path, place: Path | None, wanted: Wanted) -> _Moved:
    """Copies the games and, if they are to stay there, the owner's facts. Dropped if nobody waits for it."""
    carried, has_facts = carry(), False
    if carried.path.parent == place:
        with suppress(CompanionError, OSError):  # the games were copied; the facts' error is shown
            carry_facts(usual, place)
            has_facts = True
    if not wanted():
        carried.lock.let_go()
    return _Moved(carried, has_facts)
