"""The quickest way to a winner on an untaught box: what else the score needs, then the points of each unknown card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.contract import Give
from companion.language.i18n import Phrases
from companion.models import Header, NowLine
from companion.number_entry import Numbers
from companion.pages.play.missing_facts import MissingPage
from companion.pages.play.score_models import untold_cards
from companion.screens import Finished, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.number_screen import NumberScreen, number_model
from rules.core.scoring import Score

POINTS = Numbers(range(-9, 55))  # what a card brings; more is told in the score


class PointsRunPage(Lasting):
    """Player after player; closes by itself after the last card. Leaving it early leaves the rest unknown."""

    def __init__(
        self,
        score: Callable[[], Score],
        say: Phrases,
        first: MissingPage,
        give: Give,
        take_back: Callable[[int], object],
    ) -> None:
        """``first``: asks for what points by hand leave open; ``take_back``: undoes what was given last, at a time."""
        self.first = first
        self._score, self._say, self._give, self._take_back = score, say, give, take_back
        self._given = 0
        self._put_off: set[str] = set()
        self._screen: tuple[str, NumberScreen] | None = None

    @property
    def is_stale(self) -> bool:
        return self.first.is_stale and (self.first.is_put_off or next(self._left(), None) is None)

    def _left(self) -> Iterator[tuple[int, str]]:
        return (one for one in untold_cards(self._score()) if one[1] not in self._put_off)

    def screen(self, now_ms: int) -> Screen:
        return self._number() if self.first.is_stale else self.first.screen(now_ms)

    def _number(self) -> Screen:
        say, left = self._say, list(self._left())
        seat, card = left[0]
        if self._screen is None or self._screen[0] != card:
            counter = say("page.answer.counter", n=self._given + 1, of=self._given + len(left))
            now = NowLine(say("page.points.how_many", card=card), say.player(seat), seat=seat)
            model = number_model(
                say, Header(say("page.missing.by_hand"), counter, rules=True), now, POINTS, may_be_open=True
            )
            back = say("screen.hint.undo") if self._given else say("screen.number.hold_leave")
            self._screen = card, NumberScreen(replace(model, hints=replace(model.hints, hold_back=back)))
        return self._screen[1]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if not self.first.is_stale:
            return self.first.act(outcome, now_ms)
        match outcome:
            case Finished(int(points)) if self._screen is not None:
                self._give(self._screen[0], points, now_ms)
                self._given += 1
                self._screen = None
            case Finished(None) if self._screen is not None:
                self._put_off.add(self._screen[0])
            case Undo() if self._given:
                self._take_back(now_ms)
                self._given -= 1
                self._screen = None
            case Leave() | Undo():
                return Close()
        return None
