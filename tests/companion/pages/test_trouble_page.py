"""A disk that takes nothing more: other disks are asked and written to beside the main loop, and may never answer."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.keeping import games_file
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import start_game
from companion.keeping.storage_places import FOLDER
from companion.keeping.troubles import StoreTrouble
from companion.pages import trouble_page
from companion.pages.trouble_page import TOO_SOON_MS, NoStorePage
from companion.screens.intents import Intent
from companion.settings.changing import with_setting
from companion.settings.config import user_file
from rules.core.words import words
from tests.companion.background_tasks import all_back
from tests.companion.person import Person
from tests.games import new_setup, open_store

FULL = StoreTrouble(words("keeping.full", folder="/games"))


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Shut until a test opens it."""
    opened = threading.Event()
    yield opened
    opened.set()
    all_back()


def _labels(person: Person) -> list[str]:
    screen: Any = person.screen
    return [choice.label for choice in screen.model.choices]


def _in_trouble(person: Person, stick: Path, monkeypatch: pytest.MonkeyPatch) -> NoStorePage:
    """The disk is full, and a stick is plugged in."""
    monkeypatch.setattr(trouble_page, "other_places", lambda: (stick,))
    person.app.context.config = with_setting(person.app.context.config, "data.folder", str(person.store.path.parent))
    person.app.trouble(FULL)
    all_back()
    person.app.tick()
    page = person.app.page
    assert isinstance(page, NoStorePage)
    person.now_ms += TOO_SOON_MS
    return page


@pytest.mark.parametrize("down", [1, 2])
def test_a_press_meant_for_the_page_before_neither_ends_it_nor_plays_on_in_memory(
    person: Person, monkeypatch: pytest.MonkeyPatch, down: int
) -> None:
    monkeypatch.setattr(trouble_page, "other_places", tuple)
    before = person.store.path
    person.app.trouble(FULL)
    person.app.tick()
    for intent in (*[Intent.NEXT] * down, Intent.OK):
        person.app.press(intent)
    all_back()
    assert (person.app.running, person.store.path) == (True, before)
    assert isinstance(person.app.page, NoStorePage)
    person.now_ms += TOO_SOON_MS
    person.app.press(Intent.OK)
    all_back()
    person.app.tick()
    assert (person.app.running, person.store.path != before) == ((True, True) if down == 1 else (False, False))


def test_disks_that_do_not_answer_hold_up_nothing_and_come_without_moving_the_focus(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    def slow() -> tuple[Path, ...]:
        gate.wait(60)
        return (tmp_path / "stick" / FOLDER,)

    monkeypatch.setattr(trouble_page, "other_places", slow)
    person.app.trouble(FULL)
    person.app.tick()
    assert _labels(person) == ["Try again", "Play on without saving", "End the program"]
    person.press(Intent.NEXT)
    gate.set()
    all_back()
    person.app.tick()
    assert _labels(person) == ["Try again", f"Save the games in {tmp_path / 'stick'}", *_labels(person)[2:]]
    screen: Any = person.screen
    assert screen.model.choices[screen.focus].label == "Play on without saving"


def test_a_stick_that_never_takes_the_games_is_given_up_and_they_stay(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    copy = shutil.copyfile

    def slow(*paths: Path) -> None:
        gate.wait(60)
        copy(*paths)

    setup = new_setup("amul", 3, 1, "practice")
    start_game(person.store, setup)
    before, stick = person.store.path, tmp_path / "stick"
    _in_trouble(person, stick, monkeypatch)
    monkeypatch.setattr(games_file.shutil, "copyfile", slow)
    person.choose_listed(f"Save the games in {tmp_path}")
    assert _labels(person) == ["Cancel"]
    person.now_ms += 10_000
    person.app.tick()
    with pytest.raises(StoreTrouble, match="being copied"):
        person.store.set_setting("lost", "in one of both places")
    person.press(Intent.BACK)
    assert not isinstance(person.app.page, NoStorePage), "tried again, and it is well"
    person.store.set_setting("kept", "here")
    gate.set()
    all_back()
    person.app.tick()
    assert person.store.path == before
    assert person.store.setting("kept", "") == "here"
    assert not user_file().exists()
    with FolderLock(stick):  # what was left behind holds nothing
        pass


def test_games_of_another_box_on_the_stick_stay_what_they_are(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tonight's go beside them, and the next evening does not begin with the other box's."""
    stick, beside = tmp_path / "stick" / FOLDER, tmp_path / "stick" / f"{FOLDER}-2"
    with closing(open_store(stick)) as other:
        start_game(other, new_setup("amul", 3, 1, "practice"))
    content = (stick / "games.sqlite").read_bytes()
    _in_trouble(person, stick, monkeypatch)
    person.choose_listed(f"Save the games in {tmp_path / 'stick'}")
    all_back()
    person.app.tick()
    assert person.store.path.parent == beside
    person.store.set_setting("here", "now")
    assert (stick / "games.sqlite").read_bytes() == content
    screen: Any = person.screen
    said = f"The games are saved in {beside} tonight, beside those of another box."
    assert [notice.text for notice in screen.model.notices] == [said]
    assert not user_file().exists()


def test_a_place_that_does_not_take_them_either_is_said(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").write_text("no folder")
    before = person.store.path
    _in_trouble(person, tmp_path / "stick" / FOLDER, monkeypatch)
    person.choose_listed(f"Save the games in {tmp_path / 'stick'}")
    all_back()
    person.app.tick()
    screen: Any = person.screen
    assert "cannot be used" in screen.model.text
    assert person.store.path == before
    person.store.set_setting("here", "still")
