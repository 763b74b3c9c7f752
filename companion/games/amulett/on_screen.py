"""What Das Amulett shows in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.contract import Context, GameScreens, MenuLine
from companion.games.amulett.areas_page import AreasPage, has_areas
from companion.games.amulett.beginning import begin
from companion.games.amulett.board import AmulettBoard
from companion.games.amulett.board_page import BoardPage
from companion.games.amulett.colours import ICON_COLOURS
from companion.games.amulett.compare import ComparePage
from companion.games.amulett.icons import ICONS
from companion.games.amulett.win import WinPage
from companion.pages.teaching.deck_check_page import DeckCheckPage
from companion.screens.navigation import Page
from companion.teaching.classroom import Classroom
from companion.teaching.deck_check import DeckToCheck
from rules.amulett.facts import parse_facts
from rules.amulett.spells import SPELLS


def _deck_page(context: Context, room: Classroom) -> Page:
    return DeckCheckPage(context, room.slug, room.course.document, room.say, DeckToCheck(tuple(SPELLS)))


def _board_detail(facts: Mapping[str, Any]) -> str:
    return "teach.to_board_known" if parse_facts(facts).has_board else "teach.to_board_detail"


SCREENS = GameScreens(
    begin=begin,
    board=AmulettBoard,
    end=WinPage,
    menu=(
        MenuLine(
            "compare",
            "screen.menu.compare",
            "question",
            ComparePage,
            lambda _: "screen.menu.compare_detail",
            needs_camera=True,
        ),
        MenuLine(
            "areas", "screen.menu.areas", "party", AreasPage, lambda _: "screen.menu.areas_detail", fits=has_areas
        ),
    ),
    teaching=(MenuLine("board", "teach.to_board", "party", BoardPage, _board_detail),),
    deck=_deck_page,
    icons=ICONS,
    icon_colours=ICON_COLOURS,
)
