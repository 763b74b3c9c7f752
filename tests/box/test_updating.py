"""How long a box may take over a wish: as long as root's program is at work on it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.pages.set_up.setup_page import SetupPage
from companion.pages.set_up.update_page import UpdatePage
from companion.screens.intents import Intent
from tests.box import updating
from tests.box.guest import Answer
from tests.box.hands import QEMU_KEYS, Evening, Keyboard
from tests.box.updating import BoxReleases, Menu
from tests.endurance.keyed_night import KEYS


class Clock:
    """Nobody waits here: a pause is over at once, and so long."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class SlowBox:
    """Root's program works until ``ready_s`` and answers then; after ``stands_s`` it does nothing any more."""

    def __init__(self, clock: Clock, ready_s: float, stands_s: float) -> None:
        self.clock, self.ready_s, self.stands_s = clock, ready_s, stands_s

    def run(self, *command: str) -> Answer:
        now = self.clock.now
        if command[0] != "cat":
            return Answer(0, f"{min(now, self.stands_s):.0f}\n", "")
        return Answer(0, "7 done 1.1.1\n" if now >= self.ready_s else "7 busy\n", "")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(updating, "time", clock)
    return clock


def _menu(box: SlowBox) -> Any:
    evening: Any = SimpleNamespace(machine=SimpleNamespace(guest=box))
    return Menu(evening)


def test_a_slow_box_that_works_is_waited_for(clock: Clock) -> None:
    report = _menu(SlowBox(clock, 5000.0, 5000.0))._answer()
    assert (report.code, report.detail) == ("done", "1.1.1")


def test_a_box_that_does_nothing_any_more_is_given_up(clock: Clock) -> None:
    with pytest.raises(AssertionError, match="7 busy"):
        _menu(SlowBox(clock, 5000.0, 100.0))._answer()
    assert clock.now == pytest.approx(100.0 + updating.STILL_S, abs=3)


class OtherPages:
    """A box whose keyboard leads to pages of its own."""

    def __init__(self, pages: Evening) -> None:
        self.pages = pages

    def keys(self, *names: str, hold_ms: int = 0) -> None:
        intents = {QEMU_KEYS[key]: intent for intent, key in KEYS.items() if key in QEMU_KEYS}
        for name in names:
            self.pages.app.press(intents[name])


def test_whoever_leaves_the_update_is_at_the_same_place_on_the_box_and_beside(tmp_path: Path) -> None:
    """At a keyboard they look before the next press: the scenario image-releases stood still there."""
    unused: Any = OtherPages
    box = Evening(unused, tmp_path / "box")
    machine: Any = OtherPages(box)
    beside = Evening(machine, tmp_path / "beside")
    beside.display = Keyboard(machine)
    beside.wait_until_shown = lambda *_: 0.0  # type: ignore[method-assign]
    beside.choose([choice.value for choice in beside.screen.model.choices].index("setup"))
    Menu(beside)._open_update(BoxReleases("1.1.0"))
    assert isinstance(beside.app.page, UpdatePage)
    assert not isinstance(box.app.page, SetupPage)
    beside.press([Intent.BACK])
    assert isinstance(beside.app.page, SetupPage)
    assert isinstance(box.app.page, SetupPage)
    assert beside.screen.focus == box.screen.focus
