"""Lists that lead to one thing, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from companion.models import Choice, Header, Hints
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Navigation, Open, Page


class StepsPage(ScreenPage[ListScreen]):
    """One list after the other: each choice opens the next page, and the last one closes them all."""

    def __init__(self, header: Header, choices: Iterable[Choice], hints: Hints) -> None:
        self._screen = ListScreen(ListModel(header, tuple(choices), hints=hints))
        self._is_done = False

    @property
    def is_stale(self) -> bool:
        return self._is_done

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(make) if callable(make):
                page: Page = make(self._done)
                return Open(page)
        return super().act(outcome, now_ms)

    def _done(self) -> None:
        self._is_done = True
