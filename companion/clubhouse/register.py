"""What the club keeps: results by game, which entries arrived, corrections with who and when, the host's settings.

Results are keyed by game, entries by game and number: however often they arrive, they count once. A game belongs to the
box that first reported it. The broker still has every result, so those lost with a damaged disk come back.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.club.messages import Event, GameResult, encode, format_moment
from companion.club.read_messages import read_result
from companion.clubhouse.correction_values import read_change, values_of
from companion.clubhouse.mail import RefusedMessage, unfit
from companion.clubhouse.persons import PersonChange, check_known, check_person_change, persons_of
from companion.clubhouse.result_corrections import (
    Change,
    Correction,
    CorrectionUndone,
    Counted,
    count_up,
    entered_in,
    in_force,
)
from companion.clubhouse.seating.tonight import GuestHere, SeatingChange, Tonight, tonight_of
from companion.clubhouse.standings import night_of
from companion.clubhouse.written_results import ResultEntered, ResultSet
from companion.keeping.folder_lock import FolderLock
from companion.keeping.schema import Schema, is_json, is_json_or_null, is_moment, is_row_number, is_text
from companion.keeping.sqlite_file import SqliteFile
from companion.language.wording import Trouble
from companion.moments import read_moment
from rules.core.errors import InvalidValue
from rules.core.values import named, text
from rules.core.words import Words, words

logger = logging.getLogger(__name__)
T = TypeVar("T")

FILE = "club.sqlite"
LONGEST_WHO = 40
MOST_GAMES = 100  # that one box may begin in a day, so that none can fill the disk
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
class BoxMessage:
    """A message to be kept, and the box it came from."""

    box: str
    message: GameResult | Event


class Register(SqliteFile):
    """The club's one file; see above."""

    def __init__(self, path: Path, lock: FolderLock) -> None:
        super().__init__(path, lock, REGISTER)
        self.changes = 0  # counts changes; standings need not be counted again while it stays the same
        self._results: dict[str, GameResult] | None = None
        self._boxes: dict[str, str] = {}
        self._corrections: list[Correction] | None = None
        self._counted: tuple[int, Counted] | None = None
        self._tonight: tuple[tuple[int, date], Tonight] | None = None
        self.unread: list[RefusedMessage] = []  # rows of the file that are left out of everything

    def hear(self, heard: Iterable[BoxMessage], now: datetime) -> list[tuple[BoxMessage, Words]]:
        """Keeps all messages in one transaction; returns those refused, and why."""
        refused: list[tuple[BoxMessage, Words]] = []
        known = self._known_results()
        fresh = [one for one in heard if known.get(one.message.game) != one.message]
        if not fresh:
            return refused
        told: dict[str, GameResult] = {}
        boxes: dict[str, str] = {}
        with self._transaction() as db:
            for one in fresh:
                if (why := _kept_or_why_not(db, one, now)) is not None:
                    refused.append((one, why))
                elif isinstance(one.message, GameResult):
                    told[one.message.game], boxes[one.message.game] = one.message, one.box
        if told:  # only now: it is on disk
            known |= told
            self._boxes |= boxes
            self.changes += 1
        return refused

    def results(self) -> tuple[GameResult, ...]:
        """In the order in which they were heard: a table's clock may be wrong."""
        return tuple(self._known_results().values())

    def heard(self) -> dict[str, GameResult]:
        """By game, as reported or as entered by hand, without further corrections."""
        entered = entered_in(in_force(self._known_corrections()))
        return {**{one.game: one for one in entered}, **self._known_results()}

    def boxes(self) -> dict[str, str]:
        """Which box reported a game."""
        self._known_results()
        return self._boxes

    def counted(self) -> Counted:
        """Results with all of the host's corrections applied."""
        if self._counted is None or self._counted[0] != self.changes:
            self._counted = (self.changes, count_up(self.results(), self.corrections(), self.boxes()))
        return self._counted[1]

    def entries_of(self, game: str) -> int:
        """How many different entries of a game have arrived."""
        with self._reading() as db:
            return int(db.execute("SELECT COUNT(*) FROM entries WHERE game = ?", (game,)).fetchone()[0])

    def correct(self, who: str, change: Change, now: datetime) -> Correction:
        """Keeps a correction; raises ``Trouble`` if its game or correction does not exist, or ``who`` is no name."""
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

    def tonight(self, now: datetime) -> Tonight:
        """Who is here, and the rounds so far."""
        stamp = (self.changes, night_of(now))
        if self._tonight is None or self._tonight[0] != stamp:
            valid = [one for one in in_force(self._known_corrections()) if night_of(one.at) == stamp[1]]
            said = [(one.number, one.at, one.change) for one in valid]
            self._tonight = (stamp, tonight_of(said, self.counted().persons))
        return self._tonight[1]

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
        if isinstance(change, CorrectionUndone) and change.number not in {one.number for one in known}:
            raise Trouble(words("clubhouse.trouble.no_correction", n=change.number))
        if isinstance(change, PersonChange | SeatingChange):
            persons = persons_of(one.change for one in in_force(known))
            if isinstance(change, PersonChange):
                check_person_change(change, persons)
            elif isinstance(change, GuestHere):
                check_known(persons, change.person)
            return  # a game on the table now may be named: it has no result yet
        game = getattr(change, "game", "")
        if isinstance(change, ResultEntered):
            if game in self._known_results() or any(getattr(one.change, "game", "") == game for one in known):
                raise Trouble(words("clubhouse.trouble.entered"))
        elif game and game not in self.heard():
            raise Trouble(words("clubhouse.trouble.no_game"))
        if isinstance(change, ResultSet) and {one.was for one in change.players} != set(self._names_in(game)):
            raise Trouble(words("clubhouse.trouble.other_players"))

    def _names_in(self, game: str) -> list[str]:
        return [one.name for one in self.heard()[game].players]

    def _known_results(self) -> dict[str, GameResult]:
        if self._results is None:
            with self._reading() as db:
                query = "SELECT box, result FROM games WHERE result IS NOT NULL ORDER BY heard, game"
                rows = db.execute(query).fetchall()
            found = (self._read(partial(read_result, str(body).encode()), str(box), "result") for box, body in rows)
            self._results, self._boxes = {}, {}
            for (box, _), one in zip(rows, found, strict=True):
                if one is not None:
                    self._results[one.game], self._boxes[one.game] = one, str(box)
        return self._results

    def _known_corrections(self) -> list[Correction]:
        if self._corrections is None:
            with self._reading() as db:
                rows = db.execute("SELECT number, at, who, change FROM corrections ORDER BY number").fetchall()
            found = (self._read(partial(_correction, *row), str(row[2]), "correction") for row in rows)
            self._corrections = [one for one in found if one is not None]
        return self._corrections

    def _read(self, reader: Callable[[], T], whose: str, kind: str) -> T | None:
        """A row damaged on disk, or written by another release, stays in the file, is left out and is named."""
        try:
            return reader()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one row, the others are read
            logger.warning("leaving out a row of the club's file: %s of %s: %s", kind, named(whose), error)
            self.unread.append(RefusedMessage(named(whose), kind, words("clubhouse.aside.row", file=FILE)))
            return None


def _correction(number: int, at: str, who: str, change: str) -> Correction:
    return Correction(number, read_moment(at), who, read_change(json.loads(change)))


def _kept_or_why_not(db: sqlite3.Connection, heard: BoxMessage, now: datetime) -> Words | None:
    """None: it is kept. Whatever is wrong with one message, the others are kept."""
    try:
        return _keep(db, heard, now)
    except sqlite3.Error:  # the disk, not the message
        raise
    except Exception:
        logger.exception("a message from %s", heard.box)
        return words("clubhouse.aside.failed")


def _keep(db: sqlite3.Connection, heard: BoxMessage, now: datetime) -> Words | None:
    """Why this message is not kept, or None."""
    message = heard.message
    if isinstance(message, Event):
        if (why := _refusal(db, heard, now)) is None:
            db.execute("INSERT OR IGNORE INTO entries (game, number) VALUES (?, ?)", (message.game, message.number))
        return why
    try:
        body = encode(message).decode()
    except InvalidValue as error:  # it came in fewer bytes than we write it in
        return unfit(error)
    if (why := _refusal(db, heard, now)) is None:
        db.execute("UPDATE games SET result = ? WHERE game = ?", (body, message.game))
    return why


def _refusal(db: sqlite3.Connection, heard: BoxMessage, now: datetime) -> Words | None:
    """Why this message is not kept, or None; a new game is noted as this box's."""
    message = heard.message
    if isinstance(message, Event) and message.number > MOST_ENTRIES:
        return words("clubhouse.aside.many_entries", n=MOST_ENTRIES)
    found = db.execute("SELECT box FROM games WHERE game = ?", (message.game,)).fetchone()
    if found is not None:
        return None if found[0] == heard.box else words("clubhouse.aside.other_box", other=str(found[0]))
    day = format_moment(now - timedelta(days=1))
    at = format_moment(now)
    query = "SELECT COUNT(*) FROM games WHERE box = ? AND heard > ? AND heard <= ?"  # not what a clock ahead has heard
    if db.execute(query, (heard.box, day, at)).fetchone()[0] >= MOST_GAMES:
        return words("clubhouse.aside.many_games", n=MOST_GAMES)
    row = (message.game, heard.box, at)
    db.execute("INSERT INTO games (game, box, heard) VALUES (?, ?, ?)", row)
    return None


def open_register(lock: FolderLock) -> Register:
    """The club's file, in its own locked folder."""
    return Register(lock.folder / FILE, lock)


def utc_now() -> datetime:
    return datetime.now(UTC)
