"""Points by hand for a card whose power nobody knows: which card, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Give
from companion.language.i18n import Phrases
from companion.models import Header, NowLine, list_hints
from companion.number_entry import Numbers
from companion.screens import Chosen, Finished, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.number_screen import NumberScreen, number_model
from companion.screens.tell_screen import Node, TellModel, TellScreen

POINTS = Numbers(range(-99, 1000))


class PointsPage(Lasting):
    """Back changes nothing; a card chosen again gets the new number."""

    def __init__(self, cards: Sequence[str], say: Phrases, give: Give, header: Header | None = None) -> None:
        """Of a single card the number is asked at once."""
        self._say, self._give = say, give
        self._header = header or Header(say("page.missing.by_hand"))
        nodes = tuple(Node(say.name("card", card), card) for card in cards)
        self._cards = TellScreen(TellModel(self._header, say("page.points.which"), nodes, list_hints(say, menu=False)))
        self._is_single = len(cards) == 1
        self._asked: tuple[str, NumberScreen] | None = self._ask(cards[0]) if self._is_single else None

    def _ask(self, card: str) -> tuple[str, NumberScreen]:
        now = NowLine(self._say("page.points.how_many", card=card), self._say("page.points.symbols"))
        return card, NumberScreen(number_model(self._say, self._header, now, POINTS))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._cards if self._asked is None else self._asked[1]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome, self._asked:
            case Finished(int(points)), (str(card), _):
                self._give(card, points, now_ms)
                return Close()
            case Chosen(str(card)), None:
                self._asked = self._ask(card)
            case Leave() | Undo(), None:
                return Close()
            case Leave() | Undo(), _ if self._is_single:
                return Close()
            case Leave() | Undo(), _:
                self._asked = None
        return None
