"""Tables without the program around them: a game that has just begun, and its page with nobody else to tick it."""

from __future__ import annotations

from companion.keeping.session import start_game
from companion.keeping.store import Store
from companion.pages.play.table_page import TablePage
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.games import new_context


def new_table(store: Store, setup: Setup, *pairs: str, language: str = "en", facts: str = "practice") -> Table:
    """``pairs``: settings that are not as shipped."""
    started = start_game(store, setup)
    assert not isinstance(started, Refused), started
    context = new_context(load_config(files=(), pairs=("camera.kind=usb", *pairs)), store, language, facts)
    return Table(context, *started)


class TickedPage(TablePage):
    """Ticks its table, as the program does."""

    def tick(self, now_ms: int) -> None:
        self.table.tick(now_ms)
        super().tick(now_ms)
