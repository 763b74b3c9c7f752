"""Points by hand for a card of which nobody knows what it brings."""

from __future__ import annotations

from companion.contract import Desk, Give
from rules.core.pad.commands import GivePoints


def points_giver(desk: Desk) -> Give | None:
    """Takes points by hand for a card; None if the game does not allow that."""
    command = desk.game.give_points if desk.live.is_followed else GivePoints
    if command is None:
        return None

    def give(card: str, points: int, now_ms: int) -> None:
        desk.live.do(command(card, points), now_ms)

    return give
