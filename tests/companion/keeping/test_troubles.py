"""What is wrong with a disk, a file or a game, in the words that people read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.keeping import troubles
from companion.keeping.troubles import FallenGame, is_damage, no_room, sqlite_trouble
from rules.core.words import Words, words

PATH = Path("/games/games.sqlite")


def failed(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "damage", "said"),
    [
        (sqlite3.SQLITE_CORRUPT, True, words("keeping.damaged", file=str(PATH))),
        (sqlite3.SQLITE_NOTADB, True, words("keeping.damaged", file=str(PATH))),
        (sqlite3.SQLITE_FULL, False, words("keeping.full", folder="/games")),
        (sqlite3.SQLITE_READONLY_ROLLBACK, False, words("keeping.read_only", folder="/games")),
        (sqlite3.SQLITE_CANTOPEN, False, words("keeping.read_only", folder="/games")),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, False, words("keeping.locked", file=str(PATH))),
        (sqlite3.SQLITE_LOCKED, False, words("keeping.locked", file=str(PATH))),
        (sqlite3.SQLITE_IOERR, False, words("keeping.other", file=str(PATH), reason="why")),
    ],
)
def test_what_sqlite_says(code: int, damage: bool, said: Words) -> None:
    assert is_damage(failed(code)) is damage
    assert sqlite_trouble(failed(code), PATH).said == said


def test_an_error_of_input_on_a_full_disk_is_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(troubles, "_is_full", lambda folder: folder == PATH.parent)
    assert sqlite_trouble(failed(sqlite3.SQLITE_IOERR), PATH).said == words("keeping.full", folder="/games")


def test_an_error_of_python_itself_is_no_damage() -> None:
    assert not is_damage(sqlite3.ProgrammingError("closed"))


def test_a_fallen_game_says_at_which_entry() -> None:
    assert FallenGame(12, 7).said == words("keeping.fallen_game", number=12, n=7)


def test_room_is_told_so_that_it_holds() -> None:
    said = no_room(Path("/games"), 2_000_001, 1_999_999).said
    assert said == words("keeping.no_room", folder="/games", needed=3, free=1)
