"""The page during a background task: says what is done, can be left, then shows the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion import CompanionError
from companion.contract import Context
from companion.language.wording import explain
from companion.models import Header, Hints
from companion.pages.background_task import BackgroundTask, Work
from companion.pages.trouble_page import TroublePage
from companion.screens import Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation, Page
from companion.screens.question_screen import QuestionModel, QuestionScreen
from rules.core.words import Words

T = TypeVar("T")


class WaitingPage(Lasting, Generic[T]):
    """Turns into the result's page, or says what failed. ``may_leave``: False while something is written."""

    def __init__(
        self,
        context: Context,
        said: Words,
        work: Work[T],
        then: Callable[[T], Page],
        *,
        may_leave: bool = True,
    ) -> None:
        self._context = context
        self._then = then
        self._may_leave = may_leave
        self._page: Page | None = None
        self._screen = QuestionScreen(self._model(said))
        try:
            self.task: BackgroundTask[T] | None = BackgroundTask(work)
        except CompanionError as error:
            self.task = None
            self._page = TroublePage(context, explain(error, context.say))

    def _model(self, said: Words) -> QuestionModel:
        say = self._context.say
        hints = Hints(back=say("screen.hint.back")) if self._may_leave else Hints()
        detail = say("background_task.leave") if self._may_leave else ""
        return QuestionModel(Header(say("screen.start.title")), say.say(said), (), detail, hints=hints)

    @property
    def is_stale(self) -> bool:
        return self._page is not None and self._page.is_stale

    @property
    def is_waiting(self) -> bool:
        return self._page is None

    def tick(self, now_ms: int) -> None:
        if self._page is not None:
            self._page.tick(now_ms)
        elif self.task is not None and self.task.is_back:
            self._page = self._following(self.task)

    def _following(self, task: BackgroundTask[T]) -> Page:
        try:
            return self._then(task.result)
        except CompanionError as error:
            return TroublePage(self._context, explain(error, self._context.say))

    def screen(self, now_ms: int) -> Screen:
        return self._screen if self._page is None else self._page.screen(now_ms)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._page is not None:
            return self._page.act(outcome, now_ms)
        if isinstance(outcome, Leave) and self._may_leave:
            assert self.task is not None
            self.task.leave()
            return Close()
        return None
