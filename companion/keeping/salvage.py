"""Reading a damaged games file as far as it goes into a fresh one; the damaged one is kept beside it.

Only whoever holds the lock of the folder mends: ``Held`` is asked for.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.files import keep_owner, sync, sync_folder
from companion.keeping.folder_lock import Held
from companion.keeping.schema import lay_out
from companion.keeping.sqlite_log import Row, rows
from companion.keeping.troubles import no_room, too_many
from vision.regular import read_plain

logger = logging.getLogger(__name__)

MOST_ASIDE = 1000
LARGEST = 1 << 30  # bytes that are read at once; a night takes some 100,000
PIECES = ("", "-wal", "-shm", "-journal")
KEPT = ("", "-wal")  # the rest SQLite makes anew
SLACK_BYTES = 64 * 1024  # for SQLite's notebook (32 KiB) and the first pages of the log
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")


def aside_name(path: Path) -> Path:
    """A name beside ``path`` that nothing has yet, for the file as it was."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for count in range(1, MOST_ASIDE):
        candidate = path.with_name(f"{path.stem}-damaged-{stamp}-{count}{path.suffix}")
        if not candidate.exists():
            return candidate
    raise too_many(path.parent)


def asides(path: Path) -> tuple[Path, ...]:
    """Every file that was set aside, the oldest first."""
    return tuple(sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}")))


def salvage(held: Held, path: Path, aside: Path) -> int:
    """Keeps the file at ``path`` as ``aside`` and puts what can be read of it into its place; the rows kept.

    A power cut on the way leaves the old file as it was, or the new one complete: see ``finish``. What goes wrong
    leaves the old file as it was, and nothing else.
    """
    fresh = salvaging(path)
    _discard(fresh)
    _look_for_room(path)
    try:
        _keep_as(path, aside)
        kept = _fill(fresh, content(path), content(_with(path, "-wal")))
        keep_owner(fresh, path)
        sync(fresh)
    except BaseException:
        _discard(fresh)
        _discard(aside)
        raise
    fresh.replace(_ready(path))
    sync_folder(path.parent)
    finish(held, path)
    return kept


def finish(held: Held, path: Path) -> None:  # noqa: ARG001 (whoever has the lock may do this, and nobody else)
    """Puts a salvaged file into its place, should one wait there: the log of the old one must be gone before."""
    if (found := ready(path)) is None:
        return
    for suffix in ("-wal", "-shm"):
        _with(path, suffix).unlink(missing_ok=True)
    found.replace(path)
    sync_folder(path.parent)


def ready(path: Path) -> Path | None:
    """The salvaged file, complete, that a power cut kept from its place."""
    return _ready(path) if _ready(path).exists() else None


def salvaging(path: Path) -> Path:
    """Where a new file is made; a power cut may leave it half done."""
    return _with(path, "-salvaged")


def _with(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _ready(path: Path) -> Path:
    return _with(path, "-ready")


def content(path: Path) -> bytes:
    """Of the file of games or its log, empty if it is not there; raises ``OSError``, also for what is no such file."""
    try:
        return read_plain(path, LARGEST)
    except FileNotFoundError:
        return b""


def _discard(path: Path) -> None:
    for suffix in PIECES:
        _with(path, suffix).unlink(missing_ok=True)


def _look_for_room(path: Path) -> None:
    """What is read of the old file fills a new one that is at most as large as it and its log."""
    needed = _size(path) + SLACK_BYTES
    if (free := shutil.disk_usage(path.parent).free) < needed:
        raise no_room(path.parent, needed, free)


def _size(path: Path) -> int:
    return sum(_with(path, suffix).stat().st_size for suffix in KEPT if _with(path, suffix).exists())


def _keep_as(path: Path, aside: Path) -> None:
    """Under another name as well, which takes no room; a stick that knows one name for a file only gets a copy."""
    for suffix in KEPT:
        if not (piece := _with(path, suffix)).exists():
            continue
        try:
            _with(aside, suffix).hardlink_to(piece)
        except OSError:
            shutil.copyfile(piece, _with(aside, suffix))
            keep_owner(_with(aside, suffix), piece)
            sync(_with(aside, suffix))
    sync_folder(path.parent)


def _fill(fresh: Path, file: bytes, log: bytes) -> int:
    kept = 0
    with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = MEMORY")  # it is nobody's yet: half of it is thrown away
        lay_out(db)
        db.execute("BEGIN")
        for number, row in rows(file, log):
            for (table, count), fits in SHAPES.items():
                if len(row) == count and fits(row):
                    kept += _insert(db, table, row if row[0] is not None else (number, *row[1:]))
                    break
        db.execute("INSERT OR IGNORE INTO games SELECT *, NULL, NULL FROM spares")
        db.execute("COMMIT")
    return kept


def _insert(db: sqlite3.Connection, table: str, row: Row) -> int:
    """1 if the row is new; the newest state of it came first."""
    marks = ", ".join("?" * len(row))
    try:
        return db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row).rowcount  # noqa: S608 (fixed names)
    except (sqlite3.Error, OverflowError) as error:
        logger.warning("a row of %s is left out: %s", table, error)
        return 0


def _is_game(row: Row) -> bool:
    return (
        row[0] is None
        and _are(row[1:6], str, int, int, str, str)
        and _is_json(row[4])
        and (row[7] is None or _is_json(row[7]))
    )


def _is_spare(row: Row) -> bool:
    return row[0] is None and _are(row[1:], str, int, int, str, str) and _is_json(row[4])


def _is_entry(row: Row) -> bool:
    return _are(row, int, int, int, str, str) and _is_json(row[4])


def _is_player(row: Row) -> bool:
    return _are(row, str, str) and MOMENT.match(str(row[1])) is not None


def _is_setting(row: Row) -> bool:
    return _are(row, str, str)


# What a row of each table looks like, by the number of its values; whichever fits first.
SHAPES: dict[tuple[str, int], Callable[[Row], bool]] = {
    ("games", 8): _is_game,
    ("spares", 6): _is_spare,
    ("entries", 5): _is_entry,
    ("players", 2): _is_player,
    ("settings", 2): _is_setting,
}


def _are(values: Row, *kinds: type) -> bool:
    return all(type(value) is kind for value, kind in zip(values, kinds, strict=True))


def _is_json(value: object) -> bool:
    try:
        json.loads(str(value))
    except (ValueError, RecursionError):
        return False
    return True
