"""The club's own SQLite file: how it is opened, written and mended. ``Register`` says what is in it.

Every change is a committed transaction. A damaged file is set aside, never thrown away, and read as far as it goes:
the broker still has every result, so what a disk has lost of them comes back by itself.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.files import make_folder, sync_folder
from companion.keeping.folder_lock import FolderLock
from companion.keeping.games_file import PRAGMAS
from companion.keeping.salvage import KEPT, PIECES, aside_name
from companion.keeping.troubles import NewerFile, folder_trouble, is_damage, sqlite_trouble
from vision.safe_open import check_plain

logger = logging.getLogger(__name__)

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, box TEXT NOT NULL, heard TEXT NOT NULL, result TEXT);
CREATE INDEX IF NOT EXISTS games_of_box ON games (box, heard);
CREATE TABLE IF NOT EXISTS entries (game TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, number))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS corrections
    (number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, change TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
TABLES = {  # in the order in which they are salvaged: what cannot be had again comes first
    "corrections": "number, at, who, change",
    "settings": "name, value",
    "games": "game, box, heard, result",
    "entries": "game, number",
}
LAYOUT = 0  # counted on by a release that takes something away or gives it another meaning


class RegisterFile:
    """Opened and used by the main thread alone. A connection that failed is opened anew the next time."""

    def __init__(self, path: Path, lock: FolderLock) -> None:
        self.path = path
        self._lock = lock
        self.set_aside: Path | None = None  # where a damaged file is kept
        self._connection: sqlite3.Connection | None = None
        self._open()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection or self._open()
        except sqlite3.Error as error:
            self._give_up()
            raise sqlite_trouble(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _give_up(self) -> None:
        """A connection keeps to what it found, a full disk among it: the next one looks again."""
        with suppress(sqlite3.Error):
            self.close()

    def _open(self) -> sqlite3.Connection:
        try:
            make_folder(self.path.parent)
            self._lock.take()
            check_plain(self.path)
            self._connection = self._sound() or self._mended()
        except sqlite3.Error as error:
            raise sqlite_trouble(error, self.path) from error
        except OSError as error:
            raise folder_trouble(error, self.path.parent) from error
        return self._connection

    def _sound(self) -> sqlite3.Connection | None:
        """None if the file is damaged; whatever else is wrong is raised."""
        try:
            return _connect(self.path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            logger.warning("the club's file is damaged: %s", error)
            return None

    def _mended(self) -> sqlite3.Connection:
        aside = aside_name(self.path)
        for piece in PIECES:
            old, kept = (path.with_name(path.name + piece) for path in (self.path, aside))
            if old.exists():
                old.replace(kept) if piece in KEPT else old.unlink()
        sync_folder(self.path.parent)
        self.set_aside = aside
        fresh = _connect(self.path)
        logger.warning("set aside as %s, %d rows kept", aside.name, _salvage(aside, fresh))
        return fresh


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    try:
        _refuse_newer(db, path)
        for pragma in PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
        _refuse_damaged(db)
        for statement in SCHEMA.split(";"):
            db.execute(statement)
    except (sqlite3.Error, NewerFile):
        db.close()
        raise
    return db


def _refuse_newer(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("PRAGMA user_version").fetchone()[0] > LAYOUT:
        raise NewerFile(path)


def _refuse_damaged(db: sqlite3.Connection) -> None:
    found = db.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        error = sqlite3.DatabaseError(f"database disk image is malformed: {found}")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _salvage(aside: Path, fresh: sqlite3.Connection) -> int:
    """Every row that SQLite can still read, table by table, out of a copy: the kept file is not changed by it."""
    with tempfile.TemporaryDirectory(dir=aside.parent) as folder:
        copy = Path(folder) / aside.name
        for piece in KEPT:
            if (old := aside.with_name(aside.name + piece)).exists():
                shutil.copyfile(old, copy.with_name(copy.name + piece))
        with closing(sqlite3.connect(copy)) as damaged:
            return sum(_salvage_table(damaged, fresh, table, columns) for table, columns in TABLES.items())


def _salvage_table(damaged: sqlite3.Connection, fresh: sqlite3.Connection, table: str, columns: str) -> int:
    """Up to the first row that cannot be read."""
    kept, places = 0, ",".join("?" * len(columns.split(",")))
    with suppress(sqlite3.Error):
        for row in damaged.execute(f"SELECT {columns} FROM {table}"):  # noqa: S608 (ours)
            fresh.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})", row)  # noqa: S608
            kept += 1
    return kept
