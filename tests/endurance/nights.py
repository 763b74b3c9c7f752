"""Whole games by random legal play, written to a real store: what plug pullers and soaks run."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from random import Random

from companion.keeping import store as stores
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import Session, resume_game, start_game
from companion.keeping.store import Store
from rules.core.refusals import Refused
from tests.games import GAMES, rules_of
from tests.rules.setups import SETUPS

UNDO_ONCE_IN = 15


def begin(store: Store, random: Random) -> tuple[int, Session]:
    """A new game of either kind."""
    slug = random.choice(sorted(SETUPS))
    game = rules_of(slug)
    started = start_game(store, SETUPS[slug](random.choice(game.seats), random))
    assert not isinstance(started, Refused), started
    return started


def take_up(store: Store, random: Random) -> tuple[int, Session]:
    """The unfinished game where it was left, or a new one."""
    left = store.unfinished()
    return (left.id, resume_game(store, left.id)) if left else begin(store, random)


def play_on(folder: Path, random: Random) -> Generator[tuple[int, int], None, None]:
    """Plays for ever: the game and the number of each entry once it is on disk, which is when it may be shown."""
    lock = FolderLock(folder)
    store = stores.open_store(lock, GAMES.rules)
    try:
        ident, session = take_up(store, random)
        yield ident, session.last_seq
        while True:
            options = session.game.options(session.state)
            if not options:
                store.finish(ident, {"players": list(session.setup.players)})
                ident, session = begin(store, random)
            elif session.steps and random.randrange(UNDO_ONCE_IN) == 0:
                session.undo()
            else:
                done = session.do(random.choice(options))
                assert not isinstance(done, Refused), done
            yield ident, session.last_seq
    finally:
        store.close()
        lock.let_go()
