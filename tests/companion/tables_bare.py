"""A table for tests that must not load a window: no page, no simulated camera."""

from __future__ import annotations

from pathlib import Path

from companion.contract import Context
from companion.games import load_games
from companion.keeping.session import start_game
from companion.keeping.store import open_store
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.doubles.locks import NoLock


def new_table(folder: Path, slug: str) -> Table:
    """As few players as the game allows, by practice values, on a new store."""
    games = load_games()
    store = open_store(NoLock(folder), games.rules)
    names = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi", "Gül", "Hanno")[: games[slug].rules.seats.start]
    started = start_game(store, Setup(slug, names, facts=games.box(slug, folder).document("practice", Path())))
    assert not isinstance(started, Refused), started
    context = Context(load_config(files=(), pairs=("night.setup=false",)), store, "en", games, "practice")
    return Table(context, *started)
