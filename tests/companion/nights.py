"""Whole nights in a store, played by the twin: what past nights, exports and last screens are tried on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.keeping.session import Session, start_game
from companion.keeping.store import Store
from companion.language.wording import in_words
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.games import new_players, new_setup, new_simulation, phrases_for


@cache
def played(slug: str, players: int, seed: int) -> Session:
    """The same night every time."""
    setup = new_setup(slug, players, seed)
    simulation = new_simulation(setup, new_players(setup, seed))
    assert simulation.run().finished
    return simulation.live.session


def keep_night(
    store: Store, slug: str = "amul", players: int = 3, seed: int = 5, *, names: tuple[str, ...] = (), steps: int = 9999
) -> tuple[int, Session]:
    """A night as if it had been played on this box; with ``steps`` it was left before its end."""
    told = played(slug, players, seed)
    setup = told.setup
    started = start_game(
        store, Setup(slug, names or setup.players, setup.start, setup.options, setup.facts, setup.table)
    )
    assert not isinstance(started, Refused)
    ident, session = started
    if entries := tuple(replace(step, seq=seq) for seq, step in enumerate(told.steps[:steps], 1)):
        store.append(session.game, ident, *entries)  # all at once: a commit for each takes seconds
        session.restore(entries)
    if session.game.is_over(session.state):
        say = phrases_for(slug, "en", setup.facts, session.setup.players)
        store.finish(ident, in_words(session.game.score(session.state), say))
    return ident, session
