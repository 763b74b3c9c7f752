"""A pause for all: nobody's time runs while it is shown, and any button goes on."""

from __future__ import annotations

from companion.contract import Context
from companion.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.navigation import Close, Home, Lasting, Navigation
from companion.screens import Goto, Leave, Outcome, Screen
from companion.screens.listing import ListModel, ListScreen


class PausePage(Lasting):
    def __init__(self, context: Context) -> None:
        self._screen = ListScreen(pause_model(context.say))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("leave"):
                return Home()
            case Goto() | Leave():
                return Close()
        return None


def pause_model(say: Phrases) -> ListModel:
    choices = (
        Choice(say("screen.pause.on"), "on", icon="play"),
        Choice(say("screen.menu.leave"), "leave", say("screen.menu.leave_detail"), "home"),
    )
    header, hints = Header(say("screen.pause.title")), list_hints(say, menu=False)
    return ListModel(header, choices, say("screen.pause.text"), icon="pause", hints=hints)
