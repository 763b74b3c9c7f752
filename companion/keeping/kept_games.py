"""Reads what is kept: games, their entries, the roster and the settings of the night. Changes nothing.

``Store`` is this and the writing; ``ReadStore`` is this alone, of a file as it was at one moment.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from companion.keeping.game_row import FindRules, GameRow, UnreadGame, has_checksum, read_row, slim, without_checksum
from companion.keeping.people import PEOPLE, People, read_people
from companion.keeping.salvage import asides
from companion.keeping.troubles import NewerGame
from companion.language.wording import Trouble
from rules.core.game import Game
from rules.core.journal import Entry, decode_entry
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

GAMES = (
    "SELECT id, format, rules_version, setup, started, ended, result,"
    " (SELECT COUNT(*) FROM entries WHERE game_id = games.id),"
    """ EXISTS (SELECT 1 FROM entries WHERE game_id = games.id AND body LIKE '{"command"%'),"""
    " (SELECT setup FROM spares WHERE id = games.id),"
    " (SELECT ident FROM identities WHERE id = games.id),"
    " (SELECT is_imported FROM identities WHERE id = games.id)"
    " FROM games"
)


class KeptGames(ABC):
    """``rules``: finds the rules of a game by its slug; a game without any is kept, and left alone."""

    path: Path
    rules: FindRules

    @abstractmethod
    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Whatever goes wrong within it is said as a ``StoreTrouble``."""

    @abstractmethod
    def close(self) -> None: ...

    # Games.

    def games(self) -> tuple[GameRow, ...]:
        """Every game that can be read, the newest first; each as a list shows it (``slim``), for there may be many."""
        return tuple(slim(row) for row in self._rows() if isinstance(row, GameRow))

    def game(self, game_id: int) -> GameRow:
        with self._reading() as db:
            known = game_id.bit_length() < 64  # SQLite has no larger numbers, and says so with an OverflowError
            row = db.execute(f"{GAMES} WHERE id = ?", (game_id,)).fetchone() if known else None
        if row is None:
            raise Trouble(words("keeping.no_game", number=game_id))
        match self._read(row, self.people()):
            case GameRow() as game:
                return game
            case UnreadGame(is_newer=True):
                raise NewerGame
            case UnreadGame():
                raise Trouble(words("keeping.lost_game"))

    def unfinished(self) -> GameRow | None:
        """The newest game that was followed, if it has not ended: the one to continue."""
        followed = "WHERE ended IS NULL OR EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)"
        with self._reading() as db:
            row = db.execute(f"{GAMES} {followed} ORDER BY id DESC LIMIT 1").fetchone()
        newest = None if row is None else self._read(row, self.people())
        return newest if isinstance(newest, GameRow) and newest.ended is None else None

    def open_games(self) -> tuple[GameRow, ...]:
        """Every game that has not ended and can be gone on with, the one that something was last done in first.

        By what was written after what, for a clock may be wrong; the newest game may have no entry yet.
        """
        last = "SELECT game_id, MAX(rowid) FROM entries GROUP BY game_id"
        with self._reading() as db:
            rows = db.execute(f"{GAMES} WHERE ended IS NULL ORDER BY id DESC").fetchall()
            touched: dict[int, int] = dict(db.execute(last))
            newest = db.execute("SELECT MAX(id) FROM games").fetchone()[0]
        people = self.people()
        found = [row for row in (self._read(row, people) for row in rows) if isinstance(row, GameRow)]
        last_written = max(touched.values(), default=0)
        return tuple(
            slim(row)
            for row in sorted(
                found, key=lambda row: touched.get(row.id, last_written + 1 if row.id == newest else 0), reverse=True
            )
        )

    def unread(self) -> tuple[Words, ...]:
        """What is to be said about games that are kept and cannot be read."""
        with self._reading() as db:
            query = "SELECT COUNT(DISTINCT game_id) FROM entries WHERE game_id NOT IN (SELECT id FROM games)"
            orphans = db.execute(query).fetchone()[0]
        found = [row for row in self._rows() if isinstance(row, UnreadGame)]
        newer = sum(row.is_newer for row in found)
        lost = len(found) - newer + orphans
        file = (*asides(self.path), self.path)[0]  # the oldest one has most of them
        said = []
        if newer:
            said.append(words("keeping.newer_games", n=newer))
        if lost:
            said.append(words("keeping.lost_games", n=lost, file=str(file)))
        return tuple(said)

    def _rows(self) -> Iterator[GameRow | UnreadGame]:
        people = self.people()
        with self._reading() as db:
            rows = db.execute(f"{GAMES} ORDER BY id DESC")
            yield from (self._read(row, people) for row in rows)

    def _read(self, row: tuple[Any, ...], people: People) -> GameRow | UnreadGame:
        found = read_row(row, self.rules)
        return people.as_read(found) if isinstance(found, GameRow) else found

    def touched(self) -> dict[int, str]:
        """Games that are not over, by number, and when somebody last did something in them."""
        query = "SELECT game_id, MAX(written) FROM entries JOIN games ON games.id = game_id WHERE ended IS NULL"
        with self._reading() as db:
            return dict(db.execute(f"{query} GROUP BY game_id"))

    def is_played(self, now: datetime, hours: int) -> bool:
        """Whether a game that is not over was touched within so many hours."""
        since = (now - timedelta(hours=hours)).isoformat(timespec="seconds")
        return any(written > since for written in self.touched().values())

    # Their entries.

    def entries(self, game: Game[Any], game_id: int) -> tuple[Entry, ...]:
        """The entries of a game in order, up to the first that is missing or damaged.

        Raises ``NewerGame`` for one that is as it was written and that these rules do not know.
        """
        query = "SELECT seq, at_ms, body FROM entries WHERE game_id = ? ORDER BY seq"
        with self._reading() as db:
            rows = db.execute(query, (game_id,)).fetchall()
        found: list[Entry] = []
        for seq, at_ms, body in rows:
            if seq != len(found) + 1:
                logger.warning("game %d: entry %d is missing; what follows is left out", game_id, len(found) + 1)
                break
            try:
                found.append(decode_entry(game, seq, int(at_ms), json.loads(without_checksum(body, seq))))
            except (ValueError, TypeError, RecursionError) as error:
                if has_checksum(body, seq):
                    raise NewerGame from error
                logger.warning("game %d: entry %d cannot be read (%s); it ends there", game_id, seq, error)
                break
        return tuple(found)

    def times(self, game_id: int) -> tuple[int, ...]:
        """When the entries of a game were written, by the clock of the box they were written on."""
        with self._reading() as db:
            rows = db.execute("SELECT at_ms FROM entries WHERE game_id = ? ORDER BY seq", (game_id,)).fetchall()
        return tuple(_whole(at_ms) for (at_ms,) in rows)

    def written_at(self, game_id: int) -> dict[int, str]:
        """When the entries of a game were written, by the clock on the wall; by number."""
        with self._reading() as db:
            rows = db.execute("SELECT seq, written FROM entries WHERE game_id = ?", (game_id,)).fetchall()
        return {seq: str(written) for seq, written in rows}

    def endings(self) -> tuple[tuple[int, str | None, int | None], ...]:
        """Every game by number, when it ended and how long its result is: another one there, another one here."""
        with self._reading() as db:
            return tuple(db.execute("SELECT id, ended, length(result) FROM games ORDER BY id"))

    def all_times(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The same, game by game."""
        with self._reading() as db:
            rows = db.execute("SELECT game_id, at_ms FROM entries ORDER BY game_id, seq")
            for ident, some in groupby(rows, key=itemgetter(0)):
                yield ident, tuple(_whole(at_ms) for _, at_ms in some)

    # The roster and the settings of the night.

    def roster(self) -> tuple[str, ...]:
        """Names that have played, the latest first, without those who are hidden."""
        return self.people().listed(self.written_names())

    def written_names(self) -> tuple[str, ...]:
        """Every name that has played as it was written, the latest first."""
        with self._reading() as db:
            rows = db.execute("SELECT name FROM players ORDER BY last_played DESC, name").fetchall()
        return tuple(str(name) for (name,) in rows)

    def people(self) -> People:
        """Which names are one person, and who is left out of lists."""
        return read_people(self.setting(PEOPLE))

    def setting(self, name: str, default: str = "") -> str:
        with self._reading() as db:
            row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return default if row is None else str(row[0])


def _whole(at_ms: Any) -> int:
    return at_ms if isinstance(at_ms, int) else 0
