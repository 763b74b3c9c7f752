"""The data folder: can it be written, is there room, does SQLite work there, are games and facts intact?"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion import CompanionError
from companion.contract import Games
from companion.doctor.findings import Finding, broken, missing, ok
from companion.files import is_there
from companion.keeping.fallen import fallen_games
from companion.keeping.snapshot import snapshot
from companion.keeping.store import read_store
from companion.keeping.troubles import DamagedFile, StoreTrouble
from companion.settings.config import Config
from rules.core.words import words

ENOUGH_MIB = 200
TOO_LITTLE_MIB = 20


def check_config(config: Config) -> Iterator[Finding]:
    for problem in config.problems:
        yield broken("settings", problem.words, words("doctor.config_step"))
    if not config.problems:
        yield ok("settings", words("doctor.config"))


def check_folder(path: Path) -> Finding:
    """Writes a real database beside the games, in the same way, and reads it back."""
    if not path.exists():
        return _judge_unmade(path)
    try:
        with tempfile.TemporaryDirectory(prefix=".doctor-", dir=path) as scratch:
            _write_and_read(Path(scratch) / "try.sqlite")
        free = shutil.disk_usage(path).free // 2**20
    except (OSError, sqlite3.Error) as error:
        said = words("doctor.data_broken", folder=str(path), reason=str(error))
        return broken("data folder", said, words("doctor.data_step"))
    if free < TOO_LITTLE_MIB:
        return broken("data folder", words("doctor.data_full", folder=str(path), free=free), words("doctor.room_step"))
    if free < ENOUGH_MIB:
        return missing("data folder", words("doctor.data_low", folder=str(path), free=free), words("doctor.room_step"))
    return ok("data folder", words("doctor.data", folder=str(path), free=free))


def _judge_unmade(path: Path) -> Finding:
    """Tries in the folder above whether this one could be made; checking permissions alone is not reliable."""
    above = next((parent for parent in path.parents if parent.exists()), Path("/"))
    try:
        with tempfile.TemporaryDirectory(prefix=".doctor-", dir=above):
            return ok("data folder", words("doctor.data_unmade", folder=str(path)))
    except OSError as error:
        said = words("doctor.data_broken", folder=str(path), reason=f"{above}: {error.strerror}")
        return broken("data folder", said, words("doctor.data_step"))


def _write_and_read(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise sqlite3.OperationalError(f"expected WAL on this disk, got {mode!r}")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE t (x)")
        db.execute("INSERT INTO t VALUES (1)")
    with closing(sqlite3.connect(path)) as db:
        if db.execute("SELECT x FROM t").fetchall() != [(1,)]:
            raise sqlite3.OperationalError("expected to read back what was written")


def check_games(path: Path) -> Finding:
    """Reads the games file without changing it."""
    if not path.exists():
        return ok("games", words("doctor.games_none"))
    try:
        with closing(snapshot(path)) as db:
            count = db.execute("SELECT count(*) FROM games").fetchone()[0]
    except DamagedFile:
        return broken("games", words("doctor.games_broken", file=str(path)), words("doctor.games_step"))
    except StoreTrouble as error:
        return broken("games", error.said, words("doctor.data_step"))
    return ok("games", words("doctor.games", n=count))


def check_table_games(games: Games) -> Iterator[Finding]:
    """Which games there are; broken ones are named and do not stop the others."""
    yield ok("table games", words("games.there", games=tuple(games.slugs)))
    for game in games.broken:
        yield missing(f"game {game.name}", game.why, words("games.step"))


def check_fallen(path: Path, games: Games) -> Iterator[Finding]:
    """Games on this box that failed, and have been neither played on nor updated since."""
    if not path.exists():
        return
    with closing(read_store(path.parent, games.rules)) as store:
        for number, fall in fallen_games(store, games.release_of).items():
            name = words(f"screen.game.{fall.game}") if fall.game in games else fall.game
            said = words("games.fallen", name=name, number=number, at=fall.at, why=fall.why)
            yield missing(f"game {number}", said, words("games.fallen_step", number=number))


def check_facts(folder: Path, games: Games) -> Iterator[Finding]:
    """The owner's facts for each game, read as the game reads them."""
    files = [(box, box.own_path()) for box in (game.box.at(folder) for game in games)]
    told = [(box, path) for box, path in files if is_there(path)]
    for box, path in told:
        try:
            box.document(str(path), folder)
        except CompanionError as error:
            yield broken("facts", words("doctor.facts_broken", reason=error.said), words("doctor.facts_step"))
        else:
            yield ok("facts", words("doctor.facts", file=str(path)))
    if not told:
        yield ok("facts", words("doctor.facts_none"))
