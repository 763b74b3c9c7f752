"""Waiting for a screen, and noticing that it is gone."""

from __future__ import annotations

import pytest

from companion.language.wording import Trouble
from companion.program.plug import LOOK_MS, Plug, open_patiently
from companion.upkeep.heartbeat import Heartbeat
from hardware.connectors import Connector
from rules.core.words import words

ON = Connector("HDMI-A-1", is_connected=True, modes=("1920x1080",))
OFF = Connector("HDMI-A-1", is_connected=False)
SECOND = Connector("HDMI-A-2", is_connected=True, modes=("800x480",))


class Heart(Heartbeat):
    """Counts its beats."""

    def __init__(self) -> None:
        super().__init__({})
        self.beats = 0
        self.said: list[str] = []

    def beat(self, now_s: float) -> None:
        self.beats += 1

    def waiting(self, why: str) -> None:
        self.said.append(why)


class Box:
    """A graphics card whose screen is switched on after a while, and an SDL that takes no other."""

    def __init__(self, on_after: int) -> None:
        self.looks = 0
        self.on_after = on_after
        self.tries = 0

    def read(self) -> tuple[Connector, ...]:
        self.looks += 1
        return (ON if self.looks > self.on_after else OFF,)

    def open(self) -> str:
        self.tries += 1
        if self.looks <= self.on_after:
            raise Trouble(words("command.no_screen", reason="kmsdrm not available"))
        return "window"


@pytest.fixture(autouse=True)
def _no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)


def test_a_screen_switched_on_later_is_waited_for() -> None:
    box, heart = Box(on_after=5), Heart()
    slept: list[float] = []
    assert open_patiently(box.open, heart, box.read, slept.append) == "window"
    assert box.tries == 2
    assert heart.beats == 4  # or the watchdog would end it
    assert heart.said == ["no screen is plugged in and switched on"]
    assert len(slept) == 5


def test_what_opens_at_once_asks_nobody() -> None:
    def look() -> tuple[Connector, ...]:
        raise AssertionError

    assert open_patiently(lambda: "window", Heart(), look) == "window"


@pytest.mark.parametrize("connectors", [(), (ON,), (OFF, SECOND)])
def test_where_waiting_does_not_help_the_reason_is_said(connectors: tuple[Connector, ...]) -> None:
    box = Box(on_after=9)
    with pytest.raises(Trouble, match="kmsdrm not available"):
        open_patiently(box.open, Heart(), lambda: connectors)


def test_who_wants_no_picture_does_not_wait_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(Trouble):
        open_patiently(Box(on_after=9).open, Heart(), lambda: (OFF,))


class Cables:
    def __init__(self, *connectors: Connector) -> None:
        self.now = connectors

    def read(self) -> tuple[Connector, ...]:
        return self.now


def test_a_second_screen_is_none_of_ours() -> None:
    cables = Cables(ON)
    plug = Plug(cables.read)
    cables.now = (ON, SECOND)
    assert not plug.look(LOOK_MS)
    cables.now = (OFF, SECOND)
    assert plug.look(2 * LOOK_MS)  # but if ours goes, it is what we draw on


def test_it_looks_once_a_second() -> None:
    cables = Cables(ON)
    plug = Plug(cables.read)
    assert not plug.look(0)
    cables.now = (OFF,)
    plug.look(LOOK_MS - 1)
    assert plug.is_there
    plug.look(LOOK_MS)
    assert not plug.is_there
