"""The end of a game with points: the pad row by row, the workings behind each column, the winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import Phrases
from companion.pages import Close, Context, Home, Lasting, Open, Page, Turn
from companion.pages.ending import Ending
from companion.pages.points import Give, PointsPage
from companion.screens import Done, Goto, Leave, Outcome, Screen
from companion.screens.pad import PadScreen
from companion.screens.winner import WinnerScreen
from companion.screens.workings import WorkingsScreen
from companion.views.model import Choice
from companion.views.score import MAJORITIES, pad_view, winner_view, workings_view


class EndPage(Lasting):
    """Shows one score; ``score`` gives it anew each time, because points told by hand change it."""

    def __init__(
        self,
        context: Context,
        score: Callable[[], Mapping[str, Any]],
        say: Phrases,
        *,
        ending: Ending | None = None,
        full: bool = False,
        missing: Callable[[], Page] | None = None,
        give: Give | None = None,
    ) -> None:
        """``missing``: where facts that the score lacks can be told; ``give``: takes points by hand for a card."""
        self._give = give
        self._missing = missing
        self._context = context
        self._score = score
        self._say = say
        self._ending = ending
        self._pad = PadScreen(pad_view(score(), say), full=full)
        self._above: WorkingsScreen | WinnerScreen | None = None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._pad.show(pad_view(self._score(), self._say))
        return self._above or self._pad

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        match outcome:
            case Done():
                self._above = self._winner()
            case Goto("workings", int(seat)):
                self._above = WorkingsScreen(workings_view(self._score(), seat, self._say))
            case Goto("points", (int(seat), str(row))) if self._give is not None and row not in MAJORITIES:
                self._above = None
                return Open(PointsPage(self._score(), seat, row, self._say, self._give))
            case Goto("pad"):
                self._above = None
            case Goto("missing") if self._missing is not None:
                self._above = None
                return Open(self._missing())
            case Goto() if self._ending is not None:
                return self._ending.turn(outcome)
            case Goto("home"):
                return Home()
            case Leave() if self._above is not None:
                self._above = None
            case Leave():
                return Close()
        return None

    def _winner(self) -> WinnerScreen:
        say, lacking, ending = self._say, len(self._score().get("missing", ())), self._ending
        home = (Choice(say("screen.winner.home"), "home", icon="home"),)
        choices = (Choice(say("screen.pad.title"), "pad", icon="pad"), *(ending.choices() if ending else home))
        if lacking and self._missing is not None:
            choices = (Choice(say("after.missing", n=lacking), "missing", icon="question"), *choices)
        link, remarks = (ending.link, ending.remarks()) if ending else ("", ())
        return WinnerScreen(winner_view(self._score(), say, qr=link, remarks=remarks, choices=choices))
