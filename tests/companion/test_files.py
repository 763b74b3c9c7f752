"""A file that is written whole: on disk at once with its name, with the rights it had, and nothing left behind."""

from __future__ import annotations

import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import CompanionError, files
from companion.facts.own import remember
from companion.files import (
    DRAFT,
    STALE_S,
    Listing,
    list_folder,
    make_folder,
    put_in_place,
    read_whole,
    write_whole,
)
from companion.settings.changing import keep_setting
from tests.endurance.odd_files import odd_files
from tests.games import GAMES, game_box

Steps = list[tuple[str, str]]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """What is asked of the disk, in order."""
    done: Steps = []
    fsync, replace = os.fsync, Path.replace

    def sync(descriptor: int) -> None:
        fsync(descriptor)
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        done.append(("sync", "draft" if name.endswith(DRAFT) else name))

    def put(path: Path, target: Path) -> Path:
        done.append(("name", target.name))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", put)
    return done


def test_first_the_content_is_on_disk_then_the_name_then_the_folder(tmp_path: Path, steps: Steps) -> None:
    write_whole(tmp_path / "facts" / "amul.toml", "format = 1\n")
    made = [("sync", tmp_path.name)]  # the folder is new: its own name must be on disk too
    assert steps == [*made, ("sync", "draft"), ("name", "amul.toml"), ("sync", "facts")]


def test_what_is_told_is_on_disk_when_it_is_shown(tmp_path: Path, steps: Steps) -> None:
    remember(game_box("amul", tmp_path), "cards.gold.letter", "C")
    assert steps[-3:] == [("sync", "draft"), ("name", "amul.toml"), ("sync", "facts")]


def test_what_a_power_cut_left_is_swept_up_and_nothing_else(tmp_path: Path) -> None:
    old = time.time() - 2 * STALE_S
    stale = tmp_path / f".amul.toml.x1{DRAFT}"
    kept = [tmp_path / f".amul.toml.x2{DRAFT}", tmp_path / ".amul.toml.swp", tmp_path / "mine.companion-draft"]
    for path in (stale, *kept):
        path.write_text("half")
    for path in (stale, *kept[1:]):
        os.utime(path, (old, old))
    write_whole(tmp_path / "amulett.toml", "format = 1\n")
    assert {*tmp_path.iterdir()} == {*kept, tmp_path / "amulett.toml"}, "the first of them may be written just now"


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a").write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="space"):
        put_in_place(tmp_path / "a", "new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_keeps_its_rights(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(mode)
    put_in_place(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_writes_belongs_to_whoever_owns_the_place(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    path = tmp_path / "facts" / "amul.toml"
    for content in ("first", "second"):
        write_whole(path, content)
        assert {(one.stat().st_uid, one.stat().st_gid) for one in (path, path.parent)} == {(1234, 1234)}
    os.chown(path, 77, 77)
    write_whole(path, "third")
    assert path.stat().st_uid == 77


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    put_in_place(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_file_in_the_way_of_a_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(FileExistsError):
        make_folder(tmp_path / "a")


def test_two_who_tell_something_at_once_lose_nothing(tmp_path: Path) -> None:
    """The table and the page in a browser, or another command."""
    box = game_box("amul", tmp_path)
    kinds = sorted({card.partition("#")[0] for card in box.card_tags().values()})[:12]
    with ThreadPoolExecutor(4) as people:
        list(people.map(lambda kind: remember(box, f"cards.{kind}.letter", "C"), kinds))
    told = GAMES.box("amul", tmp_path).document("own", tmp_path)["cards"]
    assert [kind for kind in kinds if told[kind].get("letter") != "C"] == []


def test_two_who_change_a_setting_at_once_lose_none(tmp_path: Path) -> None:
    keys = ["sound.volume", "sound.on", "sound.speech", "display.width", "display.height", "display.fullscreen"]
    with ThreadPoolExecutor(4) as people:
        list(people.map(lambda key: keep_setting(tmp_path / "config.toml", key, 1), keys))
    assert (tmp_path / "config.toml").read_text().count(" = 1") == len(keys)


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "sheet.pdf")
    with pytest.raises(CompanionError, match="it does not answer"):
        write_whole(tmp_path / "sheet.pdf", b"x")
    reader = os.open(tmp_path / "sheet.pdf", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "sheet.pdf", b"x")
    assert os.read(reader, 10) == b"x"
    os.close(reader)


def test_a_name_as_long_as_disks_take_is_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "ä" * 127, "😀" * 63):
        write_whole(tmp_path / name, b"whole")
        assert (tmp_path / name).read_bytes() == b"whole"


def test_in_a_folder_of_very_many_files_not_all_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    listed = files.list_folder

    def count(folder: Path, most: int, *, follow: bool) -> files.Listing:
        found = listed(folder, most, follow=follow)
        looked.append(len(found.files))
        return found

    for number in range(30):
        (tmp_path / f".{number}{DRAFT}").touch()
    monkeypatch.setattr(files, "MOST_SWEPT", 10)
    monkeypatch.setattr(files, "list_folder", count)
    write_whole(tmp_path / "amul.toml", b"")
    assert looked == [10]


def test_a_folder_is_listed_as_far_as_it_may_be_and_nothing_odd_in_it(tmp_path: Path) -> None:
    odd_files(tmp_path, ".toml")
    (tmp_path / "plain.toml").touch()
    assert list_folder(tmp_path, 100) == Listing(("folder.toml",), ("plain.toml", "sparse.toml"), is_whole=True)
    assert not list_folder(tmp_path, 3).is_whole
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"):
        list_folder(tmp_path / "link", 100)
    with pytest.raises(NotADirectoryError):
        list_folder(tmp_path / "pipe.toml", 100)


def test_what_others_made_is_read_as_text_or_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("\ufeffÄ".encode())
    assert read_whole(tmp_path / "a", 100) == "Ä"
    for path in odd_files(tmp_path, ""):
        with pytest.raises(CompanionError) as refused:
            read_whole(path, 100)
        assert "not an ordinary file" in str(refused.value) or path.name in ("nowhere", "folder", "sparse")
    with pytest.raises(CompanionError, match="it does not answer: pulled out too early, or damaged"):
        read_whole(Path("/proc/self/mem"), 100)  # what the kernel answers of a stick that is gone
    with pytest.raises(CompanionError, match="not a file name"):
        read_whole(tmp_path / "a\0b", 100)
