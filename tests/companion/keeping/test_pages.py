"""Rows read page by page are those that SQLite reads: random real files of any page size, with and without a log."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.keeping.salvage import rows
from companion.keeping.schema import Row, Value
from companion.keeping.sqlite_log import has_header, hides_entries, log_frames

COLUMNS = 6  # no table of SQLite's own has so many

values = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, -1, 127, 128, -128, -129, 32768, 2**23, -(2**23), 2**31, 2**47, -(2**47) - 1]),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.binary(max_size=40),
    st.builds(lambda letter, count: letter * count, st.sampled_from("aä☕"), st.integers(0, 9000)),  # over many pages
)
row_lists = st.lists(st.tuples(*[values] * COLUMNS), min_size=1, max_size=25)
numbers = st.lists(st.integers(1, 25), max_size=8)
page_sizes = st.sampled_from([512, 1024, 4096, 8192])  # larger ones take long; one is an example below


def _written(
    path: Path, page_size: int, first: Sequence[Row], more: Sequence[Row], gone: Sequence[int]
) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA page_size = {page_size}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA secure_delete = ON")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    db.execute(f"CREATE TABLE t ({', '.join(f'c{n}' for n in range(COLUMNS))})")
    for row in (*first, *more):
        db.execute(f"INSERT INTO t VALUES ({', '.join('?' * COLUMNS)})", row)
    db.execute("CREATE INDEX i ON t (c0)")
    for number in gone:
        db.execute("DELETE FROM t WHERE rowid = ?", (number,))
    for row, number in zip(more, gone, strict=False):
        db.execute("UPDATE t SET c0 = ?, c1 = ? WHERE rowid = ?", (row[1], row[2], number + 1))
    return db


def _truth(db: sqlite3.Connection) -> dict[int, Row]:
    return {number: tuple(row) for number, *row in db.execute("SELECT rowid, * FROM t")}


def _ours(file: bytes, log: bytes) -> tuple[dict[int, Row], int]:
    """The newest state of each row, and how many were read in all."""
    found: dict[int, Row] = {}
    ours = [(number, row) for number, row in rows(file, log) if len(row) == COLUMNS]
    for number, row in ours:
        found.setdefault(number, row)
    return found, len(ours)


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _are_same(ours: dict[int, Row], truth: dict[int, Row]) -> bool:
    return all(all(map(_same, ours[number], row)) for number, row in truth.items())


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(page_sizes, row_lists, row_lists, numbers)
@example(65536, [(None, 1, 1.5, "a", b"b", 2**40)], [(None,) * COLUMNS], [])
@example(512, [(b"absent",) * COLUMNS], [(None,) * COLUMNS], [])  # was taken for a column that is not there
def test_a_file_and_its_log_are_read_as_sqlite_reads_them(
    page_size: int, first: list[Row], more: list[Row], gone: list[int]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "real.sqlite"
        with closing(_written(path, page_size, first, more, gone)) as db:
            truth = _truth(db)
            file, log = path.read_bytes(), path.with_name("real.sqlite-wal").read_bytes()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            alone = path.read_bytes()
    assert has_header(log)
    assert all(frame.counts for frame in log_frames(log))
    assert not hides_entries(file, log)
    ours, _ = _ours(file, log)
    assert truth.keys() <= ours.keys()
    assert _are_same(ours, truth)
    ours, count = _ours(alone, b"")
    assert (ours.keys(), count) == (truth.keys(), len(truth)), "each once, and nothing that was deleted"
    assert _are_same(ours, truth)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(page_sizes, row_lists, st.data())
def test_whatever_is_spoilt_the_reader_ends_and_gives_rows(
    page_size: int, first: list[Row], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "real.sqlite"
        with closing(_written(path, page_size, first, (), ())):
            file, log = bytearray(path.read_bytes()), bytearray(path.with_name("real.sqlite-wal").read_bytes())
    for piece in (file, log):
        for _ in range(data.draw(st.integers(0, 6))):
            if piece:
                piece[data.draw(st.integers(0, len(piece) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(log)))
    hides_entries(bytes(file), bytes(log[:cut]))
    assert all(isinstance(row, tuple) for _, row in rows(bytes(file), bytes(log[:cut])))


def test_a_row_that_leads_back_to_itself_is_read_no_further_than_its_length() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "real.sqlite"
        with closing(_written(path, 512, [("a" * 5000, *[None] * 5), ("b", *[None] * 5)], (), ())) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file = bytearray(path.read_bytes())
    assert _ours(bytes(file), b"")[1] == 2
    page = next(n for n in range(len(file) // 512) if file[n * 512 + 4 : n * 512 + 500] == b"a" * 496)
    file[page * 512 : page * 512 + 4] = (page + 1).to_bytes(4, "big")
    assert [row[0] for row in _ours(bytes(file), b"")[0].values()] == ["a" * 5000, "b"]
