"""Updates: another release from a USB stick, or back to the previous one; never during a game."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from companion.contract import Context
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Goto, Leave, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Navigation, Open, Quit, Replace
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.upkeep.releases import Releases, UpdateReport, UpdateWish
from rules.core.words import Words, words

PATIENCE_MS = 60_000  # root answers a request within seconds, on a slow machine after booting within half a minute
MOST_BUSY_MS = 50 * 60_000  # by then systemd has ended root's program, the way back included; longer means a fault
PLAYED_HOURS = 6  # the same as in deploy/releases/box.py


class UpdatePage(ScreenPage[ListScreen]):
    """What is installed, and the releases to change to."""

    def __init__(self, context: Context, releases: Releases | None = None) -> None:
        self._context = context
        self._releases = releases or Releases()
        self._screen = ListScreen(self._model())

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("update"):
                return Open(self._question("update", "update.stick_question", "update.stick_detail"))
            case Goto("back"):
                return Open(self._question("back", "update.back_question", "update.back_detail"))
            case Goto() | Leave():
                return Close()
        return None

    def _model(self) -> ListModel:
        say, releases = self._context.say, self._releases
        obstacle = releases.obstacle() or self._game_played()
        choices = [Choice(say("update.leave"), "leave", icon="back")]
        if obstacle is None:
            choices.insert(0, Choice(say("update.stick"), "update", say("update.stick_short"), "plus"))
        if obstacle is None and releases.previous:
            choices.insert(1, Choice(say("update.back", release=releases.previous), "back", icon="undo"))
        text = say.say(obstacle) if obstacle else say("update.now", release=releases.current)
        header, hints = Header(say("update.title")), list_hints(say, menu=False)
        return ListModel(header, tuple(choices), text, icon="update", hints=hints)

    def _game_played(self) -> Words | None:
        is_played = self._context.store.is_played(datetime.now(UTC), PLAYED_HOURS)
        return words("update.game") if is_played else None

    def _question(self, wish: UpdateWish, text: str, detail: str) -> ChoicePage:
        say = self._context.say
        choices = (
            Choice(say("update.no"), Close(), icon="back"),
            Choice(say("update.yes"), lambda: Replace(InstallPage(self._context, self._releases, wish)), icon="tick"),
        )
        return ChoicePage(self._context, say(text, release=self._releases.previous), choices, say(detail))


class InstallPage(ScreenPage[QuestionScreen]):
    """Writes the request and shows progress. At the end the other release starts."""

    def __init__(self, context: Context, releases: Releases, wish: UpdateWish) -> None:
        self._context = context
        self._releases = releases
        self._number = time.monotonic_ns()
        self._asked_ms: int | None = None
        releases.ask(wish, self._number)
        self._answer: UpdateReport | None = None
        self._screen = QuestionScreen(self._model())

    def tick(self, now_ms: int) -> None:
        if self._asked_ms is None:
            self._asked_ms = now_ms
        if self._answer is None or not self._answer.is_final:
            self._look(now_ms - self._asked_ms)
            self._screen.show(self._model())

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._answer is None or not self._answer.is_final:
            return None
        match outcome:
            case Answered(Quit() | Close() as turn):
                return turn
        return super().act(outcome, now_ms)

    def _look(self, waited_ms: int) -> None:
        self._answer = self._releases.answer(self._number) or self._answer
        if self._answer is None and waited_ms > PATIENCE_MS:
            self._releases.withdraw()
            self._answer = UpdateReport("nobody")
        elif waited_ms > MOST_BUSY_MS and self._answer is not None and not self._answer.is_final:
            self._answer = UpdateReport("slow")

    def _model(self) -> QuestionModel:
        say, header, hints = self._context.say, Header(self._context.say("update.title")), Hints()
        match self._answer:
            case None | UpdateReport("busy"):
                return QuestionModel(header, say("update.busy"), (), say("update.busy_detail"), hints=hints)
            case UpdateReport("done", release):
                choices = (Choice(say("power.again"), Quit(again=True), icon="play"),)
                text, detail = say("update.done", release=release), say("update.done_detail")
            case UpdateReport(code, detail):
                choices = (Choice(say("update.leave"), Close(), icon="back"),)
                text = say(f"update.why.{code}" if say.has(f"update.why.{code}") else "update.why.failed")
        hints = list_hints(say, menu=False)
        return QuestionModel(header, text, choices, detail, hints=hints)
