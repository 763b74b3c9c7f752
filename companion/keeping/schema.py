"""The tables of a SQLite file of ours, what a row of each looks like, and whether a later release has changed them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.keeping.troubles import NewerFile

Value: TypeAlias = int | float | str | bytes | None
Row: TypeAlias = tuple[Value, ...]
Shape: TypeAlias = tuple[Callable[[Value], bool], ...]

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")


@dataclass(frozen=True, slots=True)
class Schema:
    """``version`` is kept in the file as ``user_version``.

    A release that adds tables, or columns with a default, leaves it as it is: older ones read on. One that removes
    something or gives it another meaning raises it, so that older ones know why they cannot.
    """

    sql: str  # one CREATE ... IF NOT EXISTS after the other
    shapes: Mapping[str, Shape]  # by table; a row read from a damaged file goes to the first table that it fits
    without_rowid: tuple[str, ...] = ()  # tables whose rows cannot be read page by page
    rebuild: str = ""  # run on what was read from a damaged file
    version: int = 0

    def table_of(self, row: Row) -> str | None:
        for table, shape in self.shapes.items():
            if len(row) == len(shape) and all(fits(value) for fits, value in zip(shape, row, strict=True)):
                return table
        return None


def create_tables(db: sqlite3.Connection, schema: Schema) -> None:
    """Those that are not there yet."""
    for statement in schema.sql.split(";"):
        db.execute(statement)


def damage_of(db: sqlite3.Connection) -> str:
    """What SQLite finds wrong; empty if nothing.

    Not the quick check: that does not compare the index, by which entries are found, with the rows.
    """
    found = str(db.execute("PRAGMA integrity_check").fetchone()[0])
    return "" if found == "ok" else found


def refuse_newer(db: sqlite3.Connection, schema: Schema, path: Path) -> None:
    """A later release may have removed what we rely on; what it only added does no harm."""
    if db.execute("PRAGMA user_version").fetchone()[0] <= schema.version:
        return
    with closing(sqlite3.connect(":memory:")) as known:
        known.executescript(schema.sql)
        if not _columns(known) <= _columns(db):
            raise NewerFile(path)


def _columns(db: sqlite3.Connection) -> set[tuple[str, str]]:
    query = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    return set(db.execute(query).fetchall())


def text(raw: bytes) -> str:
    """A damaged letter must not keep the other rows from being read; whoever reads this one finds it."""
    return raw.decode("utf-8", "replace")


# What a value may be.


def is_row_number(value: Value) -> bool:
    """An INTEGER PRIMARY KEY: SQLite keeps it as the number of the row, and NULL in its column."""
    return value is None


def is_int(value: Value) -> bool:
    return type(value) is int


def is_text(value: Value) -> bool:
    return isinstance(value, str)


def is_json(value: Value) -> bool:
    try:
        json.loads(value if isinstance(value, str) else "")
    except (ValueError, RecursionError):
        return False
    return True


def is_json_or_null(value: Value) -> bool:
    return value is None or is_json(value)


def is_moment(value: Value) -> bool:
    return isinstance(value, str) and MOMENT.match(value) is not None


def is_anything(_: Value) -> bool:
    return True
