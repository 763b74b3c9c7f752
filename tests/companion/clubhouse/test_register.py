"""What the club keeps: each message once, with who and when, despite damaged files and full disks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.club.messages import Event
from companion.clubhouse.register import FILE, MOST_ENTRIES, MOST_GAMES, BoxMessage, Register, open_register
from companion.clubhouse.result_corrections import CorrectionUndone, PlayerHidden, ResultVoided
from companion.keeping.folder_lock import FolderLock
from companion.keeping.troubles import NewerFile, StoreTrouble
from companion.language.wording import Trouble
from tests.companion.clubhouse.results import game_id, result

NOW = datetime(2026, 11, 14, 23, 0, tzinfo=UTC)
ONE = result(1, {"Ada": (1, 40), "Bo": (2, 30)})


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[FolderLock]:
    with FolderLock(tmp_path) as lock:
        yield lock


@pytest.fixture
def register(lock: FolderLock) -> Iterator[Register]:
    register = open_register(lock)
    yield register
    register.close()


def _events(box: str, *numbers: int, game: str = game_id(1)) -> list[BoxMessage]:
    return [BoxMessage(box, Event(game, number, NOW, {})) for number in numbers]


def _again(register: Register, lock: FolderLock) -> Register:
    register.close()
    return open_register(lock)


def test_a_result_counts_once_however_often_it_comes(register: Register, lock: FolderLock) -> None:
    for _ in range(3):
        assert register.hear([BoxMessage("box-1", ONE), BoxMessage("box-1", ONE)], NOW) == []
    assert register.results() == (ONE,)
    assert register.changes == 1
    again = _again(register, lock)
    assert again.results() == (ONE,)
    again.close()


def test_the_last_word_of_a_box_counts(register: Register) -> None:
    after = replace(ONE, entries=130)
    for message in (ONE, replace(ONE, withdrawn=True, ended=None), after):
        register.hear([BoxMessage("box-1", message)], NOW)
    assert register.results() == (after,)


def test_nobody_speaks_of_the_game_of_another_box(register: Register) -> None:
    register.hear(_events("box-1", 1), NOW)
    (refused,) = register.hear([BoxMessage("box-2", ONE)], NOW)
    assert refused[1].key == "clubhouse.aside.other_box"
    assert register.results() == ()


def test_entries_count_once(register: Register) -> None:
    register.hear(_events("box-1", 1, 2, 2, 3), NOW)
    register.hear(_events("box-1", 3, 1, 5), NOW)
    assert register.entries_of(game_id(1)) == 4


def test_a_box_cannot_fill_the_disk(register: Register) -> None:
    games = [BoxMessage("box-1", replace(ONE, game=game_id(number))) for number in range(MOST_GAMES + 2)]
    assert [why.key for _, why in register.hear(games, NOW)] == ["clubhouse.aside.many_games"] * 2
    assert not register.hear(games[-1:], NOW - timedelta(days=2)), "what a clock ahead has heard holds up nobody"
    assert register.hear([BoxMessage("box-2", replace(ONE, game="b" * 20))], NOW) == []
    assert register.hear([BoxMessage("box-1", replace(ONE, game="c" * 20))], NOW + timedelta(days=2)) == []
    assert [why.key for _, why in register.hear(_events("box-1", MOST_ENTRIES + 1), NOW)] == [
        "clubhouse.aside.many_entries"
    ]


def test_a_correction_says_who_and_when(register: Register, lock: FolderLock) -> None:
    register.hear([BoxMessage("box-1", ONE)], NOW)
    register.correct("Uli", ResultVoided(ONE.game), NOW)
    register.correct("Kim", PlayerHidden("Bo"), NOW + timedelta(minutes=1))
    again = _again(register, lock)
    assert [(one.number, one.who, one.at) for one in again.corrections()] == [
        (1, "Uli", NOW),
        (2, "Kim", NOW + timedelta(minutes=1)),
    ]
    assert again.counted().void == {ONE.game}
    assert again.counted().hidden == ("Bo",)
    again.correct("Uli", CorrectionUndone(1), NOW)
    assert again.counted().results == (ONE,)
    again.close()


@pytest.mark.parametrize(
    ("who", "change", "key"),
    [
        ("", PlayerHidden("Bo"), "clubhouse.trouble.who"),
        ("x" * 41, PlayerHidden("Bo"), "clubhouse.trouble.who"),
        ("Uli", CorrectionUndone(7), "clubhouse.trouble.no_correction"),
        ("Uli", ResultVoided("z" * 20), "clubhouse.trouble.no_game"),
    ],
)
def test_a_correction_of_nothing(
    register: Register, who: str, change: PlayerHidden | CorrectionUndone | ResultVoided, key: str
) -> None:
    with pytest.raises(Trouble) as trouble:
        register.correct(who, change, NOW)
    assert trouble.value.said.key == key
    assert register.corrections() == ()


def test_settings_stay(register: Register, lock: FolderLock) -> None:
    assert register.setting("notice") is None
    register.set_setting("notice", "a")
    register.set_setting("notice", "b")
    again = _again(register, lock)
    assert again.setting("notice") == "b"
    again.close()


def test_a_damaged_file_is_set_aside_and_read_as_far_as_it_goes(register: Register, lock: FolderLock) -> None:
    register.hear([BoxMessage("box-1", replace(ONE, game=game_id(number))) for number in range(80)], NOW)
    register.hear(_events("box-1", 1, 2, 3), NOW)
    register.correct("Uli", PlayerHidden("Bo"), NOW)
    register.close()
    path = lock.folder / FILE
    whole = bytearray(path.read_bytes())
    whole[-3 * 4096 : -2 * 4096] = bytes(4096)
    path.write_bytes(whole)
    again = open_register(lock)
    assert again.set_aside is not None
    assert again.set_aside.read_bytes() == whole
    assert [one.who for one in again.corrections()] == ["Uli"]
    assert again.entries_of(game_id(1)) == 3
    assert len(again.results()) >= 60, "a page of them is lost, and no more"
    missing = [one for one in range(80) if game_id(one) not in {result.game for result in again.results()}]
    again.hear([BoxMessage("box-1", replace(ONE, game=game_id(number))) for number in missing], NOW)
    assert len(again.results()) == 80  # what is lost comes again from the broker
    again.close()


def test_no_sqlite_file_at_all(lock: FolderLock) -> None:
    (lock.folder / FILE).write_bytes(b"no such thing" * 999)
    register = open_register(lock)
    assert register.set_aside is not None
    assert register.results() == ()
    register.close()


def test_a_spoilt_row_costs_just_itself(register: Register, lock: FolderLock) -> None:
    register.hear([BoxMessage("box-1", ONE), BoxMessage("box-1", replace(ONE, game=game_id(2)))], NOW)
    register.correct("Uli", PlayerHidden("Bo"), NOW)
    register.close()
    with closing(sqlite3.connect(lock.folder / FILE)) as db, db:
        db.execute("UPDATE games SET result = '{' WHERE game = ?", (game_id(2),))
        db.execute("UPDATE corrections SET change = '[]'")
    again = open_register(lock)
    assert again.results() == (ONE,)
    assert again.corrections() == ()
    again.close()


def test_a_file_of_a_later_release_is_not_touched(register: Register, lock: FolderLock) -> None:
    register.close()
    with closing(sqlite3.connect(lock.folder / FILE)) as db, db:
        db.execute("ALTER TABLE games RENAME COLUMN heard TO told")
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(NewerFile):
        open_register(lock)


def test_what_could_not_be_kept_is_not_shown(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    with register._reading() as db:
        db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreTrouble):
        register.hear([BoxMessage("box-1", ONE)], NOW)
    assert register.results() == ()
    register.hear([BoxMessage("box-1", ONE)], NOW)  # a new connection looks again
    assert register.results() == (ONE,)


def test_without_its_first_page_the_results_are_read_all_the_same(register: Register, lock: FolderLock) -> None:
    register.hear([BoxMessage("box-1", replace(ONE, game=game_id(number))) for number in range(80)], NOW)
    register.correct("Uli", PlayerHidden("Bo"), NOW)
    register.set_setting("notice", "a")
    register.close()
    path = lock.folder / FILE
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    again = open_register(lock)
    assert again.set_aside is not None
    assert len(again.results()) == 80
    assert [one.who for one in again.corrections()] == ["Uli"]
    assert again.setting("notice") == "a"
    again.close()
