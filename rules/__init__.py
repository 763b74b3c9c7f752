"""The games and what they share: pure, standard library only. A game is found by its slug in ``GAMES``."""

from __future__ import annotations

from typing import Any

from rules.amul import GAME as AMUL
from rules.amulett import GAME as AMULETT
from rules.core.game import Game

GAMES: tuple[Game[Any], ...] = (AMUL, AMULETT)


def find_game(slug: str) -> Game[Any] | None:
    """The game of that name, if there is one."""
    return next((game for game in GAMES if game.slug == slug), None)
