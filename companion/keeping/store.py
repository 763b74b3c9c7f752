"""What is kept: one SQLite file with games, their entries, the roster and the settings of the night.

Every entry is a committed transaction of its own, on disk before it is shown. A damaged file is set aside, never
thrown away, and read as far as it goes.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.keeping.salvage import salvage
from rules.core.game import Game, Setup
from rules.core.journal import Entry, decode_entry, encode_entry

logger = logging.getLogger(__name__)

FORMAT = 1

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    setup TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT,
    result TEXT
);
CREATE TABLE IF NOT EXISTS entries (
    game_id INTEGER NOT NULL REFERENCES games(id),
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    written TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (game_id, seq)
);
CREATE TABLE IF NOT EXISTS players (name TEXT PRIMARY KEY, last_played TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class StoreTrouble(CompanionError):
    """The disk does not take what must be kept: full, read-only or gone."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as the list of games shows it."""

    id: int
    game: str
    rules_version: int
    setup: Setup
    started: str
    ended: str | None
    result: dict[str, Any] | None
    entries: int


class Store:
    """Opened by the main thread, used by it alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: Path | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
        except OSError as error:
            raise StoreTrouble(f"cannot use {path.parent}: {error.strerror}; choose another data folder") from error

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not _is_damage(error):
                raise _trouble(error, self.path) from error
            logger.warning("the games file is damaged (%s); it is set aside and read as far as it goes", error)
        self.set_aside = _free_name(self.path)
        salvage(self.path, self.set_aside, SCHEMA)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            if (found := db.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
            for statement in SCHEMA.split(";"):
                db.execute(statement)
        except sqlite3.Error:
            db.close()
            raise
        return db

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise _trouble(error, self.path) from error

    # Games and their entries.

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """Keeps a new game and remembers who plays; the id to write entries under."""
        now = _now()
        with self._transaction() as db:
            row = (game.slug, FORMAT, game.rules_version, json.dumps(_setup_values(setup)), now)
            cursor = db.execute(
                "INSERT INTO games (game, format, rules_version, setup, started) VALUES (?, ?, ?, ?, ?)", row
            )
            for name in setup.players:
                db.execute("INSERT OR REPLACE INTO players VALUES (?, ?)", (name, now))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def append(self, game: Game[Any], game_id: int, *entries: Entry) -> None:
        """Writes entries through to the disk, all or none; only then may they be shown."""
        bodies = [json.dumps(encode_entry(game, entry), ensure_ascii=False) for entry in entries]
        with self._transaction() as db:
            for entry, body in zip(entries, bodies, strict=True):
                row = (game_id, entry.seq, entry.at_ms, _now(), body)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)

    def finish(self, game_id: int, result: dict[str, Any] | None) -> None:
        """Marks a game as ended with its result; None takes that back (an undo after the end)."""
        ended, text = (_now(), json.dumps(result, ensure_ascii=False)) if result is not None else (None, None)
        with self._transaction() as db:
            db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", (ended, text, game_id))

    def games(self) -> tuple[GameRow, ...]:
        """Every game, the newest first."""
        rows = self._db.execute(
            "SELECT id, game, rules_version, setup, started, ended, result,"
            " (SELECT COUNT(*) FROM entries WHERE game_id = games.id) FROM games ORDER BY id DESC"
        ).fetchall()
        return tuple(_game_row(row) for row in rows)

    def game(self, game_id: int) -> GameRow:
        for row in self.games():
            if row.id == game_id:
                return row
        raise CompanionError(f"there is no game {game_id}; `companion history` lists them")

    def unfinished(self) -> GameRow | None:
        """The newest game, if it has not ended: the one to continue."""
        newest = next(iter(self.games()), None)
        return newest if newest is not None and newest.ended is None else None

    def is_played(self, now: datetime, hours: int) -> bool:
        """Whether a game that is not over was touched within so many hours."""
        row = self._db.execute(
            "SELECT MAX(written) FROM entries JOIN games ON games.id = game_id WHERE ended IS NULL"
        ).fetchone()
        return row[0] is not None and row[0] > (now - timedelta(hours=hours)).isoformat(timespec="seconds")

    def entries(self, game: Game[Any], game_id: int) -> tuple[Entry, ...]:
        """The entries of a game in order, up to the first that is missing or cannot be read."""
        rows = self._db.execute("SELECT seq, at_ms, body FROM entries WHERE game_id = ? ORDER BY seq", (game_id,))
        found: list[Entry] = []
        for seq, at_ms, body in rows:
            if seq != len(found) + 1:
                logger.warning("game %d: entry %d is missing; what follows is left out", game_id, len(found) + 1)
                break
            try:
                found.append(decode_entry(game, seq, at_ms, json.loads(body)))
            except ValueError as error:
                logger.warning("game %d: entry %d cannot be read (%s); it ends there", game_id, seq, error)
                break
        return tuple(found)

    def drop_after(self, game_id: int, seq: int) -> None:
        """Forgets entries that cannot be read any more, so that play goes on after ``seq``."""
        with self._transaction() as db:
            db.execute("DELETE FROM entries WHERE game_id = ? AND seq > ?", (game_id, seq))

    # The roster and the settings of the night.

    def roster(self) -> tuple[str, ...]:
        """Names that have played, the latest first."""
        return tuple(name for (name,) in self._db.execute("SELECT name FROM players ORDER BY last_played DESC, name"))

    def setting(self, name: str, default: str = "") -> str:
        row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return default if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def wipe(self) -> None:
        """Forgets every game, name and setting."""
        with self._transaction() as db:
            for table in ("entries", "games", "players", "settings"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 (fixed names)
        self._db.execute("VACUUM")


def open_store(folder: Path) -> Store:
    """The one file of games in a data folder."""
    return Store(folder / "games.sqlite")


def _setup_values(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game,
        "players": list(setup.players),
        "start": setup.start,
        "options": dict(setup.options),
        "facts": dict(setup.facts),
        "table": dict(setup.table),
    }


def _game_row(row: tuple[Any, ...]) -> GameRow:
    ident, game, rules_version, setup, started, ended, result, count = row
    values = json.loads(setup)
    values["players"] = tuple(values["players"])
    outcome = json.loads(result) if result else None
    return GameRow(ident, game, rules_version, Setup(**values), started, ended, outcome, count)


def _is_damage(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("malformed", "not a database", "corrupt"))


def _trouble(error: sqlite3.Error, path: Path) -> StoreTrouble:
    text = str(error)
    if "full" in text:
        return StoreTrouble(f"the disk of {path.parent} is full; make room or choose another data folder")
    if "readonly" in text or "unable to open" in text:
        return StoreTrouble(f"{path.parent} cannot be written to; choose another data folder")
    return StoreTrouble(f"cannot write to {path}: {text}; choose another data folder")


def _free_name(path: Path) -> Path:
    """A name for the damaged file that nothing has yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for count in range(1, 1000):
        candidate = path.with_name(f"{path.stem}-damaged-{stamp}-{count}{path.suffix}")
        if not candidate.exists():
            return candidate
    raise StoreTrouble(f"too many damaged files in {path.parent}; move them away")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
