"""A SQLite file of ours: how it is opened, written and mended. The games and a club's register are kept in one each.

Every change is a committed transaction, on disk before it is shown. A damaged file is set aside, never thrown away,
and read as far as it goes. What a later release has added is left alone.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.files import make_folder
from companion.keeping.folder_lock import FolderLock, Held
from companion.keeping.salvage import aside_name, content, finish, salvage, write_again
from companion.keeping.schema import Schema, create_tables, damage_of, refuse_newer, text
from companion.keeping.sqlite_log import has_header, hides_entries
from companion.keeping.troubles import NewerFile, StoreTrouble, folder_trouble, is_damage, sqlite_trouble
from rules.core.words import words
from vision.safe_open import check_plain

logger = logging.getLogger(__name__)

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what was deleted is not there to be salvaged
    "wal_autocheckpoint = 200",  # pages: a short log is read quickly after a power cut
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Which file there is under a name, and which one it leads to, on which disk; all 0: none."""

    own: int = 0
    target: int = 0
    disk: int = 0


def standing(path: Path) -> Standing:
    own = target = None
    with suppress(OSError):
        own = path.lstat()
        target = path.stat()
    if own is None:
        return Standing()
    return Standing(own.st_ino) if target is None else Standing(own.st_ino, target.st_ino, target.st_dev)


class SqliteFile:
    """Opened and used by the main thread alone. After an error the next use opens a new connection."""

    def __init__(self, path: Path, lock: FolderLock, schema: Schema, *, patient: bool = False) -> None:
        """``lock``: of the folder; nothing is opened without it.

        ``patient``: a disk that cannot be used now is reported when something is to be read or kept.
        """
        self.path = path
        self._lock = lock
        self._schema = schema
        self.set_aside: Path | None = None  # where a damaged file is kept
        self.written = 0  # transactions so far: whoever has read something need not read it again until this changes
        self._connection: sqlite3.Connection | None = None
        self._stood: tuple[Standing, ...] = ()  # what was opened: the folder, the file and its log
        try:
            self._open()
        except StoreTrouble as error:
            if not patient:
                raise
            logger.warning("%s", error)

    @property
    def _log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    @property
    def _db(self) -> sqlite3.Connection:
        return self._connection or self._open()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._db
        except sqlite3.Error as error:
            self._give_up()
            raise sqlite_trouble(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reading():
            self._stay_in_place()
        with self._reading() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
                self.written += 1
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _stay_in_place(self) -> None:
        """Somebody may take the file away while it is open, or put another in its place: we would go on writing what
        nobody finds any more. A file that is gone is written again."""
        if self._connection is None or (now := self._standing()) == self._stood:
            return
        folder, file, _ = now
        if folder.disk != self._stood[0].disk:
            raise folder_trouble(FileNotFoundError(errno.ENOENT, ""), self.path.parent)
        if file not in (Standing(), self._stood[1]):
            raise StoreTrouble(words("keeping.replaced", file=str(self.path)))
        is_gone = file == Standing()
        logger.warning("%s was taken away while it was open", (self.path if is_gone else self._log).name)
        if is_gone:
            try:
                write_again(self._lock.take(), self._connection, self.path)
            except OSError as error:
                raise folder_trouble(error, self.path.parent) from error
        else:
            self._clear_log()
        self._give_up()

    def _standing(self) -> tuple[Standing, ...]:
        return tuple(map(standing, (self.path.parent, self.path, self._log)))

    def _give_up(self) -> None:
        """A connection sticks to what it found, such as a full disk; the next one looks again."""
        try:
            self.close()
        except sqlite3.Error as error:
            logger.warning("could not be closed: %s", error)

    def _clear_log(self) -> None:
        """What was deleted must not come back, should the file have to be salvaged."""
        with self._reading() as db:
            is_busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise StoreTrouble(words("keeping.locked", file=str(self.path)))

    def _open(self) -> sqlite3.Connection:
        try:
            make_folder(self.path.parent)
            held = self._lock.take()
            check_plain(self.path)
            finish(held, self.path)
            self._connection = self._sound() or self._mended(held)
            self._stood = self._standing()
        except sqlite3.Error as error:
            raise sqlite_trouble(error, self.path) from error
        except OSError as error:
            raise folder_trouble(error, self.path.parent) from error
        return self._connection

    def _sound(self) -> sqlite3.Connection | None:
        """None if the file is damaged; any other trouble is raised."""
        if (log := content(self._log)) and hides_entries(content(self.path), log):
            logger.warning("the log of %s is damaged in the middle", self.path.name)
            return None
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
                raise
            logger.warning("%s is damaged: %s", self.path.name, error)
            return None

    def _mended(self, held: Held) -> sqlite3.Connection:
        aside = aside_name(self.path)
        kept = salvage(held, self.path, aside, self._schema)
        self.set_aside = aside
        logger.warning("set aside as %s, %d rows kept", aside.name, kept)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        db.text_factory = text
        try:
            refuse_newer(db, self._schema, self.path)
            for pragma in PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            self._drop_unread_log(db)
            if found := damage_of(db):
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
            create_tables(db, self._schema)
        except (sqlite3.Error, NewerFile):
            db.close()
            raise
        return db

    def _drop_unread_log(self, db: sqlite3.Connection) -> None:
        """Empties a log whose header is torn.

        SQLite would write a new header with the salts of the torn one. The old frames behind it would then look as if
        they belonged to it, and at the next start as if something were hidden.
        """
        if (log := content(self._log)) and not has_header(log):
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
