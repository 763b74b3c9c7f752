"""What can be wrong with the disk, the file of games or one game in it, as it can be said to people."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from companion.files import os_reason
from companion.language.wording import Trouble
from rules.core.words import words

FULL_BYTES = 64 * 1024


class StoreTrouble(Trouble):
    """The disk does not take what must be kept: full, read-only or gone."""


class NewerFile(StoreTrouble):
    """A later release has laid out the file otherwise; it is not touched."""

    def __init__(self, path: Path) -> None:
        super().__init__(words("keeping.newer_file", file=str(path)))


class DamagedFile(StoreTrouble):
    """For whoever only reads, and must not mend it."""

    def __init__(self, path: Path) -> None:
        super().__init__(words("keeping.damaged_here", file=str(path)))


class NewerGame(Trouble):
    """A later release wrote this game; it is not touched."""

    def __init__(self) -> None:
        super().__init__(words("keeping.newer_game"))


class FallenGame(Trouble):
    """The rules fail at an entry that is as it was written; nothing of the game is touched. 0: at its set-up."""

    def __init__(self, number: int, entry: int) -> None:
        super().__init__(words("keeping.fallen_game", number=number, n=entry))


def _code(error: sqlite3.Error) -> int | None:
    """SQLite's own result code, the extended ones brought down to the plain one; None: Python itself complains."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def sqlite_trouble(error: sqlite3.Error, path: Path) -> StoreTrouble:
    folder, file = str(path.parent), str(path)
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return StoreTrouble(words("keeping.full", folder=folder))
        case sqlite3.SQLITE_IOERR if _is_full(path.parent):  # SQLite says so when its notebook cannot grow
            return StoreTrouble(words("keeping.full", folder=folder))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return StoreTrouble(words("keeping.read_only", folder=folder))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreTrouble(words("keeping.locked", file=file))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreTrouble(words("keeping.damaged", file=file))
    return StoreTrouble(words("keeping.other", file=file, reason=str(error)))


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < FULL_BYTES
    except OSError:
        return False


def folder_trouble(error: OSError, folder: Path) -> StoreTrouble:
    return StoreTrouble(words("keeping.no_folder", folder=str(folder), reason=os_reason(error)))


def unreadable(error: OSError, path: Path) -> StoreTrouble:
    """For whoever only reads."""
    return StoreTrouble(words("keeping.unreadable", file=str(path), reason=os_reason(error)))


def too_many(folder: Path) -> StoreTrouble:
    return StoreTrouble(words("keeping.too_many", folder=str(folder)))


def no_room(folder: Path, needed: int, free: int) -> StoreTrouble:
    """A damaged file that cannot be mended for want of room; in whole megabytes, rounded so that it holds."""
    return StoreTrouble(
        words("keeping.no_room", folder=str(folder), needed=-(-needed // 1_000_000), free=free // 1_000_000)
    )
