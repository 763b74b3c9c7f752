"""SQLite begins its log anew over the old one: whatever a power cut leaves of that is sound, and damage still is not.

The logs are SQLite's own, with three generations of frames. Each way of cutting one that is begun anew is a number of
bytes: so many of the new log, and behind them the old one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.keeping.salvage import rows
from companion.keeping.sqlite_log import LogFrame, _holds, has_header, hides_entries, log_frames
from companion.keeping.store import Store
from tests.games import open_store

HEADER = 32
FRAME = 24 + 4096
FIRST_SALTS = slice(HEADER + 8, HEADER + 16)


@dataclass(frozen=True, slots=True)
class Restart:
    """A file that holds all of its log, and its log before and after it was begun anew."""

    file: bytes
    old: bytes
    new: bytes
    kept: int  # settings in the file
    ends: tuple[int, ...]  # of the new log, after each setting since

    def cut(self, length: int) -> bytes:
        return self.new[:length] + self.old[length:]


def _write(store: Store, numbers: Iterable[int]) -> None:
    for number in numbers:
        store.set_setting(f"number {number}", "x" * 700)


def _log(store: Store) -> bytes:
    return store._log.read_bytes()


def _end(log: bytes) -> int:
    at = HEADER
    while log[at + 8 : at + 16] == log[16:24]:
        at += FRAME
    return at


@pytest.fixture(scope="module")
def restart(tmp_path_factory: pytest.TempPathFactory) -> Restart:
    store = open_store(tmp_path_factory.mktemp("good"))
    _write(store, range(15))
    store._db.execute("PRAGMA wal_checkpoint(RESTART)")
    _write(store, range(15, 20))  # over the first half of those before
    store._db.execute("PRAGMA wal_checkpoint(RESTART)")
    file, old, ends = store.path.read_bytes(), _log(store), []
    for number in range(20, 24):
        _write(store, [number])
        ends.append(_end(_log(store)))
    new = _log(store)
    assert store.path.read_bytes() == file, "nothing of the new log is in the file yet"
    store.close()
    return Restart(file, old, new, 20, tuple(ends))


def _lay(folder: Path, file: bytes, log: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "games.sqlite").write_bytes(file)
    (folder / "games.sqlite-wal").write_bytes(log)
    return folder


def _opened(folder: Path, file: bytes, log: bytes) -> tuple[bool, int]:
    """Whether it was set aside, and how many settings are there."""
    store = open_store(_lay(folder, file, log))
    count = store._db.execute("SELECT COUNT(*) FROM settings").fetchone()[0]
    store.close()
    return store.set_aside is not None, count


def _flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_the_log_has_old_frames_behind_the_new_ones(restart: Restart) -> None:
    salts = [restart.new[at + 8 : at + 16] for at in range(HEADER, len(restart.new), FRAME)]
    assert len(dict.fromkeys(salts)) == 3
    assert restart.old[:HEADER] != restart.new[:HEADER]
    assert restart.old[FIRST_SALTS] == restart.old[16:24], "the log that is begun anew was in use"


@pytest.mark.slow
def test_a_log_cut_anywhere_while_it_is_begun_anew_is_sound(restart: Restart) -> None:
    places = {0, 8, 16, 20, 24, 1000, FRAME - 1}  # between the parts of a frame, and within them
    frames = range(HEADER, restart.ends[-1] + 1, FRAME)
    cuts = [*range(HEADER), *sorted(min(at + place, len(restart.new)) for at in frames for place in places)]
    wrong = [length for length in cuts if hides_entries(restart.file, restart.cut(length))]
    assert wrong == []


@pytest.mark.parametrize("length", [0, 15, 16, 19, 20, 22, 24, 28, 31])
def test_a_torn_header_costs_nothing(restart: Restart, tmp_path: Path, length: int) -> None:
    assert _opened(tmp_path, restart.file, restart.cut(length)) == (False, restart.kept)


def test_a_header_alone_and_each_transaction_behind_it_are_read(restart: Restart, tmp_path: Path) -> None:
    for more, length in enumerate((HEADER, *restart.ends)):
        got = _opened(tmp_path / str(more), restart.file, restart.cut(length))
        assert got == (False, restart.kept + more), length


@pytest.mark.slow
@pytest.mark.parametrize("length", range(12, HEADER + 1))
def test_what_is_written_behind_a_torn_header_is_sound_at_the_next_power_cut(
    restart: Restart, tmp_path: Path, length: int
) -> None:
    store = open_store(_lay(tmp_path / "first", restart.file, restart.cut(length)))
    _write(store, range(30, 32))
    file, log = store.path.read_bytes(), _log(store)
    store.close()
    assert _opened(tmp_path / "next", file, log) == (False, restart.kept + 2)


@pytest.mark.slow
def test_damage_in_any_frame_but_the_last_is_noticed(restart: Restart, tmp_path: Path) -> None:
    """The last transaction cannot be told from one that was never finished."""
    *_, last, _ = restart.ends
    for at in range(HEADER, last, FRAME):
        for place in (0, 8, 100, FRAME - 1):
            assert hides_entries(restart.file, _flipped(restart.new, at + place)), (at, place)
    aside, kept = _opened(tmp_path, restart.file, _flipped(restart.new, HEADER + 100))
    assert aside
    assert kept >= restart.kept + len(restart.ends) - 1


@pytest.mark.slow
@pytest.mark.parametrize("place", range(HEADER))
def test_a_damaged_header_hides_what_is_only_in_the_log(restart: Restart, tmp_path: Path, place: int) -> None:
    log = _flipped(restart.new, place)
    assert not has_header(log)
    assert hides_entries(restart.file, log)
    aside, kept = _opened(tmp_path, restart.file, log)
    assert aside
    assert kept >= restart.kept + len(restart.ends) - 1


@pytest.mark.parametrize("block", [bytes(512), bytes(8192), b"\xff" * 4096])
def test_a_lost_block_with_the_header_in_it_is_noticed(restart: Restart, block: bytes) -> None:
    assert hides_entries(restart.file, block + restart.new[len(block) :])


@pytest.mark.slow
def test_a_damaged_header_hides_nothing_that_the_file_has_too(restart: Restart, tmp_path: Path) -> None:
    for place in range(HEADER):
        assert not hides_entries(restart.file, _flipped(restart.old, place)), place
    assert _opened(tmp_path, restart.file, _flipped(restart.old, 20)) == (False, restart.kept)


@pytest.mark.slow
def test_a_file_that_became_smaller_has_all_of_its_log(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    _write(store, range(40))
    store._db.execute("DELETE FROM settings")
    store._db.execute("VACUUM")
    store._db.execute("PRAGMA wal_checkpoint(RESTART)")
    file, log = store.path.read_bytes(), _log(store)
    store.close()
    assert max(frame.page for frame in log_frames(log)) * 4096 > len(file)
    assert not hides_entries(file, _flipped(log, 20))


def test_salvage_reads_no_older_generation(restart: Restart) -> None:
    """What the log held before is in the file; what was changed since must not come back from it."""
    assert log_frames(restart.cut(HEADER)) == ()
    assert len(log_frames(restart.new)) == (restart.ends[-1] - HEADER) // FRAME
    assert len({row for _, row in rows(restart.file, restart.cut(HEADER)) if len(row) == 2}) == restart.kept


@pytest.mark.parametrize(("page", "holds"), [(1, True), (2, False), (3, True)])
def test_a_file_lacks_what_differs_up_to_its_last_page(page: int, holds: bool) -> None:
    """Two pages after the transaction: what the log has of a third one was cut off again."""
    frame = LogFrame(page, 2, b"", counts=True, content=b"1111" if page == 1 else b"new!")
    assert _holds(b"11112222", (frame,)) is holds
