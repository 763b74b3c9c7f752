"""The screens of Das Amulett, loaded with the first window: its board, its pages, and the questions before the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.contract import Context, GameScreens, MenuLine
from companion.games.amulett.areas_page import AreasPage, has_areas
from companion.games.amulett.board import AmulettBoard
from companion.games.amulett.board_page import BoardPage
from companion.games.amulett.box import SLUG
from companion.games.amulett.compare import ComparePage
from companion.games.amulett.expert import ExpertPage
from companion.games.amulett.icons import ICON_COLOURS, ICONS
from companion.games.amulett.win import WinPage
from companion.models import Choice
from companion.pages.begin.new_game import begin_game
from companion.pages.choice_page import ChoicePage
from companion.pages.teaching.deck_check_page import DeckCheckPage
from companion.screens.navigation import Navigation, Page, Replace
from companion.teaching.classroom import Classroom
from companion.teaching.deck_check import DeckToCheck
from rules.amulett.facts import parse_facts
from rules.amulett.spells import SPELLS


def _deck_page(context: Context, room: Classroom) -> Page:
    return DeckCheckPage(context, room.slug, room.course.document, room.say, DeckToCheck(tuple(SPELLS)))


def _board_detail(facts: Mapping[str, Any]) -> str:
    return "teach.to_board_known" if parse_facts(facts).has_board else "teach.to_board_detail"


def begin(context: Context, names: tuple[str, ...], start: int) -> Navigation:
    """Asks how the first spells are given out: dealt openly, or chosen and loaded in secret."""
    say = context.say
    simple = partial(begin_game, context, SLUG, names, start, {})
    expert = partial(_expert, context, names, start)
    choices = (
        Choice(say("page.expert.simple"), simple, say("page.expert.simple_detail"), "play"),
        Choice(say("page.expert.experts"), expert, say("page.expert.experts_detail"), "spell"),
    )
    return Replace(ChoicePage(context, say("page.expert.how"), choices))


def _expert(context: Context, names: tuple[str, ...], start: int) -> Navigation:
    """Starts the game with the table told there; back leads to the question before."""

    def go(table: Mapping[str, object]) -> Navigation:
        return begin_game(context, SLUG, names, start, {}, table=table)

    return Replace(ExpertPage(context, names, start, go, partial(begin, context, names, start)))


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
