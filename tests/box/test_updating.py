"""How long a box may take over a wish: as long as root's program is at work on it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.box import updating
from tests.box.guest import Answer
from tests.box.updating import Menu


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
