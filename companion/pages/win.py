"""The end of a race: the amulet that is full, and how far the others came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.i18n import Phrases
from companion.pages import Close, Lasting, Turn
from companion.pages.ending import Ending
from companion.screens import Leave, Outcome, Screen
from companion.screens.win import WinScreen
from companion.views.amulett_end import win_view


class WinPage(Lasting):
    def __init__(
        self, view: Mapping[str, Any], score: Mapping[str, Any], say: Phrases, ending: Ending, *, practice: bool
    ):
        self._ending = ending
        model = win_view(view, score, say, choices=ending.choices(), practice=practice, remarks=ending.remarks())
        self._screen = WinScreen(model)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else self._ending.turn(outcome)
