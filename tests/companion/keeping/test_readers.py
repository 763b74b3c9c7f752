"""Who only reads changes nothing: no file is mended, moved or made, whoever plays there and however it ended."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.cli import main
from companion.keeping import snapshot as snapshots
from companion.keeping.folder_lock import PATIENCE_S, FolderLock, Held
from companion.keeping.kept_games import KeptGames
from companion.keeping.salvage import salvage, salvaging
from companion.keeping.snapshot import snapshot
from companion.keeping.store import ReadStore, Store, read_store
from companion.keeping.store import open_store as open_locked
from companion.keeping.troubles import DamagedFile, StoreTrouble
from tests.endurance.nights import take_up
from tests.games import GAMES, open_store

LOG = "games.sqlite-wal"
READERS = [
    ["history"],
    ["history", "1"],
    ["export", "1"],
    ["export", "--all", "--as", "csv"],
    ["doctor", "--game", "1"],
]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


class Night:
    """A program that plays, with the lock in hand."""

    def __init__(self, folder: Path, steps: int = 12) -> None:
        self.lock = FolderLock(folder)
        self.lock.__enter__()
        self.store = open_locked(self.lock, GAMES.rules)
        self.ident, self.session = take_up(self.store, Random(5))
        self.play(steps)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.session.do(self.session.game.options(self.session.state)[0])

    def end(self) -> None:
        self.store.close()
        self.lock.let_go()


@pytest.fixture
def night(data: Path) -> Iterator[Night]:
    playing = Night(data)
    yield playing
    playing.end()


def _left(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Everything there; the index of the log is SQLite's own notebook."""
    return {
        path.name: (path.read_bytes(), path.stat().st_ino)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
    }


def _cut_off(night: Night, folder: Path) -> Path:
    """The folder as a power cut leaves it: the log holds everything, and nobody has it open."""
    shutil.copytree(night.lock.folder, folder)
    (folder / "games.sqlite-shm").unlink()
    return folder


def _spoil(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def _entries(store: KeptGames) -> int:
    return store.game(1).entries


# A running game.


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_reader_leaves_a_running_game_alone(night: Night, words: list[str], data: Path) -> None:
    before = _left(data)
    assert main(words) == 0
    assert _left(data) == before
    night.play(3)
    with closing(read_store(data, GAMES.rules)) as reader:
        assert _entries(reader) == night.session.last_seq == 15


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_flipped_bit_in_the_log_and_a_reader_cost_a_running_game_nothing(
    night: Night, words: list[str], data: Path
) -> None:
    """The reader took the log for damaged in the middle, put another file in its place and threw the log away."""
    _spoil(data / LOG, 32 + 24 + 100)
    before = _left(data)
    main(words)
    assert _left(data) == before
    night.play(2)
    assert _entries(night.store) == night.session.last_seq


def test_a_reader_sees_one_moment(night: Night, data: Path) -> None:
    with closing(read_store(data, GAMES.rules)) as reader:
        night.play(4)
        night.store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        night.store.wipe()
        assert _entries(reader) == 12
        assert len(reader.entries(GAMES[reader.game(1).game].rules, 1)) == 12


def test_a_reader_holds_nothing_up(night: Night, data: Path) -> None:
    """Wiping empties the log, which no reader may still need."""
    with closing(read_store(data, GAMES.rules)):
        night.store.wipe()
    assert (data / LOG).stat().st_size == 0


def test_a_reader_in_the_middle_of_a_move_to_a_stick_sees_one_of_both(night: Night, data: Path, tmp_path: Path) -> None:
    with closing(read_store(data, GAMES.rules)) as reader:
        night.store.end_move(night.store.begin_move(tmp_path / "stick")())
        night.play(2)
        assert _entries(reader) == 12
    for folder, entries in ((data, 12), (tmp_path / "stick", 14)):
        with closing(read_store(folder, GAMES.rules)) as reader:
            assert _entries(reader) == entries


def test_a_moved_game_is_locked_where_it_is(night: Night, tmp_path: Path) -> None:
    night.store.end_move(night.store.begin_move(tmp_path / "stick")())
    with pytest.raises(StoreTrouble, match="Another table companion"), FolderLock(tmp_path / "stick"):
        pass


# Nobody plays.


@pytest.mark.slow
def test_everything_a_power_cut_left_in_the_log_is_shown(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _cut_off(night, tmp_path / "cut")
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    before = _left(folder)
    assert main(["history", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] == 12
    assert main(["export", "1"]) == 0
    assert _left(folder) == before
    assert not (folder / "games.sqlite-shm").exists(), "SQLite's read-only mode would have made one"


@pytest.mark.slow
@pytest.mark.parametrize("words", [*READERS, ["doctor"]], ids=" ".join)
def test_a_reader_makes_no_file_beside_a_closed_one(night: Night, data: Path, words: list[str]) -> None:
    night.end()
    before = sorted(path.name for path in data.iterdir())
    assert before == ["games.sqlite", "in-use"]
    main(words)
    assert sorted(path.name for path in data.iterdir()) == before


def test_a_reader_makes_no_folder(tmp_path: Path) -> None:
    with closing(read_store(tmp_path / "nowhere", GAMES.rules)) as reader:
        assert reader.games() == ()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("words", READERS[:4], ids=" ".join)
def test_a_damaged_file_is_said_and_left_to_the_program(
    night: Night, data: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    night.end()
    _spoil(data / "games.sqlite", 4096 + 3)
    before = _left(data)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "companion play" in said
    assert str(data / "games.sqlite") in said
    assert said.count("\n") == 1
    assert _left(data) == before


def test_damage_in_the_middle_of_a_log_that_was_left_is_said(night: Night, tmp_path: Path) -> None:
    folder = _cut_off(night, tmp_path / "cut")
    _spoil(folder / LOG, 32 + 24 + 100)
    before = _left(folder)
    with pytest.raises(DamagedFile):
        read_store(folder, GAMES.rules)
    assert _left(folder) == before
    store = open_store(folder)
    assert store.set_aside is not None, "the program mends it"
    assert _entries(store) >= 11
    store.close()


def test_a_program_that_begins_while_it_is_copied_is_no_damage(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, looks = _cut_off(night, tmp_path / "cut"), iter([True, False])
    monkeypatch.setattr(snapshots, "hides_entries", lambda file, log: next(looks))
    with closing(read_store(folder, GAMES.rules)) as reader:
        assert _entries(reader) == 12


def test_a_file_that_never_stands_still_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = iter(range(1000))
    (tmp_path / "games.sqlite").write_bytes(b"")
    monkeypatch.setattr(snapshots, "_stamp", lambda path: (next(stamps), 0, 0))
    with pytest.raises(StoreTrouble, match="Another program is using"):
        snapshot(tmp_path / "games.sqlite")


def test_a_mended_file_that_waits_for_its_place_is_read(night: Night, tmp_path: Path) -> None:
    night.end()
    folder = tmp_path / "cut"
    folder.mkdir()
    shutil.copyfile(night.store.path, folder / "games.sqlite-ready")
    (folder / "games.sqlite").write_bytes(b"damaged")
    (folder / LOG).write_bytes(b"its log")
    before = _left(folder)
    with closing(read_store(folder, GAMES.rules)) as reader:
        assert _entries(reader) == 12
    assert _left(folder) == before


def test_an_older_file_without_some_table_is_read(night: Night, data: Path) -> None:
    night.end()
    with closing(sqlite3.connect(data / "games.sqlite")) as db, db:
        db.execute("DROP TABLE spares")
    with closing(read_store(data, GAMES.rules)) as reader:
        assert _entries(reader) == 12


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Open to everybody, and not in pytest's own: whenever another pytest starts, it closes that to others."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "data"
        for path in (folder.parent, folder):
            path.mkdir(exist_ok=True)
            path.chmod(0o755)
        yield folder


def _as_nobody(check: Callable[[], bool]) -> bool:
    """In a process that may do next to nothing."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            code = 0 if check() else 1
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming somebody else needs root")
@pytest.mark.parametrize("how", ["played", "cut", "closed"])
def test_somebody_else_reads_what_they_may_not_write(open_folder: Path, how: str) -> None:
    night = Night(open_folder)
    folder = _cut_off(night, open_folder.with_name("cut")) if how == "cut" else open_folder
    if how == "closed":
        night.end()

    def reads() -> bool:
        with closing(read_store(folder, GAMES.rules)) as reader:
            return _entries(reader) == 12

    assert _as_nobody(reads)
    night.end()


# Who writes.


def test_only_the_holder_of_the_lock_can_write_and_mend() -> None:
    """As types say it: see ``mypy``; here what a reader has not got."""
    writing = {name for name in vars(Store) if not name.startswith("_")} - {"close"}
    assert {"new_game", "append", "finish", "drop_after", "set_setting"} <= writing
    assert not any(hasattr(ReadStore, name) for name in (*writing, "wipe", "move"))
    assert salvage.__annotations__["held"] == "Held"


@pytest.mark.parametrize("words", [["export", "--import", "night.txt"], ["facts", "edit", "--windowed"]], ids=" ".join)
def test_a_command_that_writes_says_that_a_program_plays_there(
    night: Night, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "Another table companion is using" in said
    assert said.count("\n") == 1


def test_a_second_store_is_refused_and_mends_nothing(night: Night, data: Path) -> None:
    _spoil(data / LOG, 32 + 24 + 100)
    before = _left(data)
    with pytest.raises(StoreTrouble, match="Another table companion"):
        open_locked(FolderLock(data), GAMES.rules)
    assert _left(data) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write into anybody's folder")
@pytest.mark.parametrize("words", [["play"], ["export", "--import", "night.txt"], ["facts", "edit"]], ids=" ".join)
def test_root_is_told_to_run_it_as_the_owner(data: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    os.chown(data, 12345, 12345)
    assert main(words) == 2
    assert "sudo -u #12345 companion" in capsys.readouterr().err
    assert list(data.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming somebody else needs root")
def test_a_lock_that_is_somebody_elses_still_locks(open_folder: Path) -> None:
    (open_folder / "in-use").touch(0o444)
    assert _as_nobody(lambda: isinstance(FolderLock(open_folder).take(), Held))


def test_a_card_that_was_changed_is_locked_anew(data: Path) -> None:
    with FolderLock(data) as lock:
        (data / "in-use").unlink()
        (data / "in-use").touch()
        lock.take()
        with pytest.raises(StoreTrouble, match="Another"):
            FolderLock(data).take()


def test_a_reader_that_is_stopped_while_it_asks_keeps_no_program_out(data: Path) -> None:
    """On a busy machine it may get its next turn after seconds: the program waits for readers, not for programs."""
    (data / "in-use").touch()
    with (data / "in-use").open() as reader, ThreadPoolExecutor(1) as other:
        fcntl.flock(reader, fcntl.LOCK_SH)
        taking = other.submit(FolderLock(data).take)
        with pytest.raises(TimeoutError):
            taking.result(timeout=2 * PATIENCE_S)
        fcntl.flock(reader, fcntl.LOCK_UN)
        assert isinstance(taking.result(timeout=10), Held)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_link_that_leads_nowhere_is_no_empty_box(tmp_path: Path, what: str) -> None:
    """The games lie on a disk that is not plugged in; an update asks whether one goes on."""
    data = tmp_path / "data"
    if what == "folder":
        data.symlink_to(tmp_path / "unplugged")
    else:
        data.mkdir()
        (data / "games.sqlite").symlink_to(tmp_path / "unplugged" / "games.sqlite")
    with pytest.raises(StoreTrouble) as refused:
        read_store(data, GAMES.rules)
    assert str(data) in str(refused.value), "where to look for it"


# Mending.


def _damaged(night: Night, data: Path) -> dict[str, tuple[bytes, int]]:
    night.end()
    _spoil(data / "games.sqlite", 4096 + 3)
    return _left(data)


def test_too_little_room_to_mend_is_said_and_nothing_is_left_behind(
    night: Night, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _damaged(night, data)
    usage = shutil.disk_usage(data)._replace(free=100_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(StoreTrouble, match="too little room to repair it: 1 MB"):
        open_store(data)
    assert _left(data) == before


def _full(*_: Any) -> int:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("fails", ["_fill", "keep_owner", "sync"])
def test_a_disk_that_fills_up_while_it_is_mended_has_nothing_left_behind(
    night: Night, data: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    before = _damaged(night, data)
    with monkeypatch.context() as full:
        full.setattr(f"companion.keeping.salvage.{fails}", _full)
        with pytest.raises(StoreTrouble, match="no space left"):
            open_store(data)
    assert _left(data) == before
    store = open_store(data)
    assert _entries(store) == 12
    store.close()


def _no_links(path: Path, target: Path) -> None:
    raise PermissionError(1, "Operation not permitted")


@pytest.mark.parametrize("link", [Path.hardlink_to, _no_links], ids=["link", "copy"])
def test_a_mended_file_has_the_rights_and_the_owner_of_the_old_one(
    night: Night, data: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(Path, "hardlink_to", link)
    path, before = data / "games.sqlite", _damaged(night, data)
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    old = path.stat()
    salvaging(path).write_bytes(b"left by a power cut")
    store = open_store(data)
    assert store.set_aside is not None
    assert store.set_aside.read_bytes() == before["games.sqlite"][0]
    for one in (path, store.set_aside, data / LOG):
        assert (one.stat().st_mode, one.stat().st_uid) == (old.st_mode, old.st_uid), one
    store.close()


def test_giving_up_entries_on_a_full_disk_gives_up_nothing(
    night: Night, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.store._db.execute("UPDATE entries SET body = '{' WHERE seq = 12")
    before = {path.name for path in data.iterdir()}
    monkeypatch.setattr("companion.keeping.store.sync", _full)
    with pytest.raises(StoreTrouble, match="no space left"):
        night.store.drop_after(night.ident, 11)
    assert {path.name for path in data.iterdir()} == before
    assert night.store.set_aside is None
    assert _entries(night.store) == night.session.last_seq
