"""Somebody joins a game by rounds: a name, and the last seat. What is written stays; earlier rounds are not theirs."""

from __future__ import annotations

from collections.abc import Callable

from companion.contract import Desk
from companion.games.sheet.making import type_name
from companion.keeping.session import change_setup
from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.pages.screen_page import ScreenPage
from companion.screens import Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.navigation import Close, Navigation, Page, SitDown
from companion.screens.tell_screen import Node
from rules.sheets.game import with_newcomer
from rules.sheets.game.state import State

MOST_KNOWN = 14  # names that are offered: two presses for any of them


def may_join(state: State) -> bool:
    return bool(state.round) and len(state.players) < state.sheet.players[1]


class JoinPage(ScreenPage[Screen]):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused = ""
        self._screen: Screen = self._doors()

    def _doors(self) -> DoorsScreen:
        say, context = self._desk.say, self._desk.context
        here = self._desk.live.session.setup.players
        known = [name for name in context.store.roster() if name not in here][:MOST_KNOWN]
        nodes = (
            *(Node(name, name) for name in known),
            Node(say("sheet.new.type"), Goto("type"), icon="tell", pinned=True),
            Node(say("screen.hint.back"), Leave(), icon="back", pinned=True),
        )
        header = Header(say(f"screen.game.{self._desk.game.slug}"), say("sheet.menu.join"))
        return DoorsScreen(doors_model(say, header, NowLine(say("sheet.join.who"), self._refused), nodes))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("type"):
                self._screen = type_name(self._desk.say, "type_player")
            case Chosen(str(name)) | Finished(str(name)):
                return self._join(name)
            case Leave() | Undo() if isinstance(self._screen, DoorsScreen):
                return Close()
            case Leave():
                self._screen = self._doors()
        return None

    def _join(self, name: str) -> Navigation:
        desk, session = self._desk, self._desk.live.session
        setup = with_newcomer(session.setup, session.state, name)
        refused = change_setup(desk.context.store, desk.number, session, setup)
        if refused is None:
            return SitDown(desk.number)
        self._refused = desk.say.say(refused.words)
        self._screen = self._doors()
        return None


def join_page(desk: Desk, _: Callable[[], Page]) -> Page:
    return JoinPage(desk)
