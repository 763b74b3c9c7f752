"""The one SQLite file: what it is made of, how it is opened, written, mended and moved. ``Store`` says what is in it.

Every change is a committed transaction, on disk before it is shown. A damaged file is set aside, never thrown away,
and read as far as it goes. What a later release has added is left alone.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.files import make_folder, sync, sync_folder
from companion.keeping.folder_lock import FolderLock, Held
from companion.keeping.salvage import aside_name, asides, content, finish, salvage, salvaging
from companion.keeping.schema import damage_of, lay_out, refuse_newer, text
from companion.keeping.sqlite_log import has_header, hides_entries
from companion.keeping.storage_places import free_folder
from companion.keeping.troubles import NewerFile, StoreTrouble, folder_trouble, is_damage, sqlite_trouble
from rules.core.words import words
from vision.regular import check_plain

logger = logging.getLogger(__name__)

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what was deleted is not there to be salvaged
    "wal_autocheckpoint = 200",  # pages: a short log is read quickly after a power cut
)


@dataclass(frozen=True, slots=True)
class Carried:
    """Where the games have been copied to, and the lock of that folder."""

    path: Path
    lock: FolderLock


class GamesFile:
    """Opened by the main thread, used by it alone. A connection that failed is opened anew the next time."""

    def __init__(self, path: Path, lock: FolderLock, *, patient: bool = False) -> None:
        """``lock``: of the folder; nothing is opened without it.

        ``patient``: a disk that cannot be used now is said when something is to be read or kept.
        """
        self.path = path
        self._lock = lock
        self.set_aside: Path | None = None  # where a damaged file is kept
        self.written = 0  # how often something was: whoever has read it need not ask again until this changes
        self._moving_to: Path | None = None
        self._connection: sqlite3.Connection | None = None
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
        if self._moving_to is not None:
            raise StoreTrouble(words("keeping.moving", folder=str(self._moving_to)))
        return self._connection or self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            make_folder(self.path.parent)
            held = self._lock.take()
            check_plain(self.path)
            finish(held, self.path)
            self._connection = self._sound() or self._mended(held)
        except sqlite3.Error as error:
            raise sqlite_trouble(error, self.path) from error
        except OSError as error:
            raise folder_trouble(error, self.path.parent) from error
        return self._connection

    def _sound(self) -> sqlite3.Connection | None:
        """None if the file is damaged; whatever else is wrong is raised."""
        if self._hides_entries():
            logger.warning("the log of the games file is damaged in the middle")
            return None
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
                raise
            logger.warning("the games file is damaged: %s", error)
            return None

    def _hides_entries(self) -> bool:
        log = content(self._log)
        return bool(log) and hides_entries(content(self.path), log)

    def _mended(self, held: Held) -> sqlite3.Connection:
        aside = aside_name(self.path)
        kept = salvage(held, self.path, aside)
        self.set_aside = aside
        logger.warning("set aside as %s, %d rows kept", aside.name, kept)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        db.text_factory = text
        try:
            refuse_newer(db, self.path)
            for pragma in PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            self._drop_unread_log(db)
            if found := damage_of(db):
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
            lay_out(db)
        except (sqlite3.Error, NewerFile):
            db.close()
            raise
        return db

    def _drop_unread_log(self, db: sqlite3.Connection) -> None:
        """Empties a log whose header is torn.

        SQLite would write a new header with the salts of the torn one: the old frames behind it would look as if they
        belonged to it, and at the next start as if something were hidden.
        """
        if (log := content(self._log)) and not has_header(log):
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def begin_move(self, folder: Path) -> Callable[[], Carried]:
        """Everything that can be read goes to another folder, beside what is there. What copies it is answered.

        That may be done by another thread: a stick may be slow, or never answer. Until ``end_move`` nothing is read or
        kept: it would be in one of both places only.
        """
        suffixes = () if self._is_from_later() else ("", "-wal")
        self._give_up()
        self._moving_to = folder
        return partial(_carry, self.path, folder, suffixes)

    def end_move(self, carried: Carried | None) -> None:
        """From now on it is kept there; ``None``: it did not come about, and the games stay where they are."""
        self._moving_to = None
        if carried is not None:
            # The folder before stays locked as long as whoever locked it wants that.
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

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._db
        except sqlite3.Error as error:
            self._give_up()
            raise sqlite_trouble(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            db = self._db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
                self.written += 1
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            self._give_up()
            raise sqlite_trouble(error, self.path) from error

    def _give_up(self) -> None:
        """A connection keeps to what it found, a disk that could not be written among it: the next one looks again."""
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
