"""What a table that is only scored comes to: its score, the past night it becomes, and what is still to be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.contract import Context
from companion.keeping.kept_settings import agreed
from companion.keeping.scorings import Scoring
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.pages.play.corrections_page import AskPage
from companion.pages.play.end_page import Ending, EndPage, NotYetPage
from companion.pages.play.missing_facts import MissingPage
from companion.screens.navigation import Close, Navigation, Page
from companion.screens.tell_screen import Node
from companion.teaching.classroom import Classroom
from companion.teaching.course import Told
from rules.core.game import Setup
from rules.core.scoring import Score, is_settled, left_so

GivePoints = Callable[[str, int, int], None]


class TableResult:
    """Follows the cards as they are told (``table``); ``document`` grows with what is told of the box."""

    def __init__(
        self,
        context: Context,
        table: Callable[[], Scoring],
        document: Mapping[str, Any],
        say: Phrases,
        give: GivePoints,
    ) -> None:
        """``give``: points told by hand."""
        self._context = context
        self._table = table
        self.document = document
        self._say = say
        self._give = give
        self._game = context.games[table().game]
        assert self._game.scoring is not None
        self._rules = self._game.scoring
        self._left = False  # the players have left a score so that is not complete
        self._scored: tuple[object, Score] | None = None
        self._kept: tuple[int, Score] | None = None  # the past night that it has become, and with which score

    @property
    def is_kept(self) -> bool:
        return self._kept is not None

    def page(self) -> Page:
        """The score, or what it lacks; that is told for good, where the box is the owner's."""
        missing = self._missing if self._game.course is not None and self._table().facts == "own" else None
        return NotYetPage(self.score, self._say, self._end_page, self._leave_so, missing)

    def score(self) -> Score:
        """Worked out once for all that is known, however often it is shown."""
        table, known = self._table(), (self._table(), self.document, self._left)
        if self._scored is None or self._scored[0] != known:
            house = agreed(self._context.store, self._game.slug, self._game.house_rules)
            score = self._rules.score(
                self.document, table.areas, table.players, table.facts, told=table.told, house=house
            )
            self._scored = (known, in_words(left_so(score) if self._left else score, self._say))
        return self._scored[1]

    def keep(self) -> None:
        """One of the past nights, as soon as it is settled who has won; what is told later changes it."""
        score = self.score()
        if not is_settled(score) or (self._kept is not None and self._kept[1] == score):
            return
        store = self._context.store
        if self._kept is None:
            setup = Setup(self._game.slug, self._table().players, facts=self.document)
            self._kept = (store.new_game(self._game.rules, setup, dict(score)), score)
        else:
            store.finish(self._kept[0], dict(score))
            self._kept = (self._kept[0], score)

    def _leave_so(self) -> None:
        self._left = True
        self.keep()

    def _end_page(self) -> EndPage:
        self.keep()
        after = None if self._kept is None else Ending(self._context, self._kept[0], None, self._say)
        return EndPage(self._context, self.score, self._say, after=after, full=after is None, give=self._give)

    def _missing(self) -> Page:
        """What the score lacks goes into the owner's facts."""
        assert self._game.course is not None
        room = Classroom(self._context.box(self._game.slug), self._game.course, self._context.language)

        def tell(told: Told, now_ms: int) -> Navigation:  # noqa: ARG001
            room.tell(told)
            self.document = room.course.document
            return Close()

        def ask(fact: str, more: tuple[Node, ...]) -> AskPage:
            card = self._game.screens.card(fact.split(".")[1], self._say, self.document)
            return AskPage(room.course, fact, self._say, tell, more=more, card=card)

        return MissingPage(self.score, lambda: room.course, ask, self._say, self._give)
