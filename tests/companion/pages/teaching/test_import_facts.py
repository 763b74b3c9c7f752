"""Another owner's facts from a stick: the difference first, mine kept unless asked, written whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import CompanionError
from companion.facts.file import LARGEST_FILE, FactsFile, load_facts_file
from companion.facts.own import remember, take_over
from companion.keeping.storage_places import FOLDER
from companion.language.i18n import plain
from companion.pages import background_task
from companion.pages.background_task import MOST_AT_ONCE
from companion.pages.teaching import import_facts
from companion.pages.teaching.import_facts import (
    MOST_FILES,
    MOST_READ,
    OnSticks,
    compare_page,
    look_at_sticks,
    stick_page,
)
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from companion.teaching.classroom import Classroom
from tests.companion.pupil import Pupil
from tests.endurance.odd_files import odd_files
from tests.games import game_box

THEIRS = """\
format = 1
game = "amul"
title = "Linda's box"
[cards.gold]
colour = "red"
position = "area"
[cards.yurt]
colour = "blue"
"""


pytestmark = pytest.mark.usefixtures("own_folder")


def _stick(tmp_path: Path, text: str = THEIRS) -> Path:
    folder = tmp_path / "media" / "linda"
    folder.mkdir(parents=True)
    (folder / "box.toml").write_text(text)
    (folder / "notes.toml").write_text("x = [")
    (folder / "other.toml").write_text('game = "amulett"\n')
    return folder / "box.toml"


def _pupil(tmp_path: Path) -> tuple[Pupil, Classroom]:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    room = pupil.app.page._room  # type: ignore[attr-defined]
    return pupil, room


def _own() -> dict[str, dict[str, object]]:
    cards = tomllib.loads(game_box("amul").own_path().read_text("utf-8"))["cards"]
    return {slug: {key: item for key, item in entry.items() if key != "origin"} for slug, entry in cards.items()}


def _look(root: Path, slug: str = "amul") -> OnSticks:
    return look_at_sticks(slug, lambda: True, root)


def _found(root: Path, slug: str = "amul") -> list[Path]:
    return [file.path for file in _look(root, slug).files]


def _compare(pupil: Pupil, room: Classroom, path: Path) -> None:
    pupil.app.open(compare_page(pupil.context, room, load_facts_file(path)))
    pupil.wait()


def test_only_files_of_this_game_are_offered(tmp_path: Path) -> None:
    path = _stick(tmp_path)
    assert _found(tmp_path) == [path]
    assert _found(tmp_path, "amulett") == [path.with_name("other.toml")]


def test_the_difference_is_shown_and_mine_stays(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path, before = _stick(tmp_path), game_box("amul").own_path().read_bytes()
    pupil, room = _pupil(tmp_path)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    path.unlink()  # what is shown was read, and nothing more is wanted of the stick
    pupil.press_ok()
    model = pupil.screen.model
    assert model.text == f"{path.name}: new facts: 2; different from yours: 1."
    assert model.detail == "Gold: Colour: Yellow in your file, Red in theirs"
    assert [choice.label for choice in model.choices] == [
        "Take over the 2 new ones",
        "Take theirs where it differs",
        "Leave it",
    ]
    assert game_box("amul").own_path().read_bytes() == before, "nothing is written yet"
    pupil.press_ok()
    assert _own() == {"gold": {"colour": "yellow", "position": "area"}, "yurt": {"colour": "blue"}}
    assert "2 facts taken over" in pupil.screen.model.text
    pupil.store.close()


def test_theirs_replace_mine_only_when_chosen(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path = _stick(tmp_path)
    pupil, room = _pupil(tmp_path)
    _compare(pupil, room, path)
    pupil.focus_on(1, 3)
    pupil.press_ok()
    assert _own()["gold"] == {"colour": "red", "position": "area"}
    pupil.store.close()


def test_what_somebody_tells_while_the_page_is_open_is_not_lost(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path = _stick(tmp_path)
    pupil, room = _pupil(tmp_path)
    _compare(pupil, room, path)
    remember(game_box("amul"), "cards.silk.colour", "green")
    pupil.press_ok()
    assert _own()["silk"] == {"colour": "green"}
    assert _own()["yurt"] == {"colour": "blue"}
    pupil.store.close()


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path, own = _stick(tmp_path), game_box("amul").own_path()
    before = own.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    pupil, room = _pupil(tmp_path)
    monkeypatch.setattr("companion.files.os.fsync", fail)
    _compare(pupil, room, path)
    pupil.press_ok()
    assert "no space left" in pupil.screen.model.text
    assert own.read_bytes() == before
    assert [file.name for file in own.parent.iterdir()] == ["amul.toml"], "no half file is left behind"
    pupil.store.close()


def test_a_wrong_file_is_said_in_words(tmp_path: Path) -> None:
    path = _stick(tmp_path, THEIRS.replace('"red"', '"pink"'))
    pupil, room = _pupil(tmp_path)
    _compare(pupil, room, path)
    assert "line 5, cards.gold.colour: expected one of yellow" in pupil.screen.model.text
    pupil.store.close()


def test_a_second_import_brings_nothing_new(tmp_path: Path) -> None:
    path = _stick(tmp_path)
    take_over(game_box("amul"), load_facts_file(path))
    pupil, room = _pupil(tmp_path)
    _compare(pupil, room, path)
    assert "holds nothing" in pupil.screen.model.text
    pupil.store.close()


# Sticks of somebody who means no good, and sticks that are ill.


def _good(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "box.toml").write_text(THEIRS)
    return folder / "box.toml"


def test_beside_all_that_is_no_file_the_good_one_is_found(tmp_path: Path) -> None:
    path = _good(tmp_path / "media" / "linda")
    odd_files(path.parent, ".toml")
    found = _look(tmp_path)
    assert [file.path for file in found.files] == [path]
    assert len(found.passed_over) == 1, "the sparse one; what is no plain file is nothing to speak of"


def test_no_link_leads_out_of_a_stick(tmp_path: Path) -> None:
    home, stick = tmp_path / "home", tmp_path / "media" / "linda"
    _good(home / "facts")
    stick.mkdir(parents=True)
    (stick / "box.toml").symlink_to(home / "facts" / "box.toml")
    (stick / FOLDER).symlink_to(home)
    (tmp_path / "media" / "other").symlink_to(home / "facts")
    assert _look(tmp_path) == OnSticks()
    (stick / FOLDER).unlink()
    (stick / FOLDER).mkdir()
    (stick / FOLDER / "facts").symlink_to(home / "facts")
    assert _look(tmp_path) == OnSticks()


def test_folders_of_a_stick_are_no_sticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "usb"
    _good(stick / "photographs")
    monkeypatch.setattr("os.path.ismount", lambda path: path == stick)
    assert _look(tmp_path) == OnSticks()


def test_of_very_many_files_some_are_looked_at_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_facts, "MOST_LISTED", 20)
    stick = tmp_path / "media" / "linda"
    for number in range(50):
        (stick / f"folder-{number}").mkdir(parents=True)
        (stick / f"{number}.toml").write_text("x = 1\n")
    path = _good(stick / FOLDER)  # found wherever it stands among the others
    pupil, room = _pupil(tmp_path)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    assert [choice.label for choice in pupil.screen.model.choices] == [path.name, "Leave it"]
    assert f"{stick} holds very many files, and only 20 were read" in pupil.screen.model.detail
    pupil.store.close()


def test_no_more_files_are_read_than_somebody_would_wait_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "linda"
    path = _good(stick / FOLDER / "facts")
    for number in range(MOST_READ + 5):
        (stick / f"{number:03}.toml").write_text("x = 1\n")
    read: list[Path] = []

    def reading(path: Path, *, follow: bool) -> FactsFile:
        read.append(path)
        return load_facts_file(path, follow=follow)

    monkeypatch.setattr(import_facts, "load_facts_file", reading)
    found = _look(tmp_path)
    assert [file.path for file in found.files] == [path], "what is in our folder comes first"
    assert len(read) == MOST_READ
    assert len(found.passed_over) == 1
    for number in range(MOST_FILES + 5):
        (stick / f"{number:03}.toml").write_text(THEIRS)
    assert len(_look(tmp_path).files) == MOST_FILES


def test_whoever_has_left_is_not_read_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stick(tmp_path)
    monkeypatch.setattr(import_facts, "load_facts_file", lambda *_, **__: pytest.fail("read"))
    assert look_at_sticks("amul", lambda: False, tmp_path) == OnSticks()


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A stick that does not answer until the event is set, and then is gone."""
    answer = threading.Event()

    def plugged_in(_: Path) -> tuple[Path, ...]:
        answer.wait(60)
        return ()

    monkeypatch.setattr(import_facts, "plugged_in", plugged_in)
    yield answer
    answer.set()
    for thread in background_task._running:
        thread.join(60)


def test_a_stick_that_does_not_answer_is_left_at_once_and_holds_up_nothing(
    tmp_path: Path, silence: threading.Event
) -> None:
    pupil, room = _pupil(tmp_path)
    below = pupil.app.page
    for _ in range(MOST_AT_ONCE):
        pupil.app.open(stick_page(pupil.context, room, tmp_path))
        pupil.app.tick()
        assert pupil.screen.model.text == "Searching the sticks …"
        pupil.press(Intent.OK)
        pupil.press(Intent.BACK)
        assert pupil.app.page is below
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    assert pupil.screen.model.text == "What is plugged in does not answer"
    assert pupil.screen.model.steps == ("unplug it, and try again",)
    pupil.press(Intent.BACK)
    silence.set()
    for thread in background_task._running:
        thread.join(60)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    assert "No facts file of this game" in pupil.screen.model.text
    pupil.store.close()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EIO, "Input/output error"), "it does not answer: pulled out too early, or damaged"),
        (ZeroDivisionError(), "That failed (ZeroDivisionError)"),
    ],
)
def test_whatever_goes_wrong_beside_the_loop_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fail(_: Path) -> tuple[Path, ...]:
        raise error

    monkeypatch.setattr(import_facts, "plugged_in", fail)
    pupil, room = _pupil(tmp_path)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    assert said in pupil.screen.model.text
    pupil.store.close()


def test_a_stick_pulled_out_in_the_middle_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _good(tmp_path / "media" / "linda")

    def fail(*_: object, **__: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("companion.files.read_plain", fail)
    pupil, room = _pupil(tmp_path)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    assert pupil.screen.model.detail.startswith(f"{path}: it does not answer: pulled out too early")
    pupil.store.close()


@pytest.mark.parametrize("name", [b"\xff\xfe.toml", b"a\x1b[2Jb.toml", b"a\nb.toml", "a\u202elmot.toml".encode()])
def test_a_name_that_nobody_can_write_is_shown_and_taken_over(tmp_path: Path, name: bytes) -> None:
    stick = tmp_path / "media" / "linda"
    stick.mkdir(parents=True)
    path = Path(os.fsdecode(os.fsencode(stick) + b"/" + name))
    path.write_text(THEIRS.replace('title = "Linda\'s box"\n', ""))
    pupil, room = _pupil(tmp_path)
    pupil.app.open(stick_page(pupil.context, room, tmp_path))
    pupil.wait()
    assert pupil.screen.model.choices[0].label == plain(path.name)
    pupil.press_ok()
    pupil.app.tick()
    pupil.press_ok()
    assert _own()["yurt"] == {"colour": "blue"}
    pupil.store.close()


def test_nothing_is_taken_over_that_could_not_be_read_again(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    own = game_box("amul").own_path()
    remark = "x" * (LARGEST_FILE - own.stat().st_size - 10)
    own.write_text(f"# {remark}\n{own.read_text('utf-8')}")
    before = own.read_bytes()
    with pytest.raises(CompanionError, match="expected at most 100,000 bytes"):
        take_over(game_box("amul"), load_facts_file(_stick(tmp_path)))
    assert own.read_bytes() == before


@pytest.mark.slow
def test_a_program_that_ends_does_not_wait_for_a_stick(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "stick")
    script = f"""
from companion.pages.background_task import BackgroundTask
task = BackgroundTask(lambda wanted: open({str(tmp_path / "stick")!r}).read())
assert not task.wait(0.2)
print("ended")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "ended\n"


@pytest.mark.slow
def test_facts_go_onto_a_stick_and_from_there_into_another_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "linda"
    stick.mkdir(parents=True)
    (tmp_path / "no-folder").write_text("")
    monkeypatch.setattr(
        "companion.pages.teaching.export_facts.other_places", lambda: (tmp_path / "no-folder", stick / FOLDER)
    )
    pupil, _ = _pupil(tmp_path)
    pupil.choose_listed("to stick")
    assert "Nothing has been told" in pupil.screen.model.text
    pupil.press(Intent.OK)
    for colour, names in (("red", ["amul.toml"]), ("red", ["amul.toml"]), ("blue", ["amul-2.toml", "amul.toml"])):
        remember(game_box("amul"), "cards.gold.colour", colour)
        pupil.choose_listed("to stick")
        pupil.wait()
        assert str(stick / FOLDER / "facts") in pupil.screen.model.text
        pupil.press(Intent.OK)
        assert sorted(path.name for path in (stick / FOLDER / "facts").iterdir()) == names
    pupil.store.close()
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "other"))
    other, room = _pupil(tmp_path / "other")
    found = look_at_sticks("amul", lambda: True, tmp_path)
    assert {file.path.name for file in found.files} == {"amul.toml", "amul-2.toml"}
    take_over(room.box, next(file for file in found.files if file.path.name == "amul-2.toml"))
    assert game_box("amul").document("own", tmp_path)["cards"]["gold"]["colour"] == "blue"
    other.store.close()


def test_where_no_stick_takes_it_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.pages.teaching.export_facts.other_places", lambda: ())
    remember(game_box("amul"), "cards.gold.colour", "red")
    pupil, _ = _pupil(tmp_path)
    pupil.choose_listed("to stick")
    pupil.wait()
    assert "No stick accepts the file" in pupil.screen.model.text
    pupil.store.close()
