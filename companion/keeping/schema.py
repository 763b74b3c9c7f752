"""What the file of games is made of, and whether a later release has made it otherwise."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.keeping.troubles import NewerFile

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
CREATE TABLE IF NOT EXISTS spares (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    setup TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS players (name TEXT PRIMARY KEY, last_played TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
# ``user_version`` of the file. A release that adds tables, or columns with a default, leaves it: older ones read on.
# One that takes something away or gives it another meaning counts on, so that older ones know why they cannot.
LAYOUT = 0


def lay_out(db: sqlite3.Connection) -> None:
    """Makes the tables that are not there yet."""
    for statement in SCHEMA.split(";"):
        db.execute(statement)


def damage_of(db: sqlite3.Connection) -> str:
    """Nothing, or what SQLite finds wrong. Not the quick check: that does not compare the index, by which entries are
    found, with the rows."""
    found = str(db.execute("PRAGMA integrity_check").fetchone()[0])
    return "" if found == "ok" else found


def refuse_newer(db: sqlite3.Connection, path: Path) -> None:
    """A later release may have changed what we count on; what it only added does not disturb."""
    if db.execute("PRAGMA user_version").fetchone()[0] <= LAYOUT:
        return
    with closing(sqlite3.connect(":memory:")) as known:
        known.executescript(SCHEMA)
        if not _columns(known) <= _columns(db):
            raise NewerFile(path)


def _columns(db: sqlite3.Connection) -> set[tuple[str, str]]:
    query = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    return set(db.execute(query).fetchall())


def text(raw: bytes) -> str:
    """A spoilt letter is for the reader of that entry to find, not for everybody."""
    return raw.decode("utf-8", "replace")
