"""The file is deleted, moved or replaced while the program runs: what is shown from then on is still kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.keeping.session import Accepted, Session, resume_game, start_game
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from rules.core.refusals import Refused
from tests.companion.keeping.test_store import SETUP, find_rules
from tests.doubles.locks import NoLock
from tests.doubles.toy import Count


def _open(path: Path) -> Store:
    return Store(path, find_rules, NoLock(path.parent))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture
def game(file: Path) -> Iterator[tuple[Store, Session]]:
    """With three entries, the program still running."""
    store = _open(file)
    started = start_game(store, SETUP)
    assert not isinstance(started, Refused)
    _play(started[1], 3)
    yield store, started[1]
    store.close()


def _play(session: Session, steps: int) -> None:
    for _ in range(steps):
        assert isinstance(session.do(Count(session.last_seq % 2, 1), session.last_seq * 10), Accepted)


def _entries_after_a_power_cut(file: Path, folder: Path) -> int:
    """What the next start finds: nobody has closed anything."""
    shutil.copytree(file.parent, folder)
    store = _open(folder / file.name)
    (row,) = store.games()
    entries = resume_game(store, row.id).last_seq
    store.close()
    return entries


def _log(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _delete_all(file: Path) -> None:
    for piece in file.parent.iterdir():
        piece.unlink()


def _move_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))
    file.parent.mkdir()


TAKEN_AWAY: dict[str, Callable[[Path], object]] = {
    "the file": Path.unlink,
    "its log": lambda file: _log(file).unlink(),
    "all of it": _delete_all,
    "under another name": lambda file: file.rename(file.with_name("old.sqlite")),
    "the folder": _move_folder,
}


@pytest.mark.parametrize("what", TAKEN_AWAY)
def test_what_was_taken_away_is_written_again(
    game: tuple[Store, Session], file: Path, tmp_path: Path, what: str
) -> None:
    _, session = game
    TAKEN_AWAY[what](file)
    _play(session, 2)
    assert _entries_after_a_power_cut(file, tmp_path / "after") == 5
    _play(session, 1)
    assert _entries_after_a_power_cut(file, tmp_path / "later") == 6


@pytest.mark.parametrize("is_link", [True, False])
def test_nothing_is_shown_while_another_file_is_in_its_place(
    game: tuple[Store, Session], file: Path, tmp_path: Path, *, is_link: bool
) -> None:
    """Such as a backup that somebody copies back in the middle of a game."""
    _, session = game
    own = file.rename(file.with_name("old.sqlite"))
    if is_link:
        file.symlink_to(own)
    else:
        shutil.copy(own, file)
    with pytest.raises(StoreTrouble) as refused:
        _play(session, 1)
    assert refused.value.said.key == "keeping.replaced"
    assert session.last_seq == 3
    file.unlink()
    _play(session, 1)
    assert _entries_after_a_power_cut(file, tmp_path / "after") == 4


def test_a_disk_that_cannot_be_used_at_the_start_is_said_when_something_is_kept(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    store = Store(tmp_path / "data/games.sqlite", find_rules, NoLock(tmp_path / "data"), patient=True)
    with pytest.raises(StoreTrouble):
        store.set_setting("one", "1")
    (tmp_path / "data").unlink()
    store.set_setting("one", "1")
    assert store.setting("one") == "1"
    store.close()


def test_a_folder_that_is_not_there_is_said(game: tuple[Store, Session], file: Path) -> None:
    shutil.rmtree(file.parent)
    with pytest.raises(StoreTrouble) as refused:
        _play(game[1], 1)
    assert refused.value.said.key == "keeping.no_folder"
    file.parent.mkdir()
    _play(game[1], 1)


def test_a_file_that_is_not_its_own_is_not_moved(game: tuple[Store, Session], file: Path, tmp_path: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    file.with_name("copy").replace(file)
    with pytest.raises(StoreTrouble):
        game[0].begin_move(tmp_path / "stick")
