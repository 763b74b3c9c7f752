"""Completes an open count on any later day; the stored result follows every answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.keeping.session import resume_game
from companion.pages.play.corrections_page import told_value
from companion.pages.play.end_page import missing_page
from companion.screens import Outcome, Screen
from companion.screens.navigation import Lasting, Navigation
from companion.table.table import Table
from rules.core.scoring import Score


class OpenCountPage(Lasting):
    """Closes by itself when nothing is left to ask."""

    def __init__(self, context: Context, number: int) -> None:
        self._table = Table(context, number, resume_game(context.store, number))
        for command in self._learned_since():
            self._table.live.session.do(command)
        self._page = missing_page(self._table.desk, self._score, has_rules=False)

    def _learned_since(self) -> Iterator[Any]:
        """What the box has learned since that night is not asked again."""
        table = self._table
        answer, context = table.game.answer_command, table.context
        document = context.box(table.slug).document(context.facts, Path())
        if answer is None or document.get("practice") != table.document.get("practice"):
            return
        for fact in table.score()["missing"]:
            with suppress(KeyError):
                yield answer(fact, told_value(document, fact))

    def _score(self) -> Score:
        """As it is kept: also the last answer, after which this page closes at once."""
        self._table.result.keep(self._table.say)
        return self._table.score()

    @property
    def is_stale(self) -> bool:
        return self._page.is_stale

    def tick(self, now_ms: int) -> None:
        self._page.tick(now_ms)

    def screen(self, now_ms: int) -> Screen:
        return self._page.screen(now_ms)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        return self._page.act(outcome, now_ms)
