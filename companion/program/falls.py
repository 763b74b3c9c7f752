"""Games that fail on this box: each is marked, until it has been played on or updated."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion import CompanionError
from companion.blame import reason_of
from companion.contract import Context
from companion.keeping.fallen import Fall, clear_fallen, fallen_games, mark_fallen
from companion.keeping.troubles import StoreTrouble
from companion.table.table import Table
from companion.upkeep.hang_watch import take_hang
from rules.core.words import words

logger = logging.getLogger(__name__)


class Falls:
    """Writes the marks. If the disk does not take one, whoever needs the disk says so."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._failed_at: int | None = None  # the last entry of a game that has failed before
        self._marked: BaseException | None = None  # the last failure beside the table

    def sit_down(self, table: Table) -> None:
        """Remembers whether this game has failed, and how far it had come."""
        self._failed_at = None
        with suppress(StoreTrouble):
            if table.number in fallen_games(self._context.store, self._context.games.release_of):
                self._failed_at = table.live.session.last_seq

    def note_recovery(self, table: Table | None) -> None:
        """A game that had failed and has been played on, and shown, is as good as any other."""
        if table is None or self._failed_at is None or table.live.session.last_seq <= self._failed_at:
            return
        if table.failed_beside is not None:
            return
        self._failed_at = None
        with suppress(StoreTrouble):
            clear_fallen(self._context.store, table.number)

    def note_beside(self, table: Table | None) -> None:
        """Marks a game that has failed for phones or the club, once; the table plays on."""
        error = None if table is None else table.failed_beside
        if table is not None and error is not None and error is not self._marked:
            self._marked = error
            self.mark(table.number, error)

    def mark(self, number: int, error: BaseException) -> str:
        """Marks a game that has failed; its slug."""
        slug = self._context.store.game(number).game
        logger.error("the game %s has failed", slug, exc_info=error)
        self._mark(number, slug, reason_of(error), datetime.now(UTC).isoformat(timespec="seconds"))
        return slug

    def _mark(self, number: int, slug: str, why: str, at: str) -> None:
        fall = Fall(slug, at, why, self._context.games.release_of(slug))
        with suppress(StoreTrouble):
            mark_fallen(self._context.store, number, fall)

    def take_up_hang(self, folder: Path) -> None:
        """Says on the screen that the last run stood still, and in which game."""
        hang = take_hang(folder)
        if hang is None:
            return
        if not hang.game:
            self._context.parts["hang"] = words("crash.hang")
            return
        self._context.parts["hang"] = words("crash.hang_in_game", game=self._name(hang.game), where=hang.where)
        with suppress(CompanionError):  # the game may be gone from the disk
            if hang.number is not None:
                slug = self._context.store.game(hang.number).game
                self._mark(hang.number, slug, self._context.say("crash.no_answer", where=hang.where), hang.at)

    def _name(self, game: str) -> str:
        key = f"screen.game.{game}"
        return self._context.say(key) if self._context.say.has(key) else game
