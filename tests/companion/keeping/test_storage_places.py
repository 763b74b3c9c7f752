"""Where games can be kept when the data folder cannot."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.keeping import storage_places
from companion.keeping.storage_places import FOLDER, carry_facts, free_folder, memory_place, other_places, plugged_in
from companion.keeping.troubles import StoreTrouble
from rules.core.words import words

DISKS = (Path("/dev/shm"), Path("/var/tmp"))  # tests may write to either themselves


@pytest.fixture
def sticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Three folders that really lie on another disk than the test's own."""
    other = next((disk for disk in DISKS if disk.is_dir() and disk.stat().st_dev != tmp_path.stat().st_dev), None)
    if other is None:
        pytest.skip("no second disk: /dev/shm is not mounted")
    made = [Path(tempfile.mkdtemp(dir=other)) for _ in range(3)]
    monkeypatch.setattr(storage_places, "plugged_in", lambda _root: tuple(made))
    yield made
    for stick in made:
        shutil.rmtree(stick, ignore_errors=True)


def test_the_first_two_other_disks_are_offered(tmp_path: Path, sticks: list[Path]) -> None:
    assert other_places(tmp_path) == (sticks[0] / FOLDER, sticks[1] / FOLDER)


def test_a_disk_needs_room(tmp_path: Path, sticks: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_places, "ENOUGH_BYTES", 2**63)
    assert sticks
    assert other_places(tmp_path) == ()


def test_a_stick_that_was_pulled_is_not_offered(tmp_path: Path, sticks: list[Path]) -> None:
    sticks[0].rmdir()
    assert other_places(tmp_path) == (sticks[1] / FOLDER, sticks[2] / FOLDER)


def test_a_folder_on_the_same_disk_is_no_other_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_places, "plugged_in", lambda _root: (tmp_path,))
    assert other_places(tmp_path) == ()


def test_a_stick_full_of_folders_is_one_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "usb"
    for number in range(100):
        (stick / f"folder-{number}").mkdir(parents=True)
    (tmp_path / "media" / "link").symlink_to("/")
    (tmp_path / "run" / "media" / "ada" / "STICK").mkdir(parents=True)
    (tmp_path / "mnt" / "disk").mkdir(parents=True)
    monkeypatch.setattr("os.path.ismount", lambda path: path == stick)
    assert plugged_in(tmp_path) == (stick, tmp_path / "mnt" / "disk", tmp_path / "run" / "media" / "ada" / "STICK")
    assert other_places(tmp_path) == (), "all of it is on the same disk"


def test_memory_is_a_new_folder_each_time() -> None:
    first, second = memory_place(), memory_place()
    try:
        assert first != second
        assert first.parent == storage_places.MEMORY
        assert first.name.startswith(f"{FOLDER}-")
    finally:
        first.rmdir()
        second.rmdir()


def test_without_memory_to_write_to_the_temporary_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_places, "MEMORY", tmp_path / "nowhere")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert memory_place().parent == tmp_path


def test_games_that_are_there_already_keep_their_folder(tmp_path: Path) -> None:
    games = tmp_path / FOLDER
    assert free_folder(games, "games.sqlite") == games
    for folder in (FOLDER, f"{FOLDER}-2"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "games.sqlite").touch()
    assert free_folder(games, "games.sqlite") == tmp_path / f"{FOLDER}-3"
    assert free_folder(games, "other.sqlite") == games


def test_no_end_of_folders_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_places, "MOST_BESIDE", 2)
    (tmp_path / "games.sqlite").touch()
    with pytest.raises(StoreTrouble) as told:
        free_folder(tmp_path, "games.sqlite")
    assert told.value.said == words("keeping.too_many", folder=str(tmp_path))


def test_facts_and_sheets_go_along_and_those_there_stay(tmp_path: Path) -> None:
    source, target = tmp_path / "box", tmp_path / "stick"
    for folder, name, text in (("facts", "amul", "new"), ("facts", "amulett", "new"), ("sheets", "yaki", "new")):
        (source / folder).mkdir(parents=True, exist_ok=True)
        (source / folder / f"{name}.toml").write_text(text, "utf-8")
    (source / "facts" / "notes.txt").write_text("no facts", "utf-8")
    (target / "facts").mkdir(parents=True)
    (target / "facts" / "amul.toml").write_text("old", "utf-8")
    carry_facts(source, target)
    found = {str(path.relative_to(target)): path.read_text("utf-8") for path in target.rglob("*") if path.is_file()}
    assert found == {"facts/amul.toml": "old", "facts/amulett.toml": "new", "sheets/yaki.toml": "new"}
