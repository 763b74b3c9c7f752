"""The end of a race: the amulet that is full, and how far the others came."""

from __future__ import annotations

from companion.contract import TableAtEnd
from companion.games.amulett.screens.win import WinScreen
from companion.games.amulett.win_view import win_view
from companion.navigation import Close, Lasting, Navigation
from companion.screens import Leave, Outcome, Screen


class WinPage(Lasting):
    def __init__(self, at_end: TableAtEnd) -> None:
        self._after = at_end.after
        model = win_view(
            at_end.view,
            at_end.score(),
            at_end.say,
            choices=at_end.after.choices(),
            practice=bool(at_end.score()["practice"]),
            remarks=at_end.after.remarks(),
        )
        self._screen = WinScreen(model)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else self._after.turn(outcome)
