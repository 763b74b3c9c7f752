"""The page for what went wrong: in words, with the next step, and a way to play on."""

from __future__ import annotations

from companion.contract import Context
from companion.models import Choice, list_hints
from companion.navigation import Close, Lasting, Navigation
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.trouble import TroubleModel, TroubleScreen


class TroublePage(Lasting):
    def __init__(self, context: Context, exact: str) -> None:
        say = context.say
        # Errors are worded "what is wrong; what to do": each half has its own place on the screen.
        what, _, step = exact.partition("; ")
        choices = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
        steps = (step,) if step else ()
        model = TroubleModel(say("screen.trouble.title"), what, steps, "", choices, list_hints(say, menu=False))
        self._screen = TroubleScreen(model)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Answered | Leave) else None
