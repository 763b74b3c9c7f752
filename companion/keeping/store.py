"""What is kept: games, their entries, the roster and the settings of the night, in one file.

Every entry is a committed transaction of its own, on disk before it is shown. Who writes has the lock of the folder;
who only reads (``read_store``) cannot write, mend or make anything.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.files import keep_owner, sync
from companion.keeping.folder_lock import FolderLock
from companion.keeping.game_row import FORMAT, FindRules, new_ident, setup_values, with_checksum
from companion.keeping.games_file import GamesFile
from companion.keeping.kept_games import KeptGames
from companion.keeping.kept_settings import MARKS, read_marks, with_newcomers, write_marks
from companion.keeping.people import PEOPLE, People, write_people
from companion.keeping.salvage import aside_name
from companion.keeping.snapshot import snapshot
from companion.keeping.troubles import StoreTrouble, folder_trouble, sqlite_trouble
from rules.core.game import Game, Setup
from rules.core.journal import Entry, encode_entry

FILE = "games.sqlite"
NEXT_ID = "SELECT MAX(COALESCE((SELECT MAX(id) FROM games), 0), COALESCE((SELECT MAX(game_id) FROM entries), 0)) + 1"
SETUP_COLUMNS = "id, game, format, rules_version, setup, started"
SCORING = "scoring"  # the setting in which older releases kept a table while it was only being scored
TRIED = "tried"  # the setting that is written when nothing else is to be, to see whether it can be


class ReadStore(KeptGames):
    """The games as they were when it was opened, in memory: nothing here reaches the disk."""

    def __init__(self, path: Path, rules: FindRules) -> None:
        self.path = path
        self.rules = rules
        self._memory = snapshot(path)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._memory
        except sqlite3.Error as error:
            raise sqlite_trouble(error, self.path) from error

    def close(self) -> None:
        self._memory.close()


class Store(GamesFile, KeptGames):
    """What the program keeps and asks for. Columns are named in what is written: a later release may have more."""

    def __init__(self, path: Path, rules: FindRules, lock: FolderLock, *, patient: bool = False) -> None:
        self.rules = rules
        super().__init__(path, lock, patient=patient)

    # Games.

    def new_game(self, game: Game[Any], setup: Setup, imported: str = "") -> int:
        """Keeps a new game and remembers who plays, and under which mark; the id to write entries under.

        ``imported``: the identity of a game that was played at another table.
        """
        with self._transaction() as db:
            return self._insert_game(db, game, setup, imported)

    def take_up(self, game: Game[Any], setup: Setup, entries: Sequence[Entry], setting: str) -> int:
        """What a setting held becomes a game with these entries, in one transaction: it is always one of both."""
        bodies = _bodies(game, entries)
        with self._transaction() as db:
            ident = self._insert_game(db, game, setup)
            _insert_entries(db, ident, entries, bodies)
            db.execute("DELETE FROM settings WHERE name = ?", (setting,))
        return ident

    def _insert_game(self, db: sqlite3.Connection, game: Game[Any], setup: Setup, imported: str = "") -> int:
        # Also past entries whose game was lost by damage: they must not become part of this one.
        ident, now = int(db.execute(NEXT_ID).fetchone()[0]), _now()
        text = json.dumps(setup_values(setup))
        # The set-up is kept twice, on other pages of the file: without it no entry of the game can be read.
        for table, body in (("games", text), ("spares", with_checksum(text, ident))):
            row = (ident, game.slug, FORMAT, game.rules_version, body, now)
            db.execute(f"INSERT INTO {table} ({SETUP_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608
        identity = (ident, imported or new_ident(), bool(imported))
        db.execute("INSERT OR REPLACE INTO identities (id, ident, is_imported) VALUES (?, ?, ?)", identity)
        self._remember(db, setup.players, now)
        return ident

    def _remember(self, db: sqlite3.Connection, names: Sequence[str], now: str) -> None:
        for name in names:
            db.execute("INSERT OR REPLACE INTO players (name, last_played) VALUES (?, ?)", (name, now))
        marks = write_marks(with_newcomers(read_marks(self.setting(MARKS)), names))
        db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (MARKS, marks))

    def change_setup(self, game_id: int, setup: Setup) -> None:
        """Another set-up under which all entries of a game hold: somebody has joined. See ``session.change_setup``."""
        with self._transaction() as db:
            _update_setup(db, game_id, setup)
            self._remember(db, setup.players, _now())

    def finish(self, game_id: int, result: Mapping[str, Any] | None) -> None:
        """Marks a game as ended with its result; None takes that back (an undo after the end).

        It ended when it was first scored, also where the count follows days later.
        """
        ended, text = (_now(), json.dumps(result, ensure_ascii=False)) if result is not None else (None, None)
        with self._transaction() as db:
            first = "ended = iif(?1 IS NULL, NULL, COALESCE(ended, ?1))"
            db.execute(f"UPDATE games SET {first}, result = ?2 WHERE id = ?3", (ended, text, game_id))  # noqa: S608

    # Their entries.

    def append(self, game: Game[Any], game_id: int, *entries: Entry, renewed: Setup | None = None) -> None:
        """Writes entries through to the disk, all or none; only then may they be shown.

        ``renewed``: the set-up by the rules of today, where earlier ones began the game. They are not to go on with it
        any more: they could not follow these entries.
        """
        bodies = _bodies(game, entries)
        with self._transaction() as db:
            _insert_entries(db, game_id, entries, bodies)
            if renewed is not None:
                _update_setup(db, game_id, renewed)
                for table in ("games", "spares"):
                    row = (game.rules_version, game_id)
                    db.execute(f"UPDATE {table} SET rules_version = ? WHERE id = ?", row)  # noqa: S608

    def drop_after(self, game_id: int, seq: int) -> None:
        """Forgets entries that cannot be read any more, and plays on after ``seq``; the file as it was is kept."""
        self.set_aside = self._as_it_is()
        with self._transaction() as db:
            db.execute("DELETE FROM entries WHERE game_id = ? AND seq > ?", (game_id, seq))
        self._clear_log()

    def _as_it_is(self) -> Path:
        """Where the file as it is now is kept; nothing of it is left if it cannot be."""
        aside = aside_name(self.path)
        try:
            with self._reading() as db:
                db.execute("VACUUM INTO ?", (str(aside),))
            keep_owner(aside, self.path)
            sync(aside)
        except BaseException as error:
            aside.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise folder_trouble(error, self.path.parent) from error
            raise
        return aside

    # The roster and the settings of the night.

    def set_setting(self, name: str, value: str) -> None:
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def drop_setting(self, name: str) -> None:
        with self._transaction() as db:
            db.execute("DELETE FROM settings WHERE name = ?", (name,))

    def set_people(self, people: People) -> None:
        """Another reading of who is who; whoever is renamed keeps the mark."""
        marks = read_marks(self.setting(MARKS))
        moved = {read: marks[written] for written, read in people.names.items() if written in marks}
        with self._transaction() as db:
            for name, value in ((PEOPLE, write_people(people)), (MARKS, write_marks({**moved, **marks}))):
                db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def takes_something(self) -> bool:
        """Whether the disk takes what is written, tried out."""
        try:
            self.set_setting(TRIED, _now())
        except StoreTrouble:
            return False
        return True


def read_store(folder: Path, rules: FindRules) -> ReadStore:
    """The games in a data folder, to look at; also while a program plays there, and where nothing can be written."""
    return ReadStore(folder / FILE, rules)


def open_store(lock: FolderLock, rules: FindRules, *, patient: bool = False) -> Store:
    """The one file of games in the data folder that was locked."""
    return Store(lock.folder / FILE, rules, lock, patient=patient)


def _bodies(game: Game[Any], entries: Sequence[Entry]) -> list[str]:
    return [with_checksum(json.dumps(encode_entry(game, entry), ensure_ascii=False), entry.seq) for entry in entries]


def _update_setup(db: sqlite3.Connection, game_id: int, setup: Setup) -> None:
    text = json.dumps(setup_values(setup))
    for table, body in (("games", text), ("spares", with_checksum(text, game_id))):
        db.execute(f"UPDATE {table} SET setup = ? WHERE id = ?", (body, game_id))  # noqa: S608


def _insert_entries(db: sqlite3.Connection, game_id: int, entries: Sequence[Entry], bodies: Sequence[str]) -> None:
    for entry, body in zip(entries, bodies, strict=True):
        row = (game_id, entry.seq, entry.at_ms, _now(), body)
        db.execute("INSERT INTO entries (game_id, seq, at_ms, written, body) VALUES (?, ?, ?, ?, ?)", row)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
