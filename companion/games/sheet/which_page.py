"""Which game is scored: a sheet of this box, or just points by round."""

from __future__ import annotations

from functools import partial

from companion.contract import Context
from companion.models import Header, NowLine
from companion.pages.begin.new_game import begin
from companion.pages.begin.players_page import PlayersPage
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Leave, Outcome, Screen
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Lasting, Navigation, Replace
from companion.screens.tell_screen import Node
from companion.settings.config import data_home
from companion.sheets.shelf import SheetShelf
from rules.sheets.game import SLUG
from rules.sheets.model import Sheet, name_in

LIKELY = 3  # as many sheets that were played last come first


class WhichSheetPage(Lasting):
    """Read once when it is opened. Back leads to the start page."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._screen = DoorsScreen(self._model())

    def _model(self) -> DoorsModel:
        say, played = self._context.say, self._played()
        shelf = SheetShelf(data_home(self._context.config.data_path)).all()
        nodes = (
            *(self._node(one.sheet, played) for one in shelf if one.sheet is not None),
            Node(say("sheet.which.plain"), SLUG, icon="pad", pinned=True),
            Node(say("screen.hint.back"), Leave(), icon="back", pinned=True),
        )
        return doors_model(say, Header(say(f"screen.game.{SLUG}")), NowLine(say("sheet.which.title")), nodes)

    def _node(self, sheet: Sheet, played: tuple[str, ...]) -> Node:
        slug = f"{SLUG}-{sheet.id}"
        return Node(name_in(sheet.names, self._context.language), slug, likely=slug in played)

    def _played(self) -> tuple[str, ...]:
        """The sheets that were played last."""
        games = (row.game for row in self._context.store.games() if row.game.startswith(f"{SLUG}-"))
        return tuple(dict.fromkeys(games))[:LIKELY]

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(slug)):
                return Replace(PlayersPage(self._context, slug, partial(begin, self._context, slug)))
            case Leave():
                return Close()
        return None
