"""Sticks that are ill for real, before the program: it says what it does, can be left, and nothing waits for them."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.facts.file import LARGEST_FILE
from companion.keeping.storage_places import other_places
from companion.keeping.troubles import StoreTrouble
from companion.pages import trouble_page
from companion.pages.teaching.import_facts import stick_page
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from rules.core.words import words
from tests.companion.background_tasks import all_back
from tests.companion.pupil import Pupil
from tests.endurance.ill_sticks import IllStick, needs_mounting

pytestmark = needs_mounting

FACTS = b'format = 1\ngame = "amul"\ntitle = "Linda"\n[cards.gold]\ncolour = "red"\n'


@pytest.fixture
def pupil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pupil]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    somebody = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    yield somebody
    somebody.store.close()


def _look(pupil: Pupil, root: Path) -> None:
    pupil.app.open(stick_page(pupil.context, pupil.app.page._room, root))  # type: ignore[attr-defined]
    pupil.app.tick()


def _read(offset: int, size: int) -> bytes:
    return FACTS[offset : offset + size]


def test_a_stick_that_says_nothing_is_left_at_once_and_forgotten_when_it_is_pulled_out(
    pupil: Pupil, tmp_path: Path
) -> None:
    teaching = pupil.app.page
    with IllStick(tmp_path / "media" / "usb") as stick:
        _look(pupil, tmp_path)
        assert stick.asked.wait(60)
        assert pupil.screen.model.text == "Searching the sticks …"
        pupil.press(Intent.BACK)
        assert pupil.app.page is teaching
        _look(pupil, tmp_path)
        assert pupil.screen.model.text == "Searching the sticks …"
    all_back()
    pupil.app.tick()
    assert "No facts file of this game" in pupil.screen.model.text


@pytest.mark.slow
def test_a_slow_stick_is_waited_for_and_read(pupil: Pupil, tmp_path: Path) -> None:
    go_on = threading.Event()

    def slow(offset: int, size: int) -> bytes:
        go_on.wait(60)
        return _read(offset, size)

    with IllStick(tmp_path / "media" / "usb", slow, len(FACTS)) as stick:
        _look(pupil, tmp_path)
        assert stick.asked.wait(60)
        pupil.app.tick()
        assert pupil.screen.model.text == "Searching the sticks …"
        go_on.set()
        pupil.wait()
        assert [choice.label for choice in pupil.screen.model.choices] == ["box.toml", "Leave it"]
    pupil.press_ok()  # pulled out by now, and nothing more is wanted of it
    assert pupil.screen.model.text == "box.toml: new facts: 1; different from yours: 0."


def test_a_stick_that_fails_in_the_middle_of_a_file_is_said(pupil: Pupil, tmp_path: Path) -> None:
    def fail(offset: int, size: int) -> bytes:
        if offset:
            raise OSError(errno.EIO, "gone")
        return _read(offset, 20)

    with IllStick(tmp_path / "media" / "usb", fail, len(FACTS)):
        _look(pupil, tmp_path)
        pupil.wait()
        assert "No facts file of this game" in pupil.screen.model.text
        assert "box.toml: it does not answer: pulled out too early, or damaged" in pupil.screen.model.detail


def test_a_file_that_never_ends_is_read_as_far_as_a_facts_file_can_be(pupil: Pupil, tmp_path: Path) -> None:
    given = 0

    def endless(_: int, size: int) -> bytes:
        nonlocal given
        given += size
        return b"#" * size

    with IllStick(tmp_path / "media" / "usb", endless):
        _look(pupil, tmp_path)
        pupil.wait()
        assert "expected at most 100,000 bytes" in pupil.screen.model.detail
    assert LARGEST_FILE < given < 2 * LARGEST_FILE


def test_a_full_disk_is_said_while_a_stick_says_nothing(
    pupil: Pupil, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble_page, "other_places", lambda: other_places(tmp_path))
    with IllStick(tmp_path / "media" / "usb") as stick:
        pupil.app.trouble(StoreTrouble(words("keeping.full", folder="/games")))
        assert stick.asked.wait(60)
        pupil.app.tick()
        labels = [choice.label for choice in pupil.screen.model.choices]
        assert labels == ["Try again", "Play on without saving", "End the program"]
        pupil.press(Intent.OK)
        assert isinstance(pupil.app.page, TeachPage)
    all_back()
