"""A main loop that stands still is noted with the game whose code it is in; the next start knows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.upkeep.hang_watch import FILE, LIMIT_S, Hang, HangWatch, take_hang

ROOT = Path(__file__).resolve().parents[3]

LOOP = """
import os
import sys
import types
from pathlib import Path
from companion.upkeep import hang_watch

folder = Path(sys.argv[1])
hang_watch.LIMIT_S, hang_watch.EVERY_S = 0.1, 0.02
watch = hang_watch.HangWatch(folder, lambda: 7)
game = types.ModuleType("rules.amul.loop")
exec("def decide(file):\\n    while not file.exists():\\n        pass\\n", game.__dict__)
watch.start()
game.decide(folder / hang_watch.FILE)
os.abort()
"""


def within(module: str, act: Callable[[], None]) -> None:
    """Calls it from a function of that module."""
    names: dict[str, Any] = {"__name__": module, "act": act}
    exec("def decide():\n    act()\n", names)
    names["decide"]()


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_loop_that_comes_round_leaves_no_note(tmp_path: Path, clock: Clock) -> None:
    watch = HangWatch(tmp_path, lambda: 3, clock)
    clock.now_s += LIMIT_S - 0.1
    watch.look()
    watch.beat()
    clock.now_s += LIMIT_S - 0.1
    watch.look()
    assert take_hang(tmp_path) is None


def test_the_game_is_named_with_the_place_and_its_number(tmp_path: Path, clock: Clock) -> None:
    watch = HangWatch(tmp_path, lambda: 3, clock)
    clock.now_s += LIMIT_S
    within("rules.amulett.auction", watch.look)
    hang = take_hang(tmp_path)
    assert hang is not None
    assert (hang.game, hang.where, hang.number) == ("amulett", "rules.amulett.auction.decide, line 2", 3)
    assert take_hang(tmp_path) is None, "said once"


@pytest.mark.slow
def test_our_own_code_is_blamed_on_no_game(tmp_path: Path, clock: Clock) -> None:
    watch = HangWatch(tmp_path, lambda: 3, clock)
    clock.now_s += LIMIT_S
    within("rules.core.journal", watch.look)
    hang = take_hang(tmp_path)
    assert hang is not None
    assert (hang.game, hang.where) == ("", "")


@pytest.mark.slow
def test_a_loop_that_goes_on_after_all_takes_the_note_back(tmp_path: Path, clock: Clock) -> None:
    watch = HangWatch(tmp_path, lambda: None, clock)
    clock.now_s += LIMIT_S
    watch.look()
    assert (tmp_path / FILE).exists()
    watch.beat()
    watch.look()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"game": 1}', '{"game": "a", "where": "", "number": "x"}'])
def test_a_spoilt_note_says_nothing_and_is_gone(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert take_hang(tmp_path) is None
    assert not (tmp_path / FILE).exists()


@pytest.mark.slow
def test_an_endless_loop_in_a_game_is_known_after_the_kill(tmp_path: Path) -> None:
    """In a real process, with the thread; ended as systemd's watchdog does."""
    done = subprocess.run(
        [sys.executable, "-c", LOOP, str(tmp_path)], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == -6, done.stderr
    hang = take_hang(tmp_path)
    assert isinstance(hang, Hang)
    assert (hang.game, hang.number) == ("amul", 7)
    assert hang.where.startswith("rules.amul.loop.decide")
