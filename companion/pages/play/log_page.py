"""The log, line by line. Undone steps stay, greyed out; every other line can be gone back to."""

from __future__ import annotations

from collections.abc import Callable

from companion.keeping.session import Session
from companion.language.i18n import Phrases
from companion.models import Header, Hints, list_hints
from companion.screens import Leave, Outcome, Screen, Undo
from companion.screens.log_screen import LogModel, LogScreen
from companion.screens.navigation import Close, Lasting, Navigation
from companion.table.log import log_rows

WIDEST = 68  # characters that fit into a row at a readable size, beside the offer to go back

GoBack = Callable[[int | None, int], object]  # to an entry or by one step, and when


class LogPage(Lasting):
    def __init__(self, session: Session, say: Phrases, go_back: GoBack | None = None) -> None:
        """Without ``go_back`` the log is read-only."""
        self._session = session
        self._say = say
        self._go_back = go_back
        self._shown = -1
        self._screen = LogScreen(self._model())

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._shown != self._session.last_seq:
            self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Undo(to) if self._go_back is not None and to != self._newest:
                self._go_back(to, now_ms)
                return Close()
            case Undo() | Leave():
                return Close()
        return None

    @property
    def _newest(self) -> int | None:
        steps = self._session.steps
        return steps[-1].seq if steps else None

    def _model(self) -> LogModel:
        say, self._shown = self._say, self._session.last_seq
        here, ok = ("screen.log.here", say("screen.hint.ok")) if self._go_back is not None else ("", "")
        hints = list_hints(say, menu=False)
        hints = Hints(hints.previous, hints.next, ok, hints.back)
        rows = log_rows(self._session, say, WIDEST)
        return LogModel(
            Header(say("screen.log.title")), rows, say(here) if here else "", say("screen.log.empty"), hints
        )
