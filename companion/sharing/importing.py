"""Taking a game text into the store: played again step by step, as if it had been played here."""

from __future__ import annotations

from pathlib import Path

from companion.errors import CompanionError
from companion.i18n import Phrases
from companion.keeping.session import Session, start_game
from companion.keeping.store import Store
from companion.sharing.gametext import LARGEST, read_game
from companion.shelves import phrases_for
from companion.wording import in_words
from rules.core.refusals import Refused


def import_game(store: Store, path: Path) -> int:
    """The number under which the game is kept now."""
    text = _read(path)
    try:
        told = read_game(text)
    except CompanionError as error:
        raise CompanionError(f"{path.name}: {error}") from error
    started = start_game(store, told.setup)
    if isinstance(started, Refused):
        raise CompanionError(f"{path.name}: this game cannot be set up ({started.code}); check its head")
    ident, session = started
    for step in told.steps:
        session.do(step.command, step.at_ms)
    if session.game.is_over(session.state):
        store.finish(ident, _result(session))
    return ident


def _result(session: Session) -> dict[str, object]:
    setup = session.setup
    say: Phrases = phrases_for(session.game.slug, "en", setup.facts, setup.players)
    result: dict[str, object] = in_words(session.game.score(session.state), say)
    return result


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * LARGEST:
            raise CompanionError(f"{path.name}: expected a game text of at most {LARGEST} characters")
        return path.read_text("utf-8")
    except OSError as error:
        raise CompanionError(f"cannot read {path}: {error.strerror}; check the name") from error
    except UnicodeDecodeError as error:
        raise CompanionError(f"{path.name}: expected a text in UTF-8, as `companion export` writes it") from error
