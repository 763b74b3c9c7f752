"""What is kept: one SQLite file with games, their entries, the roster and the settings of the night.

Every entry is a committed transaction of its own, on disk before it is shown. A damaged file is set aside, never
thrown away, and read as far as it goes.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.errors import CompanionError
from companion.keeping.leaves import hides_entries
from companion.keeping.salvage import finish, salvage
from rules.core.game import Game, Setup
from rules.core.journal import Entry, decode_entry, encode_entry
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

FORMAT = 1

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

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what was deleted is not there to be salvaged
    "wal_autocheckpoint = 200",  # pages: a short log is read quickly after a power cut
)
NEXT_ID = "SELECT MAX(COALESCE((SELECT MAX(id) FROM games), 0), COALESCE((SELECT MAX(game_id) FROM entries), 0)) + 1"
GAMES = (
    "SELECT id, game, rules_version, setup, started, ended, result,"
    " (SELECT COUNT(*) FROM entries WHERE game_id = games.id), (SELECT setup FROM spares WHERE id = games.id)"
    " FROM games"
)
SETUP_COLUMNS = "id, game, format, rules_version, setup, started"
LONG_AGO = "1970-01-01T00:00:00+00:00"
TRIED = "tried"  # the setting that is written when nothing else is to be, to see whether it can be
SEAL = re.compile(r', "sum": (\d{1,10})\}$')


class StoreTrouble(CompanionError):
    """The disk does not take what must be kept: full, read-only or gone. ``words`` say so to the players."""

    def __init__(self, text: str, said: Words | None = None) -> None:
        super().__init__(text)
        self.words = said


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as the list of games shows it."""

    id: int
    game: str
    rules_version: int
    setup: Setup
    started: str
    ended: str | None
    result: dict[str, Any] | None
    entries: int


class Store:
    """Opened by the main thread, used by it alone. A connection that failed is opened anew the next time."""

    def __init__(self, path: Path, *, patient: bool = False) -> None:
        """``patient``: a disk that cannot be used now is said when something is to be read or kept."""
        self.path = path
        self.set_aside: Path | None = None  # where a damaged file is kept
        self.is_moved = False
        self._connection: sqlite3.Connection | None = None
        try:
            self._open()
        except StoreTrouble as error:
            if not patient:
                raise
            logger.warning("%s", error)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._connection or self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            finish(self.path)
            self._connection = self._sound() or self._mended()
        except sqlite3.Error as error:
            raise _trouble(error, self.path) from error
        except OSError as error:
            raise _no_folder(error, self.path) from error
        return self._connection

    def _sound(self) -> sqlite3.Connection | None:
        """None if the file is damaged; whatever else is wrong is raised."""
        log = self.path.with_name(f"{self.path.name}-wal")
        if log.exists() and hides_entries(log.read_bytes()):
            logger.warning("the log of the games file is damaged in the middle")
            return None
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not _is_damage(error):
                raise
            logger.warning("the games file is damaged: %s", error)
            return None

    def _mended(self) -> sqlite3.Connection:
        self.set_aside = _free_name(self.path)
        kept = salvage(self.path, self.set_aside, SCHEMA)
        logger.warning("set aside as %s, %d rows kept", self.set_aside.name, kept)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        db.text_factory = _text  # a spoilt letter is for the reader of that entry to find, not for everybody
        try:
            for pragma in PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            if (found := db.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
            for statement in SCHEMA.split(";"):
                db.execute(statement)
        except sqlite3.Error:
            db.close()
            raise
        return db

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def move(self, folder: Path) -> None:
        """Everything that can be read goes to another folder; from now on it is kept there, beside what was there."""
        path = _free_folder(folder, self.path.name) / self.path.name
        self._give_up()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for suffix in ("", "-wal"):
                piece = self.path.with_name(self.path.name + suffix)
                if piece.exists():
                    shutil.copyfile(piece, path.with_name(path.name + suffix))
        except OSError as error:
            raise _no_folder(error, path) from error
        there = Store(path)
        self.path, self._connection, self.is_moved = path, there._connection, True

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._db
        except sqlite3.Error as error:
            self._give_up()
            raise _trouble(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            db = self._db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            self._give_up()
            raise _trouble(error, self.path) from error

    def _give_up(self) -> None:
        """A connection keeps to what it found, a disk that could not be written among it: the next one looks again."""
        try:
            self.close()
        except sqlite3.Error as error:
            logger.warning("could not be closed: %s", error)

    # Games and their entries.

    def new_game(self, game: Game[Any], setup: Setup, result: dict[str, Any] | None = None) -> int:
        """Keeps a new game and remembers who plays; the id to write entries under.

        With a ``result`` it is one that nobody followed and that was only scored.
        """
        now = _now()
        with self._transaction() as db:
            # Also past entries whose game was lost by damage: they must not become part of this one.
            ident = db.execute(NEXT_ID).fetchone()[0]
            text = json.dumps(_setup_values(setup))
            # The set-up is kept twice, on other pages of the file: without it no entry of the game can be read.
            for table, body in (("games", text), ("spares", sealed(text, ident))):
                row = (ident, game.slug, FORMAT, game.rules_version, body, now)
                db.execute(f"INSERT INTO {table} ({SETUP_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608
            for name in setup.players:
                db.execute("INSERT OR REPLACE INTO players VALUES (?, ?)", (name, now))
            if result is not None:
                ended = (now, json.dumps(result, ensure_ascii=False), ident)
                db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", ended)
        return int(ident)

    def append(self, game: Game[Any], game_id: int, *entries: Entry) -> None:
        """Writes entries through to the disk, all or none; only then may they be shown."""
        bodies = [sealed(json.dumps(encode_entry(game, entry), ensure_ascii=False), entry.seq) for entry in entries]
        with self._transaction() as db:
            for entry, body in zip(entries, bodies, strict=True):
                row = (game_id, entry.seq, entry.at_ms, _now(), body)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)

    def finish(self, game_id: int, result: dict[str, Any] | None) -> None:
        """Marks a game as ended with its result; None takes that back (an undo after the end)."""
        ended, text = (_now(), json.dumps(result, ensure_ascii=False)) if result is not None else (None, None)
        with self._transaction() as db:
            db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", (ended, text, game_id))

    def games(self) -> tuple[GameRow, ...]:
        """Every game that can be read, the newest first."""
        with self._reading() as db:
            rows = db.execute(f"{GAMES} ORDER BY id DESC").fetchall()
        return tuple(game for row in rows if (game := _game_row(row)) is not None)

    def game(self, game_id: int) -> GameRow:
        with self._reading() as db:
            row = db.execute(f"{GAMES} WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise CompanionError(f"there is no game {game_id}; `companion history` lists them")
        if (game := _game_row(row)) is None:
            raise CompanionError(f"game {game_id} cannot be read any more; the others are not touched by that")
        return game

    def unfinished(self) -> GameRow | None:
        """The newest game that was followed, if it has not ended: the one to continue."""
        followed = "WHERE ended IS NULL OR EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)"
        with self._reading() as db:
            row = db.execute(f"{GAMES} {followed} ORDER BY id DESC LIMIT 1").fetchone()
        newest = None if row is None else _game_row(row)
        return newest if newest is not None and newest.ended is None else None

    def is_played(self, now: datetime, hours: int) -> bool:
        """Whether a game that is not over was touched within so many hours."""
        row = self._db.execute(
            "SELECT MAX(written) FROM entries JOIN games ON games.id = game_id WHERE ended IS NULL"
        ).fetchone()
        return row[0] is not None and row[0] > (now - timedelta(hours=hours)).isoformat(timespec="seconds")

    def entries(self, game: Game[Any], game_id: int) -> tuple[Entry, ...]:
        """The entries of a game in order, up to the first that is missing or cannot be read."""
        query = "SELECT seq, at_ms, body FROM entries WHERE game_id = ? ORDER BY seq"
        with self._reading() as db:
            rows = db.execute(query, (game_id,)).fetchall()
        found: list[Entry] = []
        for seq, at_ms, body in rows:
            if seq != len(found) + 1:
                logger.warning("game %d: entry %d is missing; what follows is left out", game_id, len(found) + 1)
                break
            try:
                found.append(decode_entry(game, seq, int(at_ms), json.loads(unsealed(body, seq))))
            except (ValueError, TypeError, RecursionError) as error:
                logger.warning("game %d: entry %d cannot be read (%s); it ends there", game_id, seq, error)
                break
        return tuple(found)

    def times(self) -> dict[int, tuple[int, ...]]:
        """When the entries of each game were written, by the clock of the box they were written on."""
        found: dict[int, list[int]] = {}
        with self._reading() as db:
            rows = db.execute("SELECT game_id, at_ms FROM entries ORDER BY game_id, seq").fetchall()
        for ident, at_ms in rows:
            found.setdefault(ident, []).append(at_ms if isinstance(at_ms, int) else 0)
        return {ident: tuple(times) for ident, times in found.items()}

    def drop_after(self, game_id: int, seq: int) -> None:
        """Forgets entries that cannot be read any more, and plays on after ``seq``; the file as it was is kept."""
        self.set_aside = _free_name(self.path)
        with self._reading() as db:
            db.execute("VACUUM INTO ?", (str(self.set_aside),))
        with self._transaction() as db:
            db.execute("DELETE FROM entries WHERE game_id = ? AND seq > ?", (game_id, seq))
        self._clear_log()

    def _clear_log(self) -> None:
        """What was deleted must not come back, should the file have to be salvaged."""
        with self._reading() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # The roster and the settings of the night.

    def roster(self) -> tuple[str, ...]:
        """Names that have played, the latest first."""
        with self._reading() as db:
            rows = db.execute("SELECT name FROM players ORDER BY last_played DESC, name").fetchall()
        return tuple(str(name) for (name,) in rows)

    def setting(self, name: str, default: str = "") -> str:
        with self._reading() as db:
            row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return default if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def takes_something(self) -> bool:
        """Whether the disk takes what is written, tried out."""
        try:
            self.set_setting(TRIED, _now())
        except StoreTrouble:
            return False
        return True

    def wipe(self) -> None:
        """Forgets every game, name and setting, and what was set aside."""
        with self._transaction() as db:
            for table in ("entries", "games", "spares", "players", "settings"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 (fixed names)
        with self._reading() as db:
            db.execute("VACUUM")
        self._clear_log()
        for old in self.path.parent.glob(f"{self.path.stem}-damaged-*{self.path.suffix}*"):
            old.unlink(missing_ok=True)


def open_store(folder: Path, *, patient: bool = False) -> Store:
    """The one file of games in a data folder."""
    return Store(folder / "games.sqlite", patient=patient)


def sealed(body: str, seq: int) -> str:
    """The text of an entry with a sum at its end: a disk that spoils a letter must not change a game unnoticed."""
    return f'{body[:-1]}, "sum": {_sum(body, seq)}}}'


def unsealed(body: str, seq: int) -> str:
    """The text without its sum; ``ValueError`` if they do not belong together. Entries of old have none."""
    found = SEAL.search(body)
    if found is None:
        return body
    plain = f"{body[: found.start()]}}}"
    if int(found[1]) != _sum(plain, seq):
        raise ValueError("expected the sum that was written with it")
    return plain


def _sum(body: str, seq: int) -> int:
    return crc32(f"{seq} {body}".encode("utf-8", "surrogatepass"))


def _setup_values(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game,
        "players": list(setup.players),
        "start": setup.start,
        "options": dict(setup.options),
        "facts": dict(setup.facts),
        "table": dict(setup.table),
    }


def _game_row(row: tuple[Any, ...]) -> GameRow | None:
    """None, and a line in the log, for a game whose set-up cannot be read, nor the spare of it."""
    ident, game, rules_version, setup, started, ended, result, count, spare = row
    found = _read_setup(_intact(spare, ident)) or _read_setup(setup)
    if found is None:
        logger.warning("game %s cannot be read; it is left out", ident)
        return None
    outcome = _read_json(result)
    over = _moment(ended) if outcome else None
    return GameRow(ident, str(game), rules_version, found, _moment(started), over, outcome, count)


def _moment(text: Any) -> str:
    """As it was written; a spoilt one becomes a day long ago."""
    try:
        datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return LONG_AGO
    return str(text)


def _intact(spare: Any, ident: int) -> str | None:
    try:
        return unsealed(spare, ident)
    except (ValueError, TypeError):
        return None


def _read_setup(text: Any) -> Setup | None:
    values = _read_json(text)
    if values is not None:
        values.pop("sum", None)  # of a set-up that was rebuilt from its spare
    try:
        return None if values is None else Setup(**values | {"players": tuple(values["players"])})
    except (TypeError, KeyError):
        return None


def _read_json(text: Any) -> dict[str, Any] | None:
    try:
        values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _is_damage(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("malformed", "not a database", "corrupt"))


def _trouble(error: sqlite3.Error, path: Path) -> StoreTrouble:
    """What SQLite says, as it can be said to people."""
    text, folder = str(error), path.parent
    if "full" in text:
        said = words("keeping.full", folder=str(folder))
        return StoreTrouble(f"the disk of {folder} is full; make room or choose another data folder", said)
    if "readonly" in text or "unable to open" in text:
        said = words("keeping.read_only", folder=str(folder))
        return StoreTrouble(f"{folder} cannot be written to; choose another data folder", said)
    if "locked" in text:
        said = words("keeping.locked", file=str(path))
        return StoreTrouble(f"another program holds {path}; end it and try again", said)
    if _is_damage(error):
        said = words("keeping.damaged", file=str(path))
        return StoreTrouble(f"{path} is damaged; end the program and start it again, it is mended then", said)
    said = words("keeping.other", file=str(path), reason=text)
    return StoreTrouble(f"cannot write to {path}: {text}; choose another data folder", said)


def _no_folder(error: OSError, path: Path) -> StoreTrouble:
    reason = error.strerror or type(error).__name__
    said = words("keeping.no_folder", folder=str(path.parent), reason=reason)
    return StoreTrouble(f"cannot use {path.parent}: {reason}; choose another data folder", said)


def _free_folder(folder: Path, name: str) -> Path:
    """The folder, or one beside it: other games may be there already."""
    for count in range(1, 1000):
        candidate = folder if count == 1 else folder.with_name(f"{folder.name}-{count}")
        if not (candidate / name).exists():
            return candidate
    raise StoreTrouble(f"too many folders {folder}; move them away", words("keeping.too_many", folder=str(folder)))


def _free_name(path: Path) -> Path:
    """A name beside ``path`` that nothing has yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for count in range(1, 1000):
        candidate = path.with_name(f"{path.stem}-damaged-{stamp}-{count}{path.suffix}")
        if not candidate.exists():
            return candidate
    raise StoreTrouble(
        f"too many damaged files in {path.parent}; move them away", words("keeping.too_many", folder=str(path.parent))
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
