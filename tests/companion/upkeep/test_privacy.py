"""After wiping, nothing in the data folder tells who played; what the box was taught stays unless that is wiped too."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from logging.handlers import RotatingFileHandler
from pathlib import Path

import numpy as np
import pytest

from companion.files import write_whole
from companion.keeping.folder_lock import FolderLock
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble
from companion.seeing.recording import FrameFolder, encode
from companion.upkeep.logs import LOG
from companion.upkeep.privacy import Pseudonyms, wipe
from tests.companion.nights import keep_night
from tests.games import open_store

NAME = "Zaphodine"
JPEG = encode(np.zeros((40, 40), np.uint8))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two nights, one of them damaged on the way, with all they can leave behind."""
    with closing(open_store(tmp_path)) as first:
        keep_night(first, steps=20, names=(NAME, "Bo", "Cy"))
    damaged = bytearray((tmp_path / "games.sqlite").read_bytes())
    damaged[4096:4196] = b"\xff" * 100
    (tmp_path / "games.sqlite").write_bytes(damaged)
    store = open_store(tmp_path)
    assert store.set_aside is not None
    keep_night(store, "amulett", steps=20, names=(NAME, "Bo", "Cy"))
    store._db.execute("CREATE TABLE badges (name TEXT)")  # of a later release
    store._db.execute("INSERT INTO badges VALUES (?)", (NAME,))
    for name in ("exports/1.csv", "games.sqlite-salvaged", "last-crash.txt", "companion.log.1"):
        write_whole(tmp_path / name, NAME)
    write_whole(tmp_path / "club/club.sqlite", NAME)
    write_whole(tmp_path / "facts/amul.toml", "format = 1\n")
    write_whole(tmp_path / "faces/amul-en/gold.1.face", b"")
    write_whole(tmp_path / "somebody.txt", "not ours")
    yield store
    store.close()


def _traces(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(str(path.relative_to(folder)) for path in files if NAME.encode() in path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("taught", [False, True])
def test_nothing_tells_who_played(store: Store, tmp_path: Path, *, taught: bool) -> None:
    assert len(_traces(tmp_path)) >= 6
    wipe(store, taught=taught)
    assert _traces(tmp_path) == []
    assert (store.games(), store.roster(), store.unread()) == ((), (), ())
    assert (tmp_path / "facts/amul.toml").exists() is not taught
    assert (tmp_path / "faces").exists() is not taught
    assert (tmp_path / "somebody.txt").read_text() == "not ours"
    store.close()
    assert _traces(tmp_path) == []
    keep_night(store, steps=1)
    assert len(store.games()) == 1


@pytest.mark.slow
def test_nothing_is_wiped_while_the_board_of_a_club_is_shown(store: Store, tmp_path: Path) -> None:
    before = _traces(tmp_path)
    with (
        FolderLock(tmp_path / "club"),
        pytest.raises(Trouble, match="Nothing was wiped: the board of the club"),
    ):
        wipe(store, taught=True)
    assert _traces(tmp_path) == before
    assert len(store.games()) > 0


@pytest.mark.slow
def test_pictures_go_and_tonights_are_recorded_anew(store: Store, tmp_path: Path) -> None:
    shelves = [
        FrameFolder(tmp_path / name, "tonight", 1_000_000, lambda _: 10**12) for name in ("recordings", "frames")
    ]
    for shelf in shelves:
        shelf.keep(0, JPEG)
    wipe(store, taught=False)
    assert not list(tmp_path.glob("*/tonight"))
    for shelf in shelves:
        shelf.keep(1, JPEG)
        assert sorted(path.name for path in shelf.folder.iterdir()) == ["000001.jpg", "index.jsonl"]


def test_the_log_begins_anew(store: Store, tmp_path: Path) -> None:
    with closing(RotatingFileHandler(tmp_path / LOG, encoding="utf-8")) as handler:
        handler.emit(logging.makeLogRecord({"msg": f"{NAME} was here"}))
        wipe(store, taught=False)
        handler.emit(logging.makeLogRecord({"msg": "and now?"}))
    assert (tmp_path / LOG).read_text() == "and now?\n"


def test_whoever_still_reads_the_file_keeps_it_from_being_wiped_unsaid(store: Store) -> None:
    with closing(sqlite3.connect(store.path)) as reader:
        store._db.execute("PRAGMA busy_timeout = 0")
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM games").fetchone()
        with pytest.raises(StoreTrouble, match="Another program is using"):
            wipe(store, taught=False)


def test_what_cannot_be_deleted_is_said(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("companion.upkeep.privacy.shutil.rmtree", refuse)
    with pytest.raises(Trouble, match="club could not be deleted: not allowed; delete it by hand"):
        wipe(store, taught=False)


def test_nothing_behind_a_link_is_wiped_and_no_pipe_waited_for(tmp_path: Path) -> None:
    """The data folder may be somebody's stick."""
    store = open_store(tmp_path / "data")
    (tmp_path / "diary.txt").write_text("dear diary")
    (tmp_path / "data" / "companion.log").symlink_to(tmp_path / "diary.txt")
    os.mkfifo(tmp_path / "data" / "companion.log.1")
    (tmp_path / "data" / "companion.log.2").write_text("who was there")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data" / "club").symlink_to(tmp_path / "elsewhere")
    wipe(store, taught=False)
    store.close()
    assert (tmp_path / "diary.txt").read_text() == "dear diary"
    assert not list((tmp_path / "elsewhere").iterdir())
    assert [path.name for path in (tmp_path / "data").glob("companion.log*")] == ["companion.log.2"]
    assert (tmp_path / "data" / "companion.log.2").read_bytes() == b""


@pytest.mark.parametrize("written", ["Ada M", "ada m", "ADA  M", "ada_m"])
def test_a_hidden_name_is_hidden_in_any_case_and_spacing(written: str) -> None:
    hide = Pseudonyms(["Max", "Ada M"])
    assert hide.text(f"seat of {written}: ready") == "seat of Player 2: ready"
    assert hide.values({"said": f"by {written}", "mode": "max"}) == {"said": "by Player 2", "mode": "max"}
