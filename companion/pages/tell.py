"""Telling by hand what no camera saw, with four buttons: whose it is, its first letter, then the thing itself."""

from __future__ import annotations

from collections.abc import Callable

from companion.contract import Desk
from companion.models import Header, list_hints
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.tell import Node, TellModel, TellScreen

# The question and what can be told in answer to it; nothing left to tell closes the page.
Tellable = Callable[[], tuple[str, tuple[Node, ...]]]


class TellPage(Lasting):
    """Stays open while things of this step are still to be told; each is a command of the game."""

    def __init__(self, desk: Desk, tellable: Tellable) -> None:
        self._desk = desk
        self._context = desk.context
        self._live = desk.live
        self._say = desk.say
        self._tellable = tellable
        self._phase = desk.live.view["phase"]
        self._screen = TellScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    @property
    def is_stale(self) -> bool:
        is_over = self._live.view["phase"] != self._phase or self._live.question is not None
        return is_over or not self._tellable()[1]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(command):
                self._live.tell(command, now_ms)
            case Leave():
                return Close()
            case Undo(to):
                self._live.undo(now_ms, to)
                return Close()
        return None

    def _model(self, now_ms: int) -> TellModel:
        say = self._say
        text, nodes = self._tellable()
        header = Header(say("screen.tell"), self._desk.phase)
        notices = self._context.notices(self._live.notice(now_ms), say=say)
        return TellModel(header, text, nodes, list_hints(say, menu=False), notices)
