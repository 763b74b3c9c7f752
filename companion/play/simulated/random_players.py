"""Players who make random legal moves in any game: a card is laid to be read, everything else is said.

Cards that the game says lie open (``lying`` in its view) stay on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.play.mat_reading import MAT
from companion.play.simulated.players import Act, LayDown, OnView, PickUp, Say, truthful
from companion.play.simulated.simulated_table import SimulatedTable
from rules.core.commands import HasCard
from rules.core.questions import Question
from rules.core.secrecy import is_face_down
from rules.core.table import Move
from rules.core.view import View

PATIENCE = 8  # looks after which an unread card is picked up and its move told


class RandomPlayers:
    """They know what is printed in their box, and of the game only what is legal now."""

    def __init__(
        self,
        box: Mapping[str, Any],
        table: SimulatedTable,
        random: Random,
        lays: Callable[[Any], str] = lambda _: MAT,
    ) -> None:
        """``lays``: the zone in which the card of a command is laid."""
        self.table = table
        self._lays = lays
        self._box = box
        self._random = random
        self._wanted: Any = None  # the move whose card lies on the mat
        self._options: tuple[Any, ...] = ()  # what could be done when it was laid
        self._waited = 0

    def next_act(self, shown: OnView[View]) -> Act | None:
        if self._wanted is not None and shown.options == self._options:
            return self._wait()
        self._wanted = None
        if gone := self._not_lying(shown.view):
            return self._lift(gone)
        return self._move(shown.options) if shown.options else None

    def _not_lying(self, view: View) -> tuple[str, ...]:
        """Cards that are taken off the table: all that the game does not say lie there."""
        stays = {card for cards in view.get("lying", {}).values() for card in cards}
        return tuple(lying.card for lying in self.table.lying if lying.card not in stays)

    def _move(self, options: tuple[Any, ...]) -> Act:
        move = self._random.choice(options)
        if not isinstance(move, HasCard) or is_face_down(move):
            return Say(move)
        self._wanted, self._options, self._waited = move, options, 0
        return self._lay(move.card, self._lays(move))

    def _wait(self) -> Act | None:
        """Waits until the companion has understood; if the game does not read such a card, the move is told."""
        self._waited += 1
        if self._waited < PATIENCE:
            return None
        card = self._wanted.card
        if any(lying.card == card for lying in self.table.lying):
            return self._lift((card,))
        return Say(self._wanted)

    def answer(self, question: Question) -> Any:
        return truthful(question, self._box)

    def put_back(self, move: Move) -> Act:
        self._wanted = None
        self.table.lift((move.card,))
        return self._lay(move.card, move.target) if move.target in self.table.zones else PickUp((move.card,))

    def follow(self, command: Any) -> None:
        """They only look at what is legal next, which already reflects what was told."""

    def take_up(self, views: Sequence[View]) -> None:
        """What the game says lies on the table lies there again; nothing else does until the next move."""
        self._wanted = None
        self.table.lift([lying.card for lying in self.table.lying])
        for zone, cards in (views[-1].get("lying", {}) if views else {}).items():
            if zone in self.table.zones:
                self.table.lay(cards, zone)

    def truth(self) -> dict[str, Any]:
        return {}

    def belief(self, view: View) -> dict[str, Any]:  # noqa: ARG002
        return {}

    def _lay(self, card: str, zone: str) -> Act:
        self.table.lay((card,), zone)
        return LayDown((card,), zone)

    def _lift(self, cards: Sequence[str]) -> Act:
        self.table.lift(cards)
        return PickUp(tuple(cards))
