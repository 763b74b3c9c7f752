"""What Āmul shows in its own way."""

from __future__ import annotations

from companion.contract import Desk, GameScreens, TableAtEnd
from companion.games.amul.beginning import begin, deck_page
from companion.games.amul.board import AmulBoard
from companion.games.amul.cards import card_model, row_mark
from companion.games.amul.icons import ICONS
from companion.games.amul.samples import SAMPLES
from companion.games.amul.samples.changes import CHANGES
from companion.pages.end import pad_page
from companion.pages.points import Give
from companion.screens.navigation import Page
from rules.amul.commands import Tell


def _end(at_end: TableAtEnd) -> Page:
    """The pad; while the game stands on the table, points can be given by hand."""
    return pad_page(at_end, None if at_end.desk is None else _giving(at_end.desk))


def _giving(desk: Desk) -> Give:
    """Points by hand are an entry like any other."""

    def give(card: str, points: int, now_ms: int) -> None:
        desk.live.do(Tell(f"points.{card}", points), now_ms)

    return give


SCREENS = GameScreens(
    begin=begin,
    board=AmulBoard,
    end=_end,
    card=card_model,
    row_mark=row_mark,
    deck=deck_page,
    icons=ICONS,
    samples=SAMPLES,
    changes=CHANGES,
)
