"""Real disks that are full, read-only or broken, before the start and in the middle of a game: words, and on it goes.

Needs to mount things; elsewhere it is skipped, and ``test_store`` and ``test_app`` stand in for it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import Inbox, TableSeen
from companion.keeping.session import resume_game, start_game
from companion.keeping.storage_places import FOLDER
from companion.pages import trouble_page
from companion.pages.begin.start_page import StartPage
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.screens.start_screen import StartScreen
from companion.screens.table_screen import TableScreen
from companion.screens.trouble_screen import TroubleScreen
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.companion.background_tasks import all_back
from tests.endurance import cut_disks
from tests.games import new_context, new_setup, open_store
from tests.missing import EXT4, find

pytestmark = pytest.mark.slow

SECONDS_MS = 1000
PLAYERS = 8  # the more there are, the more cards are filled in one after the other


def _mount(*words: str) -> None:
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"cannot mount here: {done.stderr.strip()}")


def _unmount(path: Path) -> None:
    subprocess.run(["umount", "-l", str(path)], capture_output=True, check=False)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    place = tmp_path / "small"
    place.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    _mount("-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place))
    yield place
    _unmount(place)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A memory card with a real file system on it, and its picture."""
    place, image = tmp_path / "card", tmp_path / "image"
    place.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    with image.open("wb") as file:
        file.truncate(8 << 20)
    EXT4.demand()
    make = find("mkfs.ext4")
    assert make is not None
    subprocess.run([make, "-q", "-O", "^has_journal", str(image)], check=True, capture_output=True)
    _mount("-o", "loop", str(image), str(place))
    yield place, image
    _unmount(place)


class Table4:
    """The program at a table, told what lies there; time is made up."""

    def __init__(self, folder: Path, *, at_table: bool = True) -> None:
        self.now_ms = 0
        self.store = open_store(folder, patient=True)
        config = load_config(files=(), pairs=("camera.kind=usb",))
        context = new_context(config, self.store, "en", facts="practice")
        self.app = App(context, Window.headless((800, 480)), Inbox(), lambda: self.now_ms, StartPage(context))
        if at_table:
            started = start_game(self.store, new_setup("amul", PLAYERS, 1, "practice"))
            assert not isinstance(started, Refused)
            self.ident, self.session = started
            self.app.play(Table(context, *started))
        self.wait(0)

    def wait(self, ms: int) -> Any:
        """Lets time pass; the screen then."""
        end = self.now_ms + ms
        while self.now_ms <= end:
            self.now_ms += 200
            self.app.tick()
        return self.app.screen(self.now_ms)

    def lay(self, *cards: str) -> Any:
        seen = TableSeen(TableCards({"market": frozenset(cards)}), frozenset(), at_ms=self.now_ms)
        self.app.inbox.put(seen)
        return self.wait(400)

    def kept(self) -> int:
        again = open_store(self.store.path.parent)
        try:
            return resume_game(again, self.ident).last_seq
        finally:
            again.close()


@pytest.fixture
def sit(request: pytest.FixtureRequest) -> Callable[..., Table4]:
    def open_there(folder: Path, **how: bool) -> Table4:
        table = Table4(folder, **how)
        request.addfinalizer(table.store.close)
        return table

    return open_there


def _fill(place: Path) -> Path:
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            pass
    return filler


def _is_said(screen: Any, words: str) -> bool:
    return isinstance(screen, TroubleScreen) and words in screen.model.text and bool(screen.model.steps)


def test_a_disk_that_fills_up_in_a_game_is_said_and_the_game_goes_on_when_there_is_room(
    small: Path, sit: Callable[..., Table4]
) -> None:
    table = sit(small)
    filler = _fill(small)
    market: list[str] = []
    for number in range(1, 6):  # a page of the log may still have room for one
        market.append(f"gold#{number}")
        if _is_said(screen := table.lay(*market), "is full"):
            break
    assert _is_said(screen, "is full")
    shown = table.session.last_seq
    assert shown < len(market)
    filler.unlink()
    assert table.kept() == shown, "nothing is shown that is not kept"
    assert isinstance(table.wait(5 * SECONDS_MS), TableScreen), "it goes on by itself"
    assert table.session.last_seq == len(market) == table.kept(), "and takes in what lay there all the time"


def test_a_disk_that_is_full_before_the_start_is_said_on_the_screen(small: Path, sit: Callable[..., Table4]) -> None:
    filler = _fill(small)
    table = sit(small, at_table=False)
    screen = table.wait(SECONDS_MS)
    assert _is_said(screen, f"is full: nothing more can be saved in {small}")
    filler.unlink()
    assert isinstance(table.wait(5 * SECONDS_MS), StartScreen)


def test_a_disk_that_is_read_only_before_the_start_is_said_on_the_screen(
    small: Path, sit: Callable[..., Table4]
) -> None:
    _mount("-o", "remount,ro", str(small))
    table = sit(small, at_table=False)
    assert _is_said(table.wait(SECONDS_MS), "cannot be used") or _is_said(table.wait(0), "read-only")
    _mount("-o", "remount,rw", str(small))
    assert isinstance(table.wait(5 * SECONDS_MS), StartScreen)


def test_games_on_a_read_only_disk_can_be_gone_on_with_elsewhere(
    small: Path, sit: Callable[..., Table4], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble_page, "other_places", lambda: (tmp_path / "stick" / FOLDER,))
    _mount("-o", "remount,ro", str(small))
    table = sit(small, at_table=False)
    table.wait(SECONDS_MS)
    all_back()
    screen = table.wait(0)
    assert [choice.label for choice in screen.model.choices][1] == f"Save the games in {tmp_path / 'stick'}"
    table.app.press(Intent.NEXT)
    table.app.press(Intent.OK)
    all_back()
    screen = table.wait(SECONDS_MS)
    assert isinstance(screen, StartScreen)
    assert [notice.text for notice in screen.model.notices] == [
        f"The games are saved in {tmp_path / 'stick' / FOLDER}."
    ]
    assert table.store.path == tmp_path / "stick" / FOLDER / "games.sqlite"


def test_a_card_that_turns_read_only_in_a_game_is_said_and_the_game_can_move(
    card: tuple[Path, Path], sit: Callable[..., Table4], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, image = card
    monkeypatch.setattr(trouble_page, "memory_place", lambda: tmp_path / "memory")
    table = sit(place)
    assert isinstance(table.lay("gold#1"), TableScreen)
    _mount("-o", "remount,abort", str(place))  # what the kernel does with a card that fails
    screen = table.lay("gold#1", "gold#2")
    assert isinstance(screen, TroubleScreen)
    assert table.session.last_seq == 1
    table.wait(SECONDS_MS)  # sooner, a press was meant for the page before
    table.app.press(Intent.NEXT)  # go on without keeping: into memory, with everything so far
    table.app.press(Intent.OK)
    all_back()
    assert isinstance(table.wait(SECONDS_MS), TableScreen)
    assert table.session.last_seq == 2 == table.kept()
    assert [words.key for words in table.app.context.parts.values()] == ["keeping.moved_memory"]
    _unmount(place)
    _mount("-o", "loop", str(image), str(place))
    again = open_store(place)
    assert resume_game(again, table.ident).last_seq == 1, "what was shown while the card was well is on it"
    again.close()


def test_a_card_that_comes_back_is_used_again(card: tuple[Path, Path], sit: Callable[..., Table4]) -> None:
    place, image = card
    table = sit(place)
    assert isinstance(table.lay("gold#1"), TableScreen)
    _mount("-o", "remount,abort", str(place))
    assert isinstance(table.lay("gold#1", "gold#2"), TroubleScreen)
    table.store.close()
    _unmount(place)
    _mount("-o", "loop", str(image), str(place))
    assert isinstance(table.wait(5 * SECONDS_MS), TableScreen)
    assert table.session.last_seq == 2 == table.kept()


def _spoilt_games(place: Path, bytes_of_games: int) -> dict[str, bytes]:
    """A file of games of that size whose root is damaged, and everything that lies there."""
    store = open_store(place)
    number = 0
    while store.path.stat().st_size < bytes_of_games:
        number += 1
        store.set_setting(f"number {number}", "x" * 3000)
        store._clear_log()
    store.close()
    spoilt = bytearray(store.path.read_bytes())
    spoilt[4096 + 3] ^= 1
    store.path.write_bytes(spoilt)
    return {path.name: path.read_bytes() for path in place.iterdir()}


def test_a_damaged_file_on_a_disk_without_room_is_said_left_alone_and_mended_when_there_is_room(
    small: Path, sit: Callable[..., Table4]
) -> None:
    before = _spoilt_games(small, 120_000)
    filler = _fill(small)
    os.truncate(filler, filler.stat().st_size - 100_000)  # room to look at it, and not to mend it
    table = sit(small, at_table=False)
    screen = table.wait(SECONDS_MS)
    assert _is_said(screen, "too little room to repair it")
    filler.unlink()
    assert {path.name: path.read_bytes() for path in small.iterdir()} == before, "no half of anything"
    assert isinstance(table.wait(5 * SECONDS_MS), StartScreen), "it is mended by itself"
    assert table.store.set_aside is not None
    assert table.store.set_aside.read_bytes() == before["games.sqlite"]


def test_mending_takes_the_room_of_one_file(small: Path) -> None:
    """Half a megabyte holds a file of 200 kB as it was and the new one: the old one is not copied."""
    _spoilt_games(small, 200_000)
    store = open_store(small)
    assert store.set_aside is not None
    assert store.setting("number 5") == "x" * 3000
    store.close()


@pytest.mark.slow
def test_what_was_shown_is_there_after_the_disk_was_cut_off(tmp_path: Path) -> None:
    try:
        assert "nothing shown was lost" in cut_disks.cut(4, 1, tmp_path)
    except cut_disks.CannotCut as error:
        pytest.skip(str(error))
