"""Past nights: the list of games, each with its pad."""

from __future__ import annotations

from companion.keeping.store import GameRow
from companion.pages import Close, Context, Lasting, Open, Turn, list_hints
from companion.pages.end import EndPage
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.listing import ListModel, ListScreen
from companion.views.model import Choice, Header


class NightsPage(Lasting):
    def __init__(self, context: Context) -> None:
        self._context = context
        say = context.say
        rows = tuple(row for row in context.store.games() if row.result is not None)
        choices = tuple(Choice(self._title(row), row, self._winners(row), "book") for row in rows)
        text = "" if rows else say("page.nights.none")
        header = Header(say("screen.start.history"))
        self._screen = ListScreen(ListModel(header, choices, text, hints=list_hints(say, menu=False)))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        match outcome:
            case Answered(GameRow() as row) if row.result is not None and "rows" in row.result:
                say = self._context.phrases(row.game, row.setup.facts, row.setup.players)
                result = row.result
                return Open(EndPage(self._context, lambda: result, say, full=True))
            case Leave():
                return Close()
        return None

    def _title(self, row: GameRow) -> str:
        say = self._context.say
        return f"{row.started[:10]} · {say(f'screen.game.{row.game}')} · {say.join(row.setup.players)}"

    def _winners(self, row: GameRow) -> str:
        names = (row.result or {}).get("winners", [])
        return self._context.say("page.nights.won", names=self._context.say.join(names))
