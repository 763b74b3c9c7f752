"""Reading a damaged games file as far as it goes into a fresh one; the damaged one is kept beside it."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

# Columns by table, in the order games must exist before their entries do.
TABLES = {
    "games": ("id", "game", "format", "rules_version", "setup", "started", "ended", "result"),
    "entries": ("game_id", "seq", "at_ms", "written", "body"),
    "players": ("name", "last_played"),
    "settings": ("name", "value"),
}
MOST_MISSES = 2000  # rows in a row that cannot be read before a table is taken to have ended


def salvage(path: Path, aside: Path, schema: str) -> int:
    """Keeps the file at ``path`` as ``aside`` and puts what can be read of it into its place; the rows kept.

    The new file takes the place of the old one in one step and complete: a power cut on the way leaves the old one.
    """
    for suffix in ("", "-wal", "-shm"):  # before anybody reads it: SQLite may tidy up a file it opens
        piece = path.with_name(path.name + suffix)
        if piece.exists():
            shutil.copyfile(piece, aside.with_name(aside.name + suffix))
    fresh_path = path.with_name(f"{path.name}-salvaged")
    fresh_path.unlink(missing_ok=True)
    fresh = sqlite3.connect(fresh_path, isolation_level=None)
    try:
        fresh.executescript(schema)
        fresh.execute("BEGIN")
        kept = sum(_copy(path, fresh, table, columns) for table, columns in TABLES.items())
        fresh.execute("COMMIT")
    finally:
        fresh.close()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    fresh_path.replace(path)
    return kept


def _copy(damaged: Path, fresh: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> int:
    kept = 0
    marks = ", ".join("?" * len(columns))
    for row in _rows(damaged, table, columns):
        try:
            fresh.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608 (fixed names)
            kept += 1
        except sqlite3.Error as error:
            logger.warning("a row of %s is left out: %s", table, error)
    return kept


def _rows(damaged: Path, table: str, columns: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Row by row, by number: a page that cannot be read costs its own rows only."""
    query = f"SELECT rowid, {', '.join(columns)} FROM {table}"  # noqa: S608 (fixed names)
    last, misses = 0, 0
    while misses < MOST_MISSES:
        try:
            db = sqlite3.connect(damaged)
            try:
                for row in db.execute(f"{query} WHERE rowid > ? ORDER BY rowid", (last + misses,)):
                    last, misses = row[0], 0
                    yield row[1:]
                return
            finally:
                db.close()
        except sqlite3.DatabaseError as error:
            if misses == 0:
                logger.warning("%s: unreadable after row %d (%s)", table, last, error)
            if "no such table" in str(error) or "not a database" in str(error):
                return
            misses += 1
