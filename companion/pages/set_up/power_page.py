"""Switching off: asks first, then says when the plug may be pulled, or why the box cannot switch off."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.contract import Context
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage, ScreenPage
from companion.screens import Goto, Leave, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Home, Navigation, Quit, Replace
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.upkeep.switch_off import power_off
from rules.core.words import Words

PowerOff = Callable[[], Words | None]


class PowerPage(ChoicePage):
    """Asks; staying on comes first, so that pressing OK twice by mistake does nothing.

    ``by_key``: asked by the power button; the page then says that pressing it again switches off.
    """

    def __init__(self, context: Context, off: PowerOff = power_off, *, by_key: bool = False) -> None:
        say = context.say
        self._context, self._off = context, off
        choices = (
            Choice(say("power.stay"), Close(), icon="play"),
            Choice(say("power.off"), self.switch_off, icon="off"),
            Choice(say("power.again"), Quit(again=True), icon="undo"),
            Choice(say("power.quit"), Quit(), icon="back"),
        )
        kept = say("power.kept_by_key" if by_key else "power.kept")
        super().__init__(context, say("power.question"), choices, kept)

    def switch_off(self) -> Navigation:
        return Replace(SwitchingOffPage(self._context, self._off))


class SwitchingOffPage(ModelPage[QuestionScreen]):
    """Switches off in a thread: it may take a moment, and the screen must say so."""

    def __init__(self, context: Context, off: PowerOff) -> None:
        self._context = context
        self._off = off
        self._why_not: Words | None = None
        self._screen = QuestionScreen(self._model())
        self._thread = threading.Thread(target=self._ask, name="power", daemon=True)
        self._thread.start()

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if self._why_not is not None and isinstance(outcome, Leave) else None

    def _ask(self) -> None:
        self._why_not = self._off()

    def _model(self) -> QuestionModel:
        say, why_not = self._context.say, self._why_not
        header = Header(say("screen.start.title"))
        if why_not is None:
            return QuestionModel(header, say("power.going"), (), say("power.wait"))
        return QuestionModel(
            header, say.say(why_not), (), say("power.by_hand"), hints=Hints(back=say("screen.hint.back"))
        )


class PausePage(ScreenPage[ListScreen]):
    def __init__(self, context: Context) -> None:
        self._screen = ListScreen(pause_model(context.say))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("leave"):
                return Home()
            case Goto():
                return Close(done=True)
        return super().act(outcome, now_ms)


def pause_model(say: Phrases) -> ListModel:
    choices = (
        Choice(say("screen.pause.on"), "on", icon="play"),
        Choice(say("screen.menu.leave"), "leave", say("screen.menu.leave_detail"), "home"),
    )
    header, hints = Header(say("screen.pause.title")), list_hints(say, menu=False)
    return ListModel(header, choices, say("screen.pause.text"), icon="pause", hints=hints)
