"""Points by hand for a card whose power nobody knows: which card, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Give
from companion.language.i18n import Phrases
from companion.models import Header, list_hints
from companion.screens import Chosen, Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.tell_screen import Node, TellModel, TellScreen

TENS = range(-10, 60, 10)  # one page for each ten; more than any card is likely to score


class PointsPage(Lasting):
    """Back changes nothing; a card chosen again gets the new number."""

    def __init__(self, cards: Sequence[str], say: Phrases, give: Give, header: Header | None = None) -> None:
        """With a single card, asks for the number at once."""
        header = header or Header(say("page.missing.by_hand"))
        nodes = tuple(Node(say.name("card", card), children=_tens(card)) for card in cards)
        text = say("page.points.which")
        if len(nodes) == 1:
            nodes, text = nodes[0].children, say("page.points.how_many", card=cards[0])
        self._give = give
        self._screen = TellScreen(TellModel(header, text, nodes, list_hints(say, menu=False)))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen((str(card), int(points))):
                self._give(card, points, now_ms)
                return Close()
            case Leave():
                return Close()
        return None


def _tens(card: str) -> tuple[Node, ...]:
    """Small numbers directly, larger ones by tens: the likely ones take the fewest presses."""
    likely = tuple(Node(str(points), (card, points)) for points in range(12))
    others = tuple(
        Node(f"{first} … {first + 9}", children=tuple(Node(str(n), (card, n)) for n in range(first, first + 10)))
        for first in TENS
        if first != 0
    )
    return (*likely, *others)
