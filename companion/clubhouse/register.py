"""What the club keeps: results by game, which entries were heard, corrections with who and when, the host's settings.

A result is kept under the id of its game, and an entry under game and number: however often they come, they count once.
A game belongs to the box that spoke of it first. The broker still has every result: those that a damaged disk has lost
come back by themselves.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.club.messages import Event, Result, encode, format_moment
from companion.club.read_messages import read_result
from companion.clubhouse.result_corrections import (
    Change,
    Correction,
    Counted,
    TakeBack,
    count_up,
    read_change,
    values_of,
)
from companion.keeping.folder_lock import FolderLock
from companion.keeping.schema import Schema, is_json, is_json_or_null, is_moment, is_row_number, is_text
from companion.keeping.sqlite_file import SqliteFile
from companion.language.wording import Trouble
from rules.core.errors import InvalidValue
from rules.core.values import text
from rules.core.words import Words, words

logger = logging.getLogger(__name__)
T = TypeVar("T")

FILE = "club.sqlite"
LONGEST_WHO = 40
MOST_GAMES = 100  # that one box may begin in a day: nobody fills the disk
MOST_ENTRIES = 20_000  # of one game
MOST_CORRECTIONS = 100_000

SQL = """
CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, box TEXT NOT NULL, heard TEXT NOT NULL, result TEXT);
CREATE INDEX IF NOT EXISTS games_of_box ON games (box, heard);
CREATE TABLE IF NOT EXISTS entries (game TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, number))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS corrections
    (number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, change TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
REGISTER = Schema(
    SQL,
    {
        "corrections": (is_row_number, is_moment, is_text, is_json),
        "games": (is_text, is_text, is_moment, is_json_or_null),
        "settings": (is_text, is_text),
    },
    without_rowid=("entries",),
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a box has said that is to be kept."""

    box: str
    message: Result | Event


class Register(SqliteFile):
    def __init__(self, path: Path, lock: FolderLock) -> None:
        super().__init__(path, lock, REGISTER)
        self.changes = 0  # whoever has counted need not count again until this changes
        self._results: dict[str, Result] | None = None
        self._corrections: list[Correction] | None = None
        self._counted: tuple[int, Counted] | None = None

    def hear(self, heard: Iterable[Heard], now: datetime) -> list[tuple[Heard, Words]]:
        """Keeps all of it at once; answers what was set aside, and why."""
        refused: list[tuple[Heard, Words]] = []
        known = self._known_results()
        fresh = [one for one in heard if known.get(one.message.game) != one.message]
        if not fresh:
            return refused
        told: dict[str, Result] = {}
        with self._transaction() as db:
            for one in fresh:
                if (why := _refusal(db, one, now)) is not None:
                    refused.append((one, why))
                elif isinstance(one.message, Result):
                    body = encode(one.message).decode()
                    db.execute("UPDATE games SET result = ? WHERE game = ?", (body, one.message.game))
                    told[one.message.game] = one.message
                else:
                    row = (one.message.game, one.message.number)
                    db.execute("INSERT OR IGNORE INTO entries (game, number) VALUES (?, ?)", row)
        if told:  # only now: it is on disk
            known |= told
            self.changes += 1
        return refused

    def results(self) -> tuple[Result, ...]:
        return tuple(self._known_results().values())

    def counted(self) -> Counted:
        """Results as they count, with everything the host has set right."""
        if self._counted is None or self._counted[0] != self.changes:
            self._counted = (self.changes, count_up(self.results(), self.corrections()))
        return self._counted[1]

    def entries_of(self, game: str) -> int:
        """How many different entries of a game were heard."""
        with self._reading() as db:
            return int(db.execute("SELECT COUNT(*) FROM entries WHERE game = ?", (game,)).fetchone()[0])

    def correct(self, who: str, change: Change, now: datetime) -> Correction:
        """Keeps what the host says; raises ``Trouble`` where it is about nothing, and for a host without a name."""
        self._check(who, change)
        with self._transaction() as db:
            number = 1 + db.execute("SELECT COALESCE(MAX(number), 0) FROM corrections").fetchone()[0]
            said = json.dumps(values_of(change), ensure_ascii=False)
            db.execute(
                "INSERT INTO corrections (number, at, who, change) VALUES (?, ?, ?, ?)",
                (number, format_moment(now), who, said),
            )
        made = Correction(number, now, who, change)
        self._known_corrections().append(made)
        self.changes += 1
        return made

    def corrections(self) -> tuple[Correction, ...]:
        return tuple(self._known_corrections())

    def setting(self, name: str) -> str | None:
        with self._reading() as db:
            found = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def set_setting(self, name: str, value: str) -> None:
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def _check(self, who: str, change: Change) -> None:
        try:
            text(who, "who", LONGEST_WHO)
        except InvalidValue as error:
            raise Trouble(words("clubhouse.trouble.who", n=LONGEST_WHO)) from error
        known = self._known_corrections()
        if len(known) >= MOST_CORRECTIONS:
            raise Trouble(words("clubhouse.trouble.corrections", n=MOST_CORRECTIONS))
        if isinstance(change, TakeBack) and change.number not in {one.number for one in known}:
            raise Trouble(words("clubhouse.trouble.no_correction", n=change.number))
        game = getattr(change, "game", "")
        if game and game not in self._known_results():
            raise Trouble(words("clubhouse.trouble.no_game"))

    def _known_results(self) -> dict[str, Result]:
        if self._results is None:
            with self._reading() as db:
                rows = db.execute("SELECT result FROM games WHERE result IS NOT NULL ORDER BY heard, game").fetchall()
            found = (_read(partial(read_result, str(body).encode())) for (body,) in rows)
            self._results = {one.game: one for one in found if one is not None}
        return self._results

    def _known_corrections(self) -> list[Correction]:
        if self._corrections is None:
            with self._reading() as db:
                rows = db.execute("SELECT number, at, who, change FROM corrections ORDER BY number").fetchall()
            found = (_read(partial(_correction, *row)) for row in rows)
            self._corrections = [one for one in found if one is not None]
        return self._corrections


def _correction(number: int, at: str, who: str, change: str) -> Correction:
    return Correction(number, datetime.fromisoformat(at), who, read_change(json.loads(change)))


def _read(reader: Callable[[], T]) -> T | None:
    """A row that a disk has spoilt, or a later release has written, stays in the file and costs just itself."""
    try:
        return reader()
    except (ValueError, TypeError) as error:
        logger.warning("a row of the club's file cannot be read: %s", error)
        return None


def _refusal(db: sqlite3.Connection, heard: Heard, now: datetime) -> Words | None:
    """Why this is not kept, if it is not; a game that is new is noted as this box's."""
    message = heard.message
    if isinstance(message, Event) and message.number > MOST_ENTRIES:
        return words("clubhouse.aside.many_entries", n=MOST_ENTRIES)
    found = db.execute("SELECT box FROM games WHERE game = ?", (message.game,)).fetchone()
    if found is not None:
        return None if found[0] == heard.box else words("clubhouse.aside.other_box", other=str(found[0]))
    day = format_moment(now - timedelta(days=1))
    begun = db.execute("SELECT COUNT(*) FROM games WHERE box = ? AND heard > ?", (heard.box, day)).fetchone()[0]
    if begun >= MOST_GAMES:
        return words("clubhouse.aside.many_games", n=MOST_GAMES)
    row = (message.game, heard.box, format_moment(now))
    db.execute("INSERT INTO games (game, box, heard) VALUES (?, ?, ?)", row)
    return None


def open_register(lock: FolderLock) -> Register:
    """The club's file in a folder of its own that was locked."""
    return Register(lock.folder / FILE, lock)


def utc_now() -> datetime:
    return datetime.now(UTC)
