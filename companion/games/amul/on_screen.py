"""What Āmul shows in its own way."""

from __future__ import annotations

from companion.contract import Desk, GameScreens, Give
from companion.games.amul.beginning import begin, deck_page
from companion.games.amul.board import AmulBoard
from companion.games.amul.cards import card_model, row_mark
from companion.games.amul.icons import ICONS
from rules.amul.commands import Tell


def _giving(desk: Desk) -> Give:
    """Points by hand are an entry like any other."""

    def give(card: str, points: int, now_ms: int) -> None:
        desk.live.do(Tell(f"points.{card}", points), now_ms)

    return give


SCREENS = GameScreens(
    begin=begin,
    board=AmulBoard,
    give=_giving,
    card=card_model,
    row_mark=row_mark,
    deck=deck_page,
    icons=ICONS,
)
