"""Boards for games that are not followed, and their cards by kind: copies count as alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.contract import Desk
from companion.models import Notice, kind_of
from companion.screens import Outcome, Screen
from companion.screens.navigation import Page
from companion.screens.tell_screen import Node
from companion.table.elsewhere import not_in_use
from rules.core.pad.state import Pad


class PadBoard(Protocol):
    """Holds only display state. What is chosen is a command of the pad, told to the table."""

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen: ...

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Handles what a person chose; whether it did."""
        ...

    def asks(self, outcome: Outcome) -> Page | None:
        """A page that asks for confirmation first, if one is needed."""
        ...


class Kinds:
    """A tile for each kind of card with a copy left; kinds not in use stand apart."""

    def __init__(
        self, desk: Desk, tell: Callable[[Pad, str], object], label: Callable[[str], str] | None = None
    ) -> None:
        """``tell``: the command for choosing a card; ``label``: what its tile says, by default its name."""
        assert desk.game.scoring is not None
        self._desk = desk
        self._tell = tell
        self._label = label or (lambda card: desk.say.name("card", card))
        self._cards = tuple(desk.game.scoring.cards(desk.live.facts))
        self._rare = not_in_use(desk)
        self._made: tuple[Pad, Any, tuple[Node, ...]] | None = None

    def in_order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """In the order of the box."""
        return tuple(card for card in self._cards if card in cards)

    def nodes(self, pad: Pad) -> tuple[Node, ...]:
        """Rebuilt only when something has changed."""
        state = self._desk.live.session.state
        if self._made is None or self._made[0] is not pad or self._made[1] is not state:
            self._made = (pad, state, self._nodes(pad))
        return self._made[2]

    def _nodes(self, pad: Pad) -> tuple[Node, ...]:
        say, taken, kinds = self._desk.say, pad.cards, dict[str, Node]()
        for card in self._cards:
            if card not in taken and kind_of(card) not in kinds:
                colour = self._desk.card(card).colour
                kinds[kind_of(card)] = Node(self._label(card), self._tell(pad, card), colour=colour)
        apart = tuple(node for kind, node in kinds.items() if kind in self._rare)
        return (
            *(node for kind, node in kinds.items() if kind not in self._rare),
            *((Node(say("page.score.rare"), children=apart, icon="cards", pinned=True),) if apart else ()),
        )
