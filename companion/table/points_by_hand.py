"""Points by hand for a card of which nobody knows what it brings."""

from __future__ import annotations

from companion.contract import Desk, Give
from rules.core.pad.commands import GivePoints


def points_giver(desk: Desk) -> Give | None:
    """Takes points by hand for a card; None if the game does not allow that."""
    if desk.live.is_followed:
        return None if desk.game.screens.give is None else desk.game.screens.give(desk)

    def give(card: str, points: int, now_ms: int) -> None:
        desk.live.do(GivePoints(card, points), now_ms)

    return give
