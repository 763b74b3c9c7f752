"""The file of games at one moment, copied into memory for readers. Creates and changes no file.

SQLite's read-only mode alone is not enough: where nobody has the file open it makes a log and an index beside it and
leaves them there (3.40), which locks the box out if they are somebody else's; and where it may not make them it
cannot read at all. So it is used while a program plays there, which has made both. Otherwise the file and the log a
power cut left are copied, and SQLite reads the copy.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from companion.keeping.folder_lock import is_in_use
from companion.keeping.games_file import GAMES
from companion.keeping.salvage import content, ready
from companion.keeping.schema import create_tables, damage_of, refuse_newer, text
from companion.keeping.sqlite_log import hides_entries
from companion.keeping.storage_places import MEMORY
from companion.keeping.troubles import DamagedFile, StoreTrouble, is_damage, sqlite_trouble, unreadable
from rules.core.words import words

TRIES = 5
PAUSE_S = 0.05
Stamp = tuple[int, int, int]


def snapshot(path: Path) -> sqlite3.Connection:
    """All that is kept there; what is damaged is said, and stays as it is. No file is no games."""
    try:
        return _sound(path)
    except DamagedFile:
        time.sleep(PAUSE_S)  # a program that begins or ends just now may have changed it while it was copied
        return _sound(path)


def _sound(path: Path) -> sqlite3.Connection:
    if hides_something(path):
        raise DamagedFile(path)
    db = copy_of(path)
    try:
        if damage_of(db):
            raise DamagedFile(path)
        refuse_newer(db, GAMES, path)
        create_tables(db, GAMES)
    except sqlite3.Error as error:
        db.close()
        raise _trouble(error, path) from error
    except StoreTrouble:
        db.close()
        raise
    return db


def copy_of(path: Path) -> sqlite3.Connection:
    """The same whether it is whole or not, as far as SQLite takes it: for whoever looks for a fault."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.text_factory = text
    try:
        _copy(path, db)
    except StoreTrouble:
        db.close()
        raise
    return db


def _copy(path: Path, target: sqlite3.Connection) -> None:
    try:
        for _ in range(TRIES):
            if _is_copied(path, target):
                return
            time.sleep(PAUSE_S)
    except sqlite3.Error as error:
        raise _trouble(error, path) from error
    except OSError as error:
        raise unreadable(error, path) from error
    raise StoreTrouble(words("keeping.locked", file=str(path)))


def hides_something(path: Path) -> bool:
    """Whether SQLite would pass over what a power cut or a bad card left in the log, without a word."""
    if is_in_use(path.parent):
        return False  # whoever plays there has looked, and writes on
    try:
        file, log = content(path), content(path.with_name(f"{path.name}-wal"))
    except OSError as error:
        raise unreadable(error, path) from error
    return bool(log) and hides_entries(file, log)


def _is_copied(path: Path, target: sqlite3.Connection) -> bool:
    """False: somebody wrote, or began or ended to, meanwhile."""
    source = ready(path) or path
    log, index = (source.with_name(source.name + suffix) for suffix in ("-wal", "-shm"))
    if is_in_use(path.parent) and log.exists() and index.exists():
        return _is_copied_in_use(path, target)
    before = _stamp(source), _stamp(log)
    file, frames = content(source), content(log)
    return before == (_stamp(source), _stamp(log)) and _take(file, frames, target)


def _is_copied_in_use(path: Path, target: sqlite3.Connection) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source:
            source.backup(target)
    except sqlite3.OperationalError as error:
        if is_damage(error):
            raise
        return False
    return True


def _take(file: bytes, log: bytes, target: sqlite3.Connection) -> bool:
    """SQLite itself puts file and log together: in memory where that can be, else where such things usually lie."""
    if not file and not log:
        return True
    place = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else None
    with tempfile.TemporaryDirectory(prefix="table-companion-", dir=place) as folder:
        copy = Path(folder) / "games.sqlite"
        copy.write_bytes(file)
        if log:
            copy.with_name("games.sqlite-wal").write_bytes(log)
        with closing(sqlite3.connect(copy)) as source:
            source.backup(target)
    return True


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns


def _trouble(error: sqlite3.Error, path: Path) -> StoreTrouble:
    is_spoilt = is_damage(error) or not isinstance(error, sqlite3.OperationalError)
    return DamagedFile(path) if is_spoilt else sqlite_trouble(error, path)
