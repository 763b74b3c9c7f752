"""A page that asks one thing: each choice's value is the turn it brings, or makes it when it is chosen."""

from __future__ import annotations

from companion.pages import Close, Context, Home, Lasting, Open, Quit, Replace, Turn, list_hints
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.question import QuestionModel, QuestionScreen
from companion.views.model import Choice, Header


class ChoicePage(Lasting):
    def __init__(self, context: Context, text: str, choices: tuple[Choice, ...], detail: str = "") -> None:
        say = context.say
        header = Header(say("screen.start.title"))
        self._screen = QuestionScreen(QuestionModel(header, text, choices, detail, hints=list_hints(say, menu=False)))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        match outcome:
            case Answered(Open() | Replace() | Close() | Home() | Quit() as turn):
                return turn
            case Answered(make) if callable(make):
                made: Turn = make()
                return made
            case Leave():
                return Close()
        return None
