"""The screens of Āmul, loaded with the first window: its board, and the questions before the first card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.contract import Context, GameScreens
from companion.games.amul.board import AmulBoard
from companion.games.amul.box import SLUG, deck_for
from companion.games.amul.icons import ICONS
from companion.models import Choice
from companion.pages.begin.new_game import begin_game
from companion.pages.choice_page import ChoicePage
from companion.pages.teaching.deck_check_page import DeckCheckPage, game_deck_page
from companion.screens.navigation import Navigation, Open, Page, Replace
from companion.teaching.classroom import Classroom
from rules.amul.deck import PLAYERS
from rules.core.game import Setup

MOST_TEA = 8


def begin(context: Context, names: tuple[str, ...], start: int) -> Navigation:
    """Asks whether to shuffle in Tea, and how much; the rules recommend one card for each player."""
    say = context.say
    go = partial(_deck_first, context, names, start)
    choices = [Choice(say("page.tea.without"), partial(go, {}), icon="play")]
    for tea in dict.fromkeys((len(names), *range(1, MOST_TEA + 1))):
        detail = say("page.tea.recommended") if tea == len(names) else ""
        choices.append(Choice(say("page.tea.cards", n=tea), partial(go, {"tea": tea}), detail))
    return Replace(ChoicePage(context, say("page.tea.title"), tuple(choices), say("page.tea.why")))


def _deck_first(context: Context, names: tuple[str, ...], start: int, options: Mapping[str, Any]) -> Navigation:
    """Offers to check the deck, if there is a camera and the settings ask for it."""
    go = partial(begin_game, context, SLUG, names, start, options)
    if not (context.has_camera and context.config.night.deck_check):
        return go()
    facts = context.box(SLUG).document(context.facts, Path())
    check = partial(game_deck_page, context, Setup(SLUG, names, start, options, facts))
    say = context.say
    choices = (
        Choice(say("setup.deck.play"), go, icon="play"),
        Choice(say("setup.deck.check"), lambda: Open(check()), icon="cards"),
    )
    return Replace(ChoicePage(context, say("setup.deck.title"), choices, say("setup.deck.why")))


def deck_page(context: Context, room: Classroom) -> Page:
    """Asks for the player count, then for the Tea."""
    counts = [Choice(str(players), partial(_with_tea, context, room, players), icon="") for players in PLAYERS]
    return ChoicePage(context, room.say("teach.deck.players"), tuple(counts))


def _with_tea(context: Context, room: Classroom, players: int) -> Navigation:
    say, facts = room.say, room.course.document

    def check(tea: int) -> Navigation:
        return Replace(DeckCheckPage(context, room.slug, facts, say, deck_for(facts, players, tea)))

    choices = tuple(
        Choice(say("page.tea.cards", n=tea) if tea else say("page.tea.without"), partial(check, tea))
        for tea in range(MOST_TEA + 1)
    )
    return Replace(ChoicePage(context, say("page.tea.title"), choices, say("page.tea.why")))


SCREENS = GameScreens(
    begin=begin,
    board=AmulBoard,
    deck=deck_page,
    icons=ICONS,
)
