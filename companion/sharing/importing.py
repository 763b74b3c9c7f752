"""Taking a game text into the store: played again step by step, as if it had been played here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion import CompanionError
from companion.files import read_whole
from companion.keeping.session import Session, start_game
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.sharing.game_text import LARGEST, read_game
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.scoring import Score


def import_game(
    store: Store, path: Path, say_for: Callable[[Setup], Phrases], score_of: Callable[[Session], Score]
) -> int:
    """The number under which the game is kept now; ``say_for``: the words its result is kept in."""
    text = read_whole(path, 4 * LARGEST)
    try:
        told = read_game(text, store.rules)
    except CompanionError as error:
        raise CompanionError(f"{path.name}: {error}") from error
    started = start_game(store, told.setup)
    if isinstance(started, Refused):
        raise CompanionError(f"{path.name}: this game cannot be set up ({started.code}); check its head")
    ident, session = started
    for step in told.steps:
        session.do(step.command, step.at_ms)
    if session.is_over:
        store.finish(ident, in_words(score_of(session), say_for(session.setup)))
    return ident
