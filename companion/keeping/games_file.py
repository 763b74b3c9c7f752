"""The file of games: its tables, how it moves to another folder and how it is wiped. ``Store`` says what is in it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.files import make_folder, sync, sync_folder
from companion.keeping.folder_lock import FolderLock
from companion.keeping.salvage import asides, salvaging
from companion.keeping.schema import (
    Schema,
    is_anything,
    is_int,
    is_json,
    is_json_or_null,
    is_moment,
    is_row_number,
    is_text,
)
from companion.keeping.sqlite_file import SqliteFile
from companion.keeping.storage_places import free_folder
from companion.keeping.troubles import NewerFile, StoreTrouble, folder_trouble
from rules.core.words import words

SQL = """
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
CREATE TABLE IF NOT EXISTS spares (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    setup TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS identities (id INTEGER PRIMARY KEY, ident TEXT NOT NULL, is_imported INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS players (name TEXT PRIMARY KEY, last_played TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
SETUP = (is_row_number, is_text, is_int, is_int, is_json, is_text)
GAMES = Schema(
    SQL,
    {
        "games": (*SETUP, is_anything, is_json_or_null),
        "spares": SETUP,
        "entries": (is_int, is_int, is_int, is_text, is_json),
        "identities": (is_row_number, is_text, is_int),
        "players": (is_text, is_moment),
        "settings": (is_text, is_text),
    },
    rebuild="INSERT OR IGNORE INTO games SELECT *, NULL, NULL FROM spares",
)


@dataclass(frozen=True, slots=True)
class Carried:
    """Where the games have been copied to, and the lock of that folder."""

    path: Path
    lock: FolderLock


class GamesFile(SqliteFile):
    def __init__(self, path: Path, lock: FolderLock, *, patient: bool = False) -> None:
        self._moving_to: Path | None = None
        super().__init__(path, lock, GAMES, patient=patient)

    @property
    def _db(self) -> sqlite3.Connection:
        if self._moving_to is not None:
            raise StoreTrouble(words("keeping.moving", folder=str(self._moving_to)))
        return super()._db

    def begin_move(self, folder: Path) -> Callable[[], Carried]:
        """Starts moving everything that can be read to another folder, beside what is there. Returns what copies it.

        Another thread may run that: a stick may be slow, or never answer. Until ``end_move`` nothing is read or kept,
        because it would be in one of the two places only.
        """
        self._stay_in_place()
        suffixes = () if self._is_from_later() else ("", "-wal")
        self._give_up()
        self._moving_to = folder
        return partial(_carry, self.path, folder, suffixes)

    def end_move(self, carried: Carried | None) -> None:
        """From now on the games are kept there; ``None``: copying failed, and they stay where they are."""
        self._moving_to = None
        if carried is not None:
            # The old folder stays locked until whoever locked it lets go.
            self.path, self._lock = carried.path, carried.lock

    def _is_from_later(self) -> bool:
        """A file that only a later release can use is no use elsewhere either."""
        try:
            self._open()
        except NewerFile:
            return True
        except StoreTrouble:
            return False
        return False

    def wipe(self) -> None:
        """Empties every table, those of a later release too, and what was set aside: nothing is left to salvage."""
        with self._transaction() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                db.execute(f'DELETE FROM "{table}"')  # noqa: S608 (as the file itself names them)
        with self._reading() as db:
            db.execute("VACUUM")
        self._clear_log()
        try:
            for old in (*asides(self.path), salvaging(self.path)):
                for piece in old.parent.glob(f"{old.name}*"):
                    piece.unlink()
        except OSError as error:
            raise folder_trouble(error, self.path.parent) from error


def _carry(source: Path, folder: Path, suffixes: tuple[str, ...]) -> Carried:
    """A stick may be pulled out as soon as the screen says that the games are on it."""
    path = free_folder(folder, source.name) / source.name
    lock = FolderLock(path.parent)
    try:
        make_folder(path.parent)
        lock.take()
        for suffix in suffixes:
            piece, copy = source.with_name(source.name + suffix), path.with_name(path.name + suffix)
            if piece.exists():
                shutil.copyfile(piece, copy)
                sync(copy)
        sync_folder(path.parent)
        GamesFile(path, lock).close()  # it can be opened there, and is mended if need be
    except BaseException as error:
        lock.let_go()
        if isinstance(error, OSError):
            raise folder_trouble(error, path.parent) from error
        raise
    return Carried(path, lock)
