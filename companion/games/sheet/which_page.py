"""Chooses what to score: a sheet of this box, a new one, or just the points of each round."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.contract import Context
from companion.games.sheet.new_page import NewSheetPage
from companion.games.sheet.travel_pages import sheets_page
from companion.models import Header, NowLine
from companion.pages.begin.new_game import begin
from companion.pages.begin.players_page import PlayersPage
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Replace
from companion.screens.tell_screen import Node
from companion.settings.config import data_home
from companion.sheets.shelf import SheetShelf
from rules.sheets.game import SLUG
from rules.sheets.model import Sheet, name_in

LIKELY = 3  # as many sheets that were played last come first


class WhichSheetPage(Lasting):
    """Read when it is opened, and again after a sheet may have changed. Back leads to the start page."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._screen: DoorsScreen | None = None

    def _model(self) -> DoorsModel:
        say, played = self._context.say, self._played()
        shelf = SheetShelf(data_home(self._context.config.data_path)).all()
        sheets = tuple(self._node(one.sheet, played) for one in shelf if one.sheet is not None)
        nodes = (
            Node(say("sheet.which.shelf", n=len(sheets)), children=sheets, icon="book", likely=True),
            Node(say("sheet.which.new"), Goto("new"), icon="tell", likely=True),
            Node(say("sheet.which.plain"), SLUG, icon="pad", likely=True),
            Node(say("screen.hint.back"), Leave(), icon="back", pinned=True),
        )
        model = doors_model(say, Header(say(f"screen.game.{SLUG}")), NowLine(say("sheet.which.title")), nodes)
        return replace(model, hints=replace(model.hints, hold_ok=say("sheet.which.hold"), hold_back=""))

    def _node(self, sheet: Sheet, played: tuple[str, ...]) -> Node:
        slug = f"{SLUG}-{sheet.id}"
        return Node(name_in(sheet.names, self._context.language), slug, likely=slug in played)

    def _played(self) -> tuple[str, ...]:
        """The sheets that were played last."""
        games = (row.game for row in self._context.store.games() if row.game.startswith(f"{SLUG}-"))
        return tuple(dict.fromkeys(games))[:LIKELY]

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._screen is None:
            self._screen = DoorsScreen(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(slug)):
                return Replace(PlayersPage(self._context, slug, partial(begin, self._context, slug)))
            case Goto("new"):
                self._screen = None
                return Open(NewSheetPage(self._context))
            case Goto("menu"):
                self._screen = None
                return Open(sheets_page(self._context))
            case Leave() | Undo():
                return Close()
        return None
