"""Whole nights in a store, played by the twin: what past nights, exports and last screens are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from companion.keeping.session import Session, start_game
from companion.keeping.store import Store
from companion.language.i18n import load_texts
from companion.language.wording import in_words
from companion.play.live_game import LiveGame
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


def help_lines(slug: str) -> set[str]:
    """Things of a game, or of all (``common``), that there is a line of help about."""
    return {key.removeprefix("help.") for key in load_texts("en") if key.startswith(f"help.{slug}.")}


def met(
    slug: str, seeds: range, things: Callable[[LiveGame], Iterator[str]], players: int = 3, **options: Any
) -> set[str]:
    """Every thing that was there at some time of these simulated nights."""
    found: set[str] = set()
    for seed in seeds:
        setup = new_setup(slug, players, seed, **options)
        new_simulation(setup, new_players(setup, seed)).run(
            lambda live: found.update(thing.partition(" ")[0] for thing in things(live))
        )
    return found
