"""From names and a start player to a game in the store."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.contract import Context
from companion.keeping.session import start_game
from companion.models import Choice, Header, list_hints
from companion.pages.begin.players_page import PlayersPage
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ScreenPage
from companion.pages.trouble_page import TroublePage
from companion.screens import Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen, Remark
from companion.screens.navigation import Navigation, Replace, SitDown
from companion.table.game_setup import setup_for, start_told_game
from rules.core.game import Setup
from rules.core.pad.state import Way
from rules.core.refusals import Refused


def begin(context: Context, slug: str, names: tuple[str, ...], start: int) -> Navigation:
    """Asks how the game is to be told, if there is no camera and the game leaves a choice."""
    go = partial(_begin, context, slug, names, start)
    if context.has_camera or context.games[slug].scribe is None:
        return go()
    say = context.say
    choices = (
        Choice(say("page.follow.all"), go, say("page.follow.all_detail"), "play"),
        Choice(
            say("page.follow.scribe"),
            lambda: begin_told_game(context, setup_for(context, slug, names, start), "scribe"),
            say("page.follow.scribe_detail"),
            "pad",
        ),
    )
    return Replace(ChoicePage(context, say("page.follow.title"), choices))


def _begin(context: Context, slug: str, names: tuple[str, ...], start: int) -> Navigation:
    """Asks what the game needs to know before the first card; most need nothing."""
    ask = context.games[slug].screens.begin
    return begin_game(context, slug, names, start, {}) if ask is None else ask(context, names, start)


def begin_game(
    context: Context,
    slug: str,
    names: tuple[str, ...],
    start: int,
    options: Mapping[str, Any],
    *,
    table: Mapping[str, object] | None = None,
) -> Navigation:
    """Creates the game in the store and opens it, or says why the rules refuse."""
    started = start_game(context.store, setup_for(context, slug, names, start, options, table=table))
    if isinstance(started, Refused):
        return Replace(TroublePage(context, context.say.say(started.words)))
    return SitDown(started[0], is_new=True)


def begin_told_game(context: Context, setup: Setup, way: Way) -> Navigation:
    """Begins a game that is not followed: a scribe tells what stays, or only the end is scored."""
    number = start_told_game(context, setup, way)
    if isinstance(number, Refused):
        return Replace(TroublePage(context, context.say.say(number.words)))
    return SitDown(number)


class RematchPage(ScreenPage[ListScreen]):
    """Another game with the same players: the options of the last one still hold."""

    def __init__(self, context: Context, setup: Setup) -> None:
        self._context = context
        self._setup = setup
        self._next = (setup.start + 1) % len(setup.players)
        say = context.say
        choices = (
            Choice(say("after.again.draw"), "draw", say("after.again.draw_detail"), "play"),
            Choice(say("after.again.next", name=setup.players[self._next]), "next", say("after.again.next_detail")),
            Choice(say("after.again.others"), "others", say("after.again.others_detail"), "people"),
        )
        header, hints = (
            Header(say.game(setup.game, setup.facts), say("screen.winner.again")),
            list_hints(say, menu=False),
        )
        seats = tuple(Remark(name, str(seat + 1)) for seat, name in enumerate(setup.players))
        self._screen = ListScreen(ListModel(header, choices, "", seats, say("after.again.seats"), hints=hints))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        setup, context = self._setup, self._context
        match outcome:
            case Goto("draw"):
                return Replace(PlayersPage(context, setup.game, self._same, names=setup.players).draw())
            case Goto("next"):
                return self._same(setup.players, self._next)
            case Goto("others"):
                anew = partial(begin, context, setup.game)
                return Replace(PlayersPage(context, setup.game, anew, names=setup.players))
        return super().act(outcome, now_ms)

    def _same(self, names: tuple[str, ...], start: int) -> Navigation:
        """Keeps the options unless the players have changed; the table is laid out again."""
        if names != self._setup.players or self._setup.table:
            return begin(self._context, self._setup.game, names, start)
        return begin_game(self._context, self._setup.game, names, start, self._setup.options)
