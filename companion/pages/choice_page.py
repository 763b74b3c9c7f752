"""Pages that ask one thing: what to do, which of several values to take, or a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.contract import Context
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Finished, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Home, Navigation, Open, Quit, Replace
from companion.screens.number_screen import NumberModel, NumberScreen
from companion.screens.question_screen import QuestionModel, QuestionScreen


@dataclass(frozen=True, slots=True)
class AtTime:
    """A choice whose action needs to know when it was made."""

    make: Callable[[int], Navigation]


class ChoicePage(ScreenPage[QuestionScreen]):
    def __init__(self, context: Context, text: str, choices: tuple[Choice, ...], detail: str = "") -> None:
        say = context.say
        header = Header(say("screen.start.title"))
        self._screen = QuestionScreen(QuestionModel(header, text, choices, detail, hints=list_hints(say, menu=False)))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(AtTime(make_at)):
                return make_at(now_ms)
            case Answered(Open() | Replace() | Close() | Home() | Quit() as turn):
                return turn
            case Answered(make) if callable(make):
                made: Navigation = make()
                return made
        return super().act(outcome, now_ms)


class OneOfPage(ScreenPage[ListScreen]):
    """One of several values, the current one ticked and in focus; choosing one closes the page."""

    def __init__(
        self,
        say: Phrases,
        header: Header,
        values: Sequence[tuple[object, str]],
        now: object,
        take: Callable[[object], None],
    ) -> None:
        self._take = take
        choices = tuple(Choice(text, (value,), icon="tick" if value == now else "") for value, text in values)
        self._screen = ListScreen(ListModel(header, choices, hints=list_hints(say, menu=False)))
        self._screen.focus = next((number for number, (value, _) in enumerate(values) if value == now), 0)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered((value,)):
                self._take(value)
                return Close()
        return super().act(outcome, now_ms)


class NumberPage(ScreenPage[NumberScreen]):
    """A whole number; entering it closes the page."""

    def __init__(self, model: NumberModel, take: Callable[[int, int], None]) -> None:
        """``take``: the number, the time."""
        self._take = take
        self._screen = NumberScreen(model)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished(int(number)):
                self._take(number, now_ms)
                return Close()
        return super().act(outcome, now_ms)
