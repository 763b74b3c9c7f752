"""Points by hand for a card whose power nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.contract import Desk, Give
from rules.core.pad.commands import GivePoints


def points_command(desk: Desk) -> Callable[[str, int], Any] | None:
    """Makes the command that gives a card points by hand; None if the game does not allow that."""
    return desk.game.give_points if desk.live.is_followed else GivePoints


def points_giver(desk: Desk) -> Give | None:
    """Takes points by hand for a card at the box, which says why not if they are refused."""
    if (command := points_command(desk)) is None:
        return None

    def give(card: str, points: int, now_ms: int) -> None:
        desk.live.do(command(card, points), now_ms)

    return give
