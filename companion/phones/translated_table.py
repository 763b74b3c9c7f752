"""The game on the table in one language: that of the screen, or another one that somebody reads on a phone.

Cards are called as they are printed, whatever language the sentences are in.
"""

from __future__ import annotations

from companion.contract import Heading
from companion.models import Choice, Notice
from companion.table.headings import heading_of
from companion.table.table import Table
from rules.core.scoring import Score


class TranslatedTable:
    """Says what the table says; knows and changes nothing of its own."""

    def __init__(self, table: Table, language: str) -> None:
        self.table, self.live, self.game = table, table.live, table.game
        self.made_for = table.desk  # made anew when the screen speaks another language
        self.desk = table.desk_in(language)
        self.say = self.desk.say

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def people(self) -> tuple[str, ...]:
        return self.table.people

    def heading(self, now_ms: int) -> Heading:
        return heading_of(self.desk, now_ms)

    def notices(self, now_ms: int) -> tuple[Notice, ...]:
        return self.table.context.notices(self.live.notice(now_ms), say=self.say)

    def asked(self, now_ms: int) -> str:
        """What stands to be answered or laid out before play goes on."""
        if self.table.laying is not None:
            step = self.table.laying.in_words(self.desk)
            return " ".join([step.title, *step.lines])
        asked = self.table.asked(now_ms)
        return "" if asked is None else self.say.say(asked.words)

    def to_lay(self) -> tuple[Choice, ...] | None:
        """What can be told while the table is laid out; None: it lies ready."""
        return None if self.table.laying is None else self.table.laying.in_words(self.desk).choices

    def score(self) -> Score:
        return self.table.result.score_in(self.say)
