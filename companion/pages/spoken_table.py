"""The game on the table in one language: that of the screen, or another one that somebody reads on a phone.

Cards are called as they are printed, whatever language the sentences are in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.contract import Context, Desk, Headed, Heading
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.models import Choice, Notice
from companion.pages.stock_board import StockBoard
from companion.pages.table import TablePage
from rules.core.scoring import Score


class SpokenTable:
    """Says what the table says; knows and changes nothing of its own."""

    def __init__(self, context: Context, table: TablePage, language: str) -> None:
        self.table, self.live, self.game = table, table.live, table.game
        self.screen = table.say  # what the screen speaks meanwhile
        self._context = context
        self._is_main = language == table.say.code
        self.say = table.say if self._is_main else self._phrases(language)
        self.desk = table.desk if self._is_main else Desk(context, table.game, table.live, self.say)
        self._headed: Headed | None = None
        self._scored: tuple[Any, Score] | None = None

    def _phrases(self, language: str) -> Phrases:
        setup = self.live.session.setup
        return self._context.phrases(self.game.slug, setup.facts, setup.players, language)

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def people(self) -> tuple[str, ...]:
        return self.table.people

    def heading(self, now_ms: int) -> Heading:
        """The clock is the table's, in whatever language."""
        heading = self.table.heading(now_ms)
        if self._is_main:
            return heading
        if self._headed is None:
            board = (self.game.screens.board or StockBoard)(self.desk)
            self._headed = board if isinstance(board, Headed) else StockBoard(self.desk)
        spoken = self._headed.heading(now_ms)
        return spoken._replace(now=replace(spoken.now, clock=heading.now.clock))

    def said(self, now_ms: int) -> tuple[Notice, ...]:
        return self._context.notices(self.live.notice(now_ms), say=self.say)

    def asked(self, now_ms: int) -> str:
        """What stands to be answered or laid out before play goes on."""
        if (page := self.table.laying_page(self.desk)) is not None:
            return " ".join([page.title, *page.lines])
        asked = self.table.asked(now_ms)
        return "" if asked is None else self.say.say(asked.words)

    def to_lay(self) -> tuple[Choice, ...] | None:
        """What can be told while the table is laid out; None: it lies ready."""
        page = self.table.laying_page(self.desk)
        return None if page is None else page.choices

    def score(self) -> Score:
        if self._is_main:
            return self.table.score()
        score = self.table.plain_score()
        if self._scored is None or self._scored[0] is not score:
            self._scored = (score, in_words(score, self.say))
        return self._scored[1]
