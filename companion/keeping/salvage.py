"""Reading a damaged SQLite file as far as it goes into a fresh one; the damaged one is kept beside it.

SQLite reads the rows, but is led to each page by us, so that neither the tree nor the index need be whole. Only whoever
holds the lock of the folder mends: ``Held`` is asked for.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.files import keep_owner, sync, sync_folder
from companion.keeping.folder_lock import Held
from companion.keeping.schema import Row, Schema, create_tables
from companion.keeping.sqlite_log import log_frames, page_size
from companion.keeping.troubles import no_room, too_many
from vision.safe_open import read_plain

logger = logging.getLogger(__name__)

MOST_ASIDE = 1000
LARGEST = 1 << 30  # bytes that are read at once; a night takes some 100,000
PIECES = ("", "-wal", "-shm", "-journal")
KEPT = ("", "-wal")  # SQLite makes the others anew
SLACK_BYTES = 64 * 1024  # for SQLite's notebook (32 KiB) and the first pages of the log
LEAF = 13  # the first byte of a page that holds rows of a table
MOST_COLUMNS = 9  # one more than any table of ours; their definition must fit on the smallest first page
MARK_BYTES = 10  # of a value that no row can hold, because nobody knows it beforehand; it fits there too


def aside_name(path: Path) -> Path:
    """A free name beside ``path``, for the file as it was."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for count in range(1, MOST_ASIDE):
        candidate = path.with_name(f"{path.stem}-damaged-{stamp}-{count}{path.suffix}")
        if not candidate.exists():
            return candidate
    raise too_many(path.parent)


def asides(path: Path) -> tuple[Path, ...]:
    """Every file that was set aside, the oldest first."""
    return tuple(sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}")))


def salvage(held: Held, path: Path, aside: Path, schema: Schema) -> int:
    """Keeps the file at ``path`` as ``aside`` and replaces it by what can be read of it. Returns the number of rows.

    A power cut on the way leaves the old file as it was, or the new one complete (see ``finish``). An error leaves the
    old file as it was, and nothing else.
    """
    fresh = salvaging(path)
    _discard(fresh)
    _look_for_room(path)
    try:
        _keep_as(path, aside)
        kept = _fill(fresh, schema, path)
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


def write_again(held: Held, db: sqlite3.Connection, path: Path) -> None:  # noqa: ARG001 (as ``finish``, which follows)
    """All that is in a file that was taken away while it was open, ready for its place."""
    fresh = salvaging(path)
    _discard(fresh)
    try:
        db.execute("VACUUM INTO ?", (str(fresh),))
        keep_owner(fresh, path)
        sync(fresh)
    except BaseException:
        _discard(fresh)
        raise
    fresh.replace(_ready(path))
    sync_folder(path.parent)


def finish(held: Held, path: Path) -> None:  # noqa: ARG001 (whoever has the lock may do this, and nobody else)
    """Puts a complete salvaged file in its place, if there is one. The log of the old file must be gone first."""
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
    """Of the file or its log, empty if it is not there. Raises ``OSError``, also for what is no plain file.

    A link that leads nowhere is no missing file: what is kept lies on a disk that is not plugged in.
    """
    try:
        return read_plain(path, LARGEST)
    except FileNotFoundError:
        if any(place.is_symlink() and not place.exists() for place in (path, path.parent)):
            raise
        return b""


def _discard(path: Path) -> None:
    for suffix in PIECES:
        _with(path, suffix).unlink(missing_ok=True)


def _look_for_room(path: Path) -> None:
    """The new file is at most as large as the old one and its log."""
    needed = _size(path) + SLACK_BYTES
    if (free := shutil.disk_usage(path.parent).free) < needed:
        raise no_room(path.parent, needed, free)


def _size(path: Path) -> int:
    return sum(_with(path, suffix).stat().st_size for suffix in KEPT if _with(path, suffix).exists())


def _keep_as(path: Path, aside: Path) -> None:
    """By a hard link, which takes no room; a copy on a stick whose file system has none."""
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


def _fill(fresh: Path, schema: Schema, damaged: Path) -> int:
    kept = 0
    with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = MEMORY")  # nobody uses it yet: a half-made one is thrown away
        create_tables(db, schema)
        db.execute("BEGIN")
        for number, row in rows(content(damaged), content(_with(damaged, "-wal"))):
            if table := schema.table_of(row):
                kept += _insert(db, table, row if row[0] is not None else (number, *row[1:]))
        for table in schema.without_rowid:
            kept += sum(_insert(db, table, row) for row in _readable(damaged, table))
        db.execute(schema.rebuild)
        db.execute("COMMIT")
    return kept


def _insert(db: sqlite3.Connection, table: str, row: Row) -> int:
    """1 if the row is new; its newest state comes first."""
    marks = ", ".join("?" * len(row))
    try:
        return db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row).rowcount  # noqa: S608 (fixed names)
    except (sqlite3.Error, OverflowError) as error:
        logger.warning("a row of %s is left out: %s", table, error)
        return 0


def _readable(damaged: Path, table: str) -> Iterator[Row]:
    """Up to the first row that SQLite cannot read in the file alone; ``immutable``: it changes nothing there."""
    source = f"{damaged.absolute().as_uri()}?immutable=1"
    with suppress(sqlite3.Error), closing(sqlite3.connect(source, uri=True)) as db:
        yield from db.execute(f"SELECT * FROM {table}")  # noqa: S608 (fixed names)


def rows(file: bytes, log: bytes) -> Iterator[tuple[int, Row]]:
    """Number and values of every row that can be read, the newest state first; the same row may come again, older."""
    frames = log_frames(log)
    size = len(frames[0].content) if frames else page_size(file[16:18])
    in_file = {at // size + 1: file[at : at + size].ljust(size, b"\0") for at in range(0, len(file), size)}
    newest = in_file | {frame.page: frame.content for frame in frames if frame.page <= frames[-1].pages}
    older = [*((frame.page, frame.content) for frame in reversed(frames)), *in_file.items()]
    pages = [newest.get(number, bytes(size)) for number in range(1, max(newest, default=1) + 1)]
    # Older states go to the end: the pages that a long row refers to must keep their numbers.
    pages += [page for number, page in older if page is not newest.get(number)]
    return _page_rows(pages, size)


def _page_rows(pages: Sequence[bytes], size: int) -> Iterator[tuple[int, Row]]:
    """Each page read as a whole table. A column that a row does not have yields its default."""
    absent = secrets.token_bytes(MARK_BYTES)
    columns = ", ".join(f"c{number} DEFAULT x'{absent.hex()}'" for number in range(MOST_COLUMNS))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {size}")
        db.execute(f"CREATE TABLE page ({columns})")
        first = bytearray(db.serialize()[:size])
        first[28:32] = len(pages).to_bytes(4, "big")
        db.deserialize(b"".join((first, *pages[1:])))
        db.text_factory = _whole_text
        for number, page in enumerate(pages[1:], start=2):
            if page[0] == LEAF:
                db.execute("PRAGMA writable_schema = ON")
                db.execute("UPDATE sqlite_master SET rootpage = ?", (number,))
                db.execute("PRAGMA writable_schema = RESET")
                yield from _rows_of_page(db, absent)


def _rows_of_page(db: sqlite3.Connection, absent: bytes) -> Iterable[tuple[int, Row]]:
    """From both ends: one damaged row need not cost its neighbours."""
    found: dict[int, Row] = {}
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error):
            for number, *row in db.execute(f"SELECT rowid, * FROM page ORDER BY rowid {order}"):  # noqa: S608
                found.setdefault(number, tuple(value for value in row if value != absent))
    return found.items()


def _whole_text(raw: bytes) -> str | None:
    """None for invalid UTF-8: the row then fits no table, and is left out."""
    try:
        return raw.decode()
    except ValueError:
        return None
