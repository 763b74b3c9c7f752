"""What is kept: games, their entries, the roster and the settings of the night, in one file.

Every entry is a committed transaction of its own, on disk before it is shown.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from companion.keeping.checksums import has_checksum, with_checksum, without_checksum
from companion.keeping.game_row import FORMAT, FindRules, GameRow, UnreadGame, read_row, setup_values, slim
from companion.keeping.games_file import GamesFile
from companion.keeping.salvage import aside_name, asides
from companion.keeping.troubles import NewerGame, StoreTrouble
from companion.language.wording import Trouble
from rules.core.game import Game, Setup
from rules.core.journal import Entry, decode_entry, encode_entry
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

NEXT_ID = "SELECT MAX(COALESCE((SELECT MAX(id) FROM games), 0), COALESCE((SELECT MAX(game_id) FROM entries), 0)) + 1"
GAMES = (
    "SELECT id, format, rules_version, setup, started, ended, result,"
    " (SELECT COUNT(*) FROM entries WHERE game_id = games.id), (SELECT setup FROM spares WHERE id = games.id)"
    " FROM games"
)
SETUP_COLUMNS = "id, game, format, rules_version, setup, started"
SCORING = "scoring"  # the setting that holds a table while it is only being scored
TRIED = "tried"  # the setting that is written when nothing else is to be, to see whether it can be


class Store(GamesFile):
    """What the program keeps and asks for. Columns are named in what is written: a later release may have more."""

    def __init__(self, path: Path, rules: FindRules, *, patient: bool = False) -> None:
        """``rules``: finds the rules of a game by its slug; a game without any is kept, and left alone."""
        self.rules = rules
        super().__init__(path, patient=patient)

    # Games.

    def new_game(self, game: Game[Any], setup: Setup, result: Mapping[str, Any] | None = None) -> int:
        """Keeps a new game and remembers who plays; the id to write entries under.

        With a ``result`` it is one that nobody followed and that was only scored; what was kept meanwhile goes.
        """
        now = _now()
        with self._transaction() as db:
            # Also past entries whose game was lost by damage: they must not become part of this one.
            ident = db.execute(NEXT_ID).fetchone()[0]
            text = json.dumps(setup_values(setup))
            # The set-up is kept twice, on other pages of the file: without it no entry of the game can be read.
            for table, body in (("games", text), ("spares", with_checksum(text, ident))):
                row = (ident, game.slug, FORMAT, game.rules_version, body, now)
                db.execute(f"INSERT INTO {table} ({SETUP_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608
            for name in setup.players:
                db.execute("INSERT OR REPLACE INTO players (name, last_played) VALUES (?, ?)", (name, now))
            if result is not None:
                ended = (now, json.dumps(result, ensure_ascii=False), ident)
                db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", ended)
                db.execute("DELETE FROM settings WHERE name = ?", (SCORING,))
        return int(ident)

    def finish(self, game_id: int, result: Mapping[str, Any] | None) -> None:
        """Marks a game as ended with its result; None takes that back (an undo after the end)."""
        ended, text = (_now(), json.dumps(result, ensure_ascii=False)) if result is not None else (None, None)
        with self._transaction() as db:
            db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", (ended, text, game_id))

    def games(self) -> tuple[GameRow, ...]:
        """Every game that can be read, the newest first; each as a list shows it (``slim``), for there may be many."""
        return tuple(slim(row) for row in self._rows() if isinstance(row, GameRow))

    def game(self, game_id: int) -> GameRow:
        with self._reading() as db:
            row = db.execute(f"{GAMES} WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise Trouble(words("keeping.no_game", number=game_id))
        match read_row(row, self.rules):
            case GameRow() as game:
                return game
            case UnreadGame(is_newer=True):
                raise NewerGame
            case UnreadGame():
                raise Trouble(words("keeping.lost_game"))

    def unfinished(self) -> GameRow | None:
        """The newest game that was followed, if it has not ended: the one to continue."""
        followed = "WHERE ended IS NULL OR EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)"
        with self._reading() as db:
            row = db.execute(f"{GAMES} {followed} ORDER BY id DESC LIMIT 1").fetchone()
        newest = None if row is None else read_row(row, self.rules)
        return newest if isinstance(newest, GameRow) and newest.ended is None else None

    def unread(self) -> tuple[Words, ...]:
        """What is to be said about games that are kept and cannot be read."""
        with self._reading() as db:
            query = "SELECT COUNT(DISTINCT game_id) FROM entries WHERE game_id NOT IN (SELECT id FROM games)"
            orphans = db.execute(query).fetchone()[0]
        found = [row for row in self._rows() if isinstance(row, UnreadGame)]
        newer = sum(row.is_newer for row in found)
        lost = len(found) - newer + orphans
        file = (*asides(self.path), self.path)[0]  # the oldest one has most of them
        said = []
        if newer:
            said.append(words("keeping.newer_games", n=newer))
        if lost:
            said.append(words("keeping.lost_games", n=lost, file=str(file)))
        return tuple(said)

    def _rows(self) -> Iterator[GameRow | UnreadGame]:
        with self._reading() as db:
            rows = db.execute(f"{GAMES} ORDER BY id DESC")
            yield from (read_row(row, self.rules) for row in rows)

    def is_played(self, now: datetime, hours: int) -> bool:
        """Whether a game that is not over was touched within so many hours."""
        query = "SELECT MAX(written) FROM entries JOIN games ON games.id = game_id WHERE ended IS NULL"
        with self._reading() as db:
            row = db.execute(query).fetchone()
        return row[0] is not None and row[0] > (now - timedelta(hours=hours)).isoformat(timespec="seconds")

    # Their entries.

    def append(self, game: Game[Any], game_id: int, *entries: Entry) -> None:
        """Writes entries through to the disk, all or none; only then may they be shown."""
        bodies = [
            with_checksum(json.dumps(encode_entry(game, entry), ensure_ascii=False), entry.seq) for entry in entries
        ]
        with self._transaction() as db:
            for entry, body in zip(entries, bodies, strict=True):
                row = (game_id, entry.seq, entry.at_ms, _now(), body)
                db.execute("INSERT INTO entries (game_id, seq, at_ms, written, body) VALUES (?, ?, ?, ?, ?)", row)

    def entries(self, game: Game[Any], game_id: int) -> tuple[Entry, ...]:
        """The entries of a game in order, up to the first that is missing or spoilt.

        Raises ``NewerGame`` for one that is as it was written and that these rules do not know.
        """
        query = "SELECT seq, at_ms, body FROM entries WHERE game_id = ? ORDER BY seq"
        with self._reading() as db:
            rows = db.execute(query, (game_id,)).fetchall()
        found: list[Entry] = []
        for seq, at_ms, body in rows:
            if seq != len(found) + 1:
                logger.warning("game %d: entry %d is missing; what follows is left out", game_id, len(found) + 1)
                break
            try:
                found.append(decode_entry(game, seq, int(at_ms), json.loads(without_checksum(body, seq))))
            except (ValueError, TypeError, RecursionError) as error:
                if has_checksum(body, seq):
                    raise NewerGame from error
                logger.warning("game %d: entry %d cannot be read (%s); it ends there", game_id, seq, error)
                break
        return tuple(found)

    def times(self, game_id: int) -> tuple[int, ...]:
        """When the entries of a game were written, by the clock of the box they were written on."""
        with self._reading() as db:
            rows = db.execute("SELECT at_ms FROM entries WHERE game_id = ? ORDER BY seq", (game_id,)).fetchall()
        return tuple(_whole(at_ms) for (at_ms,) in rows)

    def all_times(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The same, game by game."""
        with self._reading() as db:
            rows = db.execute("SELECT game_id, at_ms FROM entries ORDER BY game_id, seq")
            for ident, some in groupby(rows, key=itemgetter(0)):
                yield ident, tuple(_whole(at_ms) for _, at_ms in some)

    def drop_after(self, game_id: int, seq: int) -> None:
        """Forgets entries that cannot be read any more, and plays on after ``seq``; the file as it was is kept."""
        self.set_aside = aside_name(self.path)
        with self._reading() as db:
            db.execute("VACUUM INTO ?", (str(self.set_aside),))
        with self._transaction() as db:
            db.execute("DELETE FROM entries WHERE game_id = ? AND seq > ?", (game_id, seq))
        self._clear_log()

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
            db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def drop_setting(self, name: str) -> None:
        with self._transaction() as db:
            db.execute("DELETE FROM settings WHERE name = ?", (name,))

    def takes_something(self) -> bool:
        """Whether the disk takes what is written, tried out."""
        try:
            self.set_setting(TRIED, _now())
        except StoreTrouble:
            return False
        return True


def open_store(folder: Path, rules: FindRules, *, patient: bool = False) -> Store:
    """The one file of games in a data folder."""
    return Store(folder / "games.sqlite", rules, patient=patient)


def _whole(at_ms: Any) -> int:
    return at_ms if isinstance(at_ms, int) else 0


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
