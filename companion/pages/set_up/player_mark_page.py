"""Choosing a player's colour and shape; they are remembered with the name."""

from __future__ import annotations

from companion.contract import Context
from companion.keeping.kept_settings import MARKS, MOST_MARKS, marks_of, read_marks, with_choice, write_marks
from companion.models import Header, list_hints
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Outcome
from companion.screens.marks_screen import MarkChoice, MarksModel, MarksScreen
from companion.screens.navigation import Close, Navigation


class PlayerMarkPage(ScreenPage[MarksScreen]):
    def __init__(self, context: Context, name: str, seated: tuple[str, ...]) -> None:
        """``seated``: who already has a seat; marks may be swapped with one of them."""
        self._context = context
        self._name = name
        self._seated = seated
        say, kept = context.say, self._kept()
        owners = dict(zip(marks_of(seated, kept), seated, strict=True))
        choices = tuple(MarkChoice(mark, say(f"mark.{mark}"), owners.get(mark, "")) for mark in range(MOST_MARKS))
        now = next((mark for mark, owner in owners.items() if owner == name), kept.get(name, 0))
        header = Header(name, say("mark.title"))
        self._screen = MarksScreen(MarksModel(header, choices, now, list_hints(say, menu=False)))

    def _kept(self) -> dict[str, int]:
        return read_marks(self._context.store.setting(MARKS))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(int(mark)):
                marks = with_choice(self._kept(), self._seated, self._name, mark)
                self._context.store.set_setting(MARKS, write_marks(marks))
                return Close()
        return super().act(outcome, now_ms)
